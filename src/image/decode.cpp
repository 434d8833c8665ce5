#include "skelter/image/decode.h"

#include <webp/decode.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "image/decode_dds.h"
#include "image/decode_failure.h"
#include "image/stb_image_bounded.h"
#include "skelter/system/file.h"

#include <stb/stb_image.h>

namespace skelter {
namespace {

bool begins_with(ByteSpan bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
}

const std::uint8_t* as_u8(ByteSpan bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

Result<Image> decode_webp(ByteSpan bytes, const std::string& file, std::uint64_t max_bytes) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(as_u8(bytes), bytes.size(), &features) != VP8_STATUS_OK)
    return image_failure(file, Status::bad_data, "damaged WebP header; expected a WebP image");
  if (features.has_animation)
    return image_failure(file, Status::unsupported, "animated WebP; expected a still image");
  const auto width = static_cast<std::uint32_t>(features.width),
             height = static_cast<std::uint32_t>(features.height);
  if (const Result<void> size = check_image_size(width, height, file, max_bytes); !size) return size.error();
  Image image(width, height);
  if (WebPDecodeRGBAInto(as_u8(bytes), bytes.size(), image.rgba.data(), image.rgba.size(),
                         features.width * 4) == nullptr)
    return image_failure(file, Status::bad_data, "damaged or truncated WebP data; expected a complete image");
  return image;
}

// Whether each Huffman table that begins before `segment_end` has at most the 256 codes for which stb_image
// has space. stb_image also reads counts beyond the segment, and zeros beyond the file.
bool huffman_tables_fit(const std::uint8_t* at, const std::uint8_t* segment_end,
                        const std::uint8_t* file_end) {
  while (at < segment_end) {
    std::ptrdiff_t codes = 0;
    for (std::ptrdiff_t i = 1; i <= 16 && i < file_end - at; ++i) codes += at[i];
    if (codes > 256) return false;
    at += std::min<std::ptrdiff_t>(17 + codes, file_end - at);
  }
  return true;
}

// Detects JPEG files with more than 256 codes in a Huffman table, for which stb_image before 2.28 writes past
// its table. Up to the first scan, segments are walked as in stb_image. After it, every possible DHT marker
// is checked.
bool jpeg_tables_fit(ByteSpan bytes) {
  const std::uint8_t* at = as_u8(bytes);
  const std::uint8_t* const end = at + bytes.size();
  bool in_scan = false;
  while (end - at >= 4) {
    if (at[0] != 0xFF || at[1] == 0xFF) {
      ++at;
      continue;
    }
    const std::uint8_t marker = at[1];
    const bool alone = marker == 0xD8 || marker == 0xD9 || marker == 0x00;  // markers without a length
    const std::ptrdiff_t length = std::min<std::ptrdiff_t>(at[2] << 8 | at[3], end - at - 2);
    if (marker == 0xC4 && !huffman_tables_fit(at + 4, at + 2 + length, end)) return false;
    in_scan = in_scan || marker == 0xDA;
    at += in_scan || alone ? 2 : 2 + std::max<std::ptrdiff_t>(length, 2);
  }
  return true;
}

// Inserts eight empty Huffman tables before the file's own tables, because stb_image before 2.28 reads
// uninitialised memory if a scan refers to a table that no segment defines.
std::vector<std::byte> with_empty_tables(ByteSpan bytes) {
  constexpr std::size_t kTableBytes = 17;  // one byte for class and number, sixteen counts
  constexpr std::uint8_t kTables[] = {0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13};
  constexpr std::size_t kLength = 2 + sizeof kTables * kTableBytes;
  std::vector<std::byte> out(bytes.begin(), bytes.begin() + 2);
  for (const std::size_t b : {std::size_t{0xFF}, std::size_t{0xC4}, kLength >> 8, kLength & 255})
    out.push_back(static_cast<std::byte>(b));
  for (const std::uint8_t table : kTables) {
    out.push_back(static_cast<std::byte>(table));
    out.resize(out.size() + 16);
  }
  out.insert(out.end(), bytes.begin() + 2, bytes.end());
  return out;
}

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

// Returns a reason such as " (bad signature)", or "", because stb_image does not always provide one.
std::string stb_reason() {
  const char* reason = stbi_failure_reason();
  return reason == nullptr || *reason == 0 ? std::string() : std::string(" (") + reason + ")";
}

// The height is negative in a BMP with rows from top to bottom.
std::uint64_t extent(int size) {
  return static_cast<std::uint64_t>(std::abs(std::int64_t{size}));
}

// Decodes PNG, JPEG, BMP, and files that are probably TGA, which has no signature.
Result<Image> decode_with_stb(ByteSpan bytes, const std::string& file, const char* format,
                              std::uint64_t max_bytes) {
  if (bytes.size() > INT_MAX)
    return image_failure(file, Status::limit_exceeded, "image file larger than 2 GB");
  const auto size = static_cast<int>(bytes.size());
  // 16-bit channels need twice the pixels, and while a PNG is inflated, the file is in memory a second time.
  stb_allocation_limit =
      static_cast<std::size_t>(std::min<std::uint64_t>(2 * max_bytes + bytes.size() + 65536, SIZE_MAX / 2));
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(as_u8(bytes), size, &width, &height, &channels))
    return image_failure(
        file, Status::bad_data,
        std::string("damaged ") + format + " header" + stb_reason() + "; expected a complete image");
  if (const Result<void> checked = check_image_size(extent(width), extent(height), file, max_bytes); !checked)
    return checked.error();
  const std::unique_ptr<stbi_uc, FreePixels> pixels(
      stbi_load_from_memory(as_u8(bytes), size, &width, &height, &channels, 4));
  if (!pixels)
    return image_failure(file, Status::bad_data,
                         std::string("damaged or truncated ") + format + " data" + stb_reason() +
                             "; expected a complete image");
  Image image(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  std::memcpy(image.rgba.data(), pixels.get(), image.rgba.size());
  return image;
}

// Maximum bytes of a file in addition to its pixels: headers, tables, mip levels, descriptions.
constexpr std::uint64_t kMaxAroundPixels = std::uint64_t{64} << 20;

// Checks the fixed fields of a TGA header. All other formats have already been excluded by their signatures.
bool may_be_tga(ByteSpan bytes) {
  if (bytes.size() < 18) return false;
  const std::uint8_t* b = as_u8(bytes);
  const bool known_type = b[2] == 1 || b[2] == 2 || b[2] == 3 || b[2] == 9 || b[2] == 10 || b[2] == 11;
  const bool known_depth = b[16] == 8 || b[16] == 15 || b[16] == 16 || b[16] == 24 || b[16] == 32;
  return b[1] <= 1 && known_type && known_depth;
}

}  // namespace

