#include "formats/gltf/container/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/internal/memory_budget.h"
#include "formats/gltf/container/fast_json.h"
#include "system/internal/text.h"

namespace skelter::gltf {
namespace {

using Sax = nlohmann::json_sax<nlohmann::json>;

constexpr double kLargestCount = 9007199254740992.0;  // 2^53: larger integers are not exact as doubles

std::uint32_t line_of(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return static_cast<std::uint32_t>(1 + std::count(text.begin(), end, '\n'));
}

// Extracts the reason from nlohmann's message, without the position: "syntax error while parsing value -
// ...".
std::string reason(std::string_view what) {
  for (const std::string_view before : {"syntax error", "number overflow", "attempting to parse"})
    if (const std::size_t at = what.find(before); at != std::string_view::npos)
      return std::string(what.substr(at));
  return std::string(what);
}

}  // namespace

// Fills a tree from parser events. Returning false stops the parser.
class TreeSink {
 public:
  TreeSink(JsonTree& tree, std::string_view json, const std::string& file, const Limits& limits,
           MemoryBudget& budget)
      : tree_(tree), json_(json), file_(file), max_depth_(limits.max_depth), budget_(budget) {
    tree.json_ = json;
  }

  const Error& error() const { return error_; }

  bool null() { return add(JsonKind::null) != nullptr; }
  bool boolean(bool value) {
    JsonTree::Value* v = add(JsonKind::boolean);
    if (v != nullptr) v->integer = value ? 1 : 0;
    return v != nullptr;
  }
  bool number_integer(std::int64_t value) {
    JsonTree::Value* v = add(JsonKind::integer);
    if (v != nullptr) v->integer = value;
    return v != nullptr;
  }
  bool number_real(double value) {
    JsonTree::Value* v = add(JsonKind::real);
    if (v != nullptr) v->real = value;
    return v != nullptr;
  }
  bool text(std::string_view value) {
    JsonTree::Value* v = add(JsonKind::text);
    return v != nullptr && keep(value, v->text);
  }
  bool start_object() { return open(JsonKind::object); }
  bool start_array() { return open(JsonKind::array); }
  bool name(std::string_view value) {
    name_key_ = json_name_key(value);
    return keep(value, name_);
  }
  bool end() {
    JsonTree::Value& closed = tree_.values_[inner_.id];
    closed.end = static_cast<std::uint32_t>(tree_.values_.size());
    closed.size = inner_.size;
    inner_ = around_.back();
    around_.pop_back();
    return true;
  }
  bool syntax_error(std::size_t position, const char* what) {
    fail(Status::bad_data, "gltf.json", reason(what), line_of(json_, position == 0 ? 0 : position - 1));
    return false;
  }

 private:
  // An object or array that has not ended.
  struct Open {
    std::uint32_t id = 0, size = 0;
    bool object = false;
  };

  void fail(Status status, std::string_view code, std::string message, std::uint32_t line = 0) {
    error_ = {status, code, std::move(message), {file_, line, {}, {}}};
  }
  bool out_of_memory() {
    fail(Status::limit_exceeded, "gltf.memory",
         fmt::format("reading needs more than the limit of {} bytes", budget_.limit()));
    return false;
  }
  // `first` is the initial capacity, estimated from typical files.
  template <class List>
  bool grow(List& list, std::size_t wanted, std::size_t unit, std::size_t first) {
    if (wanted > UINT32_MAX / 2) return out_of_memory();
    const std::size_t grown = std::max(wanted, std::max(first, 2 * list.capacity()));
    if (!budget_.take(grown * unit)) return out_of_memory();
    const std::size_t old = list.capacity();
    list.reserve(grown);
    budget_.give_back(old * unit);
    return true;
  }

  // Stores a text. Texts without escapes are in the document, so they are not copied.
  bool keep(std::string_view text, JsonTree::Span& out) {
    const auto begin =
        reinterpret_cast<std::uintptr_t>(text.data()) - reinterpret_cast<std::uintptr_t>(json_.data());
    if (begin < json_.size() && begin < JsonTree::kOwnTexts) {
      out = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(text.size())};
      return true;
    }
    return copy(text, out);
  }
  bool copy(std::string_view text, JsonTree::Span& out) {
    std::string& texts = tree_.texts_;
    const std::size_t wanted = texts.size() + text.size();
    if (wanted > texts.capacity() && !grow(texts, wanted, 1, 64 + json_.size() / 8)) return false;
    out = {JsonTree::kOwnTexts + static_cast<std::uint32_t>(texts.size()),
           static_cast<std::uint32_t>(text.size())};
    texts += text;
    return true;
  }

