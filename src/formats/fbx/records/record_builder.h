#pragma once
// What both containers fill: records as they open and close, with memory and depth counted.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/fbx/records/records.h"

namespace skelter::fbx {

class RecordBuilder {
 public:
  RecordBuilder(RecordTree& tree_in, MemoryBudget& budget_in, Diagnostics& diagnostics_in)
      : tree(tree_in), budget(budget_in), diagnostics(diagnostics_in) {}

  RecordTree& tree;
  MemoryBudget& budget;
  Diagnostics& diagnostics;

  // The innermost record whose children are being read; 0 at top level.
  std::uint32_t parent() const { return open_.empty() ? 0 : open_.back(); }
  std::size_t depth() const { return open_.size(); }

  // A record below parent(); its values follow.
  Result<void> add_record(std::string_view name, std::uint64_t byte);
  Result<void> add_value(const Value& value);
  std::uint32_t last() const { return static_cast<std::uint32_t>(tree.records.size() - 1); }
  // The record added last gets children.
  Result<void> enter();
  void leave();
  void finish();  // closes the file

  // An error at a byte of the file; its object is the innermost record.
  Error error(std::string_view code, std::uint64_t byte, std::string message,
              Status status = Status::bad_data) const;
  void warn(std::string_view code, std::uint64_t byte, std::string message) const {
    diagnostics.add(Severity::warning, code, tree.spot_at(byte, tree.label(last())), std::move(message));
  }

 private:
  std::vector<std::uint32_t> open_;
};

Result<void> read_binary_records(RecordBuilder& builder);
Result<void> read_text_records(RecordBuilder& builder);

}  // namespace skelter::fbx
