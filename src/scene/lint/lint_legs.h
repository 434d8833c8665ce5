#pragma once
// Finds the joints that are feet. Other low joints, such as a fish's tail, slide freely.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::lint_detail {

// Returns the ends of limbs that are low at rest and belong to a left and right pair, by name or by position.
// An end is a joint with vertices but no descendants with vertices. A leg of two bones must lead to the end,
// or end next to it if the foot is a child of the root for inverse kinematics. `extent`: H.
std::vector<std::uint32_t> find_feet(const Scene& scene, const Vec3d& up, double extent);

}  // namespace skelter::lint_detail
