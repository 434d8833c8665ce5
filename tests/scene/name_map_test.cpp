// Clips for a different skeleton: which names are treated as equal, and which are not. Pairs are chosen by
// hand.

#include "scene/edit/internal/name_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skelter/scene/validate.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Scene scene_of_names(const std::vector<std::string>& names) {
  Scene scene;
  scene.file = "model.x";
  for (const std::string& name : names) {
    scene.nodes.emplace_back().name = name;
    if (scene.nodes.size() > 1) scene.nodes.back().parent = 0;
  }
  return scene;
}

Clip clip_of_names(const std::vector<std::string>& names) {
  Clip clip;
  clip.name = "walk";
  for (const std::string& name : names) {
    Channel channel;
    channel.target = static_cast<std::uint32_t>(clip.targets.size());
    channel.times_s = {0};
    channel.values = {1, 2, 3};
    clip.targets.push_back({name, kNone, {}});
    clip.channels.push_back(channel);
  }
  return clip;
}

// Returns the names of the mapped nodes; "" if there is none, and "?" if there are several.
std::vector<std::string> mapped(const std::vector<std::string>& nodes,
                                const std::vector<std::string>& targets) {
  const Scene scene = scene_of_names(nodes);
  std::vector<std::string> names;
  for (const MappedTarget& target : map_target_names(scene, clip_of_names(targets)))
    names.push_back(target.node != kNone ? scene.nodes[target.node].name : target.others.empty() ? "" : "?");
  return names;
}

TEST(MapTargetNames, prefix_suffix_and_case_may_differ) {
  EXPECT_THAT(mapped({"Bone01", "Bone02"}, {"Frame1_Bone01", "Frame1_Bone02"}),
              ElementsAre("Bone01", "Bone02"));
  EXPECT_THAT(mapped({"Frame1_Bone01", "Frame1_Bone02"}, {"Bone01", "Bone02"}),
              ElementsAre("Frame1_Bone01", "Frame1_Bone02"));
  EXPECT_THAT(mapped({"mixamorig:Hips", "mixamorig:Spine"}, {"Hips", "spine"}),
              ElementsAre("mixamorig:Hips", "mixamorig:Spine"));
  EXPECT_THAT(mapped({"HIPS", "left arm"}, {"hips", "Left Arm"}), ElementsAre("HIPS", "left arm"));
  EXPECT_THAT(mapped({"Hips_jnt", "Spine_jnt"}, {"Hips", "Spine"}), ElementsAre("Hips_jnt", "Spine_jnt"));
  EXPECT_THAT(mapped({"Hips", "Spine"}, {"Hips.001", "Spine.001"}), ElementsAre("Hips", "Spine"));
}

// A prefix that nearly all names in a file share may be removed in both files.
TEST(MapTargetNames, prefixes_of_both_sides_may_differ) {
  EXPECT_THAT(mapped({"mixamorig1:Hips", "mixamorig1:Spine"}, {"mixamorig:Hips", "mixamorig:Spine"}),
              ElementsAre("mixamorig1:Hips", "mixamorig1:Spine"));
  EXPECT_THAT(mapped({"mixamorigHips", "mixamorigSpine"}, {"mixamorig:Hips", "mixamorig:Spine"}),
              ElementsAre("mixamorigHips", "mixamorigSpine"));
}

TEST(MapTargetNames, equal_names_come_first) {
  EXPECT_THAT(mapped({"A_Hips", "Hips", "hips"}, {"Hips"}), ElementsAre("Hips"));
  EXPECT_THAT(mapped({"Hips"}, {"A_Hips", "Hips"}), ElementsAre("", "Hips"));
}

TEST(MapTargetNames, sides_are_never_mixed_up) {
  EXPECT_THAT(mapped({"Spine", "Left_Hand", "Right_Hand"}, {"Hand"}), ElementsAre("?"));
  EXPECT_THAT(mapped({"Spine", "LeftHand", "RightHand"}, {"Hand"}), ElementsAre(""));
  EXPECT_THAT(mapped({"Spine", "Right_Hand", "Right_Foot"}, {"Spine", "Left_Hand", "Left_Foot", "Head"}),
              ElementsAre("Spine", "", "", ""));
  EXPECT_THAT(mapped({"Spine", "hand", "HAND"}, {"Hand"}), ElementsAre("?"));
}

// The prefix Bip01_ fits two targets, and Prop_ fits one: the hand is the one with Bip01_.
TEST(MapTargetNames, the_prefix_that_explains_most_comes_first) {
  EXPECT_THAT(mapped({"Bip01_Hand", "Prop_Hand", "Bip01_Foot", "x", "y"}, {"Hand", "Foot"}),
              ElementsAre("Bip01_Hand", "Bip01_Foot"));
}

TEST(MapTargetNames, names_without_a_partner_stay_alone) {
  EXPECT_THAT(mapped({"Hips", "", "_"}, {"Wheel", "", "_", "Hip"}), ElementsAre("", "", "_", ""));
}

TEST(MergeByAlikeNames, reports_what_was_matched_and_what_was_not) {
  Scene scene = scene_of_names({"Root", "Rig:Hips", "Rig:Spine", "Left_Hand", "Right_Hand"});
  Scene other;
  other.file = "walk.bvh";
  other.clips = {clip_of_names({"Root", "hips", "Spine", "Hand", "Wheel"})};
  other.clips[0].duration_s = 0;
  Diagnostics reported;
  ASSERT_TRUE(merge_clips_by_alike_names(scene, other, reported).ok());
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_TRUE(validate(scene).ok());
  std::vector<std::uint32_t> nodes;
  for (const ClipTarget& target : scene.clips[0].targets) nodes.push_back(target.node);
  EXPECT_THAT(nodes, ElementsAre(0u, 1u, 2u, kNone, kNone));
  ASSERT_EQ(reported.entries().size(), 3u);
  EXPECT_EQ(to_string(reported.entries()[0]),
            "walk.bvh: clip walk: 2 of 5 targets are matched by similar names: \"hips\" = "
            "\"Rig:Hips\", \"Spine\" = \"Rig:Spine\"");
  EXPECT_EQ(reported.entries()[0].severity, Severity::note);
  EXPECT_EQ(to_string(reported.entries()[1]),
            "walk.bvh: clip walk: 1 of 5 targets match several nodes and do nothing: \"Hand\" "
            "(\"Left_Hand\", \"Right_Hand\")");
  EXPECT_EQ(
      to_string(reported.entries()[2]),
      "walk.bvh: clip walk: 1 of 5 targets have no node of the same name here and do nothing: \"Wheel\"");
}

}  // namespace
}  // namespace skelter::test
