#pragma once
// The pose list: everything that one character plays in one frame, in entries of 16 bytes. CrowdJob processes
// the lists of thousands of characters, PoseListJob the list of one; both give the same pose for the same
// list. The pose depends only on the list, which a graph, a player or a replay writes.
//
// An entry is an item (a clip at a time with a weight) or a stage, which scales the items of earlier entries
// joint by joint. An override of the arms over a walk, half faded in:
//
//   0 walk   1
//   1 wave   1
//   2 stage  mask arms, weight 0.5, begin 0, split 1
//
// Let f_j = min(1, weight * m_j), with m_j the stage's mask at joint j (1 without a mask). The weights of
// entries [begin, split) are scaled by 1 - f_j, and the weights of entries [split, stage) by f_j. So the
// override removes from the layers below as much as it adds, joint by joint. An item's weight at a joint is
//
//   weight * its own mask * the factors of all stages that cover it
//
// Items then mix like the layers of BlendJob: plain ones by relative weight, then additive ones on top, in
// their order. Stages nest: a stage's range contains another stage's entries completely, on one side of the
// split, or not at all. For a stage over additive entries only, begin = split. For a fade with different
// rates per joint (1 to 4), use a mask of rate / 4 and weight 4 a, with a the progress of the fade (0 to 1).
//
// The entries above a split may weigh less than a whole pose, by different amounts at different joints, for
// example while an arm fades out at its own rate. A `partial` stage leaves the rest to the entries below. Let
// s_j be the weight sum of the plain items of [split, stage) at joint j, without the stage. It is divided by
// the stage's whole_weight and clamped to 1. The weights of [begin, split) are then scaled by 1 - f_j s_j.

#include <cstdint>
#include <span>

#include "skelter/core/array_view.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct ClipView;  // runtime/clip.h

inline constexpr std::uint16_t kPoseListStage = 0xFFFF;   // PoseListEntry::clip of a stage
inline constexpr std::uint32_t kMaxPoseListEntries = 32;  // entries of one list

struct PoseListEntry {
  std::uint16_t clip =
      0;  // index of a clip, or kPoseListStage; additive clips are added on top of the others
  std::uint16_t mask = kNone16;  // index of a mask of the skeleton, or kNone16
  float weight = 1;              // finite; not negative except for additive clips
  // Items: play time of the clip; NaN, and infinity in loops, count as 0. A float is exact to 1 ms for two
  // hours only: keep clocks in double, and write the time inside a cycle (fold_time).
  float time_s = 0;
  // Stages only: indices into this list. Ignored for items.
  std::uint8_t begin = 0, split = 0;
  Loop loop = Loop::as_made;  // how times outside the clip are folded
  std::uint8_t partial = 0;   // stages only: 1 or 0; ignored for items

  // The weight of a whole pose, above 0. Only partial stages have it, stored in time_s.
  float whole_weight() const { return time_s; }
  void set_whole_weight(float whole) { time_s = whole; }
};
static_assert(sizeof(PoseListEntry) == 16);

// Checks a list. limit_exceeded: too many entries. invalid_argument: a clip or mask that does not exist, a
// weight that is negative or NaN, a stage that covers later entries or cuts through another stage.
// O(entries).
Problem check_list(const Skeleton& skeleton, ArrayView<ClipView> clips, std::span<const PoseListEntry> lines);

}  // namespace skelter
