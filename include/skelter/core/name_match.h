#pragma once
// NameMatch: how names that users type are compared with names in files.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skelter {

// Whether name lookup distinguishes upper and lower case. Only A to Z have a case.
enum class NameMatch : std::uint8_t { exact, ignore_case };

constexpr bool same_name(std::string_view a, std::string_view b, NameMatch match) {
  if (match == NameMatch::exact) return a == b;
  if (a.size() != b.size()) return false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

}  // namespace skelter
