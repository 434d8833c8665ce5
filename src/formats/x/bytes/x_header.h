#pragma once
// XHeader: the first 16 bytes of every .x file.

#include <cstddef>
#include <cstdint>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/encoding.h"

namespace skelter {

inline constexpr std::size_t kXHeaderBytes = 16;
struct XHeader {
  XEncoding encoding = XEncoding::text;
  std::uint16_t version = 303;   // 302 or 303
  std::uint8_t float_bits = 32;  // 32 or 64; only used in binary
};

// Parses the header. Errors: bad_data for a short or wrong header. `file` is the file name for messages.
Result<XHeader> parse_x_header(ByteSpan bytes, const std::string& file = {});

}  // namespace skelter
