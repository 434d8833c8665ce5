#pragma once
// Checks shared by the readers of blobs. Opening a pack consists mostly of these checks, so they use whole
// vectors and process all data before they return a result.

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/internal/format/pack_records.h"

namespace skelter {

bool all_finite(std::span<const float> numbers);
bool all_below(std::span<const std::uint32_t> numbers, std::uint32_t limit);
bool all_below(std::span<const std::uint16_t> numbers, std::uint32_t limit);

// Checks the weights of a mesh, stored as blocks of `influences` rows with kMeshBlock lanes each. Every
// weight is from 0 to 1. The weights of a vertex add up to 1 within kWeightSumTolerance; past the last vertex
// they add up to 0.
inline constexpr float kWeightSumTolerance = 1e-3f;
bool weights_in_order(const float* rows, std::uint32_t influences, std::size_t vertices);

// Checks offsets into a text or list: the first is 0, they never decrease, the last is its length.
inline bool valid_offsets(std::span<const std::uint32_t> begin, std::size_t size) {
  if (begin.empty() || begin.front() != 0 || begin.back() != size) return false;
  for (std::size_t i = 1; i < begin.size(); ++i)
    if (begin[i] < begin[i - 1]) return false;
  return true;
}

inline bool below_or_none(std::uint32_t index, std::size_t size) {
  return index == kNone || index < size;
}
inline bool inside(PackText place, std::span<const char> texts) {
  return std::uint64_t{place.begin} + place.size <= texts.size();
}

}  // namespace skelter
