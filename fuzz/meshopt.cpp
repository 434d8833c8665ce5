// Wraps arbitrary bytes as EXT_meshopt_compression data in a glTF file. The first five bytes set the
// properties of the buffer view (fuzz/glb.h). Our vertex decoder and meshoptimizer's must agree on every
// stream of version 0.

#include <meshoptimizer.h>

#include <vector>

#include "formats/gltf/read/meshes/meshopt_vertices.h"
#include "fuzz/fuzz.h"
#include "fuzz/glb.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/scene/validate.h"

namespace {

using namespace skelter;

void compare_decoders(const fuzz::MeshoptClaim& claim, ByteSpan data) {
  if (claim.mode != "ATTRIBUTES" || claim.count == 0 || data.empty() || data[0] != std::byte{0xA0}) return;
  std::vector<std::byte> ours(claim.count * claim.stride), theirs(ours.size());
  const bool is_ours = gltf::decode_meshopt_vertices(data, claim.count, claim.stride, ours.data());
  const bool is_theirs =
      meshopt_decodeVertexBuffer(theirs.data(), claim.count, claim.stride,
                                 reinterpret_cast<const unsigned char*>(data.data()), data.size()) == 0;
  fuzz::expect(is_ours == is_theirs, "both decoders accept the same streams");
  fuzz::expect(!is_ours || ours == theirs, "both decoders give the same vertices");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < fuzz::kMeshoptHeader) return 0;
  const ByteSpan input = fuzz::bytes_of(data, size);
  const fuzz::MeshoptClaim claim = fuzz::meshopt_claim(input);
  compare_decoders(claim, input.subspan(fuzz::kMeshoptHeader));
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  const auto scene = read_gltf(fuzz::glb_around_meshopt(input), "fuzz.glb", options, {.check_all = true});
  fuzz::expect_ok(scene, "a view that is not used is no error");
  fuzz::expect_ok(validate(*scene), "what loads is valid");
  return 0;
}
