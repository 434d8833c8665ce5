// Decodes arbitrary bytes as an image. The result must have the stated number of pixels, within the limit.

#include "fuzz/fuzz.h"
#include "skelter/image/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  constexpr std::uint64_t kMost = 1 << 18;  // larger images take long without increasing the coverage
  const auto image = decode_image(fuzz::bytes_of(data, size), "fuzz", kMost);
  if (!image) return 0;
  const std::uint64_t expected = std::uint64_t{4} * image->width * image->height;
  fuzz::expect(image->rgba.size() == expected, "a picture has as many pixels as it says");
  fuzz::expect(expected <= kMost, "a picture is within the limit");
  return 0;
}
