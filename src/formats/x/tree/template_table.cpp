#include "formats/x/tree/template_table.h"

#include <algorithm>

#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/value.h"
#include "formats/x/tokens/text_lexer.h"
#include "formats/x/tree/standard_templates.h"
#include "formats/x/tree/template_parser.h"
#include "skelter/core/name_match.h"

namespace skelter {
namespace x {
namespace {

bool same_dimensions(const XMember& a, const XMember& b) {
  if (a.dimensions.size() != b.dimensions.size()) return false;
  for (std::size_t i = 0; i < a.dimensions.size(); ++i)
    if (a.dimensions[i].literal != b.dimensions[i].literal ||
        a.dimensions[i].member != b.dimensions[i].member)
      return false;
  return true;
}

}  // namespace

std::optional<XScalar> scalar_of_keyword(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kScalarForms); ++i)
    if (equal_ignoring_case(word, kScalarForms[i].keyword)) return static_cast<XScalar>(i);
  for (const std::string_view other_name : {"LPSTR", "UNICODE", "CSTRING"})
    if (equal_ignoring_case(word, other_name)) return XScalar::string;
  return std::nullopt;
}

bool is_silently_skipped(std::string_view template_name) {
  return std::any_of(kSilentlySkipped.begin(), kSilentlySkipped.end(),
                     [&](std::string_view name) { return equal_ignoring_case(name, template_name); });
}

// The standard templates. The parser for declarations in files parses them once from the text in
// standard_templates.h.
struct StandardSet {
  StandardSet() : table(templates, TemplateTable::Empty{}) {
    TextLexer lexer(kStandardTemplates, 0);
    while (lexer.next().kind == Token::Kind::word) {
      const std::string name(lexer.next().text);
      lexer.next();  // `{`
      ParsedTemplate parsed = TemplateParser<TextLexer>(lexer, table).parse(name);
      parsed.declared.standard = true;
      Layout layout = compile_layout(parsed.declared, table.layouts_);
      table.add(std::move(parsed.declared), false, std::move(layout));
    }
  }
  StandardSet(const StandardSet&) = delete;

  static const TemplateTable& get() {
    static const StandardSet kSet;
    return kSet.table;
  }

  std::vector<XTemplate> templates;
  TemplateTable table;
};

TemplateTable::TemplateTable(std::vector<XTemplate>& templates) : templates_(templates) {
  const TemplateTable& standard = StandardSet::get();
  templates_ = standard.templates_;
  layouts_ = standard.layouts_;
  by_name_ = standard.by_name_;
  declared_differently_ = standard.declared_differently_;
}

std::optional<std::uint32_t> TemplateTable::find(std::string_view name) const {
  const auto found = by_name_.find(lower_ascii(name));
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void TemplateTable::add(XTemplate declared, bool opaque, Layout layout) {
  layout.opaque = opaque;
  by_name_.emplace(lower_ascii(declared.name), static_cast<std::uint32_t>(templates_.size()));
  layouts_.push_back(std::move(layout));
  declared_differently_.push_back(false);
  templates_.push_back(std::move(declared));
}

// Compares members by type, not by name.
bool TemplateTable::same_members(const XTemplate& a, const XTemplate& b) const {
  if (a.members.size() != b.members.size()) return false;
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    const XMember& x = a.members[i];
    const XMember& y = b.members[i];
    if (x.nested != y.nested || (!x.nested && x.scalar != y.scalar) || !same_dimensions(x, y)) return false;
  }
  return true;
}

TemplateTable::Outcome TemplateTable::declare(XTemplate declared, bool opaque) {
  if (const auto known = find(declared.name)) {
    const XTemplate& first = templates_[*known];
    if (!same_members(first, declared)) {
      declared_differently_[*known] = true;
      return Outcome::other_members;
    }
    return declared.guid && first.guid && declared.guid != first.guid ? Outcome::other_guid : Outcome::same;
  }
  if (declared.guid) {
    for (std::uint32_t i = 0; i < templates_.size() && templates_[i].standard; ++i) {
      if (templates_[i].guid != declared.guid || !same_members(templates_[i], declared)) continue;
      by_name_.emplace(lower_ascii(declared.name), i);
      return Outcome::alias;
    }
  }
  Layout layout = compile_layout(declared, layouts_);
  if (layout.depth > kMaxTemplateDepth) return Outcome::too_deep;
  add(std::move(declared), opaque, std::move(layout));
  return Outcome::added;
}

}  // namespace x

std::uint32_t find_standard_template(std::string_view name) {
  return x::StandardSet::get().find(name).value_or(kNone);
}

}  // namespace skelter
