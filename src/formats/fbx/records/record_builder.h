#pragma once
// Builds the list of records for both containers, within limits on memory and depth.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/fbx/records/records.h"

namespace skelter::fbx {

class RecordBuilder {
 public:
  RecordBuilder(RecordTree& tree_in, MemoryBudget& budget_in, Diagnostics& diagnostics_in)
      : tree(tree_in), budget(budget_in), diagnostics(diagnostics_in) {}

  RecordTree& tree;
  MemoryBudget& budget;
  Diagnostics& diagnostics;

  // The innermost open record; 0 at top level.
  std::uint32_t parent() const { return open_.empty() ? 0 : open_.back(); }
  std::size_t depth() const { return open_.size(); }

  // These functions and the readers return false on failure and set `failure`. Returning a Result for each
  // value and record would cost a third of the reading time.
  std::optional<Error> failure;
  bool fail(Error error) {
    failure = std::move(error);
    return false;
  }

  // Adds a record below parent(). The record's values follow.
  [[nodiscard]] bool add_record(std::string_view name, std::uint64_t byte);
  [[nodiscard]] bool add_value(const Value& value) {
    Value* const added = add_value();
    if (added != nullptr) *added = value;
    return added != nullptr;
  }
  // Returns the value to fill in, or null on failure.
  [[nodiscard]] Value* add_value() {
    if (tree.values.size() == tree.values.capacity() && !make_room_for_values()) return nullptr;
    ++tree.records.back().value_count;
    return &tree.values.emplace_back();
  }
  void drop_value() {
    tree.values.pop_back();
    --tree.records.back().value_count;
  }
  std::uint32_t last() const { return static_cast<std::uint32_t>(tree.records.size() - 1); }
  // Opens the last record, so that its children follow.
  [[nodiscard]] bool enter();
  void leave();
  void finish();  // closes the file

  // Error at a byte of the file. Its object is the innermost record.
  Error error(std::string_view code, std::uint64_t byte, std::string message,
              Status status = Status::bad_data) const;
  void warn(std::string_view code, std::uint64_t byte, std::string message) const {
    diagnostics.add(Severity::warning, code, tree.spot_at(byte, tree.label(last())), std::move(message));
  }

 private:
  bool make_room_for_values();

  std::vector<std::uint32_t> open_;
};

[[nodiscard]] bool read_binary_records(RecordBuilder& builder);
[[nodiscard]] bool read_text_records(RecordBuilder& builder);

}  // namespace skelter::fbx
