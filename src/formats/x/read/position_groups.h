#pragma once
// Groups vertices by position, in linear time for normal files and n log n for files that try to defeat the
// hash.

#include <cstdint>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter::x {

// Equal vectors have equal hashes; 0 and -0 are equal.
std::uint64_t hash_position(const Vec3& position);

// For each vertex, the first vertex with the same position. Positions must be finite.
std::vector<std::uint32_t> group_by_position(const std::vector<Vec3>& positions);

}  // namespace skelter::x
