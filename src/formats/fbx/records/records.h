#pragma once
// The lowest layer of the FBX reader: a binary or text file as one list of records with their values. The
// layers above interpret the records.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/internal/counted_vector.h"
#include "core/internal/memory_budget.h"
#include "core/internal/subtree_range.h"
#include "skelter/core/bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"

namespace skelter::fbx {

// One value of a record. `code` is the letter in binary files: Y C B Z I L are integers, F D numbers, S text,
// R bytes, and f d i l b c arrays. Text files have L, D, S, and C for a bare letter such as T or Y. '?'
// stands for a value with an unknown code and all values after it.
struct Value {
  char code = '?';
  bool pooled = false;     // S: the text is in RecordTree::pool
  std::uint32_t size = 0;  // bytes in a text, entries in an array
  std::uint64_t bits = 0;  // an integer, the bits of a double, or an offset into the file or the pool
};

inline bool is_integer(const Value& value) {
  switch (value.code) {
    case 'Y':
    case 'C':
    case 'B':
    case 'Z':
    case 'I':
    case 'L':
      return true;
    default:
      return false;
  }
}
inline bool is_number(const Value& value) {
  return is_integer(value) || value.code == 'F' || value.code == 'D';
}
inline bool is_text(const Value& value) {
  return value.code == 'S' || value.code == 'R';
}
inline bool is_array(const Value& value) {
  switch (value.code) {
    case 'f':
    case 'd':
    case 'i':
    case 'l':
    case 'b':
    case 'c':
      return true;
    default:
      return false;
  }
}
// Returns 0 for values that are not numbers.
double number_of(const Value& value);
// Truncates fractions and clamps to 64 bits. Returns 0 for values that are not numbers.
std::int64_t integer_of(const Value& value);

// Records are in file order, children after their parent. The descendants of record i are records i + 1 to
// records[i].subtree_end - 1. Record 0 stands for the file, and its children are the top level.
struct Record {
  std::string_view name;  // points into the file
  std::uint32_t parent = kNone;
  std::uint32_t subtree_end = 0;
  std::uint32_t first_value = 0;
  std::uint32_t value_count = 0;
  std::uint64_t byte = 0;  // byte of the file at which the record begins
  bool list = false;       // text files: written as `*24 { a: ... }`
};

class RecordTree {
 public:
  std::string file;
  ByteSpan source;  // the whole file; outlives the tree
  std::uint32_t version = 0;
  bool binary = false;
  bool big_endian = false;
  CodePage code_page = CodePage::windows_1252;  // encoding of names that are not UTF-8
  std::vector<Record> records;
  std::vector<Value> values;
  std::string pool;  // decoded texts that differ from the file

  std::span<const Value> values_of(std::uint32_t record) const {
    return std::span(values).subspan(records[record].first_value, records[record].value_count);
  }
  // Returns "" for values that are not text.
  std::string_view text_of(const Value& value) const;
  // The value at `index`; "" or 0 if the record has fewer values.
  std::string_view text(std::uint32_t record, std::size_t index = 0) const;
  double number(std::uint32_t record, std::size_t index = 0) const;
  std::int64_t integer(std::uint32_t record, std::size_t index = 0) const;

  // The first child with that name, or kNone. If `parent` is kNone, there are no children.
  std::uint32_t child(std::uint32_t parent, std::string_view name) const;

  // The children in file order; empty for kNone.
  SubtreeRange<Record> children(std::uint32_t parent) const {
    if (parent == kNone) return {records, 0, 0};
    return {records, parent + 1, records[parent].subtree_end};
  }

  // Returns `Vertices of Geometry "Body"`, `Model "hip"`, or only the record's name; "" for the file.
  std::string label(std::uint32_t record) const;
  // Start of a record for messages: a line in text files, a byte in binary files.
  SourceSpot spot(std::uint32_t record) const;
  SourceSpot spot_at(std::uint64_t byte, std::string object = {}) const;

 private:
  mutable std::vector<std::uint64_t> line_ends_;  // computed when the first message needs them
};

Error memory_error(const RecordTree& tree, const MemoryBudget& budget, std::uint64_t byte,
                   std::string object = {});

// Name of an object without its class: "hip" for "Model::hip", or for "hip 00 01 Model" in binary files.
std::string_view plain_name(std::string_view full_name);
// Class in the name, such as "Model"; "" if there is none.
std::string_view class_in_name(std::string_view full_name);

// Formats a count with separators: "36,012".
std::string grouped(std::uint64_t number);

// Depth limit. Real files are less deep.
inline constexpr std::uint32_t kMaxDepth = 64;

// Reads either container. `bytes` must outlive the tree. Errors: bad_data, limit_exceeded.
Result<RecordTree> read_records(ByteSpan bytes, const std::string& file, MemoryBudget& budget,
                                Diagnostics& diagnostics);

// Reads the numbers of a list, which is an array (deflated or not) or a sequence of single values. Numbers of
// other types are converted. Numbers that are not finite, or beyond 1e30, become 0 with the warning fbx.nan.
// The memory of `out` is counted, and stays counted.
struct ListReader {
  const RecordTree& tree;
  MemoryBudget& budget;
  Diagnostics& diagnostics;

  template <class T>  // float, double, std::int32_t, std::int64_t
  Result<void> read(std::uint32_t record, std::vector<T>& out) const;
  // Reads the bit patterns of 32-bit floats. Text files from 7200 on write them as integers.
  Result<void> read_bits(std::uint32_t record, std::vector<std::uint32_t>& out) const;
  // Returns the number of entries without reading them.
  std::uint64_t count(std::uint32_t record) const;
};

}  // namespace skelter::fbx
