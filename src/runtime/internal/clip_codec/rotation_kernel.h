#pragma once
// Eight rotation tracks side by side, with the same bits as RotationState and RotationGrid one by one, on
// every instruction set: no operation is fused with another, and none is approximate.

#include <cstddef>
#include <cstdint>

#include "runtime/internal/clip_codec/corrections_kernel.h"
#include "runtime/internal/clip_codec/tracks.h"

namespace skelter::clip_codec {

using LaneDoubles = double[kLanes];
// As they are written, with their bias.
struct FrameNumbers {
  alignas(64) std::int32_t of[4][kLanes];
};

// Lanes that have no track stay as they are here.
struct RotationGroup {
  alignas(64) LaneDoubles value[4] = {{}, {}, {}, {1, 1, 1, 1, 1, 1, 1, 1}};
  alignas(64) LaneDoubles last[3] = {}, before_last[3] = {};
  alignas(64) LaneDoubles last_weight[3] = {}, before_last_weight[3] = {}, step[3] = {}, half_axes[3][3] = {};
  alignas(64) LaneDoubles origin[4] = {}, inverse = {}, bias[4] = {};
  // What their bytes hold.
  alignas(64) LaneDoubles least[4] = {}, most[4] = {};

  void set(std::size_t lane, const RotationTrack& track, const Quatd& first, const RotationGrid& grid);
};

// The numbers of where the first `lanes` lanes are. False where one leaves its range.
bool round_rotations(const RotationGroup& group, std::size_t lanes, FrameNumbers& out);
// The next `frames` frames of them.
bool advance_rotations(RotationGroup& group, std::size_t lanes, std::size_t frames,
                       const FrameCorrections* corrections, FrameNumbers* out);

}  // namespace skelter::clip_codec
