#include "scene/internal/statistics.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

Primitive primitive_of(std::size_t vertices, std::uint32_t source_vertices, std::uint32_t source_faces,
                       std::size_t triangles) {
  Primitive p;
  p.positions.resize(vertices);
  p.source_vertices = source_vertices;
  p.source_faces = source_faces;
  p.indices.resize(3 * triangles);
  return p;
}

TEST(totals, empty_scene_has_nothing) {
  EXPECT_EQ(totals(Scene{}), SceneTotals{});
}

TEST(totals, nodes_of_the_reader_do_not_count) {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[2].synthetic = true;
  EXPECT_EQ(totals(scene).nodes, 2u);
}

TEST(totals, what_the_file_lists_counts_once_and_what_is_drawn_at_every_node) {
  Scene scene;
  scene.meshes.resize(2);
  scene.meshes[0].primitives = {primitive_of(10, 8, 6, 12)};
  scene.meshes[1].primitives = {primitive_of(3, 3, 1, 1), primitive_of(4, 4, 1, 2)};
  scene.nodes.resize(2);
  scene.nodes[0].meshes = {{0, kNone}, {1, kNone}};
  scene.nodes[1].meshes = {{0, kNone}};
  const SceneTotals sum = totals(scene);
  EXPECT_EQ(sum.meshes, 2u);
  EXPECT_EQ(sum.source_vertices, 15u);
  EXPECT_EQ(sum.source_faces, 8u);
  EXPECT_EQ(sum.vertices, 27u);
  EXPECT_EQ(sum.triangles, 27u);
}

TEST(totals, joints_of_several_skins_are_distinct) {
  Scene scene;
  scene.nodes.resize(4);
  // Synthetic nodes for the same bone in two meshes.
  scene.nodes[2].synthetic = scene.nodes[3].synthetic = true;
  scene.skins.resize(2);
  scene.skins[0].joints = {{"Hip", 0, {}}, {"Knee", 1, {}}, {"Ghost", 2, {}}};
  scene.skins[1].joints = {{"Hip", 0, {}}, {"Ghost", 3, {}}};
  EXPECT_EQ(totals(scene).skins, 2u);
  EXPECT_EQ(totals(scene).joints, 3u);
}

TEST(totals, clips_channels_and_keys) {
  Scene scene;
  scene.clips.resize(2);
  scene.clips[0].channels.resize(2);
  scene.clips[0].channels[0].times_s = {0, 1};
  scene.clips[0].channels[1].times_s = {0, 1, 2};
  scene.clips[1].channels.resize(1);
  scene.clips[1].channels[0].times_s = {0};
  const SceneTotals sum = totals(scene);
  EXPECT_EQ(sum.clips, 2u);
  EXPECT_EQ(sum.channels, 3u);
  EXPECT_EQ(sum.keys, 6u);
}

TEST(totals, materials_textures_and_morph_targets) {
  Scene scene;
  scene.materials.resize(3);
  scene.textures.resize(2);
  scene.meshes.resize(1);
  scene.meshes[0].primitives.resize(2);
  for (Primitive& p : scene.meshes[0].primitives) p.morphs.resize(4);
  const SceneTotals sum = totals(scene);
  EXPECT_EQ(sum.materials, 3u);
  EXPECT_EQ(sum.textures, 2u);
  EXPECT_EQ(sum.morph_targets, 4u);
}

}  // namespace
}  // namespace skelter