Result<Image> decode_image(ByteSpan bytes, const std::string& file, std::uint64_t max_bytes) {
  if (begins_with(bytes, "DDS ")) return decode_dds(bytes, file, max_bytes);
  if (begins_with(bytes, "RIFF") && begins_with(bytes, "WEBP", 8)) return decode_webp(bytes, file, max_bytes);
  if (begins_with(bytes, "\x89PNG\r\n\x1a\n")) return decode_with_stb(bytes, file, "PNG", max_bytes);
  if (begins_with(bytes, "\xff\xd8")) {
    if (!jpeg_tables_fit(bytes))
      return image_failure(file, Status::bad_data, "JPEG with more than 256 Huffman codes in a table");
    return decode_with_stb(with_empty_tables(bytes), file, "JPEG", max_bytes);
  }
  if (begins_with(bytes, "BM")) return decode_with_stb(bytes, file, "BMP", max_bytes);
  if (may_be_tga(bytes)) return decode_with_stb(bytes, file, "TGA", max_bytes);
  return image_failure(file, Status::unsupported,
                       "unknown image format; expected PNG, JPEG, BMP, TGA, DDS or WebP");
}

Result<Image> decode_image_file(const std::string& path, std::uint64_t max_bytes) {
  const Result<std::vector<std::byte>> bytes = read_file(path, max_bytes + kMaxAroundPixels);
  if (!bytes) return bytes.error();
  return decode_image(*bytes, path, max_bytes);
}

}  // namespace skelter
