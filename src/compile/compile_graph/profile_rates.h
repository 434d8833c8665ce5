#pragma once
// The masks of a graph's profiles for an already built skeleton.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/compile/settings.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::compile {

// The rates of all profiles, in the layout of Skeleton::mask_weights. `parents`: per joint, the joint that
// passes its rate on in a profile with `below`; kNone16: none. Joints that the skeleton lacks are ignored.
std::vector<float> profile_rates(std::span<const MaskSettings> profiles, const Skeleton& skeleton,
                                 std::span<const std::uint16_t> parents);

}  // namespace skelter::compile
