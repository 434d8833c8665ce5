#pragma once
// The likeliest meaning of a mistyped word, for "did you mean".

#include <span>
#include <string>
#include <string_view>

namespace skelter::cli {

// The candidate that differs least from `word`: fewest inserted, removed, replaced or swapped characters, at
// most a third of the longer of both words (and at least 1); or else the shortest candidate that begins with
// `word`. The first of equally near ones. "" if none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace skelter::cli
