#include "demos/key_picture.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace skelter::demos {
namespace {

constexpr std::uint32_t kBorder = 8, kDot = 2, kAdvance = 6 * kDot, kLine = 10 * kDot;

// Columns from left to right, with the top dot in the lowest bit. This is the common 5 x 7 font, reduced to
// the letters of the list.
struct Glyph {
  char letter;
  std::array<std::uint8_t, 5> columns;
};
constexpr Glyph kGlyphs[] = {{'1', {0x00, 0x42, 0x7F, 0x40, 0x00}}, {'2', {0x42, 0x61, 0x51, 0x49, 0x46}},
                             {'3', {0x21, 0x41, 0x45, 0x4B, 0x31}}, {'4', {0x18, 0x14, 0x12, 0x7F, 0x10}},
                             {'5', {0x27, 0x45, 0x45, 0x45, 0x39}}, {'A', {0x7E, 0x11, 0x11, 0x11, 0x7E}},
                             {'B', {0x7F, 0x49, 0x49, 0x49, 0x36}}, {'C', {0x3E, 0x41, 0x41, 0x41, 0x22}},
                             {'D', {0x7F, 0x41, 0x41, 0x22, 0x1C}}, {'E', {0x7F, 0x49, 0x49, 0x49, 0x41}},
                             {'F', {0x7F, 0x09, 0x09, 0x09, 0x01}}, {'G', {0x3E, 0x41, 0x49, 0x49, 0x7A}},
                             {'H', {0x7F, 0x08, 0x08, 0x08, 0x7F}}, {'I', {0x00, 0x41, 0x7F, 0x41, 0x00}},
                             {'L', {0x7F, 0x40, 0x40, 0x40, 0x40}}, {'M', {0x7F, 0x02, 0x0C, 0x02, 0x7F}},
                             {'N', {0x7F, 0x04, 0x08, 0x10, 0x7F}}, {'O', {0x3E, 0x41, 0x41, 0x41, 0x3E}},
                             {'P', {0x7F, 0x09, 0x09, 0x09, 0x06}}, {'Q', {0x3E, 0x41, 0x51, 0x21, 0x5E}},
                             {'R', {0x7F, 0x09, 0x19, 0x29, 0x46}}, {'S', {0x46, 0x49, 0x49, 0x49, 0x31}},
                             {'T', {0x01, 0x01, 0x7F, 0x01, 0x01}}, {'U', {0x3F, 0x40, 0x40, 0x40, 0x3F}},
                             {'Y', {0x07, 0x08, 0x70, 0x08, 0x07}}};

constexpr std::string_view kLines[] = {"1 LEFT ARM", "2 RIGHT ARM",  "3 LEFT LEG", "4 RIGHT LEG",
                                       "5 BODY",     "SPACE ALL ON", "ESC QUIT"};

void draw_dot(Image& image, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = top; y < top + kDot; ++y)
    for (std::uint32_t x = left; x < left + kDot; ++x) std::fill_n(image.at(x, y), 3, std::uint8_t{255});
}

void draw_letter(Image& image, std::uint32_t left, std::uint32_t top, char letter) {
  const auto glyph = std::find_if(std::begin(kGlyphs), std::end(kGlyphs),
                                  [&](const Glyph& one) { return one.letter == letter; });
  if (glyph == std::end(kGlyphs)) return;  // space
  for (std::uint32_t x = 0; x < 5; ++x)
    for (std::uint32_t y = 0; y < 7; ++y)
      if ((glyph->columns[x] >> y & 1) != 0) draw_dot(image, left + x * kDot, top + y * kDot);
}

}  // namespace

Image key_picture() {
  std::size_t longest = 0;
  for (const std::string_view line : kLines) longest = std::max(longest, line.size());
  Image image(kBorder + static_cast<std::uint32_t>(longest) * kAdvance,
              kBorder + static_cast<std::uint32_t>(std::size(kLines)) * kLine);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  std::uint32_t top = kBorder;
  for (const std::string_view line : kLines) {
    std::uint32_t left = kBorder;
    for (const char letter : line) {
      draw_letter(image, left, top, letter);
      left += kAdvance;
    }
    top += kLine;
  }
  return image;
}

}  // namespace skelter::demos
