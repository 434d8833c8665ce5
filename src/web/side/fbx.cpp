// skelter-fbx.wasm: read_fbx.

#include "skelter/formats/fbx/read.h"

#include "web/side/fbx_answer.h"
#include "web/side/side.h"

namespace skelter::web {

std::vector<std::byte> run_side_module(ByteSpan bytes, ByteSpan wanted_bytes) {
  std::set<std::string> codes;  // empty: the request has none
  FbxWanted wanted;
  SceneBytesReader reader(wanted_bytes, codes);
  members(reader, wanted);
  ReadOptions options;
  options.limits = wanted.limits;
  options.metres_per_unit = wanted.metres_per_unit;
  options.code_page = wanted.code_page;
  auto scene = read_fbx(bytes, wanted.file, options);

  std::vector<std::byte> answer;
  SceneBytesWriter writer(answer);
  bool ok = scene.ok();
  writer(ok);
  if (ok) {
    writer(*scene);
  } else {
    Error error = scene.error();
    writer(error);
  }
  return answer;
}

}  // namespace skelter::web
