#include "crowd/run_group.h"

#include "crowd/pose_instance.h"
#include "crowd/scalar_group.h"
#include "runtime/internal/keyed_tracks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crowd/run_group.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>
//
#include "crowd/group_kernel-inl.h"
#include "runtime/internal/pose_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::crowd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::run_group;

#else

// Scratch of one group, carved out of the caller's bytes.
struct Scratch {
  SoaTransform* poses;   // eight instances, blocks each
  SoaTransform* layers;  // kMaxCrowdLayers poses of one instance
  GroupMatrix* model;    // per joint
  float* output;         // eight instances, output_size matrices each
};

Scratch carve(const CrowdRig& rig, std::byte* bytes) {
  const std::size_t blocks = rig.skeleton->block_count();
  Scratch s;
  s.poses = reinterpret_cast<SoaTransform*>(bytes);
  s.layers = s.poses + kLanes * blocks;
  s.model = reinterpret_cast<GroupMatrix*>(s.layers + kMaxCrowdLayers * blocks);
  s.output = reinterpret_cast<float*>(s.model + rig.skeleton->joint_count());
  return s;
}

void sample(const CrowdRig& rig, const CrowdLayer& layer, std::uint32_t blocks, SoaTransform* out) {
  const ClipView& clip = rig.clips[layer.clip];
  const float time_s = layer_time(clip, layer.time_s);
  skelter::HWY_NAMESPACE::sample_blocks(*rig.skeleton, clip, find_frames(clip, time_s), blocks, out);
  if (!clip.keyed.empty()) apply_keyed_tracks(clip, time_s, blocks, out);
}

// Two plain layers without keyed tracks, skipping what is at rest. False: nothing is done.
bool blend_two(const CrowdJob& job, const CrowdRig& rig, std::span<const CrowdLayer> layers,
               std::uint32_t blocks, SoaTransform* scratch, SoaTransform* out) {
  const ClipView* clips[2];
  BlendLayer mixed[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const ClipView& clip = rig.clips[layers[i].clip];
    if (clip.additive() || !clip.keyed.empty()) return false;
    const FramePair frames = find_frames(clip, layer_time(clip, layers[i].time_s));
    skelter::HWY_NAMESPACE::sample_parts<true>(clip, skelter::HWY_NAMESPACE::mix_of(clip, frames),
                                               rig.skeleton->rest_pose.data(), blocks, scratch);
    clips[i] = &clip;
    mixed[i].local_pose = {scratch, blocks};
    mixed[i].weight = layers[i].weight;
    if (layers[i].mask != kNone16) mixed[i].joint_weights = rig.skeleton->mask(layers[i].mask);
    scratch += rig.skeleton->block_count();
  }
  BlendJob mix;
  mix.skeleton = rig.skeleton;
  mix.layers = mixed;
  mix.threshold = job.blend_threshold;
  mix.block_count = blocks;
  mix.out_local_pose = {out, blocks};
  return skelter::HWY_NAMESPACE::blend_sampled_pair(mix, *clips[0], *clips[1]);
}

// Copies past the caches.
void stream_copy(const float* from, float* to, std::size_t count) {
  const GroupTag d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  // Streaming wants vectors aligned in memory; matrices are aligned to 16 bytes only.
  while (i < count && reinterpret_cast<std::uintptr_t>(to + i) % (lanes * sizeof(float)) != 0) {
    to[i] = from[i];
    ++i;
  }
  for (; i + lanes <= count; i += lanes) hn::Stream(hn::LoadU(d, from + i), d, to + i);
  for (; i < count; ++i) to[i] = from[i];
}

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* bytes) {
  const CrowdRig& rig = job.rigs[job.instances[first].rig];
  const Scratch scratch = carve(rig, bytes);
  const std::size_t blocks = rig.skeleton->block_count();
  const std::size_t floats = std::size_t{12} * rig.output_size();
  const SoaTransform* poses[kLanes];
  float* out[kLanes];
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    // Lanes without an instance repeat the rest pose, and write where nobody reads.
    poses[i] = i < size ? scratch.poses + i * blocks : rig.skeleton->rest_pose.data();
    out[i] = scratch.output + i * floats;
    if (i >= size) continue;
    const CrowdInstance& instance = job.instances[first + i];
    pose_instance(
        job, instance, scratch.layers, scratch.poses + i * blocks, sample,
        skelter::HWY_NAMESPACE::blend_blocks,
        [&](const CrowdRig& r, std::span<const CrowdLayer> layers, std::uint32_t count, SoaTransform* to)
            HWY_ATTR { return blend_two(job, r, layers, count, scratch.layers, to); });
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
  hwy::FlushStream();  // so that whoever waits for this task sees it all
}

#endif

}  // namespace skelter::crowd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::crowd {

HWY_EXPORT(run_group);

std::size_t group_scratch_bytes(const CrowdRig& rig) {
  const std::size_t blocks = rig.skeleton->block_count();
  const std::size_t poses = (kLanes + kMaxCrowdLayers) * blocks * sizeof(SoaTransform);
  const std::size_t model = rig.skeleton->joint_count() * std::size_t{12} * kLanes * sizeof(float);
  const std::size_t output = kLanes * rig.output_size() * sizeof(Affine);
  return (poses + model + output + 63) / 64 * 64;
}

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(run_group)(job, first, size, streaming, scratch);
}

}  // namespace skelter::crowd
#endif  // HWY_ONCE
