#pragma once
// SampleJob: samples the local pose of a clip at one time. Stateless: all times cost the same.

#include <span>

#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct ClipView;  // runtime/clip.h

struct SampleJob {
  const Skeleton* skeleton = nullptr;
  const ClipView* clip = nullptr;          // made for that skeleton
  double time_s = 0;                       // play time, finite
  std::uint32_t block_count = 0;           // blocks to sample, from the first; 0: all
  std::span<SoaTransform> out_local_pose;  // at least that many blocks
  Loop loop = Loop::once;                  // how times outside the clip are folded
  // invalid_argument: an input is missing; a clip without frames, or made for another skeleton; a time that
  // is not finite; more blocks than the skeleton or the output has.
  Problem validate() const;
  // Validates, then writes parent_from_joint of every joint. Additive clips give their differences.
  Status run() const;
};

}  // namespace skelter
