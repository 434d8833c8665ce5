#include "skelter/image/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <random>
#include <span>
#include <vector>

namespace skelter {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Pixel = std::array<int, 4>;

// Made with other programs: PNG with Python's zlib module, WebP and JPEG with ImageMagick. The pixels of PNG
// and WebP are red, half-transparent green, blue, and transparent. The JPEG has 8x8 pixels of (200, 40, 40).
const Bytes kPng{0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49,
                 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06,
                 0x00, 0x00, 0x00, 0x72, 0xb6, 0x0d, 0x24, 0x00, 0x00, 0x00, 0x15, 0x49, 0x44,
                 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0, 0x1f, 0x08, 0x1b, 0x18,
                 0x80, 0x34, 0x08, 0x30, 0x00, 0x00, 0x43, 0xd3, 0x08, 0x79, 0xc9, 0x15, 0x1c,
                 0x0f, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
const Bytes kWebp{0x52, 0x49, 0x46, 0x46, 0x2e, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50,
                  0x38, 0x4c, 0x21, 0x00, 0x00, 0x00, 0x2f, 0x01, 0x40, 0x00, 0x10, 0x1f, 0x30, 0xff,
                  0x02, 0x82, 0x22, 0xff, 0x47, 0x13, 0x10, 0x14, 0xf9, 0x3f, 0x9a, 0x80, 0xa0, 0xe8,
                  0xba, 0xe5, 0x02, 0x78, 0x67, 0xc2, 0x3a, 0x44, 0xf4, 0x3f, 0x02, 0x00};
const Bytes kJpeg{
    0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00,
    0x01, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x02, 0x01, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01,
    0x01, 0x02, 0x02, 0x02, 0x02, 0x02, 0x04, 0x03, 0x02, 0x02, 0x02, 0x02, 0x05, 0x04, 0x04, 0x03, 0x04,
    0x06, 0x05, 0x06, 0x06, 0x06, 0x05, 0x06, 0x06, 0x06, 0x07, 0x09, 0x08, 0x06, 0x07, 0x09, 0x07, 0x06,
    0x06, 0x08, 0x0b, 0x08, 0x09, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x06, 0x08, 0x0b, 0x0c, 0x0b, 0x0a, 0x0c,
    0x09, 0x0a, 0x0a, 0x0a, 0xff, 0xdb, 0x00, 0x43, 0x01, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x05, 0x03,
    0x03, 0x05, 0x0a, 0x07, 0x06, 0x07, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a,
    0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a,
    0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a,
    0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x00, 0x08, 0x00, 0x08, 0x03, 0x01, 0x11,
    0x00, 0x02, 0x11, 0x01, 0x03, 0x11, 0x01, 0xff, 0xc4, 0x00, 0x14, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0xff, 0xc4, 0x00, 0x14, 0x10,
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xff, 0xc4, 0x00, 0x15, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x07, 0x09, 0xff, 0xc4, 0x00, 0x14, 0x11, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x0c, 0x03, 0x01,
    0x00, 0x02, 0x11, 0x03, 0x11, 0x00, 0x3f, 0x00, 0x2f, 0x84, 0xd5, 0x01, 0xff, 0xd9};
const Bytes kAnimatedWebp{
    0x52, 0x49, 0x46, 0x46, 0xc0, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x58, 0x0a,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x00, 0x41, 0x4e, 0x49, 0x4d,
    0x06, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x41, 0x4e, 0x4d, 0x46, 0x48, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x00, 0x64, 0x00, 0x00, 0x02,
    0x56, 0x50, 0x38, 0x20, 0x30, 0x00, 0x00, 0x00, 0xd0, 0x01, 0x00, 0x9d, 0x01, 0x2a, 0x04, 0x00, 0x04,
    0x00, 0x02, 0x00, 0x34, 0x25, 0xa0, 0x02, 0x74, 0xba, 0x01, 0xf8, 0x00, 0x03, 0xb0, 0x00, 0xfe, 0xf0,
    0xc4, 0x0b, 0xff, 0x20, 0xb9, 0x61, 0x75, 0xc8, 0xd7, 0xff, 0x20, 0x3f, 0xe4, 0x07, 0xfc, 0x80, 0xff,
    0xf8, 0xf2, 0x00, 0x00, 0x00, 0x41, 0x4e, 0x4d, 0x46, 0x44, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x00, 0x64, 0x00, 0x00, 0x00, 0x56, 0x50, 0x38, 0x20, 0x2c,
    0x00, 0x00, 0x00, 0x94, 0x01, 0x00, 0x9d, 0x01, 0x2a, 0x04, 0x00, 0x04, 0x00, 0x00, 0x00, 0x34, 0x25,
    0xa0, 0x02, 0x74, 0xba, 0x00, 0x03, 0x98, 0x00, 0xfe, 0xf9, 0x93, 0x6f, 0xff, 0x90, 0x1f, 0xff, 0x90,
    0x1f, 0xff, 0x90, 0x1f, 0xff, 0x20, 0x3f, 0xe2, 0x17, 0x7b, 0x20, 0x30, 0x00, 0x52, 0x49, 0x46, 0x46,
    0x3c, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x20, 0x30, 0x00, 0x00, 0x00, 0xd0,
    0x01, 0x00, 0x9d, 0x01, 0x2a, 0x04, 0x00, 0x04, 0x00, 0x02, 0x00, 0x34, 0x25, 0xa0, 0x02, 0x74, 0xba,
    0x01, 0xf8, 0x00, 0x03, 0xb0, 0x00, 0xfe, 0xf0, 0xc4, 0x0b, 0xff, 0x20, 0xb9, 0x61, 0x75, 0xc8, 0xd7,
    0xff, 0x20, 0x3f, 0xe4, 0x07, 0xfc, 0x80, 0xff, 0xf8, 0xf2, 0x00, 0x00, 0x00};

// 24 bits per pixel in the order blue, green, red. Rows start at the bottom and are padded to four bytes:
// red, green, then blue, white.
const Bytes kBmp{'B', 'M', 70, 0, 0,  0, 0, 0, 0,   0, 54,  0, 0, 0, 40,  0, 0, 0,   2,   0,   0, 0, 2, 0,
                 0,   0,   1,  0, 24, 0, 0, 0, 0,   0, 16,  0, 0, 0, 0,   0, 0, 0,   0,   0,   0, 0, 0, 0,
                 0,   0,   0,  0, 0,  0, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0};
// Uncompressed, 32 bits per pixel, rows from the top: (10, 20, 30, 40), (50, 60, 70, 80).
const Bytes kTga{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28, 30, 20, 10, 40, 70, 60, 50, 80};

ByteSpan span_of(const Bytes& bytes) {
  return std::as_bytes(std::span(bytes));
}

Pixel pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = image.at(x, y);
  return {p[0], p[1], p[2], p[3]};
}

std::string message(const Bytes& bytes, std::uint64_t max_bytes = kMaxImageBytes) {
  const Result<Image> image = decode_image(span_of(bytes), "skin", max_bytes);
  return image ? "no error" : to_string(image.error());
}

void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  std::memcpy(&bytes[at], &value, 4);
}

