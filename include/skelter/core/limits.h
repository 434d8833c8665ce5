#pragma once
// Limits: the memory and counts that a reader may use for one file. A hostile file gives an error in bounded
// time and memory.

#include <cstdint>

namespace skelter {

struct Limits {
  // Memory that a reader may use for one file, including decompressed data. 0: 64 MB + 40 times the size of
  // the file and of the files that it references.
  std::uint64_t max_memory_bytes = 0;
  std::uint32_t max_depth = 1024;       // nesting of objects
  std::uint32_t max_nodes = 1'000'000;  // frames, and data objects of the generic tree
};

// Counts a reader's allocations against a limit. Not thread-safe: use one per read.
class MemoryBudget {
 public:
  MemoryBudget(const Limits& limits, std::uint64_t file_bytes)
      : grows_(limits.max_memory_bytes == 0),
        limit_(limits.max_memory_bytes != 0 ? limits.max_memory_bytes : 64u * 1024 * 1024 + 40 * file_bytes) {
  }

  // Returns false, and counts nothing, if another `bytes` bytes would exceed the limit.
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
