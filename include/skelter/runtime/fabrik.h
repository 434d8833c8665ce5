#pragma once
// FabrikJob: a chain of many joints (tail, tentacle, spine, rope) whose end comes to a target. Iterative; the
// lengths of its bones stay, but for bones below uneven scales, which stretch as they turn: there each
// iteration goes on from where the chain really is. How to use it: ik_pose.h.
//
// Source: Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem",
// Graphical Models, 2011, algorithm 1.

#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {

// On the stack: 64 joints take about 7 KB.
inline constexpr std::size_t kMaxFabrikJoints = 64;

struct FabrikResult {
  // With weight 1 the end is at the target, within the tolerance: measured on the pose as it comes out, with
  // all scales (before corrections are rounded to float).
  bool reached = false;
  std::uint32_t iterations = 0;
};

struct FabrikJob {
  IkPose pose;
  std::span<const std::uint16_t> joints;  // 2 to kMaxFabrikJoints, each a descendant of the one before
  Vec3 target_model;
  // Side (a direction in model space) to which the chain bends when its joints and the target lie on one
  // line. 0, or along the line: the side of the end, or any.
  Vec3 pole_model;
  float weight = 1;         // 0 to 1, clamped: how far the corrections are turned
  float tolerance = 1e-4f;  // part of the chain's length, above 0
  std::uint32_t max_iterations = 32;
  std::span<Quat> out_corrections;     // joints.size() - 1 at least, in the spaces of the joints' parents
  FabrikResult* out_result = nullptr;  // may be null
  // invalid_argument: something is missing, too short, out of range, not below the joint it should be below,
  // or not finite; limit_exceeded: too many joints.
  // Out of reach: the chain straightens towards the target. A chain of length 0 stays as it is.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
