#pragma once
// The shared input of the IK jobs. They read a pose in model space and return a correction for each joint
// that they turn, in the space of its parent. The sequence:
//
//   LocalToModelJob             local pose -> model_from_joint
//   TwoBoneIkJob, AimIkJob, FabrikJob          -> corrections
//   rotate_joint(local_pose, joint, correction), for each of them
//   LocalToModelJob from the first turned joint on (`begin`)
//
// Chains may have gaps: joints between two joints of a chain (twist bones) move along. Scales: a correction
// is a pure rotation in the space of the joint's parent, and the jobs work in that space. Ancestors may be
// scaled unevenly or mirrored; nothing turns below an ancestor with a scale of 0.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/quat.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct IkPose {
  const Skeleton* skeleton = nullptr;
  std::span<const Affine> model_from_joint;  // indexed by joint; at least the skeleton's joint count
  Affine model_from_root;                    // as in LocalToModelJob: the parent transform of all roots
};

// The result of an IK job.
struct IkResult {
  Quat correction;      // of the first joint that turns, in the space of its parent
  Quat mid_correction;  // TwoBoneIkJob: of the mid joint, in the space of its parent
  // Whether the target is reached with weight 1. Measured on the final pose, including all scales.
  bool reached = false;
  std::uint32_t iterations = 0;  // FabrikJob
};

// Local rotation = correction * local rotation, normalised; translation and scale are unchanged. The identity
// changes no bit. Precondition: the joint is in the pose.
void rotate_joint(std::span<SoaTransform> local_pose, std::uint16_t joint, const Quat& correction);

}  // namespace skelter
