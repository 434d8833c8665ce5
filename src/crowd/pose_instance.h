#pragma once
// Converts an instance to a PoseListJob, for the kernels that both jobs share.

#include "skelter/crowd/crowd_job.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter::crowd {

// `scratch`: large enough for kMaxPoseListEntries entries.
inline PoseListJob list_of(const CrowdJob& job, const CrowdInstance& instance, std::span<std::byte> scratch) {
  const CrowdRig& rig = job.rigs[instance.rig];
  PoseListJob list;
  list.skeleton = rig.skeleton;
  list.clips = rig.clips;
  list.lines = job.layers.subspan(instance.first_layer, instance.layer_count);
  list.lod = instance.lod;
  list.blend_threshold = job.blend_threshold;
  list.scratch = scratch;
  return list;
}

}  // namespace skelter::crowd
