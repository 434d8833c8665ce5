#include "cli/input/nearest_word.h"

#include <algorithm>
#include <vector>

namespace skelter::cli {
namespace {

// Optimal string alignment: Levenshtein's distance with swaps of neighbours.
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

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 64;  // longer words are not typing errors
  if (word.empty() || word.size() > kLongest) return {};
  std::string best, begun;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongest) continue;
    if (candidate.compare(0, word.size(), word) == 0 && (begun.empty() || candidate.size() < begun.size()))
      begun = candidate;
    const std::size_t distance = edit_distance(word, candidate);
    const std::size_t most = std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (distance > most || (!best.empty() && distance >= best_distance)) continue;
    best = candidate;
    best_distance = distance;
  }
  return best.empty() || (best_distance > 1 && !begun.empty()) ? begun : best;
}

}  // namespace skelter::cli
