#pragma once

#include <string>
#include <string_view>

namespace skelter {

// Removes the first character of a text that is not empty and returns it as UTF-8; U+FFFD for a byte that
// begins none.
std::string first_of_shift_jis(std::string_view& text);

}  // namespace skelter
