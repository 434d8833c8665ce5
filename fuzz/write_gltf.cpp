// Reads arbitrary bytes as a Scene, from .x or glTF, and writes glTF. The result must load, be valid, and
// stay equal when it is written again, also with lossless meshopt compression.

#include "fuzz/fuzz.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/validate.h"

namespace {

using namespace skelter;

Result<Scene> read_any(ByteSpan bytes) {
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  return is_gltf(bytes) ? read_gltf(bytes, "fuzz.gltf", options) : read_x(bytes, "fuzz.x");
}

Scene written_and_read(const Scene& scene, const GltfWriteOptions& options) {
  const auto written = write_gltf(scene, options);
  if (options.quantize && !written && written.error().code == "gltf.quantize-range") return scene;
  fuzz::expect_ok(written, "a valid scene can be written");
  auto again = read_any(written->bytes);
  fuzz::expect_ok(again, "what was written loads");
  fuzz::expect_ok(validate(*again), "what was written is valid");
  return *std::move(again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto scene = read_any(fuzz::bytes_of(data, size));
  if (!scene) return 0;
  // The options depend on the size, so that unmodified files can serve as seeds.
  GltfWriteOptions options;
  options.glb = size % 2 == 0;
  const Scene first = written_and_read(*scene, options);
  fuzz::expect(same_content(first, written_and_read(first, options)), "written once more, it is the same");
  options.meshopt = true;
  if (size % 3 == 1)
    fuzz::expect(same_content(first, written_and_read(first, options)), "meshopt is without loss");
  options.quantize = true;
  if (size % 5 == 1) (void)written_and_read(first, options);
  return 0;
}
