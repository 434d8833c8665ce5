#pragma once
// Bytes as text: RFC 4648, both alphabets.

#include <cstddef>
#include <string_view>
#include <vector>

namespace skelter {

// Replaces `out`. The padding may be missing. False for text that is not base64.
bool decode_base64(std::string_view text, std::vector<std::byte>& out);

}  // namespace skelter
