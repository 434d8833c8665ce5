#pragma once
// BlendJob: mixes local poses by weight, joint by joint, then adds additive layers on top.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct BlendLayer {
  std::span<const SoaTransform> local_pose;  // at least the number of blended blocks
  float weight = 1;                          // at least 0; weights of the layers need not sum to 1
  std::span<const float> joint_weights;      // mask, 0 to 1, 8 per block; empty: 1 for all joints
};

// For each joint, over layers with weight w_i (layer weight times mask):
//   translation, scale: sum(w_i v_i) / sum(w_i); rotation: the normalised sum of w_i q_i, where each q_i
//   gets the sign that is closer to the sum before it. So nothing pops when a weight fades to 0.
// If sum(w_i) is below `threshold`, the rest pose fills in with weight threshold - sum(w_i). Additive layers
// follow in order, with a = weight times mask: translation += a * dt; rotation = pose * nlerp(identity, dr,
// a); scale *= 1 + a * (ds - 1). A negative additive weight subtracts.
struct BlendJob {
  const Skeleton* skeleton = nullptr;
  std::span<const BlendLayer> layers;
  std::span<const BlendLayer> additive_layers;
  float threshold = 0.1f;                  // > 0
  std::uint32_t block_count = 0;           // blocks to blend, from the first; 0: all
  std::span<SoaTransform> out_local_pose;  // at least that many blocks; may alias a layer's pose
  // invalid_argument: no skeleton, too many blocks, a threshold that is not above 0; a layer or an output
  // that is too short; a weight that is not finite, or is negative in `layers`.
  Status validate() const;
  Status run() const;
};

// Computes differences for additive layers: adding the result to `reference` with weight 1 gives `pose`.
// Scales of 0 in the reference give a difference of 1. `out_difference` has the size of the others and may
// alias either. Errors: invalid_argument if the sizes differ.
Status pose_difference(std::span<const SoaTransform> pose, std::span<const SoaTransform> reference,
                       std::span<SoaTransform> out_difference);

}  // namespace skelter
