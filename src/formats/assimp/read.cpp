#include "skelter/formats/assimp/read.h"

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>

#include "formats/assimp/codes.h"
#include "formats/assimp/import.h"
#include "scene/internal/scene_bytes.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "system/internal/sandbox.h"

namespace skelter {
namespace {

constexpr std::uint64_t kMinMemory = 512u * 1024 * 1024;

Error assimp_error(Error error) {
  if (error.code == "isolated.crashed") {
    error.code = "assimp.crashed";
    error.message = "Assimp " + error.message + " while it read this file";
  } else if (error.code != "isolated.start") {
    error.code = error.code == "isolated.time" ? "assimp.time" : "assimp.memory";
    error.message = "Assimp " + error.message;
  }
  return error;
}

Result<void> check_options(const ReadOptions& options, const std::string& path) {
  if (extension(path) == ".fbx")
    return Error{Status::unsupported,
                 "assimp.fbx",
                 "FBX files have a reader of their own; expected another format",
                 {path, 0, {}, {}}};
  const auto good = [](const std::optional<double>& x) { return !x || (std::isfinite(*x) && *x > 0); };
  if (good(options.ticks_per_second) && good(options.metres_per_unit)) return {};
  return Error{Status::invalid_argument,
               "assimp.bad-option",
               good(options.ticks_per_second) ? "metres per unit; expected above 0"
                                              : "ticks per second; expected above 0",
               {path, 0, {}, {}}};
}

std::string_view code_named(const std::string& name) {
  const auto* const found = std::find(assimp::kCodes.begin(), assimp::kCodes.end(), name);
  return found == assimp::kCodes.end() ? assimp::kCodes[0] : *found;
}

}  // namespace

std::vector<std::string> assimp_extensions() {
  std::string list;
  Assimp::Importer().GetExtensionList(list);  // "*.3ds;*.bvh"
  std::vector<std::string> endings;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(';', begin), list.size());
    std::string ending = list.substr(begin + 1, end - begin - 1);
    begin = end + 1;
    // Skips extensions such as ".mesh.xml", which also end in ".xml".
    if (std::count(ending.begin(), ending.end(), '.') == 1) endings.push_back(std::move(ending));
  }
  std::sort(endings.begin(), endings.end());
  return endings;
}

Result<Scene> read_assimp(ByteSpan bytes, const std::string& path, const ReadOptions& shared,
                          double max_seconds) {
  if (auto good = check_options(shared, path); !good) return good.error();
  SandboxLimits limits;
  limits.max_seconds = max_seconds;
  limits.max_memory_bytes =
      shared.limits.max_memory_bytes != 0 ? shared.limits.max_memory_bytes : kMinMemory + 100 * bytes.size();
  const auto answer = run_in_sandbox(
      path, [&] { return to_bytes(assimp::import(bytes, path, shared)); }, limits);
  if (!answer) return assimp_error(answer.error());
  auto scene = from_bytes(*answer, code_named);
  if (!scene)
    return Error{
        Status::bad_data, "assimp.crashed", "Assimp has corrupted its own result", {path, 0, {}, {}}};
  if (!*scene) return *std::move(scene);
  if (const auto good = validate(**scene); !good) return good.error();
  return *std::move(scene);
}

Result<Scene> read_assimp_file(const std::string& path, const ReadOptions& shared, double max_seconds) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  return read_assimp(*bytes, path, shared, max_seconds);
}

}  // namespace skelter
