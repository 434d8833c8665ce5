#pragma once
// The list of a pose: what one character plays in one frame, in lines of 16 bytes. CrowdJob takes the lists
// of thousands, PoseListJob that of one; a list gives the same pose in both. Nothing else says how a
// character looks, so the writer of lists (a graph, a player, a replay) decides, and jobs only execute.
//
// A line is an item (a clip at a time with a weight), or a stage, which scales the items of the lines before
// it joint by joint. An override of the arms over a walk, half faded in:
//
//   0 walk   1
//   1 wave   1
//   2 stage  mask arms, weight 0.5, begin 0, split 1
//
// With f_j = min(1, weight * m_j) and m_j the stage's mask at joint j (1 without a mask), items of lines
// [begin, split) count (1 - f_j) times and items of lines [split, the stage) f_j times. So the override takes
// from what is below it what it adds, joint by joint. An item's weight at a joint is
//
//   weight * its own mask * the factors of all stages that cover it
//
// and from there on items mix like the layers of BlendJob: plain ones by relative weight, then additive ones
// on top, in their order. Stages nest: a range holds another stage's lines whole, on one side of the split,
// or not at all. Over additive lines only: begin = split. For a fade with different rates per joint (1 to 4):
// a mask of rate / 4, and weight 4 a.
//
// What lies above a split may be less than a whole pose, and less at one joint than at another: an arm that
// fades out by rates of its own. A `partial` stage leaves the rest to what is below: with s_j the sum that
// the plain items of [split, stage) weigh at joint j without it, as a part of its time_s, what a whole pose
// weighs, and at most 1, items of [begin, split) count (1 - f_j s_j) times.

#include <cstdint>
#include <span>

#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

inline constexpr std::uint16_t kCrowdStage = 0xFFFF;  // CrowdLayer::clip of a stage
inline constexpr std::uint32_t kMaxCrowdLayers = 32;  // lines of one list

struct CrowdLayer {
  std::uint16_t clip = 0;  // index of a clip, or kCrowdStage; additive clips are added on top of the others
  std::uint16_t mask = kNone16;  // index of a mask of the skeleton, or kNone16
  float weight = 1;              // finite; not negative except for additive clips
  // Play time of the clip; not a number, and infinite in loops: 0. As a float it is exact to 1 ms for two
  // hours only: keep clocks in double, and write the time inside a round (fold_time). Of a partial stage: see
  // above.
  float time_s = 0;
  // Of a stage: lines of this list, counted from its first. Of an item: not read.
  std::uint8_t begin = 0, split = 0;
  Loop loop = Loop::as_made;  // how times outside the clip are folded
  std::uint8_t partial = 0;   // of a stage: 1 or 0. Of an item: not read
};
static_assert(sizeof(CrowdLayer) == 16);

// What is wrong with a list: too many lines (limit_exceeded); a clip or mask that does not exist, a weight
// that is negative or not a number, a stage whose lines are not those before it or that cuts through another
// stage (invalid_argument). O(lines).
Problem check_list(const Skeleton& skeleton, std::span<const ClipView> clips,
                   std::span<const CrowdLayer> lines);

}  // namespace skelter
