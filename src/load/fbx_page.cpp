// Reads FBX files in a web page: read_fbx calls skelter-fbx.wasm.

#ifdef __EMSCRIPTEN__

#include <set>

#include "formats/fbx/internal/header.h"
#include "load/internal/fbx_wanted.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/scene/validate.h"
#include "system/internal/side_module.h"

namespace skelter {
namespace {

constexpr const char* kModule = "fbx";

Error no_module(const std::string& file) {
  return {Status::not_ready,
          "web.no-fbx",
          "FBX needs skelter-fbx.wasm: \"await skelter.prepare(bytes)\" has to come before the file is read",
          {file, 0, {}, {}}};
}

Error stopped(const std::string& file) {
  return {Status::limit_exceeded,
          "web.fbx-stopped",
          "the reader stopped, probably because memory ran out",
          {file, 0, {}, {}}};
}

}  // namespace

Result<Scene> read_fbx(ByteSpan bytes, const std::string& file, const ReadOptions& options) {
  if (!fbx::is_binary_header(bytes) && !fbx::is_text_header(bytes)) return fbx::not_fbx_error(bytes, file);
  if (!has_side_module(kModule)) return no_module(file);
  FbxWanted wanted{file, options.limits, options.metres_per_unit, options.code_page};
  std::vector<std::byte> wanted_bytes;
  SceneBytesWriter writer(wanted_bytes);
  members(writer, wanted);
  const std::vector<std::byte> answer = ask_side_module(kModule, bytes, wanted_bytes);

  auto scene = from_bytes(answer, [](const std::string& name) -> std::string_view {
    static std::set<std::string> codes;  // no more entries than the reader has codes
    return *codes.insert(name).first;
  });
  if (!scene) return stopped(file);
  if (!*scene) return *std::move(scene);
  if (auto valid = validate(**scene); !valid) return valid.error();
  return *std::move(scene);
}

bool is_fbx(ByteSpan bytes) {
  return fbx::begins_as_fbx(bytes);
}

}  // namespace skelter

#endif
