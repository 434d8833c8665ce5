#include "formats/x/bytes/guid.h"

#include <cstdio>

#include "formats/x/bytes/characters.h"

namespace skelter {

std::string to_string(const XGuid& guid) {
  char text[40];
  std::snprintf(text, sizeof text, "%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x", guid.a,
                unsigned{guid.b}, unsigned{guid.c}, unsigned{guid.d[0]}, unsigned{guid.d[1]},
                unsigned{guid.d[2]}, unsigned{guid.d[3]}, unsigned{guid.d[4]}, unsigned{guid.d[5]},
                unsigned{guid.d[6]}, unsigned{guid.d[7]});
  return text;
}

namespace x {
namespace {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = lower_ascii(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::optional<XGuid> parse_guid(std::string_view text) {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  int digits = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    if (c == '-') {
      if (digits != 8 && digits != 12 && digits != 16 && digits != 20) return std::nullopt;
      continue;
    }
    const int digit = hex_digit(c);
    if (digit < 0 || digits == 32) return std::nullopt;
    std::uint64_t& half = digits < 16 ? high : low;
    half = half << 4 | static_cast<std::uint64_t>(digit);
    ++digits;
  }
  if (digits != 32) return std::nullopt;
  XGuid guid;
  guid.a = static_cast<std::uint32_t>(high >> 32);
  guid.b = static_cast<std::uint16_t>(high >> 16);
  guid.c = static_cast<std::uint16_t>(high);
  for (int i = 0; i < 8; ++i)
    guid.d[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
  return guid;
}

std::size_t GuidHash::operator()(const XGuid& guid) const {
  std::uint64_t hash = guid.a;
  hash = hash << 32 | static_cast<std::uint64_t>(guid.b) << 16 | guid.c;
  for (const std::uint8_t byte : guid.d) hash = (hash ^ byte) * 0x100000001B3u;
  return static_cast<std::size_t>(hash);
}

}  // namespace x
}  // namespace skelter
