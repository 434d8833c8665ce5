#pragma once
// AimIkJob: rotates one joint so that an eye joint looks at a target. The eye is the joint itself or a
// descendant (an eye below the head, a gun below the hand). Usage: ik_pose.h.
//
// For a chain that looks together (spine, neck, head), run the job for each joint from the spine up, with
// `eye` the head and growing weights such as 0.2, 0.5, 1. After each run, call rotate_joint and
// LocalToModelJob from that joint on. Each joint makes its share of the remaining turn; the last one, with
// weight 1, makes the rest.

#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {

struct AimIkJob {
  IkPose pose;
  std::uint16_t joint = kNone16;  // the joint that turns
  std::uint16_t eye = kNone16;    // the joint that looks: a descendant of `joint`; kNone16: `joint` itself
  Vec3 target_model;
  // The line of sight starts at offset_eye and runs along forward_eye, both in the eye's space.
  Vec3 forward_eye{0, 0, 1};  // nonzero
  Vec3 offset_eye;
  // The eye is turned about its line of sight until up_eye points to the side of pole_model (a direction). No
  // turn if either is 0 or along the line of sight.
  Vec3 up_eye{0, 1, 0};
  Vec3 pole_model{0, 1, 0};
  float weight = 1;  // 0 to 1, clamped: the fraction of the correction
  IkResult* out_result = nullptr;
  // invalid_argument: an input is missing, out of range or not finite; a joint is not below the required one;
  // a forward axis of length 0.
  // The result: the correction of the joint. Reached: the line of sight hits the target within 1e-5 of its
  // distance from the joint.
  // A target nearer to the joint than offset_eye cannot be reached. Below an ancestor with a scale of 0
  // nothing turns: no correction, not reached.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
