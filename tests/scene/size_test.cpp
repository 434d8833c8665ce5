#include "skelter/scene/size.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "skelter/math/bounds.h"
#include "support/corpus_scenes.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

TEST(scene_size, is_the_largest_side_of_the_bounds) {
  Scene scene;
  EXPECT_EQ(scene_size(scene), 1);
  scene.nodes.push_back(test::make_node("Low", kNone, {}));
  scene.nodes.push_back(test::make_node("High", 0, translation_matrix(Vec3d{0, 3, 0})));
  EXPECT_EQ(scene_size(scene), 3);
  // If there are meshes, they determine the size instead of the joints; skinned ones have priority over
  // others.
  scene.meshes.resize(2);
  for (const float size : {5.0f, 2.0f}) {
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {size, 1, 0}};
    primitive.source_vertices = 2;
    scene.meshes[size > 3 ? 0 : 1].primitives.push_back(primitive);
  }
  scene.nodes[0].meshes.push_back({0, kNone});
  EXPECT_EQ(scene_size(scene), 5);
  Primitive& skinned = scene.meshes[1].primitives[0];
  for (int v = 0; v < 2; ++v) test::append_influences(skinned, {{0, 1}});
  scene.skins.push_back({"skin", {{"Low", 0, scale_matrix(Vec3{2, 1, 1})}}});
  scene.nodes[0].meshes.push_back({1, 0});
  EXPECT_EQ(scene_size(scene), 4);
}

// Multiplies world matrices up to the roots, and computes vertices as the sum of weight * matrix * inverse
// bind.
double size_by_hand(const Scene& scene, bool skinned_only) {
  std::vector<Mat4d> world;
  for (const Node& node : scene.nodes) {
    Mat4d m = to_double(node.rest);
    for (std::uint32_t p = node.parent; p != kNone; p = scene.nodes[p].parent)
      m = to_double(scene.nodes[p].rest) * m;
    world.push_back(m);
  }
  Bounds box;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    for (const MeshInstance& instance : scene.nodes[n].meshes) {
      if (!scene.nodes[n].shown || (skinned_only && instance.skin == kNone)) continue;
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives) {
        if (primitive.indices.empty() && primitive.lines.empty() && primitive.points.empty()) continue;
        for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
          const Vec3d at = to_double(primitive.positions[v]);
          Vec3d sum;
          bool bound = false;
          if (instance.skin != kNone && !primitive.influence_begin.empty())
            for (std::uint32_t i = primitive.influence_begin[v]; i < primitive.influence_begin[v + 1]; ++i) {
              const Joint& joint = scene.skins[instance.skin].joints[primitive.influences[i].joint];
              sum += transform_point(world[joint.node] * to_double(joint.joint_from_mesh), at) *
                     primitive.influences[i].weight;
              bound = true;
            }
          box.add(bound ? sum : transform_point(world[n], at));
        }
      }
    }
  const Vec3d size = box.size();
  return box.empty() ? 0 : std::max({size.x, size.y, size.z});
}

TEST(scene_size, of_every_file_of_the_corpus_is_that_of_its_skinned_vertices) {
  SKELTER_REQUIRE_CORPUS();
  const std::size_t count = test::for_each_corpus_scene([](const std::string& file, const Scene& scene) {
    const double skinned = size_by_hand(scene, true), all = size_by_hand(scene, false);
    if (const double size = skinned > 0 ? skinned : all; size > 0) {
      EXPECT_NEAR(scene_size(scene), size, 1e-9 * size) << file;
    }
  });
  EXPECT_GT(count, 50u);
}

}  // namespace
}  // namespace skelter
