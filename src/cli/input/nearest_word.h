#pragma once
// The likeliest meaning of a mistyped word, for "did you mean".

#include <span>
#include <string>
#include <string_view>

namespace skelter::cli {

// The candidate that differs from `word` by one inserted, removed, replaced or swapped character; or else the
// shortest that begins with `word`; or else the one that differs least, by at most a third of the longer of
// both words. The first of equally near ones. "" if none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace skelter::cli
