#include "skelter/scene/scene.h"

#include <gtest/gtest.h>

#include <functional>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/hierarchy.h"
#include "skelter/scene/validate.h"
#include "support/blend_example.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using Order = std::vector<std::uint32_t>;

Scene tree(const std::vector<std::pair<std::string, std::uint32_t>>& names_and_parents) {
  Scene scene;
  for (const auto& node : names_and_parents)
    scene.nodes.push_back(test::make_node(node.first, node.second, Mat4d{}));
  return scene;
}

// Requirement T-02 of docs/tutorials.md.
TEST(scene, nodes_in_order_stay_in_order) {
  EXPECT_EQ(parents_first(tree({{"a", kNone}, {"b", 0}, {"c", 1}, {"d", kNone}, {"e", 0}})),
            (Order{0, 1, 2, 3, 4}));
  EXPECT_EQ(parents_first(Scene{}), Order{});
}

TEST(scene, parents_listed_after_their_children_come_first) {
  EXPECT_EQ(parents_first(tree({{"a", 2}, {"b", kNone}, {"c", 3}, {"d", kNone}})), (Order{1, 3, 2, 0}));
}

// d3dx-behaviour.md, section 5: depth-first search, exact comparison, first match.
TEST(scene, a_node_is_found_depth_first_by_its_exact_name) {
  const Scene scene = tree({{"root", kNone}, {"arm", 0}, {"hand", 0}, {"hand", 1}, {"spare", kNone}});
  EXPECT_EQ(find_node(scene, "root"), 0u);
  EXPECT_EQ(find_node(scene, "hand"), 3u);  // below "arm", before the sibling of its parent
  EXPECT_EQ(find_node(scene, "spare"), 4u);
  EXPECT_EQ(find_node(scene, "Hand"), kNone);
  EXPECT_EQ(find_node(Scene{}, "hand"), kNone);
}

// S-20: one object contains the tree; parents, children, siblings and meshes are found in it by index.
TEST(scene, one_object_has_the_parents_children_siblings_and_meshes_of_every_node) {
  Scene scene = tree({{"root", kNone}, {"left", 0}, {"right", 0}, {"finger", 1}, {"spare", kNone}});
  scene.meshes.resize(2);
  scene.nodes[3].meshes = {{1, kNone}, {0, kNone}};
  scene.nodes[4].meshes = {{1, kNone}};
  const auto children = children_of(scene);
  using Nodes = std::vector<std::uint32_t>;
  EXPECT_EQ(children.back(), (Nodes{0, 4})) << "roots";
  EXPECT_EQ(children[0], (Nodes{1, 2}));
  EXPECT_EQ(children[1], (Nodes{3}));
  EXPECT_TRUE(children[2].empty());
  EXPECT_EQ(scene.nodes[3].parent, 1u);
  const Nodes& siblings = children[scene.nodes[1].parent];
  EXPECT_EQ(siblings, (Nodes{1, 2})) << "of left, with itself";
  // Meshes are referred to by index, like nodes. Two nodes may show the same mesh.
  EXPECT_EQ(scene.nodes[3].meshes[0].mesh, scene.nodes[4].meshes[0].mesh);
  EXPECT_TRUE(validate(scene));
  EXPECT_EQ(depth_first(scene), (Nodes{0, 1, 3, 2, 4}));
}

// C-24: neither wide nor deep trees may exhaust the stack.
TEST(scene, a_hundred_thousand_siblings_or_generations_are_handled) {
  Scene wide = tree({{"root", kNone}}), deep = wide;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    wide.nodes.push_back(test::make_node("n", 0, Mat4d{}));
    deep.nodes.push_back(test::make_node("n", i, Mat4d{}));
  }
  wide.nodes.back().name = deep.nodes.back().name = "last";
  for (const Scene& scene : {wide, deep}) {
    EXPECT_EQ(parents_first(scene).back(), 100'000u);
    EXPECT_EQ(find_node(scene, "last"), 100'000u);
    Scene moved = scene;
    moved.nodes[0].rest = translation_matrix(Vec3{1, 2, 3});
    EXPECT_EQ(translation_part(rest_pose(moved).world.back()), (Vec3d{1, 2, 3}));
  }
}

TEST(scene, content_is_what_the_artist_made) {
  const Scene original = test::blend_example();
  Scene other = original;
  other.file = "other.x";
  other.encoding = "binary";
  other.diagnostics.add(Severity::note, "x.note", {}, "odd");
  EXPECT_TRUE(same_content(original, other));
}

TEST(scene, any_change_of_content_is_seen) {
  const Scene original = test::blend_example();
  const std::vector<std::function<void(Scene&)>> changes{
      [](Scene& s) { s.nodes[1].name = "arm"; },
      [](Scene& s) { s.nodes[1].rest.m[12] += 1e-5f; },
      [](Scene& s) { s.meshes[0].primitives[0].positions[3].y += 1e-5f; },
      [](Scene& s) { s.skins[0].joints[1].node = 0; },
      [](Scene& s) { s.materials.emplace_back(); },
      [](Scene& s) { s.textures.push_back({"skin.png"}); },
      [](Scene& s) { s.clips[0].channels[0].values[2] = 0; },
      [](Scene& s) { s.clips[0].name.reset(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Scene changed = original;
    changes[i](changed);
    EXPECT_FALSE(same_content(original, changed)) << i;
  }
}

}  // namespace
}  // namespace skelter
