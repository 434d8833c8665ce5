#include "skelter/image/encode.h"

#include <webp/encode.h>

#include <cstdint>
#include <memory>
#include <string>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace skelter {
namespace {

Result<void> check_size(const Image& image, std::uint32_t largest) {
  if (image.width != 0 && image.height != 0 && image.width <= largest && image.height <= largest) return {};
  return Error{Status::invalid_argument,
               "image.size",
               "image of " + std::to_string(image.width) + "x" + std::to_string(image.height) +
                   " pixels; expected 1x1 to " + std::to_string(largest) + "x" + std::to_string(largest),
               {}};
}

Error no_memory(const char* format) {
  return {Status::limit_exceeded, "image.memory", std::string("not enough memory to write ") + format, {}};
}

void append(void* context, void* data, int size) {
  auto& out = *static_cast<std::vector<std::byte>*>(context);
  const auto* bytes = static_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + size);
}

}  // namespace

Result<std::vector<std::byte>> encode_png(const Image& image) {
  constexpr std::uint32_t kLargest = 16384;  // keeps stb's int arithmetic in range
  if (const Result<void> size = check_size(image, kLargest); !size) return size.error();
  std::vector<std::byte> out;
  if (stbi_write_png_to_func(append, &out, static_cast<int>(image.width), static_cast<int>(image.height), 4,
                             image.rgba.data(), static_cast<int>(image.width * 4)) == 0)
    return no_memory("PNG");
  return out;
}

Result<std::vector<std::byte>> encode_webp(const Image& image) {
  if (const Result<void> size = check_size(image, WEBP_MAX_DIMENSION); !size) return size.error();
  std::uint8_t* data = nullptr;
  const std::size_t size =
      WebPEncodeLosslessRGBA(image.rgba.data(), static_cast<int>(image.width), static_cast<int>(image.height),
                             static_cast<int>(image.width * 4), &data);
  const std::unique_ptr<std::uint8_t, void (*)(void*)> owned(data, WebPFree);
  if (size == 0) return no_memory("WebP");
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  return std::vector<std::byte>(bytes, bytes + size);
}

}  // namespace skelter
