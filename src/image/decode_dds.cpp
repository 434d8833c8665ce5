// Source for the layout: Microsoft, "Programming Guide for DDS" and "Block Compression (Direct3D 10)".

#include "image/decode_dds.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "image/decode_failure.h"

namespace skelter {
namespace {

using Pixel = std::array<std::uint8_t, 4>;
using Block = std::array<Pixel, 16>;  // top row first

constexpr std::size_t kHeaderBytes = 128;         // including the signature
constexpr std::size_t kExtendedHeaderBytes = 20;  // header with the code "DX10"

enum Flags : std::uint32_t {
  kAlphaPixels = 0x1,
  kAlpha = 0x2,
  kFourCc = 0x4,
  kRgb = 0x40,
  kLuminance = 0x20000
};

struct Header {
  std::uint32_t width, height, flags, four_cc, bits;
  std::array<std::uint32_t, 4> masks;  // red, green, blue, alpha
};

constexpr std::uint32_t four_cc(const char (&text)[5]) {
  std::uint32_t code = 0;
  for (int i = 3; i >= 0; --i) code = code << 8 | static_cast<std::uint8_t>(text[i]);
  return code;
}

Header read_header(ByteSpan bytes) {
  const auto at = [&](std::size_t offset) { return load_le<std::uint32_t>(bytes, offset); };
  return {at(16), at(12), at(80), at(84), at(88), {at(92), at(96), at(100), at(104)}};
}

// --- blocks ----------------------------------------------------------------------------------------------

// Expands 5 and 6 bits to 8 by repeating the highest bits.
Pixel from_565(std::uint32_t c) {
  const std::uint32_t r = c >> 11 & 31, g = c >> 5 & 63, b = c & 31;
  return {static_cast<std::uint8_t>(r << 3 | r >> 2), static_cast<std::uint8_t>(g << 2 | g >> 4),
          static_cast<std::uint8_t>(b << 3 | b >> 2), 255};
}

Pixel mixed(const Pixel& a, std::uint32_t weight_a, const Pixel& b, std::uint32_t weight_b) {
  const std::uint32_t sum = weight_a + weight_b;
  Pixel out{0, 0, 0, 255};
  for (std::size_t c = 0; c < 3; ++c)
    out[c] = static_cast<std::uint8_t>((a[c] * weight_a + b[c] * weight_b + sum / 2) / sum);
  return out;
}

// Decodes the colours of a block, which are 8 bytes. Only BC1 supports three colours and a transparent one.
void decode_colors(ByteSpan block, bool may_have_hole, Block& out) {
  const std::uint32_t c0 = load_le<std::uint16_t>(block, 0), c1 = load_le<std::uint16_t>(block, 2);
  std::uint32_t selectors = load_le<std::uint32_t>(block, 4);
  std::array<Pixel, 4> palette{from_565(c0), from_565(c1), {}, {}};
  if (c0 > c1 || !may_have_hole) {
    palette[2] = mixed(palette[0], 2, palette[1], 1);
    palette[3] = mixed(palette[0], 1, palette[1], 2);
  } else {
    palette[2] = mixed(palette[0], 1, palette[1], 1);
    palette[3] = {0, 0, 0, 0};
  }
  for (Pixel& pixel : out) {
    pixel = palette[selectors & 3];
    selectors >>= 2;
  }
}

// Decodes the alpha of BC2: four bits per pixel.
void decode_plain_alpha(ByteSpan block, Block& out) {
  auto bits = load_le<std::uint64_t>(block, 0);
  for (Pixel& pixel : out) {
    pixel[3] = static_cast<std::uint8_t>((bits & 15) * 17);
    bits >>= 4;
  }
}

// Decodes the alpha of BC3: two values, and three bits per pixel that interpolate between them.
void decode_mixed_alpha(ByteSpan block, Block& out) {
  const auto bits = load_le<std::uint64_t>(block, 0);
  const auto a0 = static_cast<std::uint32_t>(bits & 255), a1 = static_cast<std::uint32_t>(bits >> 8 & 255);
  std::array<std::uint32_t, 8> palette{a0, a1, 0, 0, 0, 0, 0, 255};
  const std::uint32_t steps = a0 > a1 ? 7 : 5;
  for (std::uint32_t i = 1; i < steps; ++i) palette[i + 1] = (a0 * (steps - i) + a1 * i + steps / 2) / steps;
  std::uint64_t selectors = bits >> 16;
  for (Pixel& pixel : out) {
    pixel[3] = static_cast<std::uint8_t>(palette[selectors & 7]);
    selectors >>= 3;
  }
}

enum class BlockKind : std::uint8_t { bc1, bc2, bc3 };

Block decode_block(ByteSpan block, BlockKind kind) {
  Block out;
  const bool has_alpha_part = kind != BlockKind::bc1;
  decode_colors(has_alpha_part ? block.subspan(8) : block, !has_alpha_part, out);
  if (kind == BlockKind::bc2) decode_plain_alpha(block, out);
  if (kind == BlockKind::bc3) decode_mixed_alpha(block, out);
  return out;
}

Result<Image> decode_blocks(ByteSpan data, const Header& header, BlockKind kind, const std::string& file) {
  const std::size_t block_bytes = kind == BlockKind::bc1 ? 8 : 16;
  const std::size_t across = (header.width + 3) / 4, down = (header.height + 3) / 4;
  if (data.size() / block_bytes / across < down)
    return image_failure(file, Status::bad_data,
                         "DDS data of " + std::to_string(data.size()) + " bytes; expected " +
                             std::to_string(std::uint64_t{across} * down * block_bytes));
  Image image(header.width, header.height);
  for (std::size_t by = 0; by < down; ++by)
    for (std::size_t bx = 0; bx < across; ++bx) {
      const Block block = decode_block(data.subspan((by * across + bx) * block_bytes, block_bytes), kind);
      for (std::uint32_t i = 0; i < 16; ++i) {
        const auto x = static_cast<std::uint32_t>(bx * 4 + i % 4),
                   y = static_cast<std::uint32_t>(by * 4 + i / 4);
        if (x < image.width && y < image.height) std::copy_n(block[i].data(), 4, image.at(x, y));
      }
    }
  return image;
}

// --- plain pixels ----------------------------------------------------------------------------------------

// Mask, position and maximum of a channel.
struct ColorBits {
  std::uint32_t mask, shift, largest;
};

ColorBits channel_of(std::uint32_t mask) {
  ColorBits channel{mask, 0, 0};
  if (mask == 0) return channel;
  while ((mask >> channel.shift & 1) == 0) ++channel.shift;
  channel.largest = mask >> channel.shift;
  return channel;
}

std::uint8_t value_of(const ColorBits& channel, std::uint32_t pixel, std::uint8_t without) {
  if (channel.mask == 0) return without;
  const std::uint64_t value = (pixel & channel.mask) >> channel.shift;
  return static_cast<std::uint8_t>((value * 255 + channel.largest / 2) / channel.largest);
}

Result<Image> decode_masked(ByteSpan data, const Header& header, const std::string& file) {
  const std::size_t pixel_bytes = header.bits / 8;
  if (header.bits % 8 != 0 || pixel_bytes < 1 || pixel_bytes > 4)
    return image_failure(
        file, Status::unsupported,
        "DDS with " + std::to_string(header.bits) + " bits per pixel; expected 8, 16, 24 or 32");
  const std::uint64_t wanted = std::uint64_t{header.width} * header.height * pixel_bytes;
  if (data.size() < wanted)
    return image_failure(
        file, Status::bad_data,
        "DDS data of " + std::to_string(data.size()) + " bytes; expected " + std::to_string(wanted));
  const bool gray = (header.flags & kLuminance) != 0;
  const ColorBits red = channel_of(header.masks[0]);
  const ColorBits green = gray ? red : channel_of(header.masks[1]),
                  blue = gray ? red : channel_of(header.masks[2]);
  const bool alpha_given = (header.flags & (kAlphaPixels | kAlpha)) != 0;
  const ColorBits alpha = channel_of(alpha_given ? header.masks[3] : 0);
  Image image(header.width, header.height);
  for (std::size_t i = 0; i < image.rgba.size() / 4; ++i) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, data.data() + i * pixel_bytes, pixel_bytes);
    std::uint8_t* to = &image.rgba[i * 4];
    to[0] = value_of(red, pixel, 0);
    to[1] = value_of(green, pixel, 0);
    to[2] = value_of(blue, pixel, 0);
    to[3] = value_of(alpha, pixel, 255);
  }
  return image;
}

