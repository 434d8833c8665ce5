#pragma once
// Names and strings as UTF-8. Files before Unicode hold whatever their machine used.

#include <string>
#include <string_view>

#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// Valid UTF-8 stays as it is; anything else is converted from `code_page`, byte for byte where that has no
// character (then U+FFFD).
std::string to_utf8(std::string_view bytes, XTreeOptions::Text code_page);

}  // namespace skelter::x
