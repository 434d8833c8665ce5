#include "system/internal/base64.h"

#include <array>
#include <cstdint>

namespace skelter {
namespace {

constexpr std::uint8_t kNoDigit = 255;

constexpr std::array<std::uint8_t, 256> base64_digits() {
  std::array<std::uint8_t, 256> digits{};
  for (std::uint8_t& d : digits) d = kNoDigit;
  for (std::uint8_t i = 0; i < 26; ++i) {
    digits[static_cast<std::size_t>('A') + i] = i;
    digits[static_cast<std::size_t>('a') + i] = static_cast<std::uint8_t>(26 + i);
  }
  for (std::uint8_t i = 0; i < 10; ++i)
    digits[static_cast<std::size_t>('0') + i] = static_cast<std::uint8_t>(52 + i);
  digits['+'] = digits['-'] = 62;  // the URL-safe alphabet has `-` and `_`
  digits['/'] = digits['_'] = 63;
  return digits;
}
constexpr std::array<std::uint8_t, 256> kDigits = base64_digits();

}  // namespace

bool decode_base64(std::string_view text, std::vector<std::byte>& out) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return false;
  out.resize(text.size() / 4 * 3 + (text.size() % 4 == 0 ? 0 : text.size() % 4 - 1));
  std::byte* to = out.data();
  std::uint32_t bits = 0;
  std::uint8_t wrong = 0;
  const auto digit = [&](std::size_t i) {
    const std::uint8_t d = kDigits[static_cast<unsigned char>(text[i])];
    wrong |= d;
    return std::uint32_t{d};
  };
  std::size_t i = 0;
  for (; i + 4 <= text.size(); i += 4) {
    bits = digit(i) << 18 | digit(i + 1) << 12 | digit(i + 2) << 6 | digit(i + 3);
    *to++ = static_cast<std::byte>(bits >> 16);
    *to++ = static_cast<std::byte>(bits >> 8);
    *to++ = static_cast<std::byte>(bits);
  }
  const std::size_t left = text.size() - i;
  if (left >= 2) *to++ = static_cast<std::byte>(digit(i) << 2 | digit(i + 1) >> 4);
  if (left == 3) *to++ = static_cast<std::byte>(digit(i + 1) << 4 | digit(i + 2) >> 2);
  return wrong < 64;  // only kNoDigit has one of the upper bits set
}

}  // namespace skelter
