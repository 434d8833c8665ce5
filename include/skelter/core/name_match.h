#pragma once
// NameMatch: how names that users type are compared with names in files. Only the case of A to Z can be
// ignored.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace skelter {

// Whether name lookup distinguishes upper and lower case.
enum class NameMatch : std::uint8_t { exact, ignore_case };

constexpr char lower_ascii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_ascii(c);
  return lower;
}

constexpr bool same_name(std::string_view a, std::string_view b, NameMatch match) {
  if (match == NameMatch::exact) return a == b;
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower_ascii(a[i]) != lower_ascii(b[i])) return false;
  return true;
}

}  // namespace skelter
