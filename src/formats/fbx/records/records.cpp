#include "formats/fbx/records/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/internal/memory_budget.h"
#include "formats/fbx/internal/header.h"
#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/records/record_builder.h"
#include "system/internal/text.h"

namespace skelter::fbx {

double number_of(const Value& value) {
  if (value.code == 'F' || value.code == 'D') return same_bits<double>(value.bits);
  return is_integer(value) ? static_cast<double>(static_cast<std::int64_t>(value.bits)) : 0.0;
}

std::int64_t integer_of(const Value& value) {
  if (is_integer(value)) return static_cast<std::int64_t>(value.bits);
  if (value.code != 'F' && value.code != 'D') return 0;
  const double number = same_bits<double>(value.bits);
  if (number >= 0x1p63) return INT64_MAX;
  if (number <= -0x1p63) return INT64_MIN;
  return std::isnan(number) ? 0 : static_cast<std::int64_t>(number);
}

std::string_view RecordTree::text_of(const Value& value) const {
  if (!is_text(value)) return {};
  if (value.pooled) return std::string_view(pool).substr(static_cast<std::size_t>(value.bits), value.size);
  return {reinterpret_cast<const char*>(source.data()) + value.bits, value.size};
}

std::string_view RecordTree::text(std::uint32_t record, std::size_t index) const {
  if (record == kNone || index >= records[record].value_count) return {};
  return text_of(values_of(record)[index]);
}

double RecordTree::number(std::uint32_t record, std::size_t index) const {
  if (record == kNone || index >= records[record].value_count) return 0;
  return number_of(values_of(record)[index]);
}

std::int64_t RecordTree::integer(std::uint32_t record, std::size_t index) const {
  if (record == kNone || index >= records[record].value_count) return 0;
  return integer_of(values_of(record)[index]);
}

std::uint32_t RecordTree::child(std::uint32_t parent, std::string_view name) const {
  for (const std::uint32_t record : children(parent))
    if (records[record].name == name) return record;
  return kNone;
}

SourceSpot RecordTree::spot_at(std::uint64_t byte, std::string object) const {
  SourceSpot spot{file, 0, {}, std::move(object)};
  if (binary) {
    spot.byte = byte;
    return spot;
  }
  if (line_ends_.empty()) {
    const auto* const text = reinterpret_cast<const char*>(source.data());
    const char* const end = text + source.size();
    for (const char* p = text; p != end; ++p) {
      p = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      if (p == nullptr) break;
      line_ends_.push_back(static_cast<std::uint64_t>(p - text));
    }
    line_ends_.push_back(source.size());
  }
  const auto line = std::lower_bound(line_ends_.begin(), line_ends_.end(), byte) - line_ends_.begin();
  spot.line = static_cast<std::uint32_t>(line) + 1;
  return spot;
}

SourceSpot RecordTree::spot(std::uint32_t record) const {
  return spot_at(records[record].byte, label(record));
}

std::string RecordTree::label(std::uint32_t record) const {
  if (record == 0 || record == kNone) return {};
  // A text in the first two values is the record's name, as in `Model: 12, "Model::hip", "LimbNode"`.
  const auto named = [this](std::uint32_t r) -> std::string {
    const auto first = values_of(r).first(std::min<std::size_t>(2, records[r].value_count));
    for (const Value& value : first) {
      if (value.code != 'S') continue;
      const std::string_view name = plain_name(text_of(value)).substr(0, 200);
      if (name.empty() && is_integer(first[0]))
        return fmt::format("{} #{}", records[r].name, integer_of(first[0]));
      return fmt::format("{} \"{}\"", records[r].name, to_utf8(name, code_page));
    }
    return {};
  };
  std::string own = named(record);
  const bool has_name = !own.empty();
  if (!has_name) own = std::string(records[record].name);
  if (has_name && records[record].name != "P" && records[record].name != "Property") return own;
  for (std::uint32_t above = records[record].parent; above != kNone && above != 0;
       above = records[above].parent)
    if (const std::string object = named(above); !object.empty()) return fmt::format("{} of {}", own, object);
  return own;
}

Error memory_error(const RecordTree& tree, const MemoryBudget& budget, std::uint64_t byte,
                   std::string object) {
  return {Status::limit_exceeded, "fbx.memory",
          fmt::format("needs more memory than the limit of {} bytes allows", budget.limit()),
          tree.spot_at(byte, std::move(object))};
}

std::string_view plain_name(std::string_view full_name) {
  const std::size_t zero = full_name.find(std::string_view("\0\1", 2));
  if (zero != std::string_view::npos) return full_name.substr(0, zero);
  const std::size_t colons = full_name.find("::");
  return colons == std::string_view::npos ? full_name : full_name.substr(colons + 2);
}

std::string_view class_in_name(std::string_view full_name) {
  const std::size_t zero = full_name.find(std::string_view("\0\1", 2));
  if (zero != std::string_view::npos) return full_name.substr(zero + 2);
  const std::size_t colons = full_name.find("::");
  return colons == std::string_view::npos ? std::string_view() : full_name.substr(0, colons);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

bool RecordBuilder::add_record(std::string_view name, std::uint64_t byte) {
  if (!make_room(tree.records, budget)) return fail(memory_error(tree, budget, byte));
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) {
      diagnostics.add(Severity::warning, "fbx.record", tree.spot_at(byte, tree.label(parent())),
                      "a record whose name is not text; ignored");
      name = {};
      break;
    }
  Record& record = tree.records.emplace_back();
  record.name = name;
  record.parent = parent();
  record.subtree_end = static_cast<std::uint32_t>(tree.records.size());
  record.first_value = static_cast<std::uint32_t>(tree.values.size());
  record.byte = byte;
  return true;
}

bool RecordBuilder::make_room_for_values() {
  if (make_room(tree.values, budget) && tree.values.size() < kNone) return true;
  return fail(memory_error(tree, budget, tree.records.back().byte));
}

bool RecordBuilder::enter() {
  if (depth() >= kMaxDepth)
    return fail(error("fbx.depth", tree.records.back().byte,
                      fmt::format("records nested more than {} deep", kMaxDepth)));
  open_.push_back(last());
  return true;
}

void RecordBuilder::leave() {
  tree.records[open_.back()].subtree_end = static_cast<std::uint32_t>(tree.records.size());
  open_.pop_back();
}

void RecordBuilder::finish() {
  while (!open_.empty()) leave();
  tree.records[0].subtree_end = static_cast<std::uint32_t>(tree.records.size());
}

Error RecordBuilder::error(std::string_view code, std::uint64_t byte, std::string message,
                           Status status) const {
  return {status, code, std::move(message), tree.spot_at(byte, tree.label(last()))};
}

Result<RecordTree> read_records(ByteSpan bytes, const std::string& file, MemoryBudget& budget,
                                Diagnostics& diagnostics) {
  RecordTree tree;
  tree.file = file;
  tree.source = bytes;
  if (auto header = read_header(tree, diagnostics); !header) return header.error();
  // Initial sizes, which are enough for small files.
  const std::size_t usual = std::min<std::size_t>(bytes.size() / 48 + 16, 2048);
  if (!budget.take(usual * (sizeof(Record) + sizeof(Value)))) return memory_error(tree, budget, 0);
  tree.records.reserve(usual);
  tree.values.reserve(usual);
  tree.records.emplace_back();
  RecordBuilder builder(tree, budget, diagnostics);
  if (!(tree.binary ? read_binary_records(builder) : read_text_records(builder))) return *builder.failure;
  builder.finish();
  // Binary files before 6000 state 3000 in the header, and their actual version in a record.
  constexpr std::uint32_t kOwnVersion = 6000;
  if (tree.binary && tree.version < kOwnVersion) {
    const std::uint32_t said = tree.child(tree.child(0, "FBXHeaderExtension"), "FBXVersion");
    const std::int64_t version = said == kNone ? 0 : tree.integer(said);
    if (version > tree.version && version < kOwnVersion) tree.version = static_cast<std::uint32_t>(version);
  }
  return tree;
}

}  // namespace skelter::fbx
