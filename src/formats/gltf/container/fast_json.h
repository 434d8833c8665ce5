#pragma once
// A fast scanner for well-formed JSON. It has no error messages: the general parser handles everything that
// the scanner does not, and reports errors.

#include <fast_float/fast_float.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace skelter::gltf {

enum class FastJson : std::uint8_t {
  read,
  stopped,      // the sink returned false
  unsupported,  // malformed or unsupported: restart with the general parser
};

// Length of the well-formed UTF-8 character of two to four bytes at `at`, or 0. See RFC 3629, section 4.
inline std::size_t utf8_length(const char* at, const char* end) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  const auto between = [&](std::size_t i, unsigned low, unsigned high) {
    return byte(i) >= low && byte(i) <= high;
  };
  const auto left = static_cast<std::size_t>(end - at);
  const unsigned lead = byte(0);
  if (lead >= 0xC2 && lead <= 0xDF) return left >= 2 && between(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF)
    return left >= 3 && between(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) &&
                   between(2, 0x80, 0xBF)
               ? 3
               : 0;
  if (lead >= 0xF0 && lead <= 0xF4)
    return left >= 4 && between(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) &&
                   between(2, 0x80, 0xBF) && between(3, 0x80, 0xBF)
               ? 4
               : 0;
  return 0;
}

// Tests eight characters at once. Sets the highest bit of the first byte that ends a run of plain ASCII
// inside a string (quotation mark, backslash, control character, non-ASCII). Bits of later bytes may also be
// set.
inline std::uint64_t ends_of_plain(std::uint64_t eight) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
  const auto zeros = [](std::uint64_t x) { return (x - kOnes) & ~x; };
  return (zeros(eight ^ (kOnes * '"')) | zeros(eight ^ (kOnes * '\\')) | (eight - kOnes * 0x20) | eight) &
         kHigh;
}

// A sink has the functions null(), boolean(bool), number_integer(int64), number_real(double),
// text(string_view), name(string_view), start_object(), start_array() and end(). They return bool; false
// stops the reader.
template <class Sink>
class FastJsonReader {
 public:
  FastJsonReader(std::string_view json, Sink& sink)
      : begin_(json.data()), end_(json.data() + json.size()), sink_(sink) {}

  FastJson run() {
    const char* at = skip_space(begin_);
    bool value_is_next = true;
    while (true) {
      if (value_is_next) at = read_value(at);
      if (at == nullptr) return stopped_ ? FastJson::stopped : FastJson::unsupported;
      at = skip_space(at);
      if (open_.empty()) return at == end_ ? FastJson::read : FastJson::unsupported;
      if (at == end_) return FastJson::unsupported;
      const bool object = open_.back() == '{';
      const char c = *at++;
      value_is_next = c == ',';
      if (value_is_next)
        at = object ? read_name(skip_space(at)) : skip_space(at);
      else
        at = c == (object ? '}' : ']') ? close(at) : nullptr;
    }
  }

 private:
  // All read functions take the start position and return the position after the value, or null.

  const char* after(const char* at, bool sink_said) {
    stopped_ = !sink_said;
    return sink_said ? at : nullptr;
  }
  static std::uint64_t eight_at(const char* at) {
    std::uint64_t eight;
    std::memcpy(&eight, at, sizeof eight);
    return eight;
  }
  const char* skip_space(const char* at) const {
    if (at == nullptr || at == end_ || static_cast<unsigned char>(*at) > ' ') return at;
    return skip_spaces(at);
  }
  const char* skip_spaces(const char* at) const {
    constexpr std::uint64_t kSpaces = 0x2020202020202020;  // usual in indented documents
    while (at != end_ && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) {
      ++at;
      while (end_ - at >= 8) {
        const std::uint64_t others = eight_at(at) ^ kSpaces;
        at += others == 0 ? 8 : std::countr_zero(others) / 8;
        if (others != 0) break;
      }
    }
    return at;
  }

  const char* close(const char* at) {
    open_.pop_back();
    return after(at, sink_.end());
  }

  // Also reads opening brackets before the value, such as `[[{"a":` before 1.
  const char* read_value(const char* at) {
    while (at != nullptr && at != end_) {
      const char c = *at;
      if (c == '{' || c == '[') {
        open_ += c;
        at = after(at + 1, c == '{' ? sink_.start_object() : sink_.start_array());
        at = skip_space(at);
        if (at == nullptr || at == end_) return nullptr;
        if (*at == (c == '{' ? '}' : ']')) return close(at + 1);
        if (c == '{') at = read_name(at);
      } else if (c == '"') {
        std::string_view text;
        at = read_string(at, text);
        return at == nullptr ? nullptr : after(at, sink_.text(text));
      } else {
        return c >= 'a' ? read_word(at) : read_number(at);
      }
    }
    return nullptr;
  }

