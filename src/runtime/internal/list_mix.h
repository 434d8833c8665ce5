#pragma once
// Code shared by the vector path and the scalar path of a pose list: collects the clips, times and weights to
// mix. CrowdJob and PoseListJob both use it.

#include <algorithm>
#include <array>
#include <cstring>

#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter::list {

inline bool is_stage(const PoseListEntry& line) {
  return line.clip == kPoseListStage;
}

inline float line_time(const ClipView& clip, const PoseListEntry& line) {
  return static_cast<float>(find_play_time(clip, line.loop, line.time_s).in_cycle_s);
}

inline std::span<const float> line_mask(const Skeleton& skeleton, const PoseListEntry& line) {
  return line.mask == kNone16 ? std::span<const float>() : skeleton.mask(line.mask);
}

// Layout of PoseListJob::scratch: for each entry a pose and two rows with a weight per joint. For an item the
// first row holds its weights; for a stage the rows hold the factors of the items below and above its split.
struct Scratch {
  SoaTransform* poses;
  float* weights;

  explicit Scratch(const PoseListJob& job)
      : poses(reinterpret_cast<SoaTransform*>(job.scratch.data())),
        weights(reinterpret_cast<float*>(poses + job.lines.size() * job.skeleton->block_count())) {}
  static std::size_t bytes(const Skeleton& skeleton, std::size_t lines) {
    const std::size_t block_bytes = sizeof(SoaTransform) + 2 * kLanes * sizeof(float);
    return (lines * skeleton.block_count() * block_bytes + 63) / 64 * 64;
  }
};

// Whether the list is a single entry at full weight for all joints, which needs no blending.
inline bool plays_alone(const PoseListJob& job) {
  if (job.lines.size() != 1) return false;
  const PoseListEntry& line = job.lines[0];
  return !is_stage(line) && line.mask == kNone16 && line.weight == 1 && !job.clips[line.clip].additive();
}

// The items of a list as layers of a blend: plain ones first. Kernels sample them and scale by masks.
template <class Kernels>
class Mix {
 public:
  Mix(const PoseListJob& job, std::uint32_t blocks) : job_(job), blocks_(blocks), scratch_(job) {
    for (const bool additive : {false, true}) {
      for (std::uint32_t i = 0; i < job.lines.size(); ++i)
        if (!is_stage(job.lines[i]) && job.clips[job.lines[i].clip].additive() == additive) add(i);
      if (!additive) plain_ = count_;
    }
    for (std::uint32_t i = 0; i < job.lines.size(); ++i)
      if (is_stage(job.lines[i])) apply_stage(i);
  }

  void blend(SoaTransform* out) const {
    BlendJob mix;
    mix.skeleton = job_.skeleton;
    mix.layers = {entries_.data(), plain_};
    mix.additive_layers = {entries_.data() + plain_, count_ - plain_};
    mix.threshold = job_.blend_threshold;
    mix.block_count = blocks_;
    mix.out_local_pose = {out, blocks_};
    Kernels::blend(mix);
  }

 private:
  void add(std::uint32_t line) {
    SoaTransform* const pose = scratch_.poses + line * job_.skeleton->block_count();
    Kernels::sample(job_, job_.lines[line], blocks_, pose);
    entry_of_line_[line] = static_cast<std::uint8_t>(count_);
    BlendLayer& entry = entries_[count_++];
    entry.local_pose = {pose, blocks_};
    entry.weight = job_.lines[line].weight;
    entry.joint_weights = line_mask(*job_.skeleton, job_.lines[line]);
  }

  std::span<float> weights_of(std::size_t line, std::size_t row = 0) const {
    const std::size_t joints = std::size_t{kLanes} * job_.skeleton->block_count();
    return {scratch_.weights + (2 * line + row) * joints, std::size_t{kLanes} * blocks_};
  }

  void apply_stage(std::uint32_t line) {
    const PoseListEntry& stage = job_.lines[line];
    const std::span<const float> mask = line_mask(*job_.skeleton, stage);
    const float share = stage.weight < 1 ? stage.weight : 1;
    if (mask.empty() && stage.partial == 0) return apply_uniform_stage(line, share);
    const std::span<float> below = weights_of(line, 0), above = weights_of(line, 1);
    if (mask.empty())
      std::fill(above.begin(), above.end(), share);
    else
      Kernels::share_out(mask.data(), stage.weight, below, above);
    if (stage.partial != 0) leave_rest(line, below, above);
    for (std::uint32_t i = stage.begin; i < line; ++i) {
      if (is_stage(job_.lines[i])) continue;
      BlendLayer& entry = entries_[entry_of_line_[i]];
      const std::span<float> factors = i < stage.split ? below : above;
      if (entry.joint_weights.empty()) {
        entry.joint_weights = factors;
      } else {
        Kernels::multiply(entry.joint_weights.data(), factors, weights_of(i));
        entry.joint_weights = weights_of(i);
      }
    }
  }

  // Partial stages: the items below get the weight that those above do not use.
  void leave_rest(std::uint32_t line, std::span<float> below, std::span<const float> above) {
    std::fill(below.begin(), below.end(), 0.0f);
    for (std::uint32_t i = job_.lines[line].split; i < line; ++i) {
      if (is_stage(job_.lines[i]) || entry_of_line_[i] >= plain_) continue;
      const BlendLayer& entry = entries_[entry_of_line_[i]];
      for (std::size_t joint = 0; joint < below.size(); ++joint)
        below[joint] += entry.weight * (entry.joint_weights.empty() ? 1 : entry.joint_weights[joint]);
    }
    const float whole = job_.lines[line].whole_weight();
    for (std::size_t joint = 0; joint < below.size(); ++joint)
      below[joint] = 1 - above[joint] * (below[joint] < whole ? below[joint] / whole : 1);
  }

  void apply_uniform_stage(std::uint32_t line, float share) {
    const PoseListEntry& stage = job_.lines[line];
    for (std::uint32_t i = stage.begin; i < line; ++i)
      if (!is_stage(job_.lines[i])) entries_[entry_of_line_[i]].weight *= i < stage.split ? 1 - share : share;
  }

  const PoseListJob& job_;
  std::uint32_t blocks_;
  Scratch scratch_;
  std::array<BlendLayer, kMaxPoseListEntries> entries_;
  std::array<std::uint8_t, kMaxPoseListEntries> entry_of_line_;
  std::size_t plain_ = 0, count_ = 0;
};

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

// Computes all blocks of the pose of a valid job. Kernels::blend_two may sample and blend two entries at
// once, and returns whether it did.
template <class Kernels>
void pose(const PoseListJob& job, SoaTransform* out) {
  const Skeleton& skeleton = *job.skeleton;
  const std::uint32_t joints = skeleton.lod_joint_counts[job.lod], blocks = blocks_for(joints);
  if (plays_alone(job))
    Kernels::sample(job, job.lines[0], blocks, out);
  else if (job.lines.size() != 2 || !Kernels::blend_two(job, blocks, out))
    Mix<Kernels>(job, blocks).blend(out);
  if (joints < skeleton.joint_count()) rest_beyond(skeleton, joints, out);
}

}  // namespace skelter::list
