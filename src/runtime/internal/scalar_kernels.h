#pragma once
// The jobs as plain loops over Transform, for machines without vectors. Nothing is validated here. Tests
// compare the vector kernels with this code to the last digits, which shows that both compute the same, and
// this code with sums in double and with the source keys, which shows that the result is right.

#include <cstdint>
#include <span>

#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter::scalar {

// Samples the first `block_count` blocks, without keyed tracks.
void sample_blocks(const Skeleton& skeleton, const ClipView& clip, FramePair frames,
                   std::uint32_t block_count, SoaTransform* out);

void blend_blocks(const BlendJob& job);
void difference_blocks(std::span<const SoaTransform> poses, std::span<const SoaTransform> references,
                       std::span<SoaTransform> out_difference);
void local_to_model(const LocalToModelJob& job);
void palette(const PaletteJob& job);

// Scalar kernels for runtime/internal/list_mix.h.
struct ListKernels {
  static void sample(const PoseListJob& job, const PoseListEntry& line, std::uint32_t blocks,
                     SoaTransform* out);
  static void blend(const BlendJob& job) { blend_blocks(job); }
  static void share_out(const float* mask, float weight, std::span<float> below, std::span<float> above);
  static void multiply(const float* a, std::span<const float> b, std::span<float> out);
  static bool blend_two(const PoseListJob&, std::uint32_t, SoaTransform*) { return false; }
};

}  // namespace skelter::scalar
