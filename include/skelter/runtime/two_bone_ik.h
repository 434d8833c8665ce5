#pragma once
// TwoBoneIkJob: IK for an arm or a leg. Turns the start joint (shoulder, hip) and the mid joint (elbow, knee)
// so that the end joint (hand, foot) reaches a target. Exact under all nonzero scales, also if a bone above
// the mid joint is stretched. Usage: ik_pose.h.
//
// Source: law of cosines; if the lower bone changes its length with the bend, the angle is found by
// bisection. Soft reach: targets at x beyond the start of a soft zone of length z are moved to z x / (z + x)
// beyond it.

#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {

struct TwoBoneIkJob {
  IkPose pose;
  std::uint16_t start = kNone16, mid = kNone16, end = kNone16;  // each a descendant of the one before
  Vec3 target_model;
  // Direction, in model space, to which the mid joint points from the line between start and target. 0, or
  // along that line: the chain keeps its current side.
  Vec3 pole_model;
  // Axis of the hinge in the space of the mid joint: bending turns the end about it, right-hand rule. A
  // straight chain bends about it, and a chain that is bent the wrong way is bent back. 0: the axis of the
  // current bend; a straight chain then bends towards the pole or, without a pole, about any axis.
  Vec3 mid_axis_joint;
  float weight = 1;  // 0 to 1, clamped: the fraction of the corrections
  // Fraction of the chain's reach, 0 to 1, clamped, beyond which it stretches softly instead of snapping
  // straight; such targets are not reached. 1: not soft. 0.97 suits most characters.
  float soft_begin = 1;
  IkResult* out_result = nullptr;
  // invalid_argument: an input is missing, out of range or not finite; a joint is not below the required one.
  // The result: the corrections of the start and the mid joint. Reached: the end is at the target within 1e-5
  // of the chain's length.
  // Out of reach: the chain straightens towards the target, or folds as far as it can. Bones of length 0 do
  // not bend, and a target at the start joint keeps the direction of the chain. Below an ancestor with a
  // scale of 0 nothing turns.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
