#pragma once
// Text encodings of old files: what was typed on an old Windows machine, as UTF-8. Text for terminals. And
// typed numbers.

#include <optional>
#include <string>
#include <string_view>

#include "skelter/core/read_options.h"

namespace skelter {

// True for well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// Every byte is a character; the five that Windows-1252 leaves open become control characters.
std::string utf8_from_windows_1252(std::string_view text);

// Code page 932. Bytes that are no character become U+FFFD. Where the operating system has no such
// conversion, the text is taken as Windows-1252.
std::string utf8_from_shift_jis(std::string_view text);

// UTF-8 stays as it is; anything else is converted from the code page.
std::string to_utf8(std::string_view text, CodePage code_page);

enum class LineEnds { escaped, kept };
// What a terminal may show of a text that came from a file: control characters (C0, DEL, C1), those that
// turn the direction of text (U+202E) and line separators as \u001b, and bytes 0x80 to 0x9F that belong to no
// character as \x9b, which old terminals take for controls. The same text to a reader of JSON.
std::string printable(std::string_view text, LineEnds line_ends = LineEnds::escaped);

// A text that is a finite decimal number from its first character to its last, whatever locale the program
// runs in. (std::from_chars for double is missing in libc++ 14.)
std::optional<double> parse_number(std::string_view text);

}  // namespace skelter
