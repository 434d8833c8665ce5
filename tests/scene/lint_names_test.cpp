// Rule duplicate-name.

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

// The test model with a second node with that name.
Scene with_another(const std::string& name) {
  Scene scene = figure();
  scene.nodes.push_back(make_node(name, kNone, {}));
  return scene;
}

TEST(lint_duplicate_name, fails_where_a_bone_or_a_clip_of_an_x_file_may_mean_either) {
  EXPECT_EQ(finding_of(figure(), "duplicate-name").value, 0);
  EXPECT_TRUE(finding_of(figure(), "duplicate-name").ok);
  const LintFinding bone = finding_of(with_another("Left"), "duplicate-name");
  EXPECT_EQ(bone.value, 1);
  EXPECT_EQ(bone.threshold, 0);
  EXPECT_FALSE(bone.ok);
  EXPECT_EQ(bone.object, "Left");
  EXPECT_EQ(bone.note, "a clip or a bone refers to this name; the first node is used");
  Scene scene = with_another("Body");
  add_lint_clip(scene, "move", {way(scene, kBody, {{0, {}}, {1, {}}})});
  EXPECT_FALSE(finding_of(scene, "duplicate-name").ok);
}

TEST(lint_duplicate_name, only_informs_where_nothing_depends_on_the_name) {
  const LintFinding unused = finding_of(with_another("Body"), "duplicate-name");
  EXPECT_EQ(unused.value, 1);
  EXPECT_TRUE(unused.ok);
  EXPECT_FALSE(unused.threshold.has_value());
  EXPECT_EQ(unused.note, "nothing in the file depends on it; tools that look up names take the first");
  Scene gltf = with_another("Left");  // its clips and skins refer to nodes by index
  gltf.format = "glb";
  EXPECT_TRUE(finding_of(gltf, "duplicate-name").ok);
}

TEST(lint_duplicate_name, skips_nodes_without_a_name_and_those_of_the_reader) {
  Scene scene = with_another("");
  scene.nodes.push_back(make_node("", kNone, {}));
  scene.nodes.push_back(make_node("Left", kNone, {}));
  scene.nodes.back().synthetic = true;
  EXPECT_EQ(finding_of(scene, "duplicate-name").value, 0);
}

}  // namespace
}  // namespace skelter::test
