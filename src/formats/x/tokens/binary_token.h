#pragma once
// Token numbers of binary files.

#include <cstdint>

namespace skelter::x::binary_token {

enum : std::uint16_t {
  name = 1,
  string = 2,
  integer = 3,
  guid = 5,
  integer_list = 6,
  float_list = 7,
  open_brace = 10,
  close_brace = 11,
  open_parenthesis = 12,
  close_parenthesis = 13,
  open_bracket = 14,
  close_bracket = 15,
  less = 16,
  greater = 17,
  dot = 18,
  comma = 19,
  semicolon = 20,
  declare = 31,  // the word "template"
  first_type = 40,
  array = 52,
};

}  // namespace skelter::x::binary_token
