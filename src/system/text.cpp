#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#ifdef _WIN32
#include "system/windows/shift_jis.h"
#else
#include <iconv.h>
#endif

#include <locale>
#include <sstream>
#endif

#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "system/internal/text.h"

namespace skelter {
namespace {

void append_utf8(std::string& out, std::uint32_t character) {
  if (character < 0x80) {
    out += static_cast<char>(character);
  } else if (character < 0x800) {
    out += static_cast<char>(0xC0 | (character >> 6));
    out += static_cast<char>(0x80 | (character & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (character >> 12));
    out += static_cast<char>(0x80 | ((character >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (character & 0x3F));
  }
}

// Characters of bytes 0x80 to 0x9F; all other bytes are Latin-1. Source: the mapping that Unicode publishes,
// VENDORS/MICSFT/WINDOWS/CP1252.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Whether a character changes the text direction in a terminal or starts a new line: characters with the
// Unicode property Bidi_Control, U+2028 and U+2029. All have three bytes, except U+061C, which has two.
bool steers_text(std::uint32_t character) {
  return character == 0x061C || character == 0x200E || character == 0x200F ||
         (character >= 0x2028 && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

}  // namespace

bool is_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() - i < size) return false;
    for (std::size_t k = 1; k < size; ++k)
      if ((byte(i + k) & 0xC0) != 0x80) return false;
    const unsigned second = byte(i + 1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90))
      return false;
    i += size;
  }
  return true;
}

std::string utf8_from_windows_1252(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 2);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80u] : byte);
  }
  return out;
}

#ifdef __EMSCRIPTEN__

// Uses the browser's own decoder, because the C library's tables for all code pages would add a fifth to the
// size of a page.
EM_JS(void, decode_shift_jis, (const char* text, std::size_t size, char* out, std::size_t room),
      { stringToUTF8(new TextDecoder("shift_jis").decode(HEAPU8.slice(text, text + size)), out, room); });

std::string utf8_from_shift_jis(std::string_view text) {
  std::string out(3 * text.size() + 1, '\0');
  decode_shift_jis(text.data(), text.size(), out.data(), out.size());
  out.resize(out.find('\0'));
  return out;
}

#elif defined(_WIN32)

std::string utf8_from_shift_jis(std::string_view text) {
  std::string out;
  while (!text.empty()) out += first_of_shift_jis(text);
  return out;
}

#else

std::string utf8_from_shift_jis(std::string_view text) {
  const iconv_t converter = iconv_open("UTF-8", "CP932");
  if (converter == reinterpret_cast<iconv_t>(-1)) return utf8_from_windows_1252(text);
  std::string out;
  std::string input(text);  // iconv needs a pointer to non-const input
  char* from = input.data();
  std::size_t left = input.size();
  while (left > 0) {
    std::array<char, 256> buffer;
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const bool stopped = iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1);
    const bool bad_character = stopped && errno != E2BIG;
    out.append(buffer.data(), buffer.size() - room);
    if (bad_character && left > 0) {
      out += kReplacement;
      ++from;
      --left;
    }
  }
  iconv_close(converter);
  return out;
}

#endif

std::string to_utf8(std::string_view text, CodePage code_page) {
  if (is_utf8(text)) return std::string(text);
  return code_page == CodePage::shift_jis ? utf8_from_shift_jis(text) : utf8_from_windows_1252(text);
}

std::string printable(std::string_view text, LineEnds line_ends) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto hex = [](unsigned value) { return "0123456789abcdef"[value & 15]; };
  std::string out;
  out.reserve(text.size());
  const auto escape = [&](const char* start, unsigned value) {
    out += start;
    out += hex(value >> 4);
    out += hex(value);
  };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i);
    const std::size_t size = first < 0xC0 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (size > 1 && is_utf8(text.substr(i, size))) {
      const unsigned character = size == 2 ? (first & 0x1F) << 6 | (byte(i + 1) & 0x3F)
                                 : size == 3
                                     ? (first & 0x0F) << 12 | (byte(i + 1) & 0x3F) << 6 | (byte(i + 2) & 0x3F)
                                     : 0x10000;
      if (character < 0xA0 || steers_text(character)) {
        out += "\\u";
        for (const unsigned shift : {12u, 8u, 4u, 0u}) out += hex(character >> shift);
      } else {
        out += text.substr(i, size);
      }
      i += size;
      continue;
    }
    if ((first < 0x20 && !(first == '\n' && line_ends == LineEnds::kept)) || first == 0x7F)
      escape("\\u00", first);
    else if (first >= 0x80 && first < 0xA0)
      escape("\\x", first);
    else
      out += text[i];
    ++i;
  }
  return out;
}

#ifdef __EMSCRIPTEN__

// Uses strtod(), because the C library in a web page has only one locale, and streams would link all of
// std::locale.
std::optional<double> parse_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || copy.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  return end == copy.c_str() + copy.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

#else

std::optional<double> parse_number(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0;
  const bool is_number = static_cast<bool>(stream >> std::noskipws >> value) && std::isfinite(value);
  return is_number && stream.peek() == std::istringstream::traits_type::eof() ? std::optional(value)
                                                                              : std::nullopt;
}

#endif

}  // namespace skelter
