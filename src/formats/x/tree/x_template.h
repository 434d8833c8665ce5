#pragma once
// XTemplate: a standard or declared template of a .x file, with the types of its members.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/formats/x/object_tree.h"

namespace skelter {

enum class XScalar : std::uint8_t {
  word,
  dword,
  sword,
  sdword,
  character,
  uchar,
  float32,
  float64,
  ulonglong,
  string
};

// One array dimension: a number, or an earlier member of the same template.
struct XDimension {
  std::uint32_t literal = 0;
  std::optional<std::uint32_t> member;
};

struct XMember {
  std::string name;
  XScalar scalar = XScalar::dword;      // type, if `nested` is not set
  std::optional<std::uint32_t> nested;  // index into XTree::templates, if the type is a template
  std::vector<XDimension> dimensions;   // empty: not an array
};

struct XTemplate {
  enum class Children : std::uint8_t { closed, open, restricted };
  std::string name;
  std::optional<XGuid> guid;
  std::vector<XMember> members;
  Children children = Children::closed;
  std::vector<std::string> allowed;  // names in the restriction list
  bool standard = false;             // built in, without a declaration
};

// Returns the index of the standard template with that name in every tree's `templates`, or kNone. Ignores
// case.
std::uint32_t find_standard_template(std::string_view name);

// Options for parsing the tokens and objects of a tree.
struct XTreeOptions {
  bool strict = false;  // accept only what D3DX accepts
  CodePage code_page = CodePage::windows_1252;
  Limits limits;
};

}  // namespace skelter
