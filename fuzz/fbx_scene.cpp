// Reads arbitrary bytes as an FBX file. If it loads, the scene must be valid and survive evaluation. Most
// inputs are mutated record by record.

#include <algorithm>

#include "fuzz/fbx_mutator.h"
#include "fuzz/fuzz.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

// Copies `made` to `out` and returns its size, or 0 if it is empty or longer than `max_size`.
std::size_t put(const std::string& made, std::uint8_t* out, std::size_t max_size) {
  if (made.size() > max_size) return 0;
  std::copy(made.begin(), made.end(), out);
  return made.size();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace skelter::fuzz;
  if (seed % 8 != 0)
    if (const std::size_t made = put(mutate_fbx(text_of(data, size), {}, seed), data, max_size); made != 0)
      return made;
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size,
                                                 std::uint8_t* out, std::size_t max_size, unsigned seed) {
  using namespace skelter::fuzz;
  return put(mutate_fbx(text_of(first, first_size), text_of(second, second_size), seed), out, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  ReadOptions options;
  // Limits the work on inputs that would be baked into many keys.
  options.limits.max_memory_bytes = 2'000'000;
  const auto scene = read_fbx(fuzz::bytes_of(data, size), "fuzz.fbx", options);
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
