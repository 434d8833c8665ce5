#include "skelter/runtime/pose_list.h"

#include <gtest/gtest.h>

#include <string>

#include "core/internal/packed.h"
#include "skelter/runtime/clip.h"
#include "support/numbers.h"
#include "support/pose_lists.h"

namespace skelter::test {
namespace {

// Three joints and one mask; a plain and an additive clip.
struct Listed {
  Random random{1};
  Packed<Skeleton> made = random_skeleton(3, random);
  Skeleton skeleton = made.view;
  std::vector<float> mask = std::vector<float>(kLanes, 0.5f);
  std::vector<std::uint32_t> mask_names = {0, 1};
  std::vector<Packed<ClipView>> packs;
  std::vector<ClipView> clips;

  Listed() {
    skeleton.mask_weights = mask;
    skeleton.mask_name_begin = mask_names;
    skeleton.mask_names = {"m", 1};
    for (const std::uint32_t flags : {0u, std::uint32_t{kClipAdditive}}) {
      ClipSource source = still_clip(3, 1, 30);
      source.header.flags = flags;
      packs.push_back(packed(source));
      clips.push_back(packs.back().view);
    }
  }
};

TEST(PoseList, validity) {
  const Listed s;
  constexpr auto ok = Status::ok, wrong = Status::invalid_argument;
  PoseListEntry bad_loop = item(0), partial = stage(0, 1), bad_stage = stage(0, 1);
  partial.partial = 1;
  bad_stage.partial = 2;
  bad_loop.loop = static_cast<Loop>(4);
  PoseListEntry endless = item(0), no_time = item(0);
  endless.time_s = kInfinity;
  no_time.time_s = kNan;
  const std::string cuts = "a stage splits the entries of another stage";
  const std::string covers = "a stage covers entries that are not before it";
  const struct {
    std::vector<PoseListEntry> lines;
    Status status;
    std::string what;
  } cases[] = {
      {{}, ok, ""},
      {{item(0), item(1, -0.5f), item(0, 0, 0)}, ok, ""},
      {{no_time, endless}, ok, ""},  // counts as 0
      {{item(2)}, wrong, "an entry refers to a clip that does not exist"},
      {{item(kPoseListStage - 1)}, wrong, "an entry refers to a clip that does not exist"},
      {{item(0, 1, 1)}, wrong, "an entry refers to a mask that does not exist"},
      {{item(0), stage(0, 1, 1, 1)}, wrong, "an entry refers to a mask that does not exist"},
      {{item(0, kNan)}, wrong, "the weight of an entry is not a number"},
      {{item(1, kInfinity)}, wrong, "the weight of an entry is not a number"},
      {{item(0), stage(0, 1, kNan)}, wrong, "the weight of an entry is not a number"},
      {{item(0, -0.1f)}, wrong, "the weight of a non-additive entry is negative"},
      {{item(0), stage(0, 1, -0.1f)}, wrong, "the weight of a stage is negative"},
      {{bad_loop}, wrong, "an entry has an unknown loop mode"},
      // Stages: empty, over all lines, over additive lines only, and with the weight of a profile.
      {{stage(0, 0)}, ok, ""},
      {{item(0), item(0), stage(0, 2), stage(0, 0)}, ok, ""},
      {{item(0), item(1), stage(1, 1, 4, 0)}, ok, ""},
      {{item(0), item(0), partial}, ok, ""},
      {{item(0), item(0), bad_stage}, wrong, "the partial flag of a stage is not 0 or 1"},
      {{item(0), stage(0, 2)}, wrong, covers},
      {{item(0), item(0), stage(1, 0)}, wrong, covers},
      {{stage(0, 1)}, wrong, covers},
      // Nested stages: below the split, above it, and side by side.
      {{item(0), item(0), stage(0, 1), item(0), stage(0, 3)}, ok, ""},
      {{item(0), item(0), item(0), stage(1, 2), stage(0, 1)}, ok, ""},
      {{item(0), item(0), stage(0, 1), item(0), item(0), stage(3, 4)}, ok, ""},
      // A stage in the upper range that also covers a line of the lower range, and a stage that begins before
      // the outer one.
      {{item(0), item(0), stage(0, 1), stage(0, 1)}, wrong, cuts},
      {{item(0), item(0), stage(0, 1), item(0), stage(1, 3)}, wrong, cuts},
      {std::vector<PoseListEntry>(32, item(0)), ok, ""},
      {std::vector<PoseListEntry>(33, item(0)), Status::limit_exceeded, "a list has more than 32 entries"},
  };
  for (const auto& [lines, status, what] : cases) {
    const Problem problem = check_list(s.skeleton, s.clips, lines);
    EXPECT_EQ(problem.status, status) << &lines - &cases[0].lines << ": " << problem.what;
    EXPECT_EQ(problem.what, what);
  }
}

}  // namespace
}  // namespace skelter::test
