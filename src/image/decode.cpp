#include "skelter/image/decode.h"

#include <webp/decode.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <string_view>

#include "image/decode_dds.h"
#include "image/decode_failure.h"
#include "image/stb_image_bounded.h"
#include "skelter/core/file.h"

#include <stb/stb_image.h>

namespace skelter {
namespace {

bool begins_with(ByteSpan bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
}

const std::uint8_t* as_u8(ByteSpan bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

Result<Image> decode_webp(ByteSpan bytes, const std::string& file, const ImageDecodeOptions& options) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(as_u8(bytes), bytes.size(), &features) != VP8_STATUS_OK)
    return image_failure(file, Status::bad_data, "damaged WebP header; expected a WebP image");
  if (features.has_animation)
    return image_failure(file, Status::unsupported, "animated WebP; expected a still image");
  const auto width = static_cast<std::uint32_t>(features.width),
             height = static_cast<std::uint32_t>(features.height);
  if (const Result<void> size = check_image_size(width, height, file, options); !size) return size.error();
  Image image(width, height);
  if (WebPDecodeRGBAInto(as_u8(bytes), bytes.size(), image.rgba.data(), image.rgba.size(),
                         features.width * 4) == nullptr)
    return image_failure(file, Status::bad_data, "damaged or cut WebP data; expected a whole image");
  return image;
}

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

// PNG, JPEG, BMP, and what may be a TGA, which has no mark of its own.
Result<Image> decode_with_stb(ByteSpan bytes, const std::string& file, const char* format,
                              const ImageDecodeOptions& options) {
  if (bytes.size() > INT_MAX)
    return image_failure(file, Status::limit_exceeded, "image file larger than 2 GB; expected less");
  const auto size = static_cast<int>(bytes.size());
  // Twice the pixels for 16-bit channels; the file itself is held a second time while a PNG is inflated.
  stb_allocation_limit = static_cast<std::size_t>(
      std::min<std::uint64_t>(2 * options.max_bytes + bytes.size() + 65536, SIZE_MAX / 2));
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(as_u8(bytes), size, &width, &height, &channels))
    return image_failure(
        file, Status::bad_data,
        std::string("damaged ") + format + " header (" + stbi_failure_reason() + "); expected a whole image");
  if (const Result<void> checked = check_image_size(static_cast<std::uint64_t>(width),
                                                    static_cast<std::uint64_t>(height), file, options);
      !checked)
    return checked.error();
  const std::unique_ptr<stbi_uc, FreePixels> pixels(
      stbi_load_from_memory(as_u8(bytes), size, &width, &height, &channels, 4));
  if (!pixels)
    return image_failure(file, Status::bad_data,
                         std::string("damaged or cut ") + format + " data (" + stbi_failure_reason() +
                             "); expected a whole image");
  Image image(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  std::memcpy(image.rgba.data(), pixels.get(), image.rgba.size());
  return image;
}

// The fixed fields of a TGA header; all other formats have been ruled out by their marks.
bool may_be_tga(ByteSpan bytes) {
  if (bytes.size() < 18) return false;
  const std::uint8_t* b = as_u8(bytes);
  const bool known_type = b[2] == 1 || b[2] == 2 || b[2] == 3 || b[2] == 9 || b[2] == 10 || b[2] == 11;
  const bool known_depth = b[16] == 8 || b[16] == 15 || b[16] == 16 || b[16] == 24 || b[16] == 32;
  return b[1] <= 1 && known_type && known_depth;
}

}  // namespace

Result<Image> decode_image(ByteSpan bytes, const std::string& file, const ImageDecodeOptions& options) {
  if (begins_with(bytes, "DDS ")) return decode_dds(bytes, file, options);
  if (begins_with(bytes, "RIFF") && begins_with(bytes, "WEBP", 8)) return decode_webp(bytes, file, options);
  if (begins_with(bytes, "\x89PNG\r\n\x1a\n")) return decode_with_stb(bytes, file, "PNG", options);
  if (begins_with(bytes, "\xff\xd8")) return decode_with_stb(bytes, file, "JPEG", options);
  if (begins_with(bytes, "BM")) return decode_with_stb(bytes, file, "BMP", options);
  if (may_be_tga(bytes)) return decode_with_stb(bytes, file, "TGA", options);
  return image_failure(file, Status::unsupported,
                       "unknown image format; expected PNG, JPEG, BMP, TGA, DDS or WebP");
}

Result<Image> decode_image_file(const std::string& path, const ImageDecodeOptions& options) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return decode_image(*bytes, path, options);
}

}  // namespace skelter
