// The pose list kernels for one instruction set. pose_kernels-inl.h explains how this file is included.

#if defined(SKELTER_RUNTIME_INTERNAL_LIST_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_RUNTIME_INTERNAL_LIST_KERNELS_INL_H_
#undef SKELTER_RUNTIME_INTERNAL_LIST_KERNELS_INL_H_
#else
#define SKELTER_RUNTIME_INTERNAL_LIST_KERNELS_INL_H_
#endif

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/keyed_tracks.h"
#include "runtime/internal/list_mix.h"
#include "runtime/internal/pose_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using ListKernels = scalar::ListKernels;

#else

struct ListKernels {
  static void sample(const PoseListJob& job, const PoseListEntry& line, std::uint32_t blocks,
                     SoaTransform* out) {
    const ClipView& clip = job.clips[line.clip];
    const float time_s = list::line_time(clip, line);
    sample_blocks(*job.skeleton, clip, find_frames(clip, time_s), blocks, out);
    if (!clip.keyed.empty()) apply_keyed_tracks(clip, time_s, blocks, out);
  }

  static void blend(const BlendJob& job) { blend_blocks(job); }

  // above = min(1, weight * mask), below = 1 - above.
  static void share_out(const float* mask, float weight, std::span<float> below, std::span<float> above) {
    const FloatTag d;
    const Floats one = hn::Set(d, 1.0f), w = hn::Set(d, weight);
    for (std::size_t joint = 0; joint < above.size(); joint += kStep) {
      const Floats share = hn::Min(hn::Mul(w, hn::LoadU(d, mask + joint)), one);
      hn::StoreU(share, d, above.data() + joint);
      hn::StoreU(hn::Sub(one, share), d, below.data() + joint);
    }
  }
  static void multiply(const float* a, std::span<const float> b, std::span<float> out) {
    const FloatTag d;
    for (std::size_t joint = 0; joint < out.size(); joint += kStep)
      hn::StoreU(hn::Mul(hn::LoadU(d, a + joint), hn::LoadU(d, b.data() + joint)), d, out.data() + joint);
  }

  // Blends two plain items without keyed tracks, skipping parts at rest. Returns false if it did nothing.
  static bool blend_two(const PoseListJob& job, std::uint32_t blocks, SoaTransform* out) {
    SoaTransform* pose = list::Scratch(job).poses;
    const ClipView* clips[2];
    BlendLayer mixed[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const PoseListEntry& line = job.lines[i];
      if (list::is_stage(line)) return false;
      const ClipView& clip = job.clips[line.clip];
      if (clip.additive() || !clip.keyed.empty()) return false;
      const FramePair frames = find_frames(clip, list::line_time(clip, line));
      sample_parts<true>(clip, frames, job.skeleton->rest_pose.data(), blocks, pose);
      clips[i] = &clip;
      mixed[i] = {{pose, blocks}, line.weight, list::line_mask(*job.skeleton, line)};
      pose += job.skeleton->block_count();
    }
    BlendJob mix;
    mix.skeleton = job.skeleton;
    mix.layers = mixed;
    mix.threshold = job.blend_threshold;
    mix.block_count = blocks;
    mix.out_local_pose = {out, blocks};
    return blend_sampled_pair(mix, *clips[0], *clips[1]);
  }
};

#endif

HWY_MAYBE_UNUSED static void pose_of_list(const PoseListJob& job, SoaTransform* out) {
  list::pose<ListKernels>(job, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#endif
