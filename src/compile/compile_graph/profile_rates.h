#pragma once
// Computes the masks of a graph's profiles for a skeleton that is already built.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/compile/settings.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::compile {

// Returns the rates of all profiles, in the layout of Skeleton::mask_weights. `parents`: per joint, the joint
// from which it inherits the rate in a profile with `below`, or kNone16. Joints that the skeleton lacks are
// ignored.
std::vector<float> profile_rates(std::span<const MaskSettings> profiles, const Skeleton& skeleton,
                                 std::span<const std::uint16_t> parents);

}  // namespace skelter::compile
