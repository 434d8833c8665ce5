#pragma once
// The least that any reader of a text file must do: look at every token and turn every number into a float.
// Benchmarks use it as the limit that the whole reader is compared with.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

struct LexCounts {
  std::uint64_t words = 0;  // names and keywords
  std::uint64_t strings = 0;
  std::uint64_t numbers = 0;
  std::uint64_t punctuation = 0;
  std::uint32_t number_bits =
      0;  // all numbers as float bits, joined by exclusive or: keeps them from being dropped
};

// `bytes`: a whole uncompressed text file.
LexCounts lex_only(ByteSpan bytes);

}  // namespace skelter