struct DdsFormat {
  std::uint32_t flags = 4;
  const char* four_cc = "\0\0\0\0";
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 4> masks{};
};

Bytes dds(std::uint32_t width, std::uint32_t height, const DdsFormat& format,
          std::initializer_list<int> data) {
  Bytes bytes(128);
  std::memcpy(bytes.data(), "DDS |", 5);
  put_u32(bytes, 12, height);
  put_u32(bytes, 16, width);
  put_u32(bytes, 76, 32);
  put_u32(bytes, 80, format.flags);
  std::memcpy(&bytes[84], format.four_cc, 4);
  put_u32(bytes, 88, format.bits);
  for (std::size_t i = 0; i < 4; ++i) put_u32(bytes, 92 + 4 * i, format.masks[i]);
  for (const int b : data) bytes.push_back(static_cast<std::uint8_t>(b));
  return bytes;
}

DdsFormat blocks(const char* four_cc) {
  return {4, four_cc, 0, {}};
}

// Checks the two by two pixels that the PNG and the WebP contain.
void expect_four_pixels(const Bytes& bytes) {
  const Result<Image> image = decode_image(span_of(bytes));
  ASSERT_TRUE(image) << to_string(image.error());
  ASSERT_EQ(image->width, 2u);
  ASSERT_EQ(image->height, 2u);
  EXPECT_EQ(pixel(*image, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 1, 0), (Pixel{0, 255, 0, 128}));
  EXPECT_EQ(pixel(*image, 0, 1), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*image, 1, 1)[3], 0);
}

