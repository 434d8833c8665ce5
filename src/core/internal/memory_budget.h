#pragma once
// MemoryBudget: counts the allocations of one read against Limits::max_memory_bytes.

#include <cstdint>

#include "skelter/core/limits.h"

namespace skelter {

// Counts a reader's allocations against a limit. Not thread-safe: use one per read.
class MemoryBudget {
 public:
  MemoryBudget(const Limits& limits, std::uint64_t file_bytes)
      : grows_(limits.max_memory_bytes == 0),
        limit_(limits.max_memory_bytes != 0 ? limits.max_memory_bytes : 64u * 1024 * 1024 + 40 * file_bytes) {
  }

  // Returns false, and takes nothing, if `bytes` more would exceed the limit.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    if (bytes > limit_ - used_) return false;
    used_ += bytes;
    return true;
  }
  // Raises the limit for a file that the first one references, as if it were part of the first.
  void add_file(std::uint64_t file_bytes) {
    if (grows_) limit_ += 40 * file_bytes;
  }
  void give_back(std::uint64_t bytes) { used_ -= bytes < used_ ? bytes : used_; }
  std::uint64_t limit() const { return limit_; }
  std::uint64_t used() const { return used_; }

 private:
  bool grows_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
};

}  // namespace skelter
