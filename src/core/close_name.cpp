#include "core/internal/close_name.h"

#include <algorithm>
#include <vector>

#include "skelter/core/name_match.h"

namespace skelter {
namespace {

constexpr std::size_t kLongestWord = 64;      // longer words are not treated as typing errors
constexpr std::size_t kMaxCompared = 10'000;  // maximum number of names compared letter by letter
constexpr std::size_t kMinContained = 3;      // minimum number of letters for a match inside a name
constexpr std::size_t kShownNames = 8;

}  // namespace

// Optimal string alignment: Levenshtein distance with swaps of adjacent letters.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

std::string close_name(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string wanted = lower_ascii(word);
  const std::string *begun = nullptr, *containing = nullptr, *nearest = nullptr;
  const auto keep_shorter = [](const std::string*& kept, const std::string& candidate) {
    if (kept == nullptr || candidate.size() < kept->size()) kept = &candidate;
  };
  std::size_t least = 0, compared = 0;
  for (const std::string& candidate : candidates) {
    const std::string name = lower_ascii(candidate);
    if (name == wanted) return candidate;
    const std::size_t at = name.find(wanted);
    if (at == 0) keep_shorter(begun, candidate);
    if (at != std::string::npos && wanted.size() >= kMinContained) keep_shorter(containing, candidate);
    const std::size_t longer = std::max(name.size(), wanted.size()),
                      shorter = std::min(name.size(), wanted.size()), most = longer / 3;
    if (name.size() > kLongestWord || longer - shorter > most || ++compared > kMaxCompared) continue;
    const std::size_t distance = edit_distance(wanted, name);
    if (distance > most || (nearest != nullptr && distance >= least)) continue;
    nearest = &candidate;
    least = distance;
  }
  for (const std::string* found : {least == 1 ? nearest : nullptr, begun, containing, nearest})
    if (found != nullptr) return *found;
  return {};
}

std::string listed_names(std::span<const std::string> names, std::string_view kind) {
  if (names.size() == 1) return "the only one is \"" + names[0] + "\"";
  const std::size_t shown = std::min(names.size(), kShownNames), more = names.size() - shown;
  std::string text = "the ";
  if (more > 0) text += std::to_string(names.size()) + " ";
  text += std::string(kind) + " are ";
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "\"" : ", \"") + names[i] + "\"";
  if (more > 0) text += " and " + std::to_string(more) + " more";
  return text;
}

std::string known_names(std::string_view word, std::span<const std::string> names, std::string_view kind) {
  // "#12" is an index, not a misspelt name.
  const std::string close = word.starts_with('#') ? std::string() : close_name(word, names);
  return close.empty() ? listed_names(names, kind) : "did you mean \"" + close + "\"?";
}

}  // namespace skelter
