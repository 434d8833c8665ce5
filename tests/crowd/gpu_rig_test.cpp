// Tests the rig data that is uploaded to the GPU. tests/render/posed_crowd_test.cpp tests that it plays
// correctly there.

#include "crowd/internal/gpu_rig.h"

#include <gtest/gtest.h>

#include <cstring>

#include "crowd/crowd_parts.h"
#include "skelter/runtime/clip.h"

namespace skelter::test {
namespace {

std::uint32_t word(const GpuRig& rig, GpuRigWord name) {
  return rig.words[static_cast<std::size_t>(name)];
}
std::uint32_t clip_word(const GpuRig& rig, std::size_t clip, GpuClipWord name) {
  return rig.words[word(rig, GpuRigWord::clips) + clip * static_cast<std::size_t>(GpuClipWord::count) +
                   static_cast<std::size_t>(name)];
}

TEST(GpuRig, holds_the_bytes_of_clips_as_they_are) {
  const MadeRig made(30, true, 1);
  GpuRig rig;
  ASSERT_TRUE(pack_gpu_rig(made.rig, {&made.skin, 1}, rig).ok());
  EXPECT_EQ(rig.joints, 30u);
  EXPECT_EQ(rig.entries, made.skin.size());
  const auto* bytes = reinterpret_cast<const std::byte*>(rig.words.data());
  for (std::size_t c = 0; c < made.views.size(); ++c) {
    const ClipView& clip = made.views[c];
    EXPECT_EQ(
        std::memcmp(bytes + clip_word(rig, c, GpuClipWord::frames), clip.frames.data(), clip.frames.size()),
        0);
    EXPECT_EQ(std::memcmp(bytes + clip_word(rig, c, GpuClipWord::spreads), clip.spreads.data(),
                          clip.spreads.size()),
              0);
    EXPECT_EQ(std::memcmp(bytes + 4 * clip_word(rig, c, GpuClipWord::parts), clip.parts.data(),
                          std::span<const ClipPart>(clip.parts).size_bytes()),
              0);
    EXPECT_EQ(clip_word(rig, c, GpuClipWord::parts) % 4, 0u) << "read four words at once";
    EXPECT_EQ(clip_word(rig, c, GpuClipWord::frame_count), clip.frame_count);
  }
  EXPECT_EQ(word(rig, GpuRigWord::binds) % 4, 0u);
}

TEST(GpuRig, levels_hold_each_joint_once_and_below_its_parent) {
  const MadeRig made(67, false, 2);
  GpuRig rig;
  ASSERT_TRUE(pack_gpu_rig(made.rig, {}, rig).ok());
  std::vector<std::uint32_t> level_of(67, kNone);
  const std::uint32_t order = word(rig, GpuRigWord::order), begin = word(rig, GpuRigWord::level_begin);
  for (std::uint32_t level = 0; level < rig.levels; ++level)
    for (std::uint32_t i = rig.words[begin + level]; i < rig.words[begin + level + 1]; ++i) {
      const std::uint32_t joint = rig.words[order + i] & 0xFFFF, parent = rig.words[order + i] >> 16;
      EXPECT_EQ(level_of[joint], kNone);
      level_of[joint] = level;
      EXPECT_EQ(parent, made.skeleton.parents[joint]);
      EXPECT_TRUE(level == 0 ? parent == kNone16 : level_of[parent] == level - 1);
    }
  EXPECT_EQ(rig.words[begin + rig.levels], 67u);
}

// Small skeletons share a work group. Large ones, up to the limit of shared memory, have a work group of
// their own.
TEST(GpuRig, work_groups_take_as_many_members_as_fill_their_lanes) {
  const auto members = [](std::uint32_t joints) {
    const MadeRig made(joints, false, joints);
    GpuRig rig;
    EXPECT_TRUE(pack_gpu_rig(made.rig, {}, rig).ok()) << joints;
    return rig.members_per_group;
  };
  EXPECT_EQ(members(1), 8u);
  EXPECT_EQ(members(68), 4u);
  EXPECT_EQ(members(288), 1u);
  EXPECT_EQ(members(640), 1u);
  const MadeRig large(641, false, 1);
  GpuRig rig;
  const Problem problem = pack_gpu_rig(large.rig, {}, rig);
  EXPECT_EQ(problem.status, Status::limit_exceeded);
  EXPECT_STREQ(problem.what, "a skeleton has more than 640 joints");
}

// Clips that contain only resting parts have no scale. A packed or wide part may have a scale, which affects
// its joint and all joints below.
TEST(GpuRig, joints_that_may_have_a_scale_are_marked_with_those_below) {
  MadeRig made(20, false, 3);
  for (std::uint32_t joint = 0; joint < 20; ++joint)
    for (std::size_t row = 7; row < 10; ++row) made.rest[joint / kLanes].rows[row][joint % kLanes] = 1;
  CrowdRig still = made.rig;
  still.clips = {};
  GpuRig rig;
  ASSERT_TRUE(pack_gpu_rig(still, {}, rig).ok());
  EXPECT_EQ(rig.scaled, std::vector<bool>(20, false));
  made.rest[0].rows[8][5] = 1.5f;
  ASSERT_TRUE(pack_gpu_rig(still, {}, rig).ok());
  for (std::uint32_t joint = 0; joint < 20; ++joint) {
    std::uint32_t above = joint;
    while (above != 5 && made.skeleton.parents[above] != kNone16) above = made.skeleton.parents[above];
    EXPECT_EQ(rig.scaled[joint], above == 5) << joint;
  }
  ASSERT_TRUE(pack_gpu_rig(made.rig, {}, rig).ok());
  EXPECT_EQ(rig.scaled, std::vector<bool>(20, true)) << "the clips scale every part in turn";
}

}  // namespace
}  // namespace skelter::test
