#pragma once
// Growing storage for the words of an XTree, allocated in large steps that count against the memory budget.

#include <cstdint>
#include <vector>

#include "core/internal/memory_budget.h"
#include "skelter/core/limits.h"

namespace skelter::x {

class WordSink {
 public:
  WordSink(std::vector<std::uint32_t>& words, MemoryBudget& budget) : words_(words), budget_(budget) {}

  // Reserves space for about `count` words if the budget allows it. Untouched pages cost nothing.
  void expect(std::uint64_t count) {
    if (!budget_.take(4 * count)) return;
    words_.reserve(static_cast<std::size_t>(count));
  }

  // Returns space for the next `count` words, or null if the budget is exhausted.
  std::uint32_t* make_room(std::uint64_t count) {
    if (count > words_.size() - used_ && !grow(count)) return nullptr;
    return words_.data() + used_;
  }
  void advance(std::uint64_t count) { used_ += static_cast<std::size_t>(count); }
  std::size_t used() const { return used_; }
  void rewind(std::size_t used) { used_ = used; }
  void finish() { words_.resize(used_); }

 private:
  bool grow(std::uint64_t count);

  std::vector<std::uint32_t>& words_;
  MemoryBudget& budget_;
  std::size_t used_ = 0;
};

}  // namespace skelter::x
