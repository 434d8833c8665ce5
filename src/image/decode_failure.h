#pragma once
// Errors shared by all decoders of this module.

#include <string>

#include "skelter/image/decode.h"

namespace skelter {

inline Error image_failure(const std::string& file, Status status, std::string message) {
  const char* code = status == Status::unsupported      ? "image.unsupported"
                     : status == Status::limit_exceeded ? "image.too-large"
                                                        : "image.bad-data";
  return {status, code, std::move(message), {file, 0, {}, {}}};
}

// Returns an error if the size is not acceptable.
inline Result<void> check_image_size(std::uint64_t width, std::uint64_t height, const std::string& file,
                                     std::uint64_t max_bytes) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  if (width == 0 || height == 0)
    return image_failure(file, Status::bad_data, "image of " + size + " pixels; expected at least 1x1");
  // A limit of 2^20 per side keeps the product below within 64 bits.
  if (width > (1u << 20) || height > (1u << 20) || width * height * 4 > max_bytes)
    return image_failure(
        file, Status::limit_exceeded,
        "image of " + size + " pixels needs more than the limit of " + std::to_string(max_bytes) + " bytes");
  return {};
}

}  // namespace skelter
