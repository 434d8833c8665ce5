#include "formats/x/bytes/number.h"

#include <fast_float/fast_float.h>

#include <cmath>

namespace skelter::x {
namespace {

// Whether the text is what Windows C runtimes print for NaN and infinity (1.#QNAN, -1.#IND, 1.#INF00), or nan
// or inf.
bool is_special(std::string_view unsigned_word) {
  for (const std::string_view name : {"nan", "inf", "infinity"})
    if (equal_ignoring_case(unsigned_word, name)) return true;
  std::size_t i = 0;
  while (i < unsigned_word.size() && is_digit(unsigned_word[i])) ++i;
  if (i == 0 || unsigned_word.substr(i, 2) != ".#") return false;
  const std::string_view kind = unsigned_word.substr(i + 2);
  for (const std::string_view name : {"qnan", "snan", "ind", "inf"})
    if (equal_ignoring_case(kind.substr(0, name.size()), name)) return true;
  return false;
}

std::string_view without_sign(std::string_view word, bool& negative) {
  negative = !word.empty() && word[0] == '-';
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
  return word;
}

template <class T>
WordForm parse_real(std::string_view word, T& value) {
  value = 0;
  bool negative = false;
  word = without_sign(word, negative);
  if (is_special(word)) return WordForm::special;
  if (word.size() > 1 && lower_ascii(word.back()) == 'f') word.remove_suffix(1);
  // fast_float would also accept a second sign, "nan(1)" and "infinity".
  if (word.empty() || !(is_digit(word[0]) || word[0] == '.')) return WordForm::none;
  const char* const end = word.data() + word.size();
  const auto result = fast_float::from_chars(word.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) {
    value = 0;
    return WordForm::none;
  }
  if (negative) value = -value;
  return WordForm::number;
}

}  // namespace

WordForm parse_float_word(std::string_view word, float& value) {
  return parse_real(word, value);
}
WordForm parse_double_word(std::string_view word, double& value) {
  return parse_real(word, value);
}

WordForm parse_integer_word(std::string_view word, bool& negative, std::uint64_t& magnitude) {
  magnitude = 0;
  const std::string_view digits = without_sign(word, negative);
  std::size_t i = 0;
  bool overflow = false;
  for (; i < digits.size() && is_digit(digits[i]); ++i) {
    const auto digit = static_cast<std::uint64_t>(digits[i] - '0');
    overflow = overflow || magnitude > (UINT64_MAX - digit) / 10;
    magnitude = magnitude * 10 + digit;
  }
  if (i == digits.size() && i != 0) return overflow ? WordForm::too_large : WordForm::number;

  magnitude = 0;
  if (digits.empty() || digits[0] == '+' || digits[0] == '-') return WordForm::none;
  double value = 0;
  const WordForm form = parse_double_word(digits, value);
  if (form != WordForm::number) return form;
  const double rounded = std::round(value);
  if (!(rounded < 18446744073709551616.0)) return WordForm::too_large;
  magnitude = static_cast<std::uint64_t>(rounded);
  return rounded == value ? WordForm::number : WordForm::fraction;
}

}  // namespace skelter::x
