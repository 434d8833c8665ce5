// skelter-fbx.wasm contains read_fbx.

#include "skelter/formats/fbx/read.h"

#include "load/internal/fbx_wanted.h"
#include "web/side/side.h"

namespace skelter::web {

std::vector<std::byte> run_side_module(ByteSpan bytes, ByteSpan wanted_bytes) {
  FbxWanted wanted;
  SceneBytesReader reader(wanted_bytes, nullptr);  // FbxWanted contains no codes
  members(reader, wanted);
  ReadOptions options;
  options.limits = wanted.limits;
  options.metres_per_unit = wanted.metres_per_unit;
  options.code_page = wanted.code_page;
  return to_bytes(read_fbx(bytes, wanted.file, options));
}

}  // namespace skelter::web
