// Any bytes to a Scene: what loads must be valid, and must survive evaluation and a round trip through the
// writer.

#include <cstdint>
#include <cstdlib>

#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/model/evaluate.h"
#include "skelter/model/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  skelter::XReadOptions options;
  options.strict = (data[0] & 1) != 0;
  options.flat_normals = (data[0] & 2) != 0;
  if ((data[0] & 4) != 0) options.rotation_keys = skelter::RotationKeys::as_stored;
  if ((data[0] & 8) != 0) options.code_page = skelter::CodePage::shift_jis;
  const skelter::ByteSpan bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const auto scene = skelter::read_x(bytes, "fuzz.x", options);
  if (!scene) return 0;
  if (!skelter::validate(*scene)) std::abort();

  for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 2; ++clip)
    skelter::pose_bounds(*scene, skelter::evaluate(*scene, clip, 0.3 * scene->clips[clip].duration_s));
  const auto written = skelter::write_x(*scene);
  if (written && !skelter::read_x(written->bytes, "again.x")) std::abort();
  return 0;
}
