#pragma once
// The grammar: parses templates and objects from text or binary tokens into an XTree.
// Uses a loop with an explicit parent instead of recursion, so nested objects cannot overflow the stack.

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/number.h"
#include "formats/x/tokens/token.h"
#include "formats/x/tree/data_reader.h"
#include "formats/x/tree/template_parser.h"
#include "formats/x/tree/template_table.h"
#include "formats/x/tree/x_template.h"
#include "skelter/core/diagnostics.h"

namespace skelter::x {

template <class Lexer>
class ObjectParser {
 public:
  // `tree` must contain its file and header, and nothing else.
  ObjectParser(Lexer& lexer, XTree& tree, const XTreeOptions& options, MemoryBudget& budget,
               Diagnostics& diagnostics)
      : lexer_(lexer),
        tree_(tree),
        options_(options),
        budget_(budget),
        diagnostics_(diagnostics),
        templates_(tree.templates),
        data_(lexer, templates_, tree, budget, options.code_page) {
    data_.sink().expect(lexer.bytes_left() / Lexer::kUsualBytesPerWord + 16);
  }

  Result<void> parse() {
    const bool parsed = parse_file() && report_separators() && report_stray_braces();
    data_.sink().finish();
    if (parsed) return {};
    return error_;
  }

 private:
  using Kind = Token::Kind;

  // ---- errors and diagnostics ----

  SourceSpot spot(std::size_t offset, std::string object) {
    SourceSpot where{tree_.file, 0, std::nullopt, std::move(object)};
    if constexpr (Lexer::kText)
      where.line = lexer_.line_at(offset);
    else
      where.byte = offset;
    return where;
  }
  std::string current_label() const { return current_ == kNone ? std::string() : tree_.label(current_); }

  bool fail(std::size_t offset, std::string_view code, std::string message,
            Status status = Status::bad_data) {
    return fail_at(offset, code, current_label(), std::move(message), status);
  }
  bool fail_at(std::size_t offset, std::string_view code, std::string object, std::string message,
               Status status = Status::bad_data) {
    if (tree_.encoding == XEncoding::binary_compressed) message += " (byte offset in the inflated data)";
    error_ = {status, code, std::move(message), spot(offset, std::move(object))};
    return false;
  }
  bool fail(Error problem) {
    return fail(*problem.where.byte, problem.code, std::move(problem.message), problem.status);
  }
  bool out_of_memory(std::size_t offset) {
    return fail(offset, "x.memory-limit",
                fmt::format("reading needs more than the limit of {} bytes", budget_.limit()),
                Status::limit_exceeded);
  }

  // Reports a defect that D3DX rejects and Skelter repairs: an error in strict mode, otherwise a warning.
  bool repair(std::size_t offset, std::string_view code, std::string object, std::string message,
              std::uint64_t count = 1) {
    if (options_.strict) return fail_at(offset, code, std::move(object), std::move(message));
    warn(offset, code, std::move(object), message, count);
    return true;
  }
  void warn(std::size_t offset, std::string_view code, std::string object, const std::string& message,
            std::uint64_t count = 1) {
    diagnostics_.add(Severity::warning, code, spot(offset, std::move(object)), message, count);
  }
  void note(std::size_t offset, std::string_view code, std::string object, const std::string& message) {
    diagnostics_.add(Severity::note, code, spot(offset, std::move(object)), message);
  }

  bool report_separators() {
    const SeparatorTrouble& trouble = lexer_.separators();
    if (trouble.count == 0) return true;
    current_ = kNone;
    return repair(trouble.first_offset, "x.separators", {},
                  "separators not as D3DX requires; expected one or more `;`, or one `,`, after each value",
                  trouble.count);
  }
  bool report_stray_braces() {
    if (stray_braces_ == 0) return true;
    return repair(first_stray_brace_, "x.stray-brace", {}, "`}` without a `{` before it; ignored",
                  stray_braces_);
  }

  static std::string describe(const Token& token) {
    switch (token.kind) {
      case Kind::end:
        return "the end of the file";
      case Kind::word:
        return fmt::format("`{}`", token.text.substr(0, 40));
      case Kind::string:
        return "a string";
      case Kind::number:
        return "a number";
      case Kind::guid:
        return "a GUID";
      case Kind::open:
        return "`{`";
      case Kind::close:
        return "`}`";
      case Kind::open_bracket:
        return "`[`";
      case Kind::close_bracket:
        return "`]`";
      case Kind::comma:
        return "`,`";
      case Kind::semicolon:
        return "`;`";
      case Kind::other:
        return "a bracket";
      case Kind::problem:
        break;
    }
    return "trouble";
  }
  bool unexpected(const Token& token, const std::string& expected) {
    if (token.kind == Kind::problem) return fail(lexer_.problem());
    return fail(token.offset, token.kind == Kind::end ? "x.end-of-file" : "x.unexpected-token",
                describe(token) + "; expected " + expected);
  }

