#include "skelter/runtime/pose_list_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/jobs/pose_list_job.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "runtime/internal/list_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {
void pose_list(const PoseListJob& job) {
  pose_of_list(job, job.out_local_pose.data());
}
}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cmath>

#include "skelter/runtime/clip.h"
#include "skelter/runtime/scalar_tracks.h"

namespace skelter {

HWY_EXPORT(pose_list);

namespace {

using namespace list;

float mask_at(const PoseListJob& job, const PoseListEntry& line, std::uint32_t joint) {
  return line.mask == kNone16 ? 1 : job.skeleton->mask(line.mask)[joint];
}

// Computes the weight of every item, including the stages that cover it.
void weigh_at(const PoseListJob& job, std::uint32_t joint, std::span<float> weights) {
  for (std::size_t i = 0; i < job.lines.size(); ++i) {
    const PoseListEntry& line = job.lines[i];
    const float weight = line.weight * mask_at(job, line, joint);
    weights[i] = is_stage(line) ? 0 : weight;
    if (!is_stage(line)) continue;
    const float share = std::min(weight, 1.0f);
    float part = 1;
    if (line.partial != 0) {
      float sum = 0;
      for (std::size_t k = line.split; k < i; ++k)
        if (!is_stage(job.lines[k]) && !job.clips[job.lines[k].clip].additive()) sum += weights[k];
      if (sum < line.whole_weight()) part = sum / line.whole_weight();
    }
    for (std::size_t k = line.begin; k < i; ++k) weights[k] *= k >= line.split ? share : 1 - share * part;
  }
}

void mix_scalar(const PoseListJob& job, std::size_t index) {
  const std::size_t count = job.scalar_joints.size();
  float sum = 0, weights = 0, added = 0;
  float weights_of[kMaxPoseListEntries];
  weigh_at(job, job.scalar_joints[index], weights_of);
  for (std::size_t i = 0; i < job.lines.size(); ++i) {
    const PoseListEntry& line = job.lines[i];
    const std::uint32_t track = is_stage(line) ? kNone : job.scalar_tracks[line.clip * count + index];
    if (track == kNone) continue;
    const ClipView& clip = job.clips[line.clip];
    const float value = sample_scalar(clip, clip.scalars[track], line_time(clip, line));
    const float weight = weights_of[i];
    (clip.additive() ? added : sum) += weight * value;
    if (!clip.additive()) weights += weight;
  }
  if (weights > 0) job.out_scalars[index] = sum / weights;
  job.out_scalars[index] += added;
}

const char* wrong_scalars(const PoseListJob& job) {
  const std::size_t count = job.scalar_joints.size();
  if (job.scalar_tracks.size() != job.clips.size() * count)
    return "scalar_tracks does not have one track per clip and scalar";
  if (job.out_scalars.size() < count) return "out_scalars is too short";
  for (const std::uint16_t joint : job.scalar_joints)
    if (joint >= job.skeleton->joint_count()) return "a scalar refers to a joint that does not exist";
  for (std::size_t i = 0; i < job.scalar_tracks.size(); ++i)
    if (job.scalar_tracks[i] != kNone && job.scalar_tracks[i] >= job.clips[i / count].scalars.size())
      return "scalar_tracks refers to a track that its clip does not have";
  return nullptr;
}

const char* wrong_job(const PoseListJob& job) {
  if (job.skeleton == nullptr) return "the skeleton is missing";
  if (job.lod >= job.skeleton->lod_joint_counts.size()) return "the skeleton has no such level of detail";
  // The inverse of the threshold must be finite, so tiny thresholds are rejected.
  if (!(std::isnormal(job.blend_threshold) && job.blend_threshold > 0))
    return "blend_threshold is not above 0";
  if (job.scratch.size() < pose_list_scratch_bytes(*job.skeleton, job.lines.size()))
    return "scratch is too small";
  if (reinterpret_cast<std::uintptr_t>(job.scratch.data()) % 64 != 0)
    return "scratch is not aligned to 64 bytes";
  return job.out_local_pose.size() < job.skeleton->block_count() ? "out_local_pose is too short" : nullptr;
}

}  // namespace

std::size_t pose_list_scratch_bytes(const Skeleton& skeleton, std::size_t lines) {
  return Scratch::bytes(skeleton, lines);
}

Problem PoseListJob::validate() const {
  if (const char* wrong = wrong_job(*this); wrong != nullptr) return {Status::invalid_argument, wrong};
  if (const Problem problem = check_list(*skeleton, clips, lines); !problem.ok()) return problem;
  const char* const wrong = wrong_scalars(*this);
  return wrong == nullptr ? Problem{} : Problem{Status::invalid_argument, wrong};
}

Status PoseListJob::run() const {
  if (const Problem problem = validate(); !problem.ok()) return problem.status;
  HWY_DYNAMIC_DISPATCH(pose_list)(*this);
  for (std::size_t i = 0; i < scalar_joints.size(); ++i) mix_scalar(*this, i);
  return Status::ok;
}

}  // namespace skelter
#endif