// --- selection of the format -----------------------------------------------------------------------------

// Decodes the supported DXGI formats of the extended header: BC blocks, also typeless and sRGB; 8-bit RGBA
// and BGRA.
Result<Image> decode_extended(ByteSpan bytes, Header header, const std::string& file) {
  if (bytes.size() < kHeaderBytes + kExtendedHeaderBytes)
    return image_failure(file, Status::bad_data, "DDS file ends inside its header; expected 148 bytes");
  const auto format = load_le<std::uint32_t>(bytes, kHeaderBytes);
  const ByteSpan data = bytes.subspan(kHeaderBytes + kExtendedHeaderBytes);
  if (format >= 70 && format <= 72) return decode_blocks(data, header, BlockKind::bc1, file);
  if (format >= 73 && format <= 75) return decode_blocks(data, header, BlockKind::bc2, file);
  if (format >= 76 && format <= 78) return decode_blocks(data, header, BlockKind::bc3, file);
  const bool rgba = format >= 27 && format <= 29, bgra = format == 87 || format == 90 || format == 91;
  if (!rgba && !bgra)
    return image_failure(
        file, Status::unsupported,
        "DDS with DXGI format " + std::to_string(format) + "; expected BC1, BC2, BC3 or 8-bit RGBA");
  header.flags = kRgb | kAlphaPixels;
  header.bits = 32;
  header.masks = rgba ? std::array<std::uint32_t, 4>{0xFF, 0xFF00, 0xFF0000, 0xFF000000}
                      : std::array<std::uint32_t, 4>{0xFF0000, 0xFF00, 0xFF, 0xFF000000};
  return decode_masked(data, header, file);
}

