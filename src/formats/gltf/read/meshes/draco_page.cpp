// Decodes Draco meshes in a web page with skelter-draco.wasm.

#ifdef SKELTER_DRACO_IN_PAGE

#include <cstring>
#include <string_view>

#include "formats/gltf/internal/draco_decode.h"
#include "system/internal/side_module.h"

namespace skelter::gltf {
namespace {

std::vector<std::byte> stopped() {
  constexpr std::string_view kWhy = "the decoder stopped, probably because memory ran out";
  const DracoAnswer answer{DracoAnswer::Is::no_mesh, 0, 0, 0};
  std::vector<std::byte> bytes(sizeof(answer) + kWhy.size());
  std::memcpy(bytes.data(), &answer, sizeof(answer));
  std::memcpy(bytes.data() + sizeof(answer), kWhy.data(), kWhy.size());
  return bytes;
}

}  // namespace

bool has_draco() {
  return has_side_module("draco");
}

std::vector<std::byte> decode_draco(ByteSpan compressed, std::span<const DracoWanted> wanted) {
  auto answer = ask_side_module("draco", compressed, std::as_bytes(wanted));
  return answer.size() < sizeof(DracoAnswer) ? stopped() : answer;
}

}  // namespace skelter::gltf

#endif
