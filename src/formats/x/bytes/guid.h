#pragma once
// GUIDs as text.

#include <optional>
#include <string_view>

#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// Parses 8-4-4-4-12 hexadecimal digits without brackets. Ignores white space; the last dash is optional.
std::optional<XGuid> parse_guid(std::string_view text);

struct GuidHash {
  std::size_t operator()(const XGuid& guid) const;
};

}  // namespace skelter::x
