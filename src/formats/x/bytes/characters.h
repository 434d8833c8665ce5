#pragma once
// Character classes for text files: one set of flags per byte value.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "skelter/core/name_match.h"

namespace skelter::x {

enum CharacterClass : std::uint8_t {
  kSpace = 1,        // space, tab, CR, LF, NUL, VT, FF
  kPunctuation = 2,  // { } [ ] ( ) < > , ;
  kSeparator = 4,    // , ;
  kComment = 8,      // characters # and /: start a comment at the beginning of a token
  kDigit = 16,
};

inline constexpr std::array<std::uint8_t, 256> kCharacters = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\n', '\0', '\v', '\f'})
    classes[static_cast<unsigned char>(c)] = kSpace;
  for (const char c : {'{', '}', '[', ']', '(', ')', '<', '>'})
    classes[static_cast<unsigned char>(c)] = kPunctuation;
  for (const char c : {',', ';'}) classes[static_cast<unsigned char>(c)] = kPunctuation | kSeparator;
  for (const char c : {'#', '/'}) classes[static_cast<unsigned char>(c)] = kComment;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<unsigned char>(c)] = kDigit;
  return classes;
}();

inline bool has_class(char c, unsigned classes) {
  return (kCharacters[static_cast<unsigned char>(c)] & classes) != 0;
}
inline bool is_space(char c) {
  return has_class(c, kSpace);
}
inline bool is_digit(char c) {
  return has_class(c, kDigit);
}
inline bool ends_word(char c) {
  return has_class(c, kSpace | kPunctuation);
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return same_name(a, b, NameMatch::ignore_case);
}

}  // namespace skelter::x
