#pragma once

#include <fmt/format.h>

#include <string>

#include "formats/x/bytes/guid.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// Returns a text such as "reference { Hip <3d82ab46-...> }".
inline std::string describe_reference(const XObject& reference) {
  if (!reference.guid) return fmt::format("reference {{ {} }}", reference.name);
  const std::string guid = to_string(*reference.guid);
  if (reference.name.empty()) return fmt::format("reference {{ <{}> }}", guid);
  return fmt::format("reference {{ {} <{}> }}", reference.name, guid);
}

}  // namespace skelter::x