  // ---- grammar ----

  bool parse_file() {
    while (true) {
      const Token token = lexer_.next();
      const bool inside = current_ != kNone;
      switch (token.kind) {
        case Kind::end:
          return close_all(token.offset);
        case Kind::close:
          if (inside)
            close_object();
          else if (stray_braces_++ == 0)
            first_stray_brace_ = token.offset;
          break;
        case Kind::comma:
        case Kind::semicolon:
          lexer_.separators().add(token.offset);
          break;
        case Kind::word:
          if (inside && is_number(token.text)) {
            if (!extra_values(token)) return false;
          } else if (!inside && equal_ignoring_case(token.text, "template")) {
            if (!declaration()) return false;
          } else if (!object(token)) {
            return false;
          }
          break;
        case Kind::number:
        case Kind::string:
          if (!inside) return unexpected(token, "a template or an object");
          if (!extra_values(token)) return false;
          break;
        case Kind::open:
          if (!inside) return unexpected(token, "a template or an object");
          if (!reference(token)) return false;
          break;
        default:
          return unexpected(token, inside ? "an object, a reference or `}`" : "a template or an object");
      }
    }
  }

  static bool is_number(std::string_view word) {
    double value;
    return parse_double_word(word, value) == WordForm::number;
  }

  // Joins the words up to `{` or `}`, as `last` requires. Returns false on error.
  bool name_until_brace(std::string& name, std::optional<XGuid>* guid, Kind last, std::size_t start) {
    unsigned words = 0;
    Token token = lexer_.next();
    for (; token.kind == Kind::word || token.kind == Kind::string; token = lexer_.next()) {
      if (words++ != 0) name += ' ';
      name += to_utf8(token.text, options_.code_page);
    }
    if (guid != nullptr && token.kind == Kind::guid) {
      if (!take_guid(token, *guid)) return false;
      token = lexer_.next();
    }
    if (token.kind != last)
      return unexpected(token, last == Kind::open ? "a name or `{`" : "a name, a GUID or `}`");
    if (words > 1)
      return repair(start, "x.name-with-spaces", fmt::format("\"{}\"", name),
                    "a name with spaces; expected one word or quotes");
    return true;
  }

  bool take_guid(const Token& token, std::optional<XGuid>& guid) {
    if (token.guid_valid) {
      guid = token.guid;
      return true;
    }
    return repair(token.offset, "x.bad-guid", current_label(),
                  fmt::format("`<{}>` is not a GUID; ignored", token.text.substr(0, 60)));
  }

  // Appends an object below the current one. Returns false on error.
  bool append_object(std::size_t offset) {
    std::vector<XObject>& objects = tree_.objects;
    if (objects.size() >= options_.limits.max_nodes)
      return fail(offset, "x.too-many-objects",
                  fmt::format("more than the limit of {} objects", options_.limits.max_nodes),
                  Status::limit_exceeded);
    if (objects.size() == objects.capacity()) {
      const std::size_t capacity = objects.empty() ? 64 : 2 * objects.size();
      if (!budget_.take(capacity * sizeof(XObject))) return out_of_memory(offset);
      budget_.give_back(objects.capacity() * sizeof(XObject));
      objects.reserve(capacity);
    }
    XObject& added = objects.emplace_back();
    added.parent = current_;
    added.byte = offset;
    added.first_word = data_.sink().used();
    added.subtree_end = static_cast<std::uint32_t>(objects.size());
    if constexpr (Lexer::kText) added.line = lexer_.line_at(offset);
    return true;
  }

