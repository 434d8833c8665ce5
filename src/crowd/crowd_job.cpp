#include "skelter/crowd/crowd_job.h"

#include <algorithm>
#include <cmath>

#include "crowd/run_group.h"
#include "skelter/runtime/sample_job.h"

namespace skelter {
namespace {

// Groups of eight go to the workers by this many instances.
constexpr std::uint32_t kInstancesPerTask = 32;

struct Work {
  const CrowdJob* job;
  bool streaming;
  std::size_t scratch_bytes;
};

// Consecutive instances of one rig, at most eight.
std::uint32_t group_size(const CrowdJob& job, std::uint32_t first, std::uint32_t end) {
  std::uint32_t size = 1;
  while (size < kLanes && first + size < end && job.instances[first + size].rig == job.instances[first].rig)
    ++size;
  return size;
}

void run_task(void* context, std::uint32_t item, std::uint32_t worker) {
  const auto& work = *static_cast<const Work*>(context);
  const CrowdJob& job = *work.job;
  const auto count = static_cast<std::uint32_t>(job.instances.size());
  std::byte* const scratch = job.scratch.data() + worker * work.scratch_bytes;
  std::uint32_t first = item * kInstancesPerTask;
  const std::uint32_t end = std::min(first + kInstancesPerTask, count);
  while (first < end) {
    const std::uint32_t size = group_size(job, first, end);
    crowd::run_group(job, first, size, work.streaming, scratch);
    first += size;
  }
}

bool valid_rig(const CrowdRig& rig) {
  if (rig.skeleton == nullptr) return false;
  for (const ClipView& clip : rig.clips)
    if (clip.joint_count != rig.skeleton->joint_count()) return false;
  if (rig.skin == nullptr) return true;
  return std::all_of(rig.skin->joints.begin(), rig.skin->joints.end(),
                     [&](std::uint16_t joint) { return joint < rig.skeleton->joint_count(); });
}

bool valid_instance(const CrowdJob& job, const CrowdInstance& instance) {
  if (instance.rig >= job.rigs.size() || instance.layer_count > kMaxCrowdLayers) return false;
  const CrowdRig& rig = job.rigs[instance.rig];
  if (instance.lod >= rig.skeleton->lod_joint_counts.size()) return false;
  if (std::uint64_t{instance.first_output} + rig.output_size() > job.out_matrices.size()) return false;
  if (std::uint64_t{instance.first_layer} + instance.layer_count > job.layers.size()) return false;
  for (const CrowdLayer& layer : job.layers.subspan(instance.first_layer, instance.layer_count)) {
    if (layer.clip >= rig.clips.size()) return false;
    if (layer.mask != kNoMask && layer.mask >= rig.skeleton->mask_count()) return false;
    if (!std::isfinite(layer.weight)) return false;
    if (layer.weight < 0 && !rig.clips[layer.clip].additive()) return false;
  }
  return true;
}

}  // namespace

std::size_t crowd_scratch_bytes(std::span<const CrowdRig> rigs) {
  std::size_t bytes = 0;
  for (const CrowdRig& rig : rigs)
    if (rig.skeleton != nullptr) bytes = std::max(bytes, crowd::group_scratch_bytes(rig));
  return bytes;
}

Status CrowdJob::validate() const {
  if (tasks.run == nullptr || tasks.workers == 0) return Status::invalid_argument;
  // As in BlendJob: its inverse has to be a number.
  if (!(std::isnormal(blend_threshold) && blend_threshold > 0)) return Status::invalid_argument;
  if (!std::all_of(rigs.begin(), rigs.end(), valid_rig)) return Status::invalid_argument;
  if (scratch.size() < tasks.workers * crowd_scratch_bytes(rigs)) return Status::invalid_argument;
  if (reinterpret_cast<std::uintptr_t>(scratch.data()) % 64 != 0) return Status::invalid_argument;
  for (const CrowdInstance& instance : instances)
    if (!valid_instance(*this, instance)) return Status::invalid_argument;
  return Status::ok;
}

Status CrowdJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const bool stream =
      streaming == StreamingStores::always ||
      (streaming == StreamingStores::automatic && out_matrices.size_bytes() > kStreamingThreshold_bytes);
  Work work{this, stream, crowd_scratch_bytes(rigs)};
  const auto count = static_cast<std::uint32_t>(instances.size());
  tasks.run(tasks.self, (count + kInstancesPerTask - 1) / kInstancesPerTask, run_task, &work);
  return Status::ok;
}

}  // namespace skelter