  JsonTree::Value* add(JsonKind kind) {
    std::vector<JsonTree::Value>& values = tree_.values_;
    if (values.size() == values.capacity() && !grow_values()) return nullptr;
    JsonTree::Value& value = values.emplace_back();
    value.kind = kind;
    value.parent = inner_.id;
    value.end = static_cast<std::uint32_t>(values.size());
    value.name_key = name_key_;
    value.name = inner_.object ? name_ : JsonTree::Span{inner_.size, 0};  // elements store their index
    ++inner_.size;
    return &value;
  }
  bool grow_values() {
    return grow(tree_.values_, tree_.values_.size() + 1, sizeof(JsonTree::Value), 64 + json_.size() / 24);
  }
  bool open(JsonKind kind) {
    if (around_.size() >= max_depth_) {
      fail(Status::limit_exceeded, "gltf.depth",
           fmt::format("values nest deeper than the limit of {} levels", max_depth_));
      return false;
    }
    if (add(kind) == nullptr) return false;
    around_.push_back(inner_);
    inner_ = {static_cast<std::uint32_t>(tree_.values_.size() - 1), 0, kind == JsonKind::object};
    return true;
  }

  JsonTree& tree_;
  std::string_view json_;
  const std::string& file_;
  std::uint32_t max_depth_;
  MemoryBudget& budget_;
  Error error_;
  Open inner_;  // encloses the next value; initially empty, because index 0 has no parent
  std::vector<Open> around_;
  JsonTree::Span name_{0, 0};
  std::uint16_t name_key_ = 0;
};

// Forwards events of nlohmann's parser.
class JsonSink final : public Sax {
 public:
  explicit JsonSink(TreeSink& tree) : tree_(tree) {}

