#pragma once
// What the scalar and the vector way of running a group share: which clips at which times an instance mixes.

#include <cstdint>
#include <cstring>

#include "skelter/crowd/crowd_job.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/play_time.h"

namespace skelter::crowd {

inline float layer_time(const ClipView& clip, float time_s) {
  return static_cast<float>(find_play_time(clip, Loop::as_made, time_s).in_round_s);
}

// One layer at full weight for all joints needs no blending.
inline bool plays_alone(const CrowdRig& rig, std::span<const CrowdLayer> layers) {
  return layers.size() == 1 && layers[0].mask == kNone16 && layers[0].weight == 1 &&
         !rig.clips[layers[0].clip].additive();
}

// Joints past the level of detail stay at rest.
inline void rest_beyond(const Skeleton& skeleton, std::uint32_t joints, SoaTransform* pose) {
  const std::uint32_t whole = blocks_for(joints);
  for (std::uint32_t joint = joints; joint < whole * kLanes; ++joint)
    for (std::size_t row = 0; row < 10; ++row)
      pose[joint / kLanes].rows[row][joint % kLanes] =
          skeleton.rest_pose[joint / kLanes].rows[row][joint % kLanes];
  std::memcpy(pose + whole, skeleton.rest_pose.data() + whole,
              (skeleton.block_count() - whole) * sizeof(SoaTransform));
}

// Poses one instance into `out` (all blocks). `layers`: scratch of kMaxCrowdLayers poses. Sample and blend
// are the kernels of one instruction set, or the scalar ones.
// blend_two may do both at once for two plain layers; it returns whether it did.
template <class Sample, class Blend, class BlendTwo>
void pose_instance(const CrowdJob& job, const CrowdInstance& instance, SoaTransform* layers,
                   SoaTransform* out, const Sample& sample, const Blend& blend, const BlendTwo& blend_two) {
  const CrowdRig& rig = job.rigs[instance.rig];
  const Skeleton& skeleton = *rig.skeleton;
  const std::uint32_t joints = skeleton.lod_joint_counts[instance.lod];
  const std::uint32_t blocks = blocks_for(joints);
  const auto chosen = job.layers.subspan(instance.first_layer, instance.layer_count);
  if (plays_alone(rig, chosen)) {
    sample(rig, chosen[0], blocks, out);
  } else if (!(chosen.size() == 2 && blend_two(rig, chosen, blocks, out))) {
    BlendLayer plain[kMaxCrowdLayers], additive[kMaxCrowdLayers];
    std::size_t plain_count = 0, additive_count = 0;
    for (const CrowdLayer& layer : chosen) {
      sample(rig, layer, blocks, layers);
      BlendLayer& entry =
          rig.clips[layer.clip].additive() ? additive[additive_count++] : plain[plain_count++];
      entry.local_pose = {layers, blocks};
      entry.weight = layer.weight;
      if (layer.mask != kNone16) entry.joint_weights = skeleton.mask(layer.mask);
      layers += skeleton.block_count();
    }
    BlendJob mix;
    mix.skeleton = &skeleton;
    mix.layers = {plain, plain_count};
    mix.additive_layers = {additive, additive_count};
    mix.threshold = job.blend_threshold;
    mix.block_count = blocks;
    mix.out_local_pose = {out, blocks};
    blend(mix);
  }
  if (joints < skeleton.joint_count()) rest_beyond(skeleton, joints, out);
}

}  // namespace skelter::crowd
