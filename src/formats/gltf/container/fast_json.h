#pragma once
// A quick scanner for JSON that is as it should be. It makes no messages: whatever it does not understand is
// left to the general parser, which reads it or says what is wrong.

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::gltf {

enum class FastJson : std::uint8_t {
  read,
  stopped,      // the sink said no
  unsupported,  // or broken: begin again with the general parser
};

// The length of the well-formed UTF-8 character of two to four bytes at `at`, or 0. See RFC 3629, section 4.
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

// Sink: bool null(), boolean(bool), number_integer(int64), number_real(double), text(string_view),
// name(string_view), start_object(), start_array(), end(); false stops.
template <class Sink>
class FastJsonReader {
 public:
  FastJsonReader(std::string_view json, Sink& sink)
      : at_(json.data()), end_(json.data() + json.size()), sink_(sink) {}

  FastJson run() {
    if (!read_value()) return stopped_ ? FastJson::stopped : FastJson::unsupported;
    while (!objects_.empty())
      if (!read_next()) return stopped_ ? FastJson::stopped : FastJson::unsupported;
    skip_space();
    return at_ == end_ ? FastJson::read : FastJson::unsupported;
  }

 private:
  bool told(bool sink_said) {
    stopped_ = !sink_said;
    return sink_said;
  }
  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word)
      return false;
    at_ += word.size();
    return true;
  }

  // What follows inside the innermost object or array: its end, or a member or element.
  bool read_next() {
    const bool object = objects_.back();
    if (take(object ? '}' : ']')) {
      objects_.pop_back();
      first_ = false;
      return told(sink_.end());
    }
    if (!first_ && !take(',')) return false;
    first_ = false;
    if (object) {
      std::string_view name;
      skip_space();
      if (!read_string(name) || !told(sink_.name(name)) || !take(':')) return false;
    }
    return read_value();
  }

  bool read_value() {
    skip_space();
    if (at_ == end_) return false;
    switch (*at_) {
      case '{':
      case '[': {
        const bool object = *at_++ == '{';
        objects_.push_back(object);
        first_ = true;
        return told(object ? sink_.start_object() : sink_.start_array());
      }
      case '"': {
        std::string_view text;
        return read_string(text) && told(sink_.text(text));
      }
      case 't':
        return take_word("true") && told(sink_.boolean(true));
      case 'f':
        return take_word("false") && told(sink_.boolean(false));
      case 'n':
        return take_word("null") && told(sink_.null());
      default:
        return read_number();
    }
  }

  // A view of the source, or of `unescaped_` where there are escapes.
  bool read_string(std::string_view& text) {
    if (at_ == end_ || *at_ != '"') return false;
    const char* begin = ++at_;
    bool escaped = false;
    while (true) {
      if (at_ == end_ || static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ == '"') break;
      if (*at_ == '\\') {
        if (!escaped) unescaped_.clear();
        escaped = true;
        unescaped_.append(begin, at_);
        if (!read_escape()) return false;
        begin = at_;
      } else if (static_cast<unsigned char>(*at_) >= 0x80) {
        const std::size_t length = utf8_length(at_, end_);
        if (length == 0) return false;
        at_ += length;
      } else {
        ++at_;
      }
    }
    if (escaped) unescaped_.append(begin, at_);
    text = escaped ? std::string_view(unescaped_)
                   : std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    ++at_;
    return true;
  }

  bool read_escape() {
    if (end_ - at_ < 2) return false;
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    const std::size_t letter = kLetters.find(at_[1]);
    if (letter == std::string_view::npos) return false;  // \u: rare
    unescaped_ += kMeant[letter];
    at_ += 2;
    return true;
  }

  // Digits from `at` on.
  const char* digits_end(const char* at) const {
    while (at != end_ && *at >= '0' && *at <= '9') ++at;
    return at;
  }

  bool read_number() {
    const char* const begin = at_;
    const char* at = at_;
    const bool negative = *at == '-';
    if (negative) ++at;
    const char* const whole = at;
    at = digits_end(at);
    if (at == whole || (*whole == '0' && at - whole > 1)) return false;
    const bool integer = at == end_ || (*at != '.' && *at != 'e' && *at != 'E');
    if (integer) {
      if (at - whole > 18) return false;  // perhaps beyond 64 bits
      std::int64_t value = 0;
      for (const char* digit = whole; digit != at; ++digit) value = value * 10 + (*digit - '0');
      at_ = at;
      return told(sink_.number_integer(negative ? -value : value));
    }
    if (*at == '.') {
      const char* const part = ++at;
      at = digits_end(at);
      if (at == part) return false;
    }
    if (at != end_ && (*at == 'e' || *at == 'E')) {
      ++at;
      if (at != end_ && (*at == '+' || *at == '-')) ++at;
      const char* const power = at;
      at = digits_end(at);
      if (at == power) return false;
    }
    double value = 0;
    const auto parsed = fast_float::from_chars(begin, at, value);
    if (parsed.ptr != at || !std::isfinite(value)) return false;
    at_ = at;
    return told(sink_.number_real(value));
  }

  const char* at_;
  const char* end_;
  Sink& sink_;
  std::vector<bool> objects_;  // around the next value: whether an object, else an array
  bool first_ = true;          // nothing in the innermost of them yet
  bool stopped_ = false;
  std::string unescaped_;
};

}  // namespace skelter::gltf
