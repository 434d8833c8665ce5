#pragma once
// Processes eight rotation tracks at once, with the same bits as RotationState and RotationGrid on every
// instruction set: no operation is fused, and none is approximate.

#include <cstddef>
#include <cstdint>

#include "runtime/internal/clip_codec/corrections_kernel.h"
#include "runtime/internal/clip_codec/tracks.h"

namespace skelter::clip_codec {

using LaneDoubles = double[kLanes];
// The stored integers, including their bias.
struct FrameNumbers {
  alignas(64) std::int32_t of[4][kLanes];
};

// Lanes without a track keep these values.
struct RotationGroup {
  alignas(64) LaneDoubles value[4] = {{}, {}, {}, {1, 1, 1, 1, 1, 1, 1, 1}};
  alignas(64) LaneDoubles last[3] = {}, before_last[3] = {};
  alignas(64) LaneDoubles last_weight[3] = {}, before_last_weight[3] = {}, step[3] = {}, half_axes[3][3] = {};
  alignas(64) LaneDoubles origin[4] = {}, inverse = {}, bias[4] = {};
  // Range of the stored integers.
  alignas(64) LaneDoubles least[4] = {}, most[4] = {};

  void set(std::size_t lane, const RotationTrack& track, const Quatd& first, const RotationGrid& grid);
};

// Computes the integers of the current values of the first `lanes` lanes. Returns false if one is out of
// range.
bool round_rotations(const RotationGroup& group, std::size_t lanes, FrameNumbers& out);
// Computes the integers of the next `frames` frames. Returns false if one is out of range.
bool advance_rotations(RotationGroup& group, std::size_t lanes, std::size_t frames,
                       const FrameCorrections* corrections, FrameNumbers* out);

}  // namespace skelter::clip_codec
