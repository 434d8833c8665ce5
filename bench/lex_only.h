#pragma once
// The minimum work of any reader of a text file: scanning every token and converting every number to a float.
// Benchmarks use it as the lower limit for a whole reader.

#include <cstdint>
#include <cstring>

#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/number.h"
#include "skelter/core/bytes.h"

namespace skelter {

struct LexCounts {
  std::uint64_t words = 0;  // names and keywords
  std::uint64_t strings = 0;
  std::uint64_t numbers = 0;
  std::uint64_t punctuation = 0;
  std::uint32_t number_bits =
      0;  // exclusive or of all numbers as float bits, so that the compiler cannot remove the conversion
};

// A `}` followed by at least 16 bytes, which stops every loop of the guarded number parser: see number.h.
inline const char* last_brace(const char* begin, const char* end) {
  if (end - begin <= 16) return begin;
  const char* p = end - 16;
  while (p != begin && *p != '}') --p;
  return p;
}

inline const char* word_end(const char* p, const char* end) {
  while (p != end && !x::ends_word(*p)) ++p;
  return p;
}

// `bytes`: a complete uncompressed text file.
inline LexCounts lex_only(ByteSpan bytes) {
  using namespace x;
  LexCounts counts;
  if (bytes.size() <= 16) return counts;
  const char* p = reinterpret_cast<const char*>(bytes.data()) + 16;
  const char* const end = reinterpret_cast<const char*>(bytes.data()) + bytes.size();
  const char* const guard = last_brace(p, end);
  while (p != end) {
    std::uint32_t bits = 0;
    float value = 0;
    if (is_space(*p)) {
      do ++p;
      while (p < guard && is_space(*p));
    } else if (has_class(*p, kPunctuation)) {
      ++counts.punctuation;
      ++p;
    } else if (p < guard && (is_digit(*p) || *p == '-') && parse_float_guarded(p, bits)) {
      ++counts.numbers;
      counts.number_bits ^= bits;
      for (; has_class(*p, kSeparator); ++p)
        ++counts.punctuation;  // `p` is at most at the guard, which is not punctuation
      while (is_space(*p)) ++p;
    } else if (*p == '#' || *p == '/') {
      while (p != end && *p != '\n' && *p != '\r') ++p;
    } else if (*p == '"') {
      ++counts.strings;
      const void* const quote = std::memchr(p + 1, '"', static_cast<std::size_t>(end - p - 1));
      p = quote == nullptr ? end : static_cast<const char*>(quote) + 1;
    } else {
      const char* const last = word_end(p, end);
      const bool number =
          parse_float_word({p, static_cast<std::size_t>(last - p)}, value) == WordForm::number;
      ++(number ? counts.numbers : counts.words);
      std::memcpy(&bits, &value, 4);
      counts.number_bits ^= bits;
      p = last;
    }
  }
  return counts;
}

}  // namespace skelter
