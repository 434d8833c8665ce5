#include "formats/bvh/words.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace skelter::bvh {
namespace {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
constexpr bool is_motion_blank(char c) {
  return is_space(c) || c == ':';
}
constexpr bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
constexpr bool is_brace(char c) {
  return c == '{' || c == '}';
}
constexpr bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

// Whether the text is what C libraries print for NaN or infinity: nan, -nan(ind), inf, 1.#QNAN, -1.#IND00.
bool is_no_value(std::string_view text) {
  if (is_word(text.substr(0, 3), "NAN") || is_word(text.substr(0, 3), "INF")) return true;
  const std::size_t sharp = text.find(".#");
  return sharp != std::string_view::npos && sharp > 0 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(sharp), is_decimal);
}

}  // namespace

template <class IsBlank>
void Words::skip(IsBlank is_blank) {
  for (; at_ < text_.size() && is_blank(text_[at_]); ++at_) {
    const bool half = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    if (is_line_end(text_[at_]) && !half) ++line_;
  }
}

Word Words::next() {
  skip(is_space);
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_]) && !is_brace(text_[at_])) ++at_;
  if (at_ == begin && at_ < text_.size()) ++at_;  // a brace
  return {text_.substr(begin, at_ - begin), line_};
}

Word Words::next_of_motion() {
  skip(is_motion_blank);
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_motion_blank(text_[at_])) ++at_;
  return {text_.substr(begin, at_ - begin), line_};
}

Word Words::rest_of_line() {
  skip([](char c) { return is_space(c) && !is_line_end(c); });
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_line_end(text_[at_]) && !is_brace(text_[at_])) ++at_;
  std::size_t end = at_;
  while (end > begin && is_space(text_[end - 1])) --end;
  return {text_.substr(begin, end - begin), line_};
}

bool is_word(std::string_view text, std::string_view upper) {
  const auto same = [](char a, char b) { return a == b || (a >= 'a' && a <= 'z' && a - 'a' + 'A' == b); };
  return std::equal(text.begin(), text.end(), upper.begin(), upper.end(), same);
}

NumberForm parse_value(std::string_view text, double& value) {
  value = 0;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (is_no_value(text)) return NumberForm::not_finite;
  if (text.empty() || !(is_decimal(text[0]) || text[0] == '.')) return NumberForm::none;
  const char* const end = text.data() + text.size();
  double magnitude = 0;
  const auto read = fast_float::from_chars(text.data(), end, magnitude);
  if (read.ptr != end || read.ec == std::errc::invalid_argument) return NumberForm::none;
  if (!(magnitude <= double{std::numeric_limits<float>::max()})) return NumberForm::not_finite;
  value = negative ? -magnitude : magnitude;
  return NumberForm::finite;
}

std::string not_a_number(std::string_view text) {
  const bool comma = text.find(',') != std::string_view::npos;
  return fmt::format("\"{}\"; expected a number{}", text, comma ? " with a decimal point" : "");
}

}  // namespace skelter::bvh
