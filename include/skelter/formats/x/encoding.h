#pragma once
// The four encodings of a DirectX .x file.

#include <cstdint>
#include <string_view>

namespace skelter {

enum class XEncoding : std::uint8_t { text, binary, text_compressed, binary_compressed };

// "text", "binary", "text-compressed", "binary-compressed".
std::string_view to_text(XEncoding encoding);

}  // namespace skelter
