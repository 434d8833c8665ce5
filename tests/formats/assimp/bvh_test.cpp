// Compares two independent readers, ours and Assimp's, with BVH files that both accept.

#include <gtest/gtest.h>

#include "formats/assimp/made_files.h"
#include "skelter/formats/bvh/read.h"
#include "support/near.h"

namespace skelter::test {
namespace {

// The root's positions come first, last or between the rotations. All orders of rotations that Assimp
// supports occur.
std::string captured() {
  const char* rotations[] = {"Zrotation Xrotation Yrotation", "Xrotation Yrotation Zrotation",
                             "Yrotation Xrotation Zrotation", "Zrotation Yrotation Xrotation",
                             "Xrotation Zrotation Yrotation", "Yrotation Zrotation Xrotation"};
  std::string text = "HIERARCHY\nROOT Hips\n{\nOFFSET 1 2 3\nCHANNELS 6 Xposition Yposition Zposition " +
                     std::string(rotations[0]) + "\n";
  for (int i = 1; i < 6; ++i)
    text += "JOINT J" + std::to_string(i) + "\n{\nOFFSET 0.5 " + std::to_string(i) + " -0.25\nCHANNELS 3 " +
            rotations[i] + "\n";
  text += "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\n}\n}\n}\n}\nMOTION\nFrames: 4\nFrame Time: 0.04\n";
  for (int frame = 0; frame < 4; ++frame) {
    for (int i = 0; i < 21; ++i) text += std::to_string((frame * 37 + i * 53) % 320 - 160) + ".5 ";
    text += "\n";
  }
  return text;
}

TEST(BvhBesideAssimp, every_joint_of_every_frame_is_where_assimp_has_it) {
  const MadeFiles files;
  const std::string path = files.write("move.bvh", captured());
  const auto ours = read_bvh_file(path);
  const auto theirs = read_assimp_file(path);
  ASSERT_TRUE(ours) << to_string(ours.error());
  ASSERT_TRUE(theirs) << to_string(theirs.error());
  ASSERT_EQ(ours->nodes.size(), 7u);
  EvaluateOptions once;
  once.loop = Loop::once;
  for (int frame = 0; frame < 4; ++frame) {
    const Pose a = evaluate(*ours, 0, frame * 0.04, once), b = evaluate(*theirs, 0, frame * 0.04, once);
    for (std::uint32_t n = 0; n < ours->nodes.size(); ++n) {
      const std::uint32_t other = find_node(*theirs, ours->nodes[n].name);
      ASSERT_NE(other, kNone) << ours->nodes[n].name;
      // Positions reach 300 units, and both readers use floats.
      EXPECT_TRUE(near(a.world[n], b.world[other], 2e-4)) << ours->nodes[n].name << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace skelter::test
