#pragma once
// Text encodings of old files: what was typed on a Windows machine of its time, as UTF-8.

#include <string>
#include <string_view>

namespace skelter {

// True for well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// Every byte is a character; the five that Windows-1252 leaves open become the control characters of the same
// number.
std::string utf8_from_windows_1252(std::string_view text);

// Code page 932. Bytes that are no character become U+FFFD. Where the operating system has no such
// conversion, the text is taken as Windows-1252.
std::string utf8_from_shift_jis(std::string_view text);

}  // namespace skelter