TEST(Decode, a_png_has_its_pixels_and_alpha) {
  expect_four_pixels(kPng);
}
// PNG specification, 11.2.4: the data consists of all IDAT chunks together, and a chunk may be empty.
TEST(Decode, a_png_may_begin_with_an_empty_chunk) {
  Bytes png = kPng;
  const Bytes empty{0, 0, 0, 0, 'I', 'D', 'A', 'T', 0x35, 0xAF, 0x06, 0x1E};
  png.insert(png.begin() + 33, empty.begin(), empty.end());  // after the header
  expect_four_pixels(png);
}

TEST(Decode, a_webp_has_its_pixels_and_alpha) {
  expect_four_pixels(kWebp);
}

TEST(Decode, a_jpeg_is_near_its_color) {
  const Result<Image> image = decode_image(span_of(kJpeg));
  ASSERT_TRUE(image) << to_string(image.error());
  ASSERT_EQ(image->width, 8u);
  EXPECT_NEAR(pixel(*image, 4, 4)[0], 200, 3);
  EXPECT_NEAR(pixel(*image, 4, 4)[1], 40, 3);
  EXPECT_EQ(pixel(*image, 4, 4)[3], 255);
}

TEST(Decode, a_bmp_begins_with_its_last_row) {
  const Result<Image> image = decode_image(span_of(kBmp));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(pixel(*image, 0, 1), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 1, 1), (Pixel{0, 255, 0, 255}));
  EXPECT_EQ(pixel(*image, 0, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*image, 1, 0), (Pixel{255, 255, 255, 255}));
}

TEST(Decode, a_tga_without_a_signature_is_recognized_by_its_header) {
  const Result<Image> image = decode_image(span_of(kTga));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(pixel(*image, 0, 0), (Pixel{10, 20, 30, 40}));
  EXPECT_EQ(pixel(*image, 1, 0), (Pixel{50, 60, 70, 80}));
}

// The colours are 0xF800 (red) and 0x001F (blue). Red is larger, so there are two colours in between, at a
// third and at two thirds. The selectors of the rows are 0 1 2 3, then all 0, all 1 and all 2.
TEST(Dds, bc1_with_four_colors_mixes_thirds) {
  const Bytes bytes = dds(4, 4, blocks("DXT1"), {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0x00, 0x55, 0xAA});
  const Result<Image> image = decode_image(span_of(bytes));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(pixel(*image, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 1, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*image, 2, 0), (Pixel{170, 0, 85, 255}));
  EXPECT_EQ(pixel(*image, 3, 0), (Pixel{85, 0, 170, 255}));
  EXPECT_EQ(pixel(*image, 3, 1), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 0, 2), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*image, 0, 3), (Pixel{170, 0, 85, 255}));
}

TEST(Dds, bc1_with_the_smaller_color_first_has_a_half_and_a_hole) {
  const Bytes bytes = dds(4, 4, blocks("DXT1"), {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0});
  const Result<Image> image = decode_image(span_of(bytes));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(pixel(*image, 0, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*image, 1, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 2, 0), (Pixel{128, 0, 128, 255}));
  EXPECT_EQ(pixel(*image, 3, 0), (Pixel{0, 0, 0, 0}));
}

