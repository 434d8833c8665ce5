#pragma once
// Walks the words of one data object in the order of its template. The tree has checked that the words match
// the template. Past the end a cursor returns zeros, so that it never reads out of bounds.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "skelter/math/mat.h"

namespace skelter::x {

using Words = std::span<const std::uint32_t>;

inline float as_float(std::uint32_t word) {
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

// True if the bits are those of an infinity or a NaN.
constexpr bool is_not_finite(std::uint32_t word) {
  return (word & 0x7F800000u) == 0x7F800000u;
}

class WordsCursor {
 public:
  explicit WordsCursor(Words words) : words_(words) {}

  std::uint32_t next() {
    if (words_.empty()) return 0;
    const std::uint32_t word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  float next_float() { return as_float(next()); }
  Words take(std::uint64_t count) {
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(count, words_.size()));
    const Words taken = words_.first(size);
    words_ = words_.subspan(size);
    return taken;
  }
  Mat4 next_matrix() {
    Mat4 matrix;
    for (float& element : matrix.m) element = next_float();
    return matrix;
  }
  Words rest() const { return words_; }

 private:
  Words words_;
};

}  // namespace skelter::x
