#pragma once
// Which joints are feet. A fish has joints low down, too, and a tail slides as it pleases.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::lint_detail {

// The ends of limbs (joints with vertices, and none with vertices below) that are low at rest and one of a
// pair, left and right, by name or by place, where a leg of two bones ends: above the joint itself, or beside
// it, as where a foot hangs on the root for inverse kinematics. `extent`: H.
std::vector<std::uint32_t> find_feet(const Scene& scene, const Vec3d& up, double extent);

}  // namespace skelter::lint_detail