// The first alpha nibbles are 0, 1, 15 and 8, which are multiplied by 17. In BC1, the colours would select
// the mode with transparency, but never in BC2.
TEST(Dds, bc2_has_four_bits_of_alpha_and_always_four_colors) {
  for (const char* code : {"DXT2", "DXT3"}) {
    const Bytes bytes =
        dds(4, 4, blocks(code), {0x10, 0x8F, 0, 0, 0, 0, 0, 0, 0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0});
    const Result<Image> image = decode_image(span_of(bytes));
    ASSERT_TRUE(image) << to_string(image.error());
    EXPECT_EQ(pixel(*image, 0, 0), (Pixel{0, 0, 255, 0}));
    EXPECT_EQ(pixel(*image, 1, 0), (Pixel{255, 0, 0, 17}));
    EXPECT_EQ(pixel(*image, 2, 0), (Pixel{85, 0, 170, 255}));
    EXPECT_EQ(pixel(*image, 3, 0), (Pixel{170, 0, 85, 136}));
  }
}

// The alphas 210 and 0 have sevenths in between. The selectors 0, 1, 2 and 7 take 12 bits: 0 | 1 << 3 | 2 <<
// 6 | 7 << 9 = 0xE88.
TEST(Dds, bc3_mixes_alpha_in_sevenths) {
  for (const char* code : {"DXT4", "DXT5"}) {
    const Bytes bytes =
        dds(4, 4, blocks(code), {210, 0, 0x88, 0x0E, 0, 0, 0, 0, 0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0});
    const Result<Image> image = decode_image(span_of(bytes));
    ASSERT_TRUE(image) << to_string(image.error());
    EXPECT_EQ(pixel(*image, 0, 0)[3], 210);
    EXPECT_EQ(pixel(*image, 1, 0)[3], 0);
    EXPECT_EQ(pixel(*image, 2, 0)[3], 180);
    EXPECT_EQ(pixel(*image, 3, 0)[3], 30);
    EXPECT_EQ(pixel(*image, 0, 3), (Pixel{255, 0, 0, 210}));
  }
}

// The alphas 0 and 100, with the smaller one first, have fifths in between, followed by 0 and 255. The
// selectors 2, 5, 6 and 7 give 0xFAA.
TEST(Dds, bc3_with_the_smaller_alpha_first_has_fifths_and_both_ends) {
  const Bytes bytes =
      dds(4, 4, blocks("DXT5"), {0, 100, 0xAA, 0x0F, 0, 0, 0, 0, 0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0});
  const Result<Image> image = decode_image(span_of(bytes));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(pixel(*image, 0, 0)[3], 20);
  EXPECT_EQ(pixel(*image, 1, 0)[3], 80);
  EXPECT_EQ(pixel(*image, 2, 0)[3], 0);
  EXPECT_EQ(pixel(*image, 3, 0)[3], 255);
}

TEST(Dds, a_size_that_is_no_multiple_of_four_cuts_the_last_blocks) {
  const Bytes bytes = dds(5, 1, blocks("DXT1"), {0, 0xF8, 0, 0, 0, 0, 0, 0, 0xE0, 0x07, 0, 0, 0, 0, 0, 0});
  const Result<Image> image = decode_image(span_of(bytes));
  ASSERT_TRUE(image) << to_string(image.error());
  ASSERT_EQ(image->width, 5u);
  EXPECT_EQ(pixel(*image, 3, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*image, 4, 0), (Pixel{0, 255, 0, 255}));
}

