// Media types by the first bytes, with the signatures in the specifications of the formats.

#include "scene/internal/image_type.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace skelter {
namespace {

std::string_view type_of(const std::string& bytes) {
  return image_type(std::as_bytes(std::span(bytes)));
}

TEST(ImageType, knows_each_signature) {
  EXPECT_EQ(type_of("\x89PNG\r\n\x1A\n"), "image/png");
  EXPECT_EQ(type_of("\xFF\xD8\xFF\xE0"), "image/jpeg");
  EXPECT_EQ(type_of("RIFF1234WEBPVP8 "), "image/webp");
  EXPECT_EQ(type_of("\xABKTX 20\xBB\r\n\x1A\n"), "image/ktx2");
  EXPECT_EQ(type_of("DDS |"), "image/vnd-ms.dds");
  EXPECT_EQ(type_of("BM1234"), "image/bmp");
  EXPECT_EQ(type_of("GIF89a"), "image/gif");
  EXPECT_EQ(type_of(std::string("\0\0\0\x1C", 4) + "ftypavif"), "image/avif");
}

TEST(ImageType, is_empty_for_other_and_cut_files) {
  for (const char* bytes :
       {"", "\x89PN", "\xFF\xD8", "RIFF1234WAVE", "RIFF1234WEB", "GIF", "ftypavif", "<svg>"})
    EXPECT_EQ(type_of(bytes), "") << bytes;
}

}  // namespace
}  // namespace skelter
