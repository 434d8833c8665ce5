#pragma once
// The masks of a graph's profiles for a skeleton that is already built.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/compile/skeleton.h"

namespace skelter::compile {

// The rates of all profiles, laid out as Skeleton::mask_weights. `parents`: per joint, the joint that a
// profile with `below` passes its rate on from; kNone16: none. Joints that the skeleton does not have are
// left out.
std::vector<float> profile_rates(std::span<const MaskSettings> profiles, const Skeleton& skeleton,
                                 std::span<const std::uint16_t> parents);

}  // namespace skelter::compile
