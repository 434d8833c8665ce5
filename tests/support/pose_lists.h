#pragma once
// Creates pose list entries and random pose lists.

#include <span>
#include <vector>

#include "skelter/runtime/pose_list.h"
#include "support/made_runtime.h"

namespace skelter::test {

inline PoseListEntry item(std::uint16_t clip, float weight = 1, std::uint16_t mask = kNone16) {
  return {clip, mask, weight};
}

inline PoseListEntry stage(std::uint8_t begin, std::uint8_t split, float weight = 1,
                           std::uint16_t mask = kNone16) {
  return {kPoseListStage, mask, weight, 0, begin, split};
}

// Adds a random group of entries: items, then layers over them, each made of items or of a group, with a
// stage at the end. Masks are 0 and 1; there are at most 32 entries.
inline void add_group(std::span<const ClipView> clips, std::vector<PoseListEntry>& lines, int depth,
                      Random& random) {
  const auto mask = [&] {
    return random.below(2) == 0 ? kNone16 : static_cast<std::uint16_t>(random.below(2));
  };
  const auto add_items = [&](std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      PoseListEntry line;
      line.clip = static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(clips.size())));
      const bool additive = clips[line.clip].additive();
      line.weight = random.below(5) == 0 ? 0 : random.number(additive ? -0.5f : 0.0f, 1);
      line.mask = random.below(4) == 0 ? mask() : kNone16;
      line.time_s = random.number(-2, 4);
      line.loop = static_cast<Loop>(random.below(4));
      lines.push_back(line);
    }
  };
  const std::size_t begin = lines.size();
  add_items(1 + random.below(3));
  for (std::uint32_t layer = random.below(3); layer > 0 && lines.size() < 20; --layer) {
    const std::size_t split = lines.size();
    if (depth > 0 && random.below(2) == 0)
      add_group(clips, lines, depth - 1, random);
    else
      add_items(1 + random.below(2));
    const bool only_above = random.below(6) == 0;
    lines.push_back(stage(static_cast<std::uint8_t>(only_above ? split : begin),
                          static_cast<std::uint8_t>(split),
                          random.below(4) == 0 ? 4 * random.number(0, 1) : random.number(0, 1), mask()));
    if (random.below(4) == 0)
      lines.back().partial = 1, lines.back().set_whole_weight(random.number(0.25f, 2));
  }
}

}  // namespace skelter::test
