// Reads arbitrary bytes as a Scene. If they load, the scene must be valid and survive evaluation and a round
// trip through the writer, unchanged except for reported losses.

#include <cstdint>
#include <cstdlib>

#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The options depend on the size, so that unmodified .x files can serve as seeds.
  skelter::XReadOptions options;
  options.strict = size % 8 == 7;
  options.flat_normals = size % 3 == 1;
  if (size % 5 == 1) options.rotations_as_stored = true;
  skelter::ReadOptions shared;
  if (size % 7 == 1) shared.code_page = skelter::CodePage::shift_jis;
  const skelter::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto scene = skelter::read_x(bytes, "fuzz.x", shared, options);
  if (!scene) return 0;
  if (!skelter::validate(*scene)) std::abort();

  for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 2; ++clip)
    skelter::pose_bounds(*scene, skelter::evaluate(*scene, clip, 0.3 * scene->clips[clip].duration_s));
  const auto written = skelter::write_x(*scene);
  if (!written) return 0;
  skelter::XReadOptions as_before;
  as_before.flat_normals = options.flat_normals;
  const auto again = skelter::read_x(written->bytes, "again.x", {}, as_before);
  if (!again) std::abort();
  const skelter::Diagnostics& losses = written->losses;
  const bool lossless = losses.count(skelter::Severity::warning) == 0 &&
                        losses.find("x.frames-reordered") == nullptr &&
                        losses.find("x.meshes-reordered") == nullptr;
  if (lossless && !skelter::same_content(*scene, *again)) std::abort();
  return 0;
}