// Makes the code printable, because it comes from the file.
std::string four_cc_text(std::uint32_t code) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    const char c = static_cast<char>(code >> (8 * i) & 255);
    text += c >= ' ' && c <= '~' ? c : '?';
  }
  return text;
}

}  // namespace

Result<Image> decode_dds(ByteSpan bytes, const std::string& file, std::uint64_t max_bytes) {
  if (bytes.size() < kHeaderBytes)
    return image_failure(file, Status::bad_data, "DDS file ends inside its header; expected 128 bytes");
  const Header header = read_header(bytes);
  if (const Result<void> size = check_image_size(header.width, header.height, file, max_bytes); !size)
    return size.error();
  const ByteSpan data = bytes.subspan(kHeaderBytes);
  if ((header.flags & kFourCc) != 0) {
    if (header.four_cc == four_cc("DXT1")) return decode_blocks(data, header, BlockKind::bc1, file);
    if (header.four_cc == four_cc("DXT2") || header.four_cc == four_cc("DXT3"))
      return decode_blocks(data, header, BlockKind::bc2, file);
    if (header.four_cc == four_cc("DXT4") || header.four_cc == four_cc("DXT5"))
      return decode_blocks(data, header, BlockKind::bc3, file);
    if (header.four_cc == four_cc("DX10")) return decode_extended(bytes, header, file);
    return image_failure(
        file, Status::unsupported,
        "DDS with format " + four_cc_text(header.four_cc) + "; expected DXT1 to DXT5 or DX10");
  }
  if ((header.flags & (kRgb | kLuminance | kAlpha)) != 0) return decode_masked(data, header, file);
  return image_failure(file, Status::unsupported,
                       "DDS without a known pixel format; expected RGB or DXT1 to DXT5");
}

}  // namespace skelter
