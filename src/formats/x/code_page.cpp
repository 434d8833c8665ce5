#include "formats/x/code_page.h"

#include <iconv.h>

#include <cstdint>

namespace skelter::x {
namespace {

bool is_ascii(std::string_view bytes) {
  for (const char c : bytes)
    if (static_cast<unsigned char>(c) > 0x7F) return false;
  return true;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Well-formed as Unicode says: shortest form, no surrogates, not beyond U+10FFFF.
bool is_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || bytes.size() - i < length) return false;
    for (std::size_t k = 1; k < length; ++k)
      if (!is_continuation(bytes[i + k])) return false;
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
      return false;
    i += length;
  }
  return true;
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

std::string from_windows_1252(std::string_view bytes) {
  // 0x80 to 0x9F; the five holes become U+FFFD. The rest is as in Latin-1.
  static constexpr std::uint16_t kHigh[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                              0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(text, byte >= 0x80 && byte < 0xA0 ? kHigh[byte - 0x80] : byte);
  }
  return text;
}

// By the C library's iconv, which has the table of seven thousand characters.
std::string from_shift_jis(std::string_view bytes) {
  const iconv_t converter = iconv_open("UTF-8", "CP932");
  if (converter == reinterpret_cast<iconv_t>(-1)) return from_windows_1252(bytes);
  std::string input(bytes);
  char* from = input.data();
  std::size_t from_left = input.size();
  std::string text(3 * bytes.size() + 3,
                   '\0');  // no character of Shift-JIS takes more than three bytes per byte
  char* to = text.data();
  std::size_t to_left = text.size();
  while (from_left != 0 &&
         iconv(converter, &from, &from_left, &to, &to_left) == static_cast<std::size_t>(-1)) {
    if (from_left == 0 || to_left < 3) break;
    for (const char c : std::string_view("\xEF\xBF\xBD")) {  // U+FFFD for the byte that fits nowhere
      *to++ = c;
      --to_left;
    }
    ++from;
    --from_left;
  }
  iconv_close(converter);
  text.resize(text.size() - to_left);
  return text;
}

}  // namespace

std::string to_utf8(std::string_view bytes, XTreeOptions::Text code_page) {
  if (is_ascii(bytes) || is_utf8(bytes)) return std::string(bytes);
  return code_page == XTreeOptions::Text::shift_jis ? from_shift_jis(bytes) : from_windows_1252(bytes);
}

}  // namespace skelter::x
