#include "scene/internal/lost_weight.h"

#include <gtest/gtest.h>

#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::append_influences;
using test::make_node;

// Two vertices with three weights each; the smallest weights are `smallest` and 0.
Diagnostics lost_of(float smallest) {
  Scene scene;
  scene.file = "three.fbx";
  for (const char* name : {"a", "b", "c", "mesh"}) scene.nodes.push_back(make_node(name, kNone, Mat4d{}));
  scene.skins.emplace_back().joints = {{"a", 0, {}}, {"b", 1, {}}, {"c", 2, {}}};
  scene.nodes[3].meshes.push_back({0, 0});
  scene.meshes.emplace_back().name = "arm";
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  primitive.positions = {{0, 0, 0}, {1, 0, 0}};
  append_influences(primitive, {{0, 0.6f}, {1, 0.4f - smallest}, {2, smallest}});
  append_influences(primitive, {{0, 0.6f}, {1, 0.4f}, {2, 0}});
  Diagnostics diagnostics;
  warn_of_lost_weight(scene, 2, diagnostics);
  return diagnostics;
}

TEST(LostWeight, is_a_warning_unless_it_rounds_to_0_percent) {
  EXPECT_TRUE(lost_of(0).empty());
  EXPECT_TRUE(lost_of(0.00049f).empty());
  const Diagnostics lost = lost_of(0.00051f);
  ASSERT_EQ(lost.entries().size(), 1u);
  EXPECT_EQ(lost.entries()[0].severity, Severity::warning);
  EXPECT_EQ(to_string(lost.entries()[0]),
            "three.fbx: Mesh arm: up to 3 joints move a vertex, but only the largest 2 are used: 1 vertex "
            "loses weight, 0.1 % at most");
}

}  // namespace
}  // namespace skelter
