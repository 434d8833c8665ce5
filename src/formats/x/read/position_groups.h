#pragma once
// Finds vertices at the same place. Linear for honest files, n log n for files made to defeat the hash.

#include <cstdint>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter::x {

// Equal for equal vectors; 0 and -0 are equal.
std::uint64_t hash_position(const Vec3& position);

// Per vertex the first vertex of equal position. Positions are finite.
std::vector<std::uint32_t> group_by_position(const std::vector<Vec3>& positions);

}  // namespace skelter::x
