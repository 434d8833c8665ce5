#pragma once
// The subset of fmt that the FBX reader uses: {} for texts, characters and integers, and {:#04x} for bytes.
// It is for skelter-fbx.wasm, where the real fmt would be a tenth of the module. tests/web/digest.test.mjs
// compares the messages.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fmt {

class Argument {
 public:
  Argument(std::string_view text) : text_(text) {}
  Argument(const std::string& text) : text_(text) {}
  Argument(const char* text) : text_(text) {}
  Argument(const char& character) : text_(&character, 1) {}
  template <std::integral T>
  Argument(const T& value)
      : is_number_(true),
        below_0_(value < 0),
        size_(below_0_ ? 0 - std::uint64_t(value) : std::uint64_t(value)) {}

  void append(std::string& out, bool as_byte) const {
    if (!is_number_) {
      out += text_;
      return;
    }
    char digits[20];
    char* const end = digits + sizeof digits;
    char* begin = end;
    std::uint64_t left = size_;
    const unsigned base = as_byte ? 16 : 10;
    do *--begin = "0123456789abcdef"[left % base];
    while ((left /= base) != 0 || (as_byte && end - begin < 2));
    out += as_byte ? "0x" : below_0_ ? "-" : "";
    out.append(begin, end);
  }

 private:
  std::string_view text_;
  bool is_number_ = false, below_0_ = false;
  std::uint64_t size_ = 0;
};

inline std::string format_list(std::string_view pattern, const Argument* next) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool twice = i + 1 < pattern.size() && pattern[i + 1] == pattern[i];
    if ((pattern[i] != '{' && pattern[i] != '}') || twice) {
      out += pattern[i];
      i += twice && (pattern[i] == '{' || pattern[i] == '}') ? 1 : 0;
      continue;
    }
    const std::size_t end = pattern.find('}', i);
    next++->append(out, end > i + 1);
    i = end;
  }
  return out;
}

template <class... T>
std::string format(std::string_view pattern, const T&... values) {
  const Argument list[] = {Argument(values)...};
  return format_list(pattern, list);
}

}  // namespace fmt
