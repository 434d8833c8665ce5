#pragma once
// Keys by meaning: digits from the digit row or the number pad, plus and minus from any key.

#include <optional>

#include "skelter/viewer/input.h"

namespace skelter::demos {

// 0 to 9, from the digit row or the number pad.
inline std::optional<int> digit_of(Key key) {
  const int code = static_cast<int>(key);
  if (code >= '0' && code <= '9') return code - '0';
  const int pad = code - static_cast<int>(Key::pad_0);
  if (pad >= 0 && pad <= 9) return pad;
  return std::nullopt;
}
inline bool is_letter(Key key, char upper_case) {
  return key == static_cast<Key>(upper_case);
}
inline bool is_plus(Key key) {
  return key == Key::equal || key == Key::pad_plus;
}
inline bool is_minus(Key key) {
  return key == Key::minus || key == Key::pad_minus;
}
// F1, or the key with the question mark.
inline bool is_help(Key key) {
  return key == Key::f1 || key == Key::slash;
}

}  // namespace skelter::demos
