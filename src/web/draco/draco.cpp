// The module that decodes Draco for a page: decode_draco of formats/gltf, called by web/src/draco.ts.

#include <emscripten/emscripten.h>

#include <cstdlib>

#include "formats/gltf/internal/draco_decode.h"

using namespace skelter;

namespace {
std::vector<std::byte> answer;
}

extern "C" {

EMSCRIPTEN_KEEPALIVE void* draco_alloc(std::size_t size) {
  return std::malloc(size);
}
EMSCRIPTEN_KEEPALIVE void draco_free(void* memory) {
  std::free(memory);
}

// `wanted` are bytes of gltf::DracoWanted, one after the other, as the engine has them: one compiler made
// both. The size of the answer, which stays until the next call.
EMSCRIPTEN_KEEPALIVE std::size_t draco_decode(const std::byte* compressed, std::size_t size,
                                              const gltf::DracoWanted* wanted, std::size_t wanted_bytes) {
  answer = gltf::decode_draco({compressed, size}, {wanted, wanted_bytes / sizeof(gltf::DracoWanted)});
  return answer.size();
}
EMSCRIPTEN_KEEPALIVE const std::byte* draco_answer() {
  return answer.data();
}

}  // extern "C"
