#pragma once
// Parses `template Name { <guid> members [restriction] }` from text or binary tokens.

#include <fmt/format.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/number.h"
#include "formats/x/tokens/token.h"
#include "formats/x/tree/template_table.h"
#include "formats/x/tree/x_template.h"

namespace skelter::x {

// Every member costs some time per object, even as an empty array. Real templates have at most about ten
// members.
inline constexpr std::size_t kMaxMembers = 256;

struct ParsedTemplate {
  XTemplate declared;
  bool opaque = false;    // restriction BINARY
  bool bad_guid = false;  // brackets without a GUID between them
  std::string trouble;    // why the template is unusable; "" if it is usable
  bool fatal = false;     // the file is unusable as well
  std::size_t trouble_offset = 0;
};

// Starts after the opening brace and ends after the closing one, or at the position of `trouble`. Lexer
// errors and the end of the file are fatal.
template <class Lexer>
class TemplateParser {
 public:
  TemplateParser(Lexer& lexer, const TemplateTable& known) : lexer_(lexer), known_(known) {}

  ParsedTemplate parse(std::string name) {
    result_.declared.name = std::move(name);
    advance();
    if (token_.kind == Token::Kind::guid) {
      if (token_.guid_valid)
        result_.declared.guid = token_.guid;
      else
        result_.bad_guid = true;
      advance();
    }
    while (token_.kind == Token::Kind::word)
      if (!member()) return std::move(result_);
    if (token_.kind == Token::Kind::open_bracket && !restriction()) return std::move(result_);
    if (token_.kind != Token::Kind::close) refuse("expected a member, a restriction or `}`");
    return std::move(result_);
  }

 private:
  void advance() { token_ = lexer_.next(); }

  bool refuse(std::string trouble) {
    result_.trouble_offset = token_.offset;
    result_.fatal = token_.kind == Token::Kind::end || token_.kind == Token::Kind::problem;
    result_.trouble = result_.fatal ? "the file ends inside a template; expected `}`" : std::move(trouble);
    return false;
  }

  bool member() {
    XMember member;
    const bool is_array = equal_ignoring_case(token_.text, "array");
    if (is_array) advance();
    if (token_.kind != Token::Kind::word) return refuse("`array` without a type");
    if (!type(member)) return false;
    advance();
    if (token_.kind == Token::Kind::word) {
      member.name = token_.text;
      advance();
    }
    while (is_array && token_.kind == Token::Kind::open_bracket)
      if (!dimension(member)) return false;
    if (is_array && member.dimensions.empty())
      return refuse(fmt::format("array `{}` without a size", member.name));
    if (token_.kind != Token::Kind::semicolon)
      return refuse(fmt::format("member `{}` without `;` after it", member.name));
    do advance();
    while (token_.kind == Token::Kind::semicolon);
    std::vector<XMember>& members = result_.declared.members;
    if (members.size() == kMaxMembers) return refuse(fmt::format("more than {} members", kMaxMembers));
    if (!member.nested && member.scalar == XScalar::dword && member.dimensions.empty())
      sizes_.emplace(member.name, static_cast<std::uint32_t>(members.size()));
    members.push_back(std::move(member));
    return true;
  }

  bool type(XMember& member) {
    if (const auto scalar = scalar_of_keyword(token_.text)) {
      member.scalar = *scalar;
      return true;
    }
    member.nested = known_.find(token_.text);
    // The only alias that D3DX accepts, and only in this spelling.
    if (!member.nested && token_.text == "indexColor") member.nested = known_.find("IndexedColor");
    if (member.nested) return true;
    result_.trouble_offset = token_.offset;
    result_.fatal = equal_ignoring_case(token_.text, "IndexColor");
    result_.trouble =
        fmt::format("member of unknown type `{}`; expected a scalar type or a template declared before",
                    token_.text.substr(0, 60));
    return false;
  }

  bool dimension(XMember& member) {
    advance();
    XDimension dimension;
    bool negative = false;
    std::uint64_t value = token_.value;
    const bool is_literal = token_.kind == Token::Kind::number ||
                            (token_.kind == Token::Kind::word &&
                             parse_integer_word(token_.text, negative, value) == WordForm::number);
    if (is_literal) {
      if (negative || value > 0xFFFFFFFFu) return refuse("array size out of range; expected 0 to 4294967295");
      dimension.literal = static_cast<std::uint32_t>(value);
    } else if (token_.kind == Token::Kind::word) {
      const auto earlier = sizes_.find(std::string(token_.text));
      if (earlier == sizes_.end())
        return refuse(fmt::format("array size `{}`; expected a number or an earlier DWORD member",
                                  token_.text.substr(0, 60)));
      dimension.member = earlier->second;
    } else {
      return refuse("array size missing; expected a number or an earlier DWORD member");
    }
    advance();
    if (token_.kind != Token::Kind::close_bracket) return refuse("array size without `]` after it");
    advance();
    member.dimensions.push_back(dimension);
    return true;
  }

  // Parses `[...]`, `[BINARY]` or `[Name <guid>, Name]`. In binary files, `...` is three tokens, each a word.
  bool restriction() {
    XTemplate& declared = result_.declared;
    for (advance(); token_.kind != Token::Kind::close_bracket; advance()) {
      if (token_.kind == Token::Kind::word) {
        if (token_.text.find_first_not_of('.') == std::string_view::npos) {
          declared.children = XTemplate::Children::open;
        } else if (equal_ignoring_case(token_.text, "BINARY")) {
          result_.opaque = true;
        } else {
          declared.children = XTemplate::Children::restricted;
          declared.allowed.emplace_back(token_.text);
        }
      } else if (token_.kind != Token::Kind::guid && token_.kind != Token::Kind::comma) {
        return refuse("restriction without `]` after it");
      }
    }
    advance();
    return true;
  }

  Lexer& lexer_;
  const TemplateTable& known_;
  Token token_;
  ParsedTemplate result_;
  std::unordered_map<std::string, std::uint32_t> sizes_;  // members that arrays may use as their size
};

}  // namespace skelter::x
