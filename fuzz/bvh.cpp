// Reads arbitrary bytes as a Scene. If they load, the scene must be valid and survive evaluation.

#include <cstdint>
#include <cstdlib>

#include "skelter/formats/bvh/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The options depend on the size, so that unmodified .bvh files can serve as seeds.
  skelter::ReadOptions options;
  if (size % 3 == 1) options.code_page = skelter::CodePage::shift_jis;
  if (size % 5 == 1) options.ticks_per_second = 24;
  const skelter::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  skelter::is_bvh(bytes);
  const auto scene = skelter::read_bvh(bytes, "fuzz.bvh", options);
  if (!scene) return 0;
  if (!skelter::validate(*scene)) std::abort();
  if (!scene->clips.empty()) skelter::evaluate(*scene, 0, 0.3 * scene->clips[0].duration_s);
  return 0;
}
