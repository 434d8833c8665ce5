// Wraps arbitrary bytes as KHR_draco_mesh_compression data in a glTF file. If it loads, it must be valid and
// have the vertices that its accessors state. The first five bytes set the accessors' counts and attributes.

#include <fmt/format.h>

#include "fuzz/fuzz.h"
#include "fuzz/glb.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/scene/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  if (size < fuzz::kDracoHeader) return 0;
  const auto glb = fuzz::glb_around_draco(fuzz::bytes_of(data, size));
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  options.limits.max_memory_bytes = std::uint64_t{32} << 20;
  const auto scene = read_gltf(glb, "fuzz.glb", options);
  if (!scene) return 0;
  fuzz::expect_ok(validate(*scene), "what loads is valid");
  const Primitive& primitive = scene->meshes[0].primitives[0];
  const std::size_t stated = data[0] | std::size_t{data[1]} << 8;
  fuzz::expect(primitive.source_vertices == stated, "a mesh has the vertices that its accessors state");
  return 0;
}
