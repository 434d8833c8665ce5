#include "crowd/run_group.h"

#include "crowd/pose_instance.h"
#include "crowd/scalar_group.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crowd/run_group.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>
//
#include "crowd/group_kernel-inl.h"
#include "runtime/internal/list_kernels-inl.h"
#include "runtime/internal/matrix_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::crowd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::run_group;

#else

// Scratch memory of one group, cut from the caller's bytes.
struct Scratch {
  std::span<std::byte> list;  // for one instance
  SoaTransform* poses;        // eight instances, blocks each
  GroupMatrix* model;         // per joint
  float* output;              // eight instances, output_size matrices each
};

Scratch carve(const CrowdRig& rig, std::byte* bytes) {
  Scratch s;
  s.list = {bytes, pose_list_scratch_bytes(*rig.skeleton)};
  s.poses = reinterpret_cast<SoaTransform*>(bytes + s.list.size());
  s.model = reinterpret_cast<GroupMatrix*>(s.poses + kLanes * rig.skeleton->block_count());
  s.output = reinterpret_cast<float*>(s.model + rig.skeleton->joint_count());
  return s;
}

// Copies with stores that bypass the caches.
void stream_copy(const float* from, float* to, std::size_t count) {
  const GroupTag d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  // Streaming stores need full vector alignment, but matrices are aligned only to 16 bytes.
  while (i < count && reinterpret_cast<std::uintptr_t>(to + i) % (lanes * sizeof(float)) != 0) {
    to[i] = from[i];
    ++i;
  }
  for (; i + lanes <= count; i += lanes) hn::Stream(hn::LoadU(d, from + i), d, to + i);
  for (; i < count; ++i) to[i] = from[i];
}

// Runs one instance with the kernels for single characters, which give the same bits.
void run_alone(const CrowdJob& job, const CrowdInstance& instance, const Scratch& scratch, bool streaming) {
  const CrowdRig& rig = job.rigs[instance.rig];
  const Skeleton& skeleton = *rig.skeleton;
  skelter::HWY_NAMESPACE::pose_of_list(list_of(job, instance, scratch.list), scratch.poses);
  Affine* const destination = &job.out_matrices[instance.first_output];
  Affine* const out = streaming ? reinterpret_cast<Affine*>(scratch.output) : destination;
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = {scratch.poses, skeleton.block_count()};
  hierarchy.out_model_from_joint = {rig.skin != nullptr ? reinterpret_cast<Affine*>(scratch.model) : out,
                                    skeleton.joint_count()};
  skelter::HWY_NAMESPACE::local_to_model(hierarchy);
  if (rig.skin != nullptr)
    skelter::HWY_NAMESPACE::palette({rig.skin, hierarchy.out_model_from_joint, {out, rig.skin->size()}});
  if (streaming) stream_copy(out->m[0], destination->m[0], std::size_t{12} * rig.output_size());
}

// In smaller groups most lanes would be idle; docs/performance.md has measurements.
constexpr std::uint32_t kSmallestGroup = 5;

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* bytes) {
  const CrowdRig& rig = job.rigs[job.instances[first].rig];
  const Scratch scratch = carve(rig, bytes);
  if (size < kSmallestGroup) {
    for (std::uint32_t i = 0; i < size; ++i) run_alone(job, job.instances[first + i], scratch, streaming);
    if (streaming) hwy::FlushStream();
    return;
  }
  const std::size_t blocks = rig.skeleton->block_count();
  const std::size_t floats = std::size_t{12} * rig.output_size();
  const SoaTransform* poses[kLanes];
  float* out[kLanes];
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    // Lanes without an instance repeat the rest pose, and write to unused memory.
    poses[i] = i < size ? scratch.poses + i * blocks : rig.skeleton->rest_pose.data();
    out[i] = scratch.output + i * floats;
    if (i >= size) continue;
    const CrowdInstance& instance = job.instances[first + i];
    skelter::HWY_NAMESPACE::pose_of_list(list_of(job, instance, scratch.list), scratch.poses + i * blocks);
    if (!streaming) out[i] = &job.out_matrices[instance.first_output].m[0][0];
  }
  if (rig.skin != nullptr) {
    group_local_to_model<false>(*rig.skeleton, poses, scratch.model, out);
    group_write_palette(scratch.model, *rig.skin, out);
  } else {
    group_local_to_model<true>(*rig.skeleton, poses, scratch.model, out);
  }
  if (!streaming) return;
  for (std::uint32_t i = 0; i < size; ++i)
    stream_copy(out[i], &job.out_matrices[job.instances[first + i].first_output].m[0][0], floats);
  hwy::FlushStream();  // makes the stores visible to a thread that waits for this task
}

#endif

}  // namespace skelter::crowd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::crowd {

HWY_EXPORT(run_group);

std::size_t group_scratch_bytes(const CrowdRig& rig) {
  const std::size_t blocks = rig.skeleton->block_count();
  const std::size_t poses = kLanes * blocks * sizeof(SoaTransform);
  const std::size_t model = rig.skeleton->joint_count() * std::size_t{12} * kLanes * sizeof(float);
  const std::size_t output = kLanes * rig.output_size() * sizeof(Affine);
  return pose_list_scratch_bytes(*rig.skeleton) + (poses + model + output + 63) / 64 * 64;
}

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(run_group)(job, first, size, streaming, scratch);
}

}  // namespace skelter::crowd
#endif  // HWY_ONCE
