#pragma once
// A JSON document as a flat list of values in file order. It is smaller and faster than a tree of maps,
// counts its memory as it grows, and provides a JSON pointer for every value.

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/internal/memory_budget.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"

namespace skelter::gltf {

enum class JsonKind : std::uint8_t { null, boolean, integer, real, text, array, object };
std::string_view to_text(JsonKind kind);  // "an array", "a number"

class JsonTree;
class JsonRange;

// Whether two texts of `size` characters are equal. Avoids a function call, because names are short.
inline bool same_text(const char* a, const char* b, std::size_t size) {
  const auto same = [&]<class Word>(Word, std::size_t at) {
    Word x, y;
    std::memcpy(&x, a + at, sizeof x);
    std::memcpy(&y, b + at, sizeof y);
    return x == y;
  };
  using Eight = std::uint64_t;
  using Four = std::uint32_t;
  if (size >= 8 && size <= 16) return same(Eight{}, 0) && same(Eight{}, size - 8);
  if (size >= 4 && size < 8) return same(Four{}, 0) && same(Four{}, size - 4);
  return std::memcmp(a, b, size) == 0;
}

// Returns a key that differs for most names of equal length.
constexpr std::uint16_t json_name_key(std::string_view name) {
  if (name.empty()) return 0;
  return static_cast<std::uint16_t>(static_cast<unsigned char>(name.front()) |
                                    static_cast<unsigned char>(name.back()) << 8);
}

// A value in a tree, or null if a lookup found none. The members and elements of null are null, its text is
// empty, and its number is 0.
class JsonValue {
 public:
  JsonValue() = default;
  JsonValue(const JsonTree& tree, std::uint32_t id) : tree_(&tree), id_(id) {}

  friend bool operator==(const JsonValue&, const JsonValue&) = default;  // same position in the same tree
  explicit operator bool() const { return tree_ != nullptr; }
  JsonKind kind() const;
  bool is(JsonKind wanted) const { return tree_ != nullptr && kind() == wanted; }
  bool is_number() const { return is(JsonKind::integer) || is(JsonKind::real); }

  std::uint32_t size() const;                         // number of members or elements; 0 for other values
  JsonValue operator[](std::string_view name) const;  // the first member with that name
  JsonValue first() const;                            // first member or element
  JsonValue next() const;                             // next value in the same object or array
  std::string_view name() const;                      // name of a member
  std::uint16_t name_key() const;                     // json_name_key(name()) of a member
  bool is_named(std::string_view name) const;         // name() == name, but faster
  JsonRange values() const;                           // members or elements, for loops

  double number() const;
  // Integers from 0 to 2^53, including those written as 3.0; false otherwise.
  bool to_count(std::uint64_t& out) const {
    return is(JsonKind::integer) ? integer_to_count(out) : real_to_count(out);
  }
  bool boolean() const;
  std::string_view text() const;

  std::string pointer() const;  // "/nodes/3/mesh"; "" for the root and for null
  std::string to_json() const;  // the value as JSON; numbers in their shortest form
  // Like to_json, without the members named in `drop`. Returns "" if no member is left.
  std::string to_json_without(const std::vector<std::string_view>& drop) const;

 private:
  friend class JsonTree;
  friend class JsonRange;
  bool integer_to_count(std::uint64_t& out) const;
  bool real_to_count(std::uint64_t& out) const;

  const JsonTree* tree_ = nullptr;
  std::uint32_t id_ = 0;
};

class JsonTree {
 public:
  // The tree keeps views of `json`, which must outlive it.
  // Errors: bad_data with the line, limit_exceeded for nesting deeper than limits.max_depth and for memory.
  static Result<JsonTree> parse(std::string_view json, const std::string& file, const Limits& limits,
                                MemoryBudget& budget);

  JsonValue root() const { return {*this, 0}; }

 private:
  friend class JsonValue;
  friend class JsonRange;
  friend class TreeSink;