  bool object(const Token& head) {
    std::string name;
    const std::string type_name(head.text);  // the token's text may be invalid after the next token
    if (!name_until_brace(name, nullptr, Kind::open, head.offset)) return false;
    const std::optional<std::uint32_t> type = templates_.find(type_name);
    if (!type) return skip_unknown(head.offset, type_name);
    if (templates_.layout(*type).opaque) {
      warn(head.offset, "x.binary-data", type_name, "an object of a template with BINARY data; skipped");
      return skip_braces(head.offset);
    }

    if (depth_ >= options_.limits.max_depth)
      return fail(head.offset, "x.too-deep",
                  fmt::format("objects nest deeper than the limit of {} levels", options_.limits.max_depth),
                  Status::limit_exceeded);
    if (!append_object(head.offset)) return false;
    if (!budget_.take(name.size())) return out_of_memory(head.offset);
    const auto index = static_cast<std::uint32_t>(tree_.objects.size() - 1);
    XObject& added = tree_.objects[index];
    added.type = *type;
    added.name = std::move(name);
    current_ = index;
    ++depth_;
    return guid_and_data(index);
  }

  bool guid_and_data(std::uint32_t index) {
    const std::size_t begin = lexer_.offset();
    const Repairs repairs = lexer_.repairs();
    const Token token = lexer_.next();
    if (token.kind == Kind::guid) {
      if (!take_guid(token, tree_.objects[index].guid)) return false;
    } else {
      lexer_.rewind(begin);
      lexer_.repairs() = repairs;
    }
    const std::size_t data_begin = lexer_.offset();
    const SeparatorTrouble separators = lexer_.separators();
    XObject& added = tree_.objects[index];
    if (!data_.read(added.type)) return unreadable_data(index, data_begin, separators);
    added.word_count = static_cast<std::uint32_t>(data_.sink().used() - added.first_word);
    return report_repairs(index);
  }

  // Files may declare a standard template with different members. The standard members are used. If they do
  // not fit the data, only the object is skipped, not the whole file.
  bool unreadable_data(std::uint32_t index, std::size_t data_begin, const SeparatorTrouble& separators) {
    const Error& problem = data_.problem();
    const XObject& unread = tree_.objects[index];
    if (options_.strict || problem.status != Status::bad_data ||
        !templates_.declared_differently(unread.type))
      return fail(problem);
    warn(*problem.where.byte, "x.template-mismatch", tree_.label(index),
         fmt::format("{}; the file declares {} with members other than the standard ones; skipped",
                     problem.message, tree_.type_name(index)));
    data_.sink().rewind(static_cast<std::size_t>(unread.first_word));
    current_ = unread.parent;
    --depth_;
    tree_.objects.pop_back();
    lexer_.rewind(data_begin);
    lexer_.repairs() = {};
    lexer_.separators() = separators;
    return skip_braces(data_begin);
  }

  bool report_repairs(std::uint32_t index) {
    Repairs& repairs = lexer_.repairs();
    const std::size_t offset = static_cast<std::size_t>(tree_.objects[index].byte);
    struct Report {
      std::uint32_t count;
      std::string_view code;
      const char* message;
    };
    const Report reports[] = {
        {repairs.special_numbers, "x.not-finite", "values such as nan or 1.#QNAN; treated as 0"},
        {repairs.cut_values, "x.value-cut", "values too large for their type; truncated"},
        {repairs.rounded_ticks, "x.fraction-of-tick", "key times with a fraction; rounded to integer ticks"},
        {repairs.broken_strings, "x.line-end-in-string", "a line break inside a string; kept"},
    };
    for (const Report& report : reports)
      if (report.count != 0 && !repair(offset, report.code, tree_.label(index), report.message, report.count))
        return false;
    repairs = {};
    return true;
  }

  void close_object() {
    XObject& closed = tree_.objects[current_];
    closed.subtree_end = static_cast<std::uint32_t>(tree_.objects.size());
    current_ = closed.parent;
    --depth_;
  }

  bool close_all(std::size_t offset) {
    if (current_ == kNone) return true;
    const std::uint32_t missing = depth_;
    if (!repair(offset, "x.missing-brace", current_label(),
                fmt::format("the file ends with {} `}}` missing; closed", missing)))
      return false;
    while (current_ != kNone) close_object();
    return true;
  }

  // Skips numbers and strings between the declared data and the next child or `}`.
  bool extra_values(const Token& first) {
    std::uint64_t count = 1;
    std::size_t behind = lexer_.offset();
    while (true) {
      const Token token = lexer_.next();
      const bool value = token.kind == Kind::number || token.kind == Kind::string ||
                         (token.kind == Kind::word && is_number(token.text));
      if (!value && token.kind != Kind::comma && token.kind != Kind::semicolon) break;
      count += value;
      behind = lexer_.offset();
    }
    lexer_.rewind(behind);
    lexer_.repairs() = {};
    return repair(first.offset, "x.extra-values", current_label(),
                  fmt::format("{} values beyond the declared count; ignored", count));
  }

