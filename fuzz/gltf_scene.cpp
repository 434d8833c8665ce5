// Any bytes to a Scene: what loads must be valid, and must survive evaluation. Other files are not opened.

#include <cstdint>
#include <cstdlib>

#include "skelter/formats/gltf/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  skelter::GltfReadOptions options;
  options.folder = "/no/such/folder";
  const skelter::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto scene = skelter::read_gltf(bytes, "fuzz.gltf", options);
  if (!scene) return 0;
  if (!skelter::validate(*scene)) std::abort();
  for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 2; ++clip)
    skelter::pose_bounds(*scene, skelter::evaluate(*scene, clip, 0.3 * scene->clips[clip].duration_s));
  return 0;
}