  struct Span {
    std::uint32_t begin, size;  // see `text_at`
  };
  struct Value {
    JsonKind kind = JsonKind::null;
    std::uint16_t name_key = 0;
    std::uint32_t parent = 0;
    std::uint32_t end = 0;  // index after the last value inside
    std::uint32_t size = 0;
    Span name{0, 0};  // for elements, `begin` is the index
    union {
      double real;
      std::int64_t integer;
      Span text;
    };
    Value() : integer(0) {}
  };

  // Smaller offsets refer to `json_` (names and texts without escapes). Larger offsets refer to `texts_`,
  // after this value is subtracted.
  static constexpr std::uint32_t kOwnTexts = 1u << 31;
  std::string_view text_at(Span span) const {
    if (span.begin < kOwnTexts) return {json_.data() + span.begin, span.size};
    return {texts_.data() + (span.begin - kOwnTexts), span.size};
  }

  bool is_named(const Value& value, std::string_view name) const {
    return value.name.size == name.size() && same_text(text_at(value.name).data(), name.data(), name.size());
  }

  void write(std::uint32_t id, std::string& out) const;

  std::vector<Value> values_;
  std::string_view json_;
  std::string texts_;  // names and texts with escapes, concatenated
};

// --- called for every value of a file, hence inline ---

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
  return tree_->text_at(v.name);
}
inline JsonValue JsonValue::operator[](std::string_view wanted) const {
  if (!is(JsonKind::object)) return {};
  const JsonTree::Value* const values = tree_->values_.data();
  const std::uint16_t key = json_name_key(wanted);
  for (std::uint32_t member = id_ + 1; member < values[id_].end; member = values[member].end)
    if (values[member].name_key == key && tree_->is_named(values[member], wanted)) return {*tree_, member};
  return {};
}

inline std::uint16_t JsonValue::name_key() const {
  return tree_ == nullptr ? std::uint16_t{0} : tree_->values_[id_].name_key;
}
inline bool JsonValue::is_named(std::string_view name) const {
  return tree_ != nullptr && tree_->is_named(tree_->values_[id_], name);
}
inline bool JsonValue::integer_to_count(std::uint64_t& out) const {
  constexpr std::int64_t kLargestCount = std::int64_t{1} << 53;  // larger integers are not exact as doubles
  const std::int64_t value = tree_->values_[id_].integer;
  out = static_cast<std::uint64_t>(value);
  return value >= 0 && value <= kLargestCount;
}

class JsonRange {
 public:
  class Iterator {
   public:
    Iterator(const JsonTree* tree, std::uint32_t id) : tree_(tree), id_(id) {}
    JsonValue operator*() const { return {*tree_, id_}; }
    Iterator& operator++() {
      id_ = tree_->values_[id_].end;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const JsonTree* tree_;
    std::uint32_t id_;
  };

  explicit JsonRange(JsonValue holder)
      : tree_(holder.tree_),
        first_(holder.id_ + 1),
        end_(holder.tree_ == nullptr ? first_ : holder.tree_->values_[holder.id_].end) {}
  Iterator begin() const { return {tree_, first_}; }
  Iterator end() const { return {tree_, end_}; }

 private:
  const JsonTree* tree_;
  std::uint32_t first_, end_;
};
inline JsonRange JsonValue::values() const {
  return JsonRange(*this);
}

// Finds the known members of an object in one pass. Objects of one kind nearly always list their members in
// the same order, so each search starts after the previous match.
template <std::size_t N>
struct JsonMembers {
  std::array<JsonValue, N> values;  // in the order of the names; null if missing

  // Returns false for an unknown or repeated member.
  bool find(JsonValue object, const std::array<std::string_view, N>& names) {
    std::size_t i = 0;
    for (const JsonValue member : object.values()) {
      const std::uint16_t key = member.name_key();
      std::size_t tries = 0;
      while (json_name_key(names[i]) != key || !member.is_named(names[i])) {
        if (++tries == N) return false;
        i = i + 1 == N ? 0 : i + 1;
      }
      if (values[i]) return false;
      values[i] = member;
      i = i + 1 == N ? 0 : i + 1;
    }
    return true;
  }
};

// Returns `text` in quotation marks, escaped for JSON. Bytes that are not UTF-8 are read as Windows-1252.
std::string json_quoted(std::string_view text);

}  // namespace skelter::gltf
