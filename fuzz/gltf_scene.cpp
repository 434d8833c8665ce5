// Reads arbitrary bytes as a Scene. If they load, the scene must be valid and survive evaluation. Checking
// unused data must not change the scene. Other files are not opened.

#include <cstdint>

#include "fuzz/fuzz.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

using namespace skelter;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes = fuzz::bytes_of(data, size);
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  const auto scene = read_gltf(bytes, "fuzz.gltf", options);
  const auto checked = read_gltf(bytes, "fuzz.gltf", options, {.check_all = true});
  if (!scene) {
    fuzz::expect(!checked.ok(), "what does not load does not load with a look at all");
    return 0;
  }
  if (checked)
    fuzz::expect(same_content(*scene, *checked), "a look at all changes nothing");
  else
    fuzz::expect(checked.error().status == Status::limit_exceeded, "what is not used is no error");
  fuzz::expect_ok(validate(*scene), "what loads is valid");
  for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 2; ++clip)
    pose_bounds(*scene, evaluate(*scene, clip, 0.3 * scene->clips[clip].duration_s));
  return 0;
}
