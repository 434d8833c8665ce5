#include "skelter/image/encode.h"

#include <gtest/gtest.h>

#include "skelter/image/decode.h"

namespace skelter {
namespace {

// Every pixel has a different colour and an alpha above 0 (the colour of fully transparent pixels may be
// lost).
Image colorful() {
  Image image(17, 9);
  for (std::size_t i = 0; i < image.rgba.size(); ++i)
    image.rgba[i] = static_cast<std::uint8_t>(i * 37 % 255 + 1);
  return image;
}

TEST(Encode, png_and_webp_keep_every_pixel) {
  for (const auto encode : {encode_png, encode_webp}) {
    const Result<std::vector<std::byte>> bytes = encode(colorful());
    ASSERT_TRUE(bytes) << to_string(bytes.error());
    const Result<Image> back = decode_image(*bytes);
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_EQ(*back, colorful());
    EXPECT_EQ(*bytes, *encode(colorful()));
  }
}

TEST(Encode, an_image_without_pixels_is_refused) {
  EXPECT_EQ(to_string(encode_png(Image()).error()), "image of 0x0 pixels; expected 1x1 to 16384x16384");
  EXPECT_EQ(to_string(encode_webp(Image(1, 0)).error()), "image of 1x0 pixels; expected 1x1 to 16383x16383");
  EXPECT_EQ(to_string(encode_webp(Image(16384, 1)).error()),
            "image of 16384x1 pixels; expected 1x1 to 16383x16383");
}

}  // namespace
}  // namespace skelter
