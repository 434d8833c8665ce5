#pragma once
// The four encodings of a DirectX .x file, and how to tell them apart by the first 16 bytes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

enum class XEncoding : std::uint8_t { text, binary, text_compressed, binary_compressed };

// "text", "binary", "text-compressed", "binary-compressed".
std::string_view to_text(XEncoding encoding);

// What every file begins with, of this size.
inline constexpr std::size_t kXHeaderBytes = 16;
struct XHeader {
  XEncoding encoding = XEncoding::text;
  std::uint16_t version = 303;   // 302 or 303
  std::uint8_t float_bits = 32;  // 32 or 64; matters in binary only
};

// Errors: bad_data, for a short or wrong header. `file` names the source in messages.
Result<XHeader> parse_x_header(ByteSpan bytes, const std::string& file = {});

}  // namespace skelter
