#pragma once
// Suggestions in messages about a name that does not exist: the name that was probably meant, or the existing
// names.

#include <span>
#include <string>
#include <string_view>

namespace skelter {

// The number of letters to insert, remove, replace or swap with an adjacent letter.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate that equals `word` except for case; or else differs by one inserted, removed, replaced or
// swapped character; or else starts with `word`, or contains it; or else differs by the fewest characters, at
// most a third of the longer name. Case is ignored. Of several candidates, the shortest that starts with
// `word` or contains it, otherwise the first. "" if none is close.
std::string close_name(std::string_view word, std::span<const std::string> candidates);

// The end of a message about an unknown name: `did you mean "walk"?`, or `the clips are "walk", "run"` if
// none is close; for many names only the first ones and the count. `kind`: the plural, such as "clips".
std::string known_names(std::string_view word, std::span<const std::string> names, std::string_view kind);

// The list of names: `the clips are ...`, as above, or `the only one is "walk"`.
std::string listed_names(std::span<const std::string> names, std::string_view kind);

}  // namespace skelter
