#pragma once
// Decodes base64 (RFC 4648), in both alphabets.

#include <cstddef>
#include <string_view>
#include <vector>

namespace skelter {

// Replaces `out`. The padding may be missing. Returns false if the text is not base64.
bool decode_base64(std::string_view text, std::vector<std::byte>& out);

}  // namespace skelter
