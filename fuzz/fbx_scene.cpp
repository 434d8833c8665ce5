// Reads any bytes as an FBX file: what loads must be valid and survive evaluation.

#include "fuzz/fuzz.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  const auto scene = read_fbx(fuzz::bytes_of(data, size), "fuzz.fbx");
  if (!scene) {
    fuzz::expect(!scene.error().message.empty(), "an error has a message");
    return 0;
  }
  fuzz::expect_ok(validate(*scene), "a scene that was read is valid");
  pose_bounds(*scene, rest_pose(*scene));
  for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 2; ++clip)
    pose_bounds(*scene, evaluate(*scene, clip, 0.3 * scene->clips[clip].duration_s));
  return 0;
}
