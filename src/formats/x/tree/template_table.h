#pragma once
// Templates of one file: the standard templates and those that the file declares.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/x/tree/layout.h"
#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

std::optional<XScalar> scalar_of_keyword(std::string_view word);  // case-insensitive

class TemplateTable {
 public:
  // Fills the empty `templates` with the standard set. Later declarations are appended.
  explicit TemplateTable(std::vector<XTemplate>& templates);

  enum class Outcome : std::uint8_t {
    added,
    same,           // already known, with the same members
    other_guid,     // a standard name with these members but a different GUID
    other_members,  // already known, with different members: the first declaration is kept
    alias,          // a new name for a standard template, with the same GUID and members
    too_deep,       // nesting exceeds kMaxTemplateDepth; dropped
  };
  Outcome declare(XTemplate declared, bool opaque);

  std::optional<std::uint32_t> find(std::string_view name) const;  // case-insensitive
  const Layout& layout(std::uint32_t index) const { return layouts_[index]; }
  // Whether the file declares the template at `index` with different members than those in use.
  bool declared_differently(std::uint32_t index) const { return declared_differently_[index]; }

 private:
  struct Empty {};
  TemplateTable(std::vector<XTemplate>& templates, Empty) : templates_(templates) {}
  friend struct StandardSet;

  void add(XTemplate declared, bool opaque, Layout layout);
  bool same_members(const XTemplate& a, const XTemplate& b) const;

  std::vector<XTemplate>& templates_;
  std::vector<Layout> layouts_;
  std::unordered_map<std::string, std::uint32_t> by_name_;  // lower case
  std::vector<bool> declared_differently_;                  // indexed by template
};

bool is_silently_skipped(std::string_view template_name);

}  // namespace skelter::x
