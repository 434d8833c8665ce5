#pragma once
// LocalToModelJob: computes model-space matrices from a local pose, down the hierarchy. ModelToLocalJob: the
// inverse.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct LocalToModelJob {
  const Skeleton* skeleton = nullptr;
  std::span<const SoaTransform> local_pose;  // parent_from_joint
  Affine model_from_root;                    // parent transform of all roots
  // Computes joints begin to end (0: all); the matrices of their ancestors before `begin` must be valid.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::span<Affine> out_model_from_joint;  // indexed by joint
  // invalid_argument: no skeleton, a range that is reversed or exceeds the joints, a pose or an output that
  // is too short for the range.
  Status validate() const;
  Status run() const;
};

// Computes a local pose from joints in model space, for example from a ragdoll, another engine or a tool.
//
//   ModelToLocalJob job;
//   job.skeleton = &skeleton;
//   job.model_from_joint = matrices;      // or model_transforms
//   job.out_local_pose = pose;            // then IK, blending, LocalToModelJob
//   if (job.run() != Status::ok) ...
struct ModelToLocalJob {
  const Skeleton* skeleton = nullptr;
  // Set exactly one of these two; both are indexed by joint. Scales of transforms are along the joint's own
  // axes; physics bodies have scale 1.
  std::span<const Affine> model_from_joint;
  std::span<const Transform> model_transforms;
  Affine model_from_root;  // as in LocalToModelJob: the parent transform of all roots
  std::span<SoaTransform> out_local_pose;
  // Number of joints that a local translation, rotation and scale cannot reproduce. Sheared joints get the
  // nearest rotation and the remaining scale. Joints below a parent with a scale of 0 keep their value in
  // out_local_pose. May be null.
  std::uint32_t* out_inexact = nullptr;

  // invalid_argument: no skeleton, neither or both inputs, spans that are too short.
  Status validate() const;
  // bad_data: a joint that is not finite; the joints before it are written.
  Status run() const;
};

}  // namespace skelter
