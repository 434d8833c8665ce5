#pragma once
// FabrikJob: moves the end of a chain of many joints (tail, tentacle, spine, rope) to a target. Iterative.
// Bone lengths are preserved, except below uneven scales, where bones stretch as they turn; there each
// iteration continues from the chain's actual pose. Usage: ik_pose.h.
//
// Source: Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem",
// Graphical Models, 2011, algorithm 1.

#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {

// The job's stack use is about 7 KB for 64 joints.
inline constexpr std::size_t kMaxFabrikJoints = 64;

struct FabrikJob {
  IkPose pose;
  std::span<const std::uint16_t> joints;  // 2 to kMaxFabrikJoints, each a descendant of the one before
  Vec3 target_model;
  // Direction in model space to which the chain bends if its joints and the target are collinear. 0, or along
  // that line: the side of the end joint, or any side.
  Vec3 pole_model;
  float weight = 1;         // 0 to 1, clamped: the fraction of the corrections
  float tolerance = 1e-4f;  // fraction of the chain's length, above 0
  std::uint32_t max_iterations = 32;
  std::span<Quat> out_corrections;  // at least joints.size() - 1, in the spaces of the joints' parents
  IkResult* out_result = nullptr;   // may be null; its corrections are not set
  // invalid_argument: an input is missing, too short, out of range or not finite; a joint is not below the
  // one before; limit_exceeded: too many joints.
  // Reached: the end is at the target within the tolerance.
  // If the target is out of reach, the chain straightens towards it. A chain of length 0 does not change.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