  // Reads a name and moves to its value.
  const char* read_name(const char* at) {
    std::string_view name;
    at = read_string(at, name);
    if (at == nullptr || after(at, sink_.name(name)) == nullptr) return nullptr;
    at = skip_space(at);
    return at != end_ && *at == ':' ? skip_space(at + 1) : nullptr;
  }

  const char* read_word(const char* at) {
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    if (rest.substr(0, 4) == "true") return after(at + 4, sink_.boolean(true));
    if (rest.substr(0, 5) == "false") return after(at + 5, sink_.boolean(false));
    if (rest.substr(0, 4) == "null") return after(at + 4, sink_.null());
    return nullptr;
  }

  // Sets `text` to a view of the source, or of `unescaped_` if there are escapes.
  const char* read_string(const char* at, std::string_view& text) {
    if (at == end_ || *at != '"') return nullptr;
    const char* begin = ++at;
    bool escaped = false;
    while (true) {
      at = skip_plain(at);
      if (at == end_ || static_cast<unsigned char>(*at) < 0x20) return nullptr;
      if (*at == '"') break;
      if (*at == '\\') {
        if (!escaped) unescaped_.clear();
        escaped = true;
        unescaped_.append(begin, at);
        at = read_escape(at);
        if (at == nullptr) return nullptr;
        begin = at;
      } else {
        const std::size_t length = utf8_length(at, end_);
        if (length == 0) return nullptr;
        at += length;
      }
    }
    if (escaped) unescaped_.append(begin, at);
    text = escaped ? std::string_view(unescaped_)
                   : std::string_view(begin, static_cast<std::size_t>(at - begin));
    return at + 1;
  }
  const char* skip_plain(const char* at) const {
    for (; end_ - at >= 8; at += 8)
      if (const std::uint64_t ends = ends_of_plain(eight_at(at)); ends != 0)
        return at + std::countr_zero(ends) / 8;
    while (at != end_ && static_cast<unsigned char>(*at) >= 0x20 && static_cast<unsigned char>(*at) < 0x80 &&
           *at != '"' && *at != '\\')
      ++at;
    return at;
  }
  const char* read_escape(const char* at) {
    if (end_ - at < 2) return nullptr;
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    const std::size_t letter = kLetters.find(at[1]);
    if (letter == std::string_view::npos) return nullptr;  // \u is rare and unsupported here
    unescaped_ += kMeant[letter];
    return at + 2;
  }

  // Appends the digits from `at` to `number`, which may wrap around.
  const char* read_digits(const char* at, std::uint64_t& number) const {
    for (; at != end_; ++at) {
      const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
      if (digit > 9) break;
      number = number * 10 + digit;
    }
    return at;
  }

  const char* read_number(const char* const begin) {
    const bool negative = *begin == '-';
    const char* const whole = begin + (negative ? 1 : 0);
    std::uint64_t digits = 0;
    const char* at = read_digits(whole, digits);
    if (at == whole || (*whole == '0' && at - whole > 1)) return nullptr;
    if (at != end_ && (*at == '.' || *at == 'e' || *at == 'E')) return read_real(begin, whole, at, digits);
    if (at - whole > 18) return nullptr;  // may exceed 64 bits
    const auto value = static_cast<std::int64_t>(digits);
    return after(at, sink_.number_integer(negative ? -value : value));
  }

  // `at` is after the digits of the integer part.
  const char* read_real(const char* begin, const char* whole, const char* at, std::uint64_t digits) {
    std::ptrdiff_t places = 0;
    if (*at == '.') {
      const char* const part = ++at;
      at = read_digits(at, digits);
      places = at - part;
      if (places == 0) return nullptr;
    }
    if (at == end_ || (*at != 'e' && *at != 'E')) {
      // With up to 15 digits, both numbers are exact as doubles, so their quotient is correctly rounded: W.
      // D. Clinger, "How to read floating point numbers accurately", 1990.
      constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
      if (at - whole <= 16) {
        const double value = static_cast<double>(static_cast<std::int64_t>(digits)) / kPowers[places];
        return after(at, sink_.number_real(*begin == '-' ? -value : value));
      }
    } else {
      ++at;
      if (at != end_ && (*at == '+' || *at == '-')) ++at;
      const char* const power = at;
      std::uint64_t ignored = 0;
      at = read_digits(at, ignored);
      if (at == power) return nullptr;
    }
    double value = 0;
    const auto parsed = fast_float::from_chars(begin, at, value);
    return parsed.ptr == at && std::isfinite(value) ? after(at, sink_.number_real(value)) : nullptr;
  }

  const char* begin_;
  const char* end_;
  Sink& sink_;
  std::string open_;  // brackets around the next value
  bool stopped_ = false;
  std::string unescaped_;
};

}  // namespace skelter::gltf
