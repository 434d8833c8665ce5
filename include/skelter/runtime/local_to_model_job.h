#pragma once
// LocalToModelJob: model-space matrices from a local pose, down the hierarchy.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct LocalToModelJob {
  const Skeleton* skeleton = nullptr;
  std::span<const SoaTransform> local_pose;  // parent_from_joint
  Affine model_from_root;                    // placed above all roots
  // Joints begin to end (0: all) are computed; the matrices of their ancestors before `begin` must be there.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::span<Affine> out_model_from_joint;  // indexed by joint
  // invalid_argument: no skeleton, a range outside its joints or backwards, a pose or an output that is too
  // short for it.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
