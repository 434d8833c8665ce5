#include "formats/gltf/container/uri.h"

#include <array>

namespace skelter::gltf {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr std::string_view kScheme = "data:";
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
  digits['+'] = digits['-'] = 62;  // alphabet for URLs: `-` and `_`
  digits['/'] = digits['_'] = 63;
  return digits;
}
constexpr std::array<std::uint8_t, 256> kDigits = base64_digits();

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
  return wrong < 64;  // only kNoDigit has the upper bits
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (text[i] == '%' && high >= 0 && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool is_data_uri(std::string_view uri) {
  return uri.substr(0, kScheme.size()) == kScheme;
}

std::optional<DataUri> parse_data_uri(std::string_view uri) {
  constexpr std::string_view kBase64 = ";base64";
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view header = uri.substr(kScheme.size(), comma - kScheme.size());
  DataUri data;
  data.data = uri.substr(comma + 1);
  data.base64 = header.size() >= kBase64.size() && header.substr(header.size() - kBase64.size()) == kBase64;
  data.media_type = header.substr(0, header.find(';'));
  return data;
}

std::size_t decoded_size_bound(const DataUri& uri) {
  return uri.base64 ? uri.data.size() / 4 * 3 + 3 : uri.data.size();
}

bool decode_data(const DataUri& uri, std::vector<std::byte>& out) {
  if (uri.base64 && uri.data.find('%') == std::string_view::npos) return decode_base64(uri.data, out);
  const std::string plain = percent_decoded(uri.data);
  if (uri.base64) return decode_base64(plain, out);
  const auto* bytes = reinterpret_cast<const std::byte*>(plain.data());
  out.assign(bytes, bytes + plain.size());
  return true;
}

bool stays_below(std::string_view path) {
  if (path.empty() || path[0] == '/' || path[0] == '\\' || path.find(':') != std::string_view::npos ||
      path.find('\0') != std::string_view::npos)
    return false;
  while (!path.empty()) {
    const std::size_t slash = path.find_first_of("/\\");
    if (path.substr(0, slash) == "..") return false;
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return true;
}

}  // namespace skelter::gltf
