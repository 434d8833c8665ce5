#include "skelter/crowd/crowd_job.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "crowd/run_group.h"

namespace skelter {
namespace {

// Instances per task: two groups of eight, or one if there would be few tasks for each worker.
constexpr std::uint32_t kInstancesPerTask = 16, kFewTasks = 8;

std::uint32_t instances_per_task(std::size_t instances, std::uint32_t workers) {
  return instances < std::size_t{kInstancesPerTask} * kFewTasks * workers ? kLanes : kInstancesPerTask;
}

const char* wrong_rig(const CrowdRig& rig) {
  if (rig.skeleton == nullptr) return "a rig has no skeleton";
  if (rig.skin == nullptr) return nullptr;
  if (rig.skin->skeleton_hash != rig.skeleton->hash) return "a skin was made for a different skeleton";
  for (const std::uint16_t joint : rig.skin->joints)
    if (joint >= rig.skeleton->joint_count()) return "a skin refers to a joint that does not exist";
  return nullptr;
}

// Also checks the instance's clips, but only those in its list: another thread may be preparing the others.
const char* wrong_instance(const CrowdJob& job, const CrowdInstance& instance) {
  if (instance.rig >= job.rigs.size()) return "an instance refers to a rig that does not exist";
  const CrowdRig& rig = job.rigs[instance.rig];
  if (instance.lod >= rig.skeleton->lod_joint_counts.size()) return "a skeleton has no such level of detail";
  if (std::uint64_t{instance.first_output} + rig.output_size() > job.out_matrices.size())
    return "out_matrices is too short for an instance";
  if (std::uint64_t{instance.first_layer} + instance.layer_count > job.layers.size())
    return "an instance refers to entries that do not exist";
  const Problem problem =
      check_list(*rig.skeleton, rig.clips, job.layers.subspan(instance.first_layer, instance.layer_count));
  return problem.ok() ? nullptr : problem.what;
}

const char* wrong_instances(const CrowdJob& job, std::span<const CrowdInstance> instances) {
  const char* wrong = nullptr;
  for (std::size_t i = 0; i < instances.size() && wrong == nullptr; ++i)
    wrong = wrong_instance(job, instances[i]);
  return wrong;
}

// Checks everything except the instances.
const char* wrong_frame(const CrowdJob& job) {
  if (job.tasks.run == nullptr || job.tasks.workers == 0) return "tasks has no run function or no workers";
  // As in BlendJob, the inverse of the threshold must be finite.
  if (!(std::isnormal(job.blend_threshold) && job.blend_threshold > 0))
    return "blend_threshold is not above 0";
  for (const CrowdRig& rig : job.rigs)
    if (const char* wrong = wrong_rig(rig); wrong != nullptr) return wrong;
  if (job.scratch.size() < job.tasks.workers * crowd_scratch_bytes(job.rigs)) return "scratch is too small";
  const bool aligned = reinterpret_cast<std::uintptr_t>(job.scratch.data()) % 64 == 0;
  return aligned ? nullptr : "scratch is not aligned to 64 bytes";
}

struct Work {
  const CrowdJob* job;
  bool streaming;
  std::size_t scratch_bytes;
  std::uint32_t per_task;
  std::atomic<bool> refused{false};
};

// The number of consecutive instances with the same rig, at most eight.
std::uint32_t group_size(const CrowdJob& job, std::uint32_t first, std::uint32_t end) {
  std::uint32_t size = 1;
  while (size < kLanes && first + size < end && job.instances[first + size].rig == job.instances[first].rig)
    ++size;
  return size;
}

void run_crowd_task(void* context, std::uint32_t item, std::uint32_t worker) {
  auto& work = *static_cast<Work*>(context);
  const CrowdJob& job = *work.job;
  const auto count = static_cast<std::uint32_t>(job.instances.size());
  std::byte* const scratch = job.scratch.data() + worker * work.scratch_bytes;
  std::uint32_t first = item * work.per_task;
  const std::uint32_t end = std::min(first + work.per_task, count);
  // The instances are checked here instead of before all tasks, so that the workers share this work.
  if (wrong_instances(job, job.instances.subspan(first, end - first)) != nullptr) {
    work.refused.store(true, std::memory_order_relaxed);
    return;
  }
  while (first < end) {
    const std::uint32_t size = group_size(job, first, end);
    crowd::run_group(job, first, size, work.streaming, scratch);
    first += size;
  }
}

}  // namespace

std::size_t crowd_scratch_bytes(std::span<const CrowdRig> rigs) {
  std::size_t bytes = 0;
  for (const CrowdRig& rig : rigs)
    if (rig.skeleton != nullptr) bytes = std::max(bytes, crowd::group_scratch_bytes(rig));
  return bytes;
}

Problem CrowdJob::validate() const {
  const char* wrong = wrong_frame(*this);
  if (wrong == nullptr) wrong = wrong_instances(*this, instances);
  return wrong == nullptr ? Problem{} : Problem{Status::invalid_argument, wrong};
}

Status CrowdJob::run() const {
  if (wrong_frame(*this) != nullptr) return Status::invalid_argument;
  const bool stream = streaming.value_or(out_matrices.size_bytes() > kStreamingThresholdBytes);
  const std::uint32_t per_task = instances_per_task(instances.size(), tasks.workers);
  Work work{this, stream, crowd_scratch_bytes(rigs), per_task, {}};
  const auto count = static_cast<std::uint32_t>(instances.size());
  tasks.run(tasks.self, (count + per_task - 1) / per_task, run_crowd_task, &work);
  return work.refused.load(std::memory_order_relaxed) ? Status::invalid_argument : Status::ok;
}

}  // namespace skelter