  bool reference(const Token& open) {
    std::string name;
    std::optional<XGuid> guid;
    if (!name_until_brace(name, &guid, Kind::close, open.offset)) return false;
    if (name.empty() && !guid)
      return repair(open.offset, "x.empty-reference", current_label(),
                    "a reference without a name or GUID; ignored");
    if (!append_object(open.offset)) return false;
    if (!budget_.take(name.size())) return out_of_memory(open.offset);
    XObject& added = tree_.objects.back();
    added.reference = true;
    added.name = std::move(name);
    added.guid = guid;
    return true;
  }

  // ---- unknown objects ----

  bool skip_unknown(std::size_t offset, const std::string& type_name) {
    if (options_.strict || !is_silently_skipped(type_name)) {
      if (!repair(offset, "x.unknown-template", type_name,
                  "an object of a template that is neither standard nor declared; skipped"))
        return false;
    }
    return skip_braces(offset);
  }

  // Starts after an opening brace and skips past the matching closing brace.
  bool skip_braces(std::size_t start) {
    lexer_.drop_list();
    std::uint64_t open = 1;
    while (open != 0) {
      const Token token = lexer_.next();
      if (token.kind == Kind::problem) return fail(lexer_.problem());
      if (token.kind == Kind::end)
        return fail(start, "x.end-of-file", "the file ends inside a skipped object; expected `}`");
      if (token.kind == Kind::open) ++open;
      if (token.kind == Kind::close) --open;
    }
    lexer_.repairs() = {};
    return true;
  }

  bool declaration() {
    std::string name;
    const std::size_t start = lexer_.offset();
    if (!name_until_brace(name, nullptr, Kind::open, start)) return false;
    const std::size_t body = lexer_.offset();
    ParsedTemplate parsed = TemplateParser<Lexer>(lexer_, templates_).parse(name);
    const std::string label = fmt::format("template {}", name);
    if (parsed.fatal) {
      if (lexer_.problem().code.empty() == false) return fail(lexer_.problem());
      return fail(parsed.trouble_offset, "x.bad-template", label + ": " + parsed.trouble);
    }
    if (!parsed.trouble.empty()) {
      if (!repair(parsed.trouble_offset, "x.bad-template", label,
                  parsed.trouble + "; the template is dropped"))
        return false;
      lexer_.rewind(body);
      return skip_braces(start);
    }
    if (parsed.bad_guid && !repair(body, "x.bad-guid", label, "no GUID between `<` and `>`; ignored"))
      return false;
    std::uint64_t bytes = 2 * sizeof(XTemplate) + 2 * sizeof(Layout);
    for (const XMember& member : parsed.declared.members)
      bytes += 2 * (sizeof(XMember) + sizeof(LayoutStep)) + 8 * sizeof(XDimension) * member.dimensions.size();
    if (!budget_.take(bytes)) return out_of_memory(start);
    return declare(std::move(parsed), start, label);
  }

  bool declare(ParsedTemplate parsed, std::size_t start, const std::string& label) {
    switch (templates_.declare(std::move(parsed.declared), parsed.opaque)) {
      case TemplateTable::Outcome::added:
      case TemplateTable::Outcome::same:
        break;
      case TemplateTable::Outcome::other_guid:
        note(start, "x.template-guid", label,
             "declared with a GUID that is not the standard one; matched by name");
        break;
      case TemplateTable::Outcome::other_members:
        note(start, "x.template-members", label,
             "declared with members that are not the standard ones; the standard ones are used");
        break;
      case TemplateTable::Outcome::alias:
        note(start, "x.template-alias", label,
             "has the GUID and members of a standard template; read as that");
        break;
      case TemplateTable::Outcome::too_deep:
        return repair(
            start, "x.bad-template", label,
            fmt::format("templates nest deeper than {} levels; the template is dropped", kMaxTemplateDepth));
    }
    return true;
  }

  Lexer& lexer_;
  XTree& tree_;
  const XTreeOptions& options_;
  MemoryBudget& budget_;
  Diagnostics& diagnostics_;
  TemplateTable templates_;
  DataReader<Lexer> data_;
  Error error_;
  std::uint32_t current_ = kNone;  // innermost open object
  std::uint32_t depth_ = 0;
  std::uint64_t stray_braces_ = 0;
  std::size_t first_stray_brace_ = 0;
};

}  // namespace skelter::x
