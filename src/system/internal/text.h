#pragma once
// Converts the text encodings of old files, such as text from old Windows machines, to UTF-8. Also makes text
// safe for terminals, and parses numbers.

#include <optional>
#include <string>
#include <string_view>

#include "skelter/core/read_options.h"

namespace skelter {

// Whether the text is well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// Every byte is a character. The five bytes that Windows-1252 leaves undefined become control characters.
std::string utf8_from_windows_1252(std::string_view text);

// Converts from code page 932. Invalid bytes become U+FFFD. If the operating system lacks this conversion,
// the text is read as Windows-1252.
std::string utf8_from_shift_jis(std::string_view text);

// Converts text from the code page, unless it is already UTF-8.
std::string to_utf8(std::string_view text, CodePage code_page);

enum class LineEnds { escaped, kept };
// Makes text from a file safe for a terminal. Control characters (C0, DEL, C1), characters that change the
// text direction (U+202E) and line separators become escapes such as \u001b. Bytes 0x80 to 0x9F that are not
// part of a character become \x9b, because old terminals treat them as controls. JSON readers see the same
// text.
std::string printable(std::string_view text, LineEnds line_ends = LineEnds::escaped);

// Parses a finite decimal number that spans the entire text, independent of the program's locale. (libc++ 14
// lacks std::from_chars for double.)
std::optional<double> parse_number(std::string_view text);

}  // namespace skelter
