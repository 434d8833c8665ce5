#pragma once
// A JSON document as a flat list of values in file order. Smaller and faster than a tree of maps, it counts
// its memory while it grows, and every value knows its JSON pointer.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/limits.h"
#include "skelter/core/result.h"

namespace skelter::gltf {

enum class JsonKind : std::uint8_t { null, boolean, integer, real, text, array, object };
std::string_view to_text(JsonKind kind);  // "an array", "a number"

class JsonTree;

// A value of a tree, or nothing: what looking for something that is not there gives. Asking nothing for
// members, elements or numbers gives nothing, an empty text or 0.
class JsonValue {
 public:
  JsonValue() = default;
  JsonValue(const JsonTree& tree, std::uint32_t id) : tree_(&tree), id_(id) {}

  friend bool operator==(const JsonValue&, const JsonValue&) = default;  // the same place of one tree
  explicit operator bool() const { return tree_ != nullptr; }
  JsonKind kind() const;
  bool is(JsonKind wanted) const { return tree_ != nullptr && kind() == wanted; }
  bool is_number() const { return is(JsonKind::integer) || is(JsonKind::real); }

  std::uint32_t size() const;                         // members of an object, elements of an array; else 0
  JsonValue operator[](std::string_view name) const;  // the first member of that name
  JsonValue first() const;                            // member or element
  JsonValue next() const;                             // the one after this in the same object or array
  std::string_view name() const;                      // of a member

  double number() const;
  // Whole numbers from 0 to 2^53, also when written as 3.0; else nothing.
  bool to_count(std::uint64_t& out) const;
  bool boolean() const;
  std::string_view text() const;

  std::string pointer() const;  // "/nodes/3/mesh"; "" for the root and for nothing
  std::string to_json() const;  // the value as JSON; numbers in their shortest form
  // As to_json, without the members of an object that `drop` names. "" when nothing is left.
  std::string to_json_without(const std::vector<std::string_view>& drop) const;

 private:
  friend class JsonTree;
  const JsonTree* tree_ = nullptr;
  std::uint32_t id_ = 0;
};

class JsonTree {
 public:
  // Errors: bad_data with the line, limit_exceeded for nesting deeper than limits.max_depth and for memory.
  static Result<JsonTree> parse(std::string_view json, const std::string& file, const Limits& limits,
                                MemoryBudget& budget);

  JsonValue root() const { return {*this, 0}; }

 private:
  friend class JsonValue;
  friend class JsonSink;

  struct Span {
    std::uint32_t begin, size;  // in texts_
  };
  struct Value {
    JsonKind kind = JsonKind::null;
    std::uint32_t parent = 0;
    std::uint32_t end = 0;  // index after the last value inside
    std::uint32_t size = 0;
    std::uint32_t name_begin = 0, name_size = 0;
    union {
      double real;
      std::int64_t integer;
      Span text;
    };
    Value() : integer(0) {}
  };

  void write(std::uint32_t id, std::string& out) const;

  std::vector<Value> values_;
  std::string texts_;  // all names and texts, one after the other
};

// --- asked for every value of a file, hence inline ---

inline JsonKind JsonValue::kind() const {
  return tree_ == nullptr ? JsonKind::null : tree_->values_[id_].kind;
}
inline std::uint32_t JsonValue::size() const {
  return tree_ == nullptr ? 0 : tree_->values_[id_].size;
}
inline JsonValue JsonValue::first() const {
  return size() == 0 ? JsonValue() : JsonValue(*tree_, id_ + 1);
}
inline JsonValue JsonValue::next() const {
  if (tree_ == nullptr || id_ == 0) return {};
  const std::uint32_t after = tree_->values_[id_].end;
  return after < tree_->values_[tree_->values_[id_].parent].end ? JsonValue(*tree_, after) : JsonValue();
}
inline std::string_view JsonValue::name() const {
  if (tree_ == nullptr || id_ == 0) return {};
  const JsonTree::Value& v = tree_->values_[id_];
  if (tree_->values_[v.parent].kind != JsonKind::object) return {};
  return std::string_view(tree_->texts_).substr(v.name_begin, v.name_size);
}
inline JsonValue JsonValue::operator[](std::string_view wanted) const {
  if (!is(JsonKind::object)) return {};
  const JsonTree::Value* const values = tree_->values_.data();
  const char* const texts = tree_->texts_.data();
  for (std::uint32_t member = id_ + 1; member < values[id_].end; member = values[member].end) {
    if (values[member].name_size != wanted.size()) continue;
    const char* const name = texts + values[member].name_begin;
    if (wanted.empty() || (name[0] == wanted[0] && std::string_view(name, wanted.size()) == wanted))
      return {*tree_, member};
  }
  return {};
}

// `text` with quotation marks, escaped for JSON; what is no UTF-8 is taken for Windows-1252.
std::string json_quoted(std::string_view text);

}  // namespace skelter::gltf
