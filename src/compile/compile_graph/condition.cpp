#include "compile/compile_graph/condition.h"

#include <algorithm>
#include <array>

#include "play/internal/format/graph_records.h"

namespace skelter::compile {
namespace {

constexpr std::string_view kBadCondition = "graph.bad-condition";
constexpr std::size_t kMaxParentheses = 64;  // nested

struct Word {
  enum Kind : std::uint8_t { end, name, number, comparison, open, close, other };
  Kind kind = end;
  std::size_t index = 0;
  std::string_view text;
};

constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Parser {
 public:
  Parser(const JsonSpot& spot, std::string_view text, const ConditionNames& names)
      : spot_(spot), text_(text), names_(names) {}

  std::optional<Condition> run() {
    next();
    either();
    if (good_ && word_.kind != Word::end) unexpected("\"and\", \"or\" or the end");
    if (good_ && out_.ops.size() > kMaxConditionOps) {
      spot_.fail_as(kBadCondition,
                    fmt::format("{} operations; expected at most {}", out_.ops.size(), kMaxConditionOps));
      return std::nullopt;
    }
    if (!good_ || unknown_) return std::nullopt;
    return std::move(out_);
  }

 private:
  // --- words -----------------------------------------------------------------------------------------------

  void next() {
    while (at_ < text_.size() && is_white(text_[at_])) ++at_;
    std::size_t end = at_;
    Word::Kind kind = Word::other;
    if (end == text_.size()) {
      kind = Word::end;
    } else if (is_letter(text_[end])) {
      kind = Word::name;
      while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
        ++end;
    } else if (is_digit(text_[end]) || text_[end] == '-' || text_[end] == '.') {
      kind = Word::number;
      end = end_of_number(end);
    } else if (text_[end] == '(' || text_[end] == ')') {
      kind = text_[end++] == '(' ? Word::open : Word::close;
    } else {
      while (end < text_.size() && std::string_view("<>=!&|+*/").find(text_[end]) != std::string_view::npos)
        ++end;
      end = std::max(end, at_ + 1);
      if (std::find(kComparisons.begin(), kComparisons.end(), text_.substr(at_, end - at_)) !=
          kComparisons.end())
        kind = Word::comparison;
    }
    word_ = {kind, at_, text_.substr(at_, end - at_)};
    at_ = end;
  }

  std::size_t end_of_number(std::size_t end) const {
    for (++end; end < text_.size(); ++end) {
      const char c = text_[end], before = text_[end - 1];
      const bool sign = (c == '+' || c == '-') && (before == 'e' || before == 'E');
      if (!is_digit(c) && !is_letter(c) && c != '.' && !sign) break;
    }
    return end;
  }

  bool is(std::string_view name) const { return word_.kind == Word::name && word_.text == name; }
  bool is_reserved() const { return word_.kind == Word::name && is_condition_word(word_.text); }

  void fail(std::size_t index, std::string message) {
    if (good_) spot_.fail_inside(kBadCondition, index, std::move(message));
    good_ = false;
  }
  void unexpected(std::string_view expected) {
    const std::string what = word_.kind == Word::end ? "ends" : fmt::format("unexpected \"{}\"", word_.text);
    fail(word_.index, fmt::format("{}; expected {}", what, expected));
  }

  // --- grammar ---------------------------------------------------------------------------------------------

  void add(GraphOp op) {
    // One operation above the limit is enough to detect that there are too many.
    if (out_.ops.size() <= kMaxCounted) out_.ops.push_back(op);
  }

  void either() {
    both();
    while (good_ && is("or")) {
      next();
      both();
      add({.code = GraphOpCode::either});
    }
  }
  void both() {
    negation();
    while (good_ && is("and")) {
      next();
      negation();
      add({.code = GraphOpCode::both});
    }
  }
  void negation() {
    std::size_t count = 0;
    for (; good_ && is("not"); ++count) next();
    value();
    for (; good_ && count > 0; --count) add({.code = GraphOpCode::negate});
  }

  void value() {
    if (!good_) return;
    if (word_.kind == Word::open) {
      if (++depth_ > kMaxParentheses) return fail(word_.index, "more than 64 nested parentheses");
      next();
      either();
      --depth_;
      return close();
    }
    if (is("done")) {
      note(ConditionWord::done);
      next();
      return add({.code = GraphOpCode::done});
    }
    if (is("passed")) return passed();
    if (is("event")) return event();
    if (is("in")) return in();
    if (word_.kind != Word::name || (is_reserved() && !is("time") && !is("left"))) {
      if (word_.kind == Word::number)
        return fail(word_.index, fmt::format("{} is not a condition; expected a parameter, or a "
                                             "comparison that begins with one",
                                             word_.text));
      return unexpected("a parameter, time, done, left, passed, event, in, \"not\" or \"(\"");
    }
    comparison_or_truth();
  }

  void comparison_or_truth() {
    const Word name = word_;
    const bool clock = is("time") || is("left");
    if (is("left")) note(ConditionWord::left);
    const auto parameter = clock ? std::nullopt : find(name);
    next();
    if (word_.kind != Word::comparison) {
      if (clock)
        return word_.kind == Word::end || is_reserved() || word_.kind == Word::close
                   ? fail(name.index,
                          fmt::format(
                              "\"{}\" is not a condition by itself; expected a comparison, such as {} > 0.5",
                              name.text, name.text))
                   : unexpected("a comparison: < <= > >= == !=");
      if (word_.kind == Word::other)
        return unexpected("a comparison (< <= > >= == !=), \"and\", \"or\" or the end");
      if (!parameter) return;
      if (parameter->type == GraphParameterType::number || parameter->type == GraphParameterType::integer)
        wrong_type(name, parameter->type, "a bool or trigger alone, or a comparison");
      return add({.code = GraphOpCode::truth, .a = parameter->index});
    }
    GraphOp op{.code = GraphOpCode::compare};
    op.comparison = static_cast<GraphComparison>(
        std::find(kComparisons.begin(), kComparisons.end(), word_.text) - kComparisons.begin());
    next();
    if (clock)
      op.operands[0] = name.text == "time" ? GraphOperand::time : GraphOperand::left;
    else
      take_number(name, parameter, op.operands[0], op.a);
    right_operand(op);
    if (good_) add(op);
  }

  void right_operand(GraphOp& op) {
    if (word_.kind == Word::number) {
      op.b = number([](double) { return true; }, "a number");
    } else if (is("time") || is("left")) {
      if (is("left")) note(ConditionWord::left);
      op.operands[1] = is("time") ? GraphOperand::time : GraphOperand::left;
    } else if (word_.kind == Word::name && !is_reserved()) {
      take_number(word_, find(word_), op.operands[1], op.b);
    } else {
      return unexpected("a number or a parameter");
    }
    if (good_) next();
  }

  void take_number(const Word& name, const std::optional<ConditionNames::Parameter>& parameter,
                   GraphOperand& operand, std::uint16_t& index) {
    if (!parameter) return;
    if (parameter->type != GraphParameterType::number && parameter->type != GraphParameterType::integer)
      wrong_type(name, parameter->type, "a float or int in a comparison");
    operand = GraphOperand::parameter;
    index = parameter->index;
  }

  std::optional<ConditionNames::Parameter> find(const Word& name) {
    const auto found = names_.parameter(name.text);
    if (found) return found;
    unknown_ = true;
    if (names_.is_unread(name.text)) return std::nullopt;
    std::vector<std::string_view> known = names_.parameters();
    std::sort(known.begin(), known.end());
    spot_.fail_inside(
        "graph.unknown-parameter", name.index,
        fmt::format("unknown name \"{}\"; expected {}time, done, left, passed, event, in", name.text,
                    known.empty() ? "" : fmt::format("a parameter ({}) or ", fmt::join(known, ", "))));
    return std::nullopt;
  }

  void wrong_type(const Word& name, GraphParameterType type, std::string_view expected) {
    unknown_ = true;
    spot_.fail_inside("graph.unknown-parameter", name.index,
                      fmt::format("\"{}\" is {}; expected {}", name.text, type_name(type), expected));
  }

  template <class Fits>
  std::uint16_t number(Fits fits, std::string_view expected) {
    const Json value = Json::parse(word_.text.begin(), word_.text.end(), nullptr, false);
    if (word_.kind != Word::number || !value.is_number() || !fits(value.get<double>())) {
      unexpected(expected);
      return 0;
    }
    return names_.constant(value.get<double>());
  }

  // --- words with parentheses ------------------------------------------------------------------------------

  bool open(std::string_view expected) {
    next();
    if (word_.kind == Word::open) return true;
    unexpected(expected);
    return false;
  }
  void close() {
    if (!good_) return;
    if (word_.kind != Word::close) return unexpected("\")\"");
    next();
  }
  // Reads up to the closing parenthesis and removes surrounding blanks.
  Word name_inside(std::string_view expected) {
    while (at_ < text_.size() && is_white(text_[at_])) ++at_;
    const std::size_t end = std::min(text_.find(')', at_), text_.size());
    std::string_view name = text_.substr(at_, end - at_);
    while (!name.empty() && is_white(name.back())) name.remove_suffix(1);
    const Word inside{Word::name, at_, name};
    if (name.empty()) fail(at_, fmt::format("empty parentheses; expected {}", expected));
    at_ = end;
    next();
    return inside;
  }

  void passed() {
    note(ConditionWord::passed);
    if (!open("a phase in parentheses, such as passed(0.9)")) return;
    next();
    GraphOp op{.code = GraphOpCode::passed};
    op.a = number([](double p) { return p > 0 && p <= 1; }, "a phase above 0, at most 1");
    if (!good_) return;
    next();
    close();
    add(op);
  }
  void event() {
    if (!open("the name of an event in parentheses, such as event(step)")) return;
    const Word name = name_inside("the name of an event");
    close();
    if (!good_) return;
    out_.words.push_back({ConditionWord::event, 0, name.index, std::string(name.text)});
    add({.code = GraphOpCode::event, .a = names_.event(name.text)});
  }
  void in() {
    if (!open("the path of a state in parentheses, such as in(upper/wave)")) return;
    const Word name = name_inside("the path of a state, such as upper/wave");
    close();
    if (!good_) return;
    out_.words.push_back(
        {ConditionWord::in, static_cast<std::uint32_t>(out_.ops.size()), name.index, std::string(name.text)});
    add({.code = GraphOpCode::in});
  }

  void note(ConditionWord::Kind kind) { out_.words.push_back({kind, 0, word_.index, {}}); }

  static constexpr std::size_t kMaxCounted = 100'000;

  const JsonSpot& spot_;
  std::string_view text_;
  const ConditionNames& names_;
  Condition out_;
  Word word_;
  std::size_t at_ = 0, depth_ = 0;
  bool good_ = true;      // false: the rest of the text cannot be parsed
  bool unknown_ = false;  // a name is unknown, but parsing continues
};

}  // namespace

std::optional<Condition> parse_condition(const JsonSpot& spot, const ConditionNames& names) {
  if (!spot.is_text()) {
    spot.wrong_type("a condition in quotes, such as \"speed > 2 and grounded\"");
    return std::nullopt;
  }
  const std::string text = spot.text();
  return Parser(spot, text, names).run();
}

bool is_condition_word(std::string_view name) {
  constexpr std::array<std::string_view, 9> kWords = {"or",   "and",    "not",   "time", "done",
                                                      "left", "passed", "event", "in"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

std::string_view type_name(GraphParameterType type) {
  constexpr std::array<std::string_view, 4> kNames = {"a float", "an int", "a bool", "a trigger"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace skelter::compile
