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

}  // namespace skelter