TEST(Dds, plain_pixels_follow_their_masks) {
  const Bytes bgra = dds(1, 1, {0x41, "\0\0\0\0", 32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}}, {1, 2, 3, 4});
  EXPECT_EQ(pixel(*decode_image(span_of(bgra)), 0, 0), (Pixel{3, 2, 1, 4}));
  const Bytes bgr = dds(2, 1, {0x40, "\0\0\0\0", 24, {0xFF0000, 0xFF00, 0xFF, 0}}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(pixel(*decode_image(span_of(bgr)), 1, 0), (Pixel{6, 5, 4, 255}));
  // 5-6-5 bits: red is 31 of 31, green is 32 of 63 (129.5 rounds up) and blue is 0, which gives 0xF800 | 32
  // << 5.
  const Bytes rgb565 = dds(1, 1, {0x40, "\0\0\0\0", 16, {0xF800, 0x7E0, 0x1F, 0}}, {0x00, 0xFC});
  EXPECT_EQ(pixel(*decode_image(span_of(rgb565)), 0, 0), (Pixel{255, 130, 0, 255}));
  const Bytes gray = dds(1, 1, {0x20000, "\0\0\0\0", 8, {0xFF, 0, 0, 0}}, {77});
  EXPECT_EQ(pixel(*decode_image(span_of(gray)), 0, 0), (Pixel{77, 77, 77, 255}));
}

TEST(Dds, the_extended_header_names_the_same_formats) {
  Bytes bytes =
      dds(1, 1, blocks("DX10"), {28, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 8, 7, 6});
  EXPECT_EQ(pixel(*decode_image(span_of(bytes)), 0, 0), (Pixel{9, 8, 7, 6}));
  bytes[128] = 87;  // BGRA
  EXPECT_EQ(pixel(*decode_image(span_of(bytes)), 0, 0), (Pixel{7, 8, 9, 6}));
  bytes[128] = 98;  // BC7
  EXPECT_EQ(message(bytes), "skin: DDS with DXGI format 98; expected BC1, BC2, BC3 or 8-bit RGBA");
  bytes.resize(140);
  EXPECT_EQ(message(bytes), "skin: DDS file ends inside its header; expected 148 bytes");
}

TEST(Decode, every_error_has_a_reason) {
  EXPECT_EQ(message({}), "skin: unknown image format; expected PNG, JPEG, BMP, TGA, DDS or WebP");
  EXPECT_EQ(message({'D', 'D', 'S', ' ', 0}), "skin: DDS file ends inside its header; expected 128 bytes");
  EXPECT_EQ(message(dds(0, 4, blocks("DXT1"), {})), "skin: image of 0x4 pixels; expected at least 1x1");
  EXPECT_EQ(message(dds(8, 8, blocks("DXT1"), {1, 2, 3})), "skin: DDS data of 3 bytes; expected 32");
  EXPECT_EQ(message(dds(8, 8, {0x40, "\0\0\0\0", 32, {}}, {1})), "skin: DDS data of 1 bytes; expected 256");
  EXPECT_EQ(message(dds(8, 8, {0x40, "\0\0\0\0", 48, {}}, {1})),
            "skin: DDS with 48 bits per pixel; expected 8, 16, 24 or 32");
  EXPECT_EQ(message(dds(8, 8, blocks("ATI\1"), {})),
            "skin: DDS with format ATI?; expected DXT1 to DXT5 or DX10");
  EXPECT_EQ(message(dds(8, 8, {0, "\0\0\0\0", 32, {}}, {})),
            "skin: DDS without a known pixel format; expected RGB or DXT1 to DXT5");
  EXPECT_EQ(message(kAnimatedWebp), "skin: animated WebP; expected a still image");
  EXPECT_EQ(message(Bytes(kWebp.begin(), kWebp.begin() + 20)),
            "skin: damaged WebP header; expected a WebP image");
  EXPECT_EQ(message(Bytes(kWebp.begin(), kWebp.end() - 12)),
            "skin: damaged or truncated WebP data; expected a complete image");
  EXPECT_THAT(message(Bytes(kPng.begin(), kPng.begin() + 20)),
              testing::StartsWith("skin: damaged PNG header ("));
  EXPECT_THAT(message(Bytes(kPng.begin(), kPng.begin() + 50)),
              testing::StartsWith("skin: damaged or truncated PNG data ("));
}

