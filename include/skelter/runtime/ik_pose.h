#pragma once
// What the IK jobs have in common: they read a pose in model space and give, for each joint they turn, a
// correction in the space of its parent. The flow:
//
//   LocalToModelJob             local pose -> model_from_joint
//   TwoBoneIkJob, AimIkJob, FabrikJob          -> corrections
//   rotate_joint(local_pose, joint, correction), for each of them
//   LocalToModelJob from the first turned joint on (`begin`)
//
// Chains need not be unbroken: joints between two joints of a chain (twist bones) move along.
// Scales: a correction is a pure turn in the space of the joint's parent, so the jobs work there. Ancestors
// may be scaled unevenly or mirrored; only below one that is flattened nothing turns.

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
  Affine model_from_root;                    // as in LocalToModelJob: placed above all roots
};

// Local rotation = correction * local rotation, normalised; translation and scale stay. The identity
// changes nothing, to the bit.
// Precondition: the joint is in the pose.
void rotate_joint(std::span<SoaTransform> local_pose, std::uint16_t joint, const Quat& correction);

}  // namespace skelter
