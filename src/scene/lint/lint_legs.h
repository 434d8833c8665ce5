#pragma once
// Finds the joints that are feet. A fish also has low joints, and its tail slides freely.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::lint_detail {

// The ends of limbs that are low at rest and belong to a left and right pair, by name or by position. An end
// is a joint with vertices and without such joints below. A leg of two bones must end above the joint, or
// next to it if the foot hangs on the root for inverse kinematics. `extent`: H.
std::vector<std::uint32_t> find_feet(const Scene& scene, const Vec3d& up, double extent);

}  // namespace skelter::lint_detail