TEST(Decode, a_header_that_claims_too_much_is_refused_before_allocating) {
  Bytes png = kPng;
  png[16] = 0x7F;  // width 0x7F000002
  const Result<Image> huge_png = decode_image(span_of(png));
  ASSERT_FALSE(huge_png);
  EXPECT_EQ(message(dds(20000, 20000, blocks("DXT1"), {})),
            "skin: image of 20000x20000 pixels needs more than the limit of 268435456 bytes");
  EXPECT_EQ(message(kPng, 15), "skin: image of 2x2 pixels needs more than the limit of 15 bytes");
  EXPECT_TRUE(decode_image(span_of(kPng), "", 16));
}

// stb_image 2.27 writes past the end of its table here (the next test found this with the sanitizers).
TEST(Decode, a_jpeg_with_too_many_huffman_codes_is_refused) {
  Bytes jpeg = kJpeg;
  const std::array<std::uint8_t, 2> dht{0xFF, 0xC4};
  const auto table = std::search(jpeg.begin(), jpeg.end(), dht.begin(), dht.end());
  ASSERT_NE(table, jpeg.end());
  *(table + 5) = *(table + 6) =
      200;  // follows the marker, length and table number: 200 codes of one and of two bits
  EXPECT_EQ(message(jpeg), "skin: JPEG with more than 256 Huffman codes in a table");
}

TEST(Decode, a_missing_file_is_not_found) {
  const Result<Image> image = decode_image_file("/nowhere/skin.png");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().status, Status::not_found);
}

TEST(Decode, height_of_a_bmp_below_the_number_range_is_printed_exactly) {
  // 10 pixels wide and -2^31 high, which means that rows go down.
  Bytes bmp{'B', 'M', 0, 0,  0, 0, 0, 0, 0, 0, 54,   0, 0, 0,  40,
            0,   0,   0, 10, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 24, 0};
  bmp.resize(54 + 300);
  EXPECT_EQ(message(bmp), "skin: image of 10x2147483648 pixels needs more than the limit of 268435456 bytes");
}

// stb_image does not always give a reason.
TEST(Decode, reasons_are_complete_or_omitted) {
  for (std::size_t size = 0; size < kPng.size(); ++size)
    EXPECT_THAT(message(Bytes(kPng.begin(), kPng.begin() + static_cast<std::ptrdiff_t>(size))),
                testing::Not(testing::HasSubstr("()")));
}

// Every prefix and thousands of damaged copies must give an image or an error, and no sanitizer report.
TEST(Decode, damaged_bytes_never_crash) {
  const std::vector<Bytes> originals{
      kPng,
      kWebp,
      kJpeg,
      kBmp,
      kTga,
      kAnimatedWebp,
      dds(5, 5, blocks("DXT5"), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}),
      dds(2, 2, {0x41, "\0\0\0\0", 16, {0xF00, 0xF0, 0xF, 0xF000}}, {1, 2, 3, 4, 5, 6, 7, 8})};
  std::mt19937 random(20);
  std::size_t refused = 0, tried = 0;
  const auto attempt = [&](const Bytes& bytes) {
    const Result<Image> image = decode_image(span_of(bytes), "", 1 << 20);
    ++tried;
    if (!image) {
      ++refused;
      EXPECT_FALSE(image.error().message.empty());
    } else {
      EXPECT_EQ(image->rgba.size(), std::size_t{image->width} * image->height * 4);
    }
  };
  for (const Bytes& original : originals) {
    for (std::size_t size = 0; size < original.size(); ++size)
      attempt(Bytes(original.begin(), original.begin() + static_cast<std::ptrdiff_t>(size)));
    for (int i = 0; i < 1000; ++i) {
      Bytes damaged = original;
      for (std::uint32_t flips = 1 + random() % 4; flips > 0; --flips)
        damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
      attempt(damaged);
    }
  }
  EXPECT_GT(refused, tried / 10);
  EXPECT_LT(refused, tried);
}

}  // namespace
}  // namespace skelter
