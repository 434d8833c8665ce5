#pragma once
// The four encodings of a DirectX .x file, recognised by the first 16 bytes.

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

// Size and contents of the header at the start of every file.
inline constexpr std::size_t kXHeaderBytes = 16;
struct XHeader {
  XEncoding encoding = XEncoding::text;
  std::uint16_t version = 303;   // 302 or 303
  std::uint8_t float_bits = 32;  // 32 or 64; only used in binary
};

// Parses the header. Errors: bad_data for a short or wrong header. `file` is the source's name in messages.
Result<XHeader> parse_x_header(ByteSpan bytes, const std::string& file = {});

}  // namespace skelter
