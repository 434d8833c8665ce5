#pragma once
// Groups sets of bones that share a palette.

#include <cstdint>
#include <vector>

namespace skelter {

using BoneSet = std::vector<std::uint32_t>;  // ascending, distinct

// Puts every set into a group so that the union of a group has at most `capacity` bones. Returns the group of
// each set; groups are numbered from 0. A group starts with the first remaining set. As long as one fits, the
// set with the fewest new bones is added; ties go to the set that shares the most bones, then to the first.
// Precondition: no set is larger than `capacity`. O(groups * capacity * sets).
std::vector<std::uint32_t> group_bone_sets(const std::vector<BoneSet>& sets, std::uint32_t capacity);

}  // namespace skelter
