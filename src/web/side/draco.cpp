// skelter-draco.wasm contains decode_draco of formats/gltf.

#include "formats/gltf/internal/draco_decode.h"
#include "web/side/side.h"

namespace skelter::web {

// `wanted`: gltf::DracoWanted structs in the engine's binary layout, which is safe because one compiler built
// both.
std::vector<std::byte> run_side_module(ByteSpan bytes, ByteSpan wanted) {
  return gltf::decode_draco(bytes, {reinterpret_cast<const gltf::DracoWanted*>(wanted.data()),
                                    wanted.size() / sizeof(gltf::DracoWanted)});
}

}  // namespace skelter::web
