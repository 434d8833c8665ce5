#pragma once
// Text as Windows wants it.

#include <string>
#include <string_view>

namespace skelter {

// Bytes that are not UTF-8, and single surrogates, become U+FFFD.
std::wstring utf16(std::string_view text);
std::string utf8(std::wstring_view text);

// A path for functions of Windows: absolute with the prefix "\\?\" where it is too long for them otherwise.
std::wstring path_for_windows(const std::string& path);

}  // namespace skelter
