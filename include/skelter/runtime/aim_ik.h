#pragma once
// AimIkJob: turns one joint so that something looks at a target: the joint itself, or one below it (an eye
// below the head, a gun below the hand). How to use it: ik_pose.h.
//
// A chain that looks together (spine, neck, head): run the job for each joint from the spine up, with `eye`
// the head and growing weights, say 0.2, 0.5, 1. After each, rotate_joint and LocalToModelJob from that joint
// on. Each joint takes its part of the turn that is left; the last one with weight 1 takes the rest.

#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {

struct AimIkResult {
  Quat correction;  // in the space of the joint's parent
  // With weight 1 the eye's ray meets the target, within 1e-5 of its distance from the joint: measured on the
  // pose as it comes out, with all scales.
  bool reached = false;
};

struct AimIkJob {
  IkPose pose;
  std::uint16_t joint = kNone16;  // turns
  std::uint16_t eye = kNone16;    // looks: a descendant of `joint`; kNone16: `joint` itself
  Vec3 target_model;
  // The ray that shall meet the target begins at offset_eye and goes along forward_eye, in the eye's space.
  Vec3 forward_eye{0, 0, 1};  // not 0
  Vec3 offset_eye;
  // The eye is turned about its line of sight until up_eye points to the side of pole_model (a direction).
  // Either 0, or along the line of sight: not turned.
  Vec3 up_eye{0, 1, 0};
  Vec3 pole_model{0, 1, 0};
  float weight = 1;  // 0 to 1, clamped: how far the correction is turned
  AimIkResult* out_result = nullptr;
  // invalid_argument: something is missing, out of range, not below the joint it should be below, or not
  // finite; a forward axis of length 0.
  // A target nearer to the joint than the ray's begin cannot be met, and below an ancestor that is flattened
  // (a scale of 0) nothing turns: no correction, not reached.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