  bool null() override { return tree_.null(); }
  bool boolean(bool value) override { return tree_.boolean(value); }
  bool number_integer(number_integer_t value) override { return tree_.number_integer(value); }
  bool number_unsigned(number_unsigned_t value) override {
    return value > static_cast<number_unsigned_t>(INT64_MAX)
               ? tree_.number_real(static_cast<double>(value))
               : tree_.number_integer(static_cast<number_integer_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return tree_.number_real(value); }
  bool string(string_t& value) override { return tree_.text(value); }
  bool binary(binary_t&) override { return false; }  // never in JSON text
  bool start_object(std::size_t) override { return tree_.start_object(); }
  bool start_array(std::size_t) override { return tree_.start_array(); }
  bool key(string_t& value) override { return tree_.name(value); }
  bool end_object() override { return tree_.end(); }
  bool end_array() override { return tree_.end(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
    return tree_.syntax_error(position, e.what());
  }

 private:
  TreeSink& tree_;
};

std::string_view to_text(JsonKind kind) {
  constexpr std::string_view kWords[] = {"null",     "true or false", "a number", "a number",
                                         "a string", "an array",      "an object"};
  return kWords[static_cast<std::size_t>(kind)];
}

Result<JsonTree> JsonTree::parse(std::string_view json, const std::string& file, const Limits& limits,
                                 MemoryBudget& budget) {
  JsonTree tree;
  // The parser holds up to two copies of the text that it reads.
  const std::uint64_t parser_bytes = 2 * std::uint64_t{json.size()};
  if (!budget.take(parser_bytes))
    return Error{Status::limit_exceeded,
                 "gltf.memory",
                 fmt::format("reading needs more than the limit of {} bytes", budget.limit()),
                 {file, 0, {}, {}}};
  {
    const std::uint64_t used = budget.used();
    TreeSink sink(tree, json, file, limits, budget);
    const FastJson done = FastJsonReader(json, sink).run();
    if (done == FastJson::stopped) return sink.error();
    if (done == FastJson::read) {
      budget.give_back(parser_bytes);
      return tree;
    }
    tree = {};
    budget.give_back(budget.used() - used);
  }
  TreeSink sink(tree, json, file, limits, budget);
  JsonSink events(sink);
  // The parser keeps no tree and does not recurse; it throws only bad_alloc.
  if (!nlohmann::json::sax_parse(json.data(), json.data() + json.size(), &events)) return sink.error();
  budget.give_back(parser_bytes);
  return tree;
}

// --- values ------------------------------------------------------------------------------------------------

double JsonValue::number() const {
  if (is(JsonKind::integer)) return static_cast<double>(tree_->values_[id_].integer);
  return is(JsonKind::real) ? tree_->values_[id_].real : 0;
}
bool JsonValue::real_to_count(std::uint64_t& out) const {
  if (!is(JsonKind::real)) return false;
  const double value = number();
  if (!(value >= 0 && value <= kLargestCount) || value != std::floor(value)) return false;
  out = static_cast<std::uint64_t>(value);
  return true;
}
bool JsonValue::boolean() const {
  return is(JsonKind::boolean) && tree_->values_[id_].integer != 0;
}
std::string_view JsonValue::text() const {
  if (!is(JsonKind::text)) return {};
  return tree_->text_at(tree_->values_[id_].text);
}

std::string JsonValue::pointer() const {
  if (tree_ == nullptr) return {};
  std::vector<std::uint32_t> path;
  for (std::uint32_t id = id_; id != 0; id = tree_->values_[id].parent) path.push_back(id);
  std::string pointer;
  for (auto id = path.rbegin(); id != path.rend(); ++id) {
    pointer += '/';
    const JsonTree::Value& v = tree_->values_[*id];
    if (tree_->values_[v.parent].kind == JsonKind::array) {
      pointer += fmt::format_int(v.name.begin).c_str();
      continue;
    }
    for (const char c : tree_->text_at(v.name)) {
      if (c == '~' || c == '/')
        pointer += c == '~' ? "~0" : "~1";
      else
        pointer += c;
    }
  }
  return pointer;
}

// --- writing -----------------------------------------------------------------------------------------------

std::string json_quoted(std::string_view text) {
  const std::string converted = is_utf8(text) ? std::string() : utf8_from_windows_1252(text);
  std::string out = "\"";
  for (const char c : converted.empty() ? text : std::string_view(converted)) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out += '"';
}

// Iterates instead of recursing, so that deep nesting cannot overflow the stack. Writes values in file order
// and closes each object and array at its end.
void JsonTree::write(std::uint32_t id, std::string& out) const {
  std::vector<std::uint32_t> open;
  const std::uint32_t end = values_[id].end;
  bool first = true;
  for (std::uint32_t v = id; v < end; ++v) {
    while (!open.empty() && values_[open.back()].end <= v) {
      out += values_[open.back()].kind == JsonKind::object ? '}' : ']';
      open.pop_back();
      first = false;
    }
    const Value& value = values_[v];
    if (!first) out += ',';
    first = false;
    if (!open.empty() && values_[open.back()].kind == JsonKind::object) {
      out += json_quoted(text_at(value.name));
      out += ':';
    }
    switch (value.kind) {
      case JsonKind::null:
        out += "null";
        break;
      case JsonKind::boolean:
        out += value.integer != 0 ? "true" : "false";
        break;
      case JsonKind::integer:
        out += fmt::format_int(value.integer).c_str();
        break;
      case JsonKind::real:
        out += fmt::format("{}", value.real);
        break;
      case JsonKind::text:
        out += json_quoted(text_at(value.text));
        break;
      case JsonKind::array:
      case JsonKind::object:
        out += value.kind == JsonKind::object ? '{' : '[';
        open.push_back(v);
        first = true;
        break;
    }
  }
  for (; !open.empty(); open.pop_back()) out += values_[open.back()].kind == JsonKind::object ? '}' : ']';
}

std::string JsonValue::to_json() const {
  std::string out;
  if (tree_ != nullptr) tree_->write(id_, out);
  return out;
}

std::string JsonValue::to_json_without(const std::vector<std::string_view>& drop) const {
  if (!is(JsonKind::object)) return to_json();
  std::string out;
  for (JsonValue member = first(); member; member = member.next()) {
    if (std::find(drop.begin(), drop.end(), member.name()) != drop.end()) continue;
    out += out.empty() ? '{' : ',';
    out += json_quoted(member.name());
    out += ':';
    tree_->write(member.id_, out);
  }
  return out.empty() ? out : out + '}';
}

}  // namespace skelter::gltf
