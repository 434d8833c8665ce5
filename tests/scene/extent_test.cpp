#include "skelter/scene/extent.h"

#include <gtest/gtest.h>

#include "support/scene_parts.h"

namespace skelter {
namespace {

TEST(scene_extent, is_the_largest_side_of_what_there_is) {
  Scene scene;
  EXPECT_EQ(scene_extent(scene), 1);
  scene.nodes.push_back(test::make_node("Low", kNone, {}));
  scene.nodes.push_back(test::make_node("High", 0, translation_matrix(Vec3d{0, 3, 0})));
  EXPECT_EQ(scene_extent(scene), 3);
  // A mesh counts instead of the joints, a skinned one instead of a plain one.
  scene.meshes.resize(2);
  for (const float size : {5.0f, 2.0f}) {
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {size, 1, 0}};
    primitive.source_vertices = 2;
    scene.meshes[size > 3 ? 0 : 1].primitives.push_back(primitive);
  }
  scene.nodes[0].meshes.push_back({0, kNone});
  EXPECT_EQ(scene_extent(scene), 5);
  Primitive& skinned = scene.meshes[1].primitives[0];
  for (int v = 0; v < 2; ++v) test::append_influences(skinned, {{0, 1}});
  scene.skins.push_back({"skin", {{"Low", 0, scale_matrix(Vec3{2, 1, 1})}}});
  scene.nodes[0].meshes.push_back({1, 0});
  EXPECT_EQ(scene_extent(scene), 4);
}

}  // namespace
}  // namespace skelter
