// Morph targets by name, across all meshes of a scene.

#include <gtest/gtest.h>

#include "scene/evaluate/internal/morphs.h"

namespace skelter::test {
namespace {

Primitive with_targets(std::vector<std::string> names) {
  Primitive p;
  p.positions = {{0, 0, 0}};
  p.source_vertices = 1;
  for (std::string& name : names) p.morphs.push_back({std::move(name), {{1, 0, 0}}, {}});
  return p;
}

// A face that is split into two meshes, and a hat with unnamed targets.
Scene cut_face() {
  Scene scene;
  scene.meshes = {{"Skin", {with_targets({"smile", "blink"})}},
                  {"Teeth", {with_targets({"open", "smile"})}},
                  {"Hat", {with_targets({"", ""})}}};
  scene.meshes[1].morph_weights = {0.25f, 0.5f};
  for (std::uint32_t i = 0; i < 3; ++i) {
    Node node;
    node.name = scene.meshes[i].name;
    node.meshes = {{i, kNone}};
    scene.nodes.push_back(node);
  }
  return scene;
}

TEST(NamedMorphs, have_each_name_once_with_all_its_places) {
  const auto morphs = named_morphs(cut_face());
  std::vector<std::string> names;
  for (const NamedMorph& morph : morphs) names.push_back(morph.name);
  EXPECT_EQ(names, (std::vector<std::string>{"smile", "blink", "open", "Hat #0", "Hat #1"}));
  ASSERT_EQ(morphs[0].places.size(), 2u);
  EXPECT_EQ(morphs[0].places[0].node, 0u);
  EXPECT_EQ(morphs[0].places[0].target, 0u);
  EXPECT_EQ(morphs[0].places[1].node, 1u);
  EXPECT_EQ(morphs[0].places[1].target, 1u);
  EXPECT_TRUE(named_morphs(Scene()).empty());
}

TEST(NamedMorphs, are_set_everywhere_and_leave_the_others_as_they_are) {
  const Scene scene = cut_face();
  const auto morphs = named_morphs(scene);
  Pose pose = rest_pose(scene);
  pose.morph_weights = {{0.1, 0.2}, {}, {}};
  EXPECT_EQ(morph_weight(scene, morphs[2], pose), 0.25) << "at rest";
  set_morph(scene, morphs[0], 0.75, pose);
  EXPECT_EQ(pose.morph_weights[0], (std::vector<double>{0.75, 0.2}));
  EXPECT_EQ(pose.morph_weights[1], (std::vector<double>{0.25, 0.75})) << "the other one as at rest";
  EXPECT_TRUE(pose.morph_weights[2].empty());
  EXPECT_EQ(morph_weight(scene, morphs[0], pose), 0.75);
}

TEST(NamedMorphs, are_chosen_by_name_or_number) {
  const auto morphs = named_morphs(cut_face());
  EXPECT_EQ(*choose_morph(morphs, "open"), 2u);
  EXPECT_EQ(*choose_morph(morphs, "Hat #1"), 4u);
  EXPECT_EQ(*choose_morph(morphs, "#1"), 1u);
  EXPECT_EQ(*choose_morph(morphs, "3"), 3u);
  const auto unknown = choose_morph(morphs, "frown");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(
      unknown.error().message,
      "no morph target is named \"frown\"; the morph targets are \"smile\", \"blink\", \"open\", \"Hat #0\", "
      "\"Hat #1\"");
  EXPECT_EQ(choose_morph({}, "frown").error().message,
            "no morph target is named \"frown\"; the file has no morph targets");
}

}  // namespace
}  // namespace skelter::test
