#include "compile/build_mesh/internal/skinned_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "runtime/internal/format/mesh_records.h"
#include "skelter/scene/validate.h"
#include "support/skinning_scenes.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;

// Influences of a built vertex, without weights of 0. A single influence has weight 1.
std::map<std::uint32_t, float> influences_of(const SkinnedMesh& mesh, std::uint32_t vertex) {
  std::map<std::uint32_t, float> found;
  for (const InfluenceSection& s : mesh.sections) {
    if (vertex < s.first_vertex || vertex >= s.first_vertex + s.vertex_count) continue;
    const std::uint32_t in_section = vertex - s.first_vertex;
    for (std::uint32_t i = 0; i < s.influences; ++i) {
      const std::uint32_t at = (in_section / 4 * s.influences + i) * 4 + in_section % 4;
      const float weight = s.influences == 1 ? 1 : mesh.weights[s.first_weight + at];
      if (weight != 0) found[mesh.joints[s.first_joint + at]] += weight;
    }
  }
  return found;
}

std::array<float, 3> row_vector(std::span<const float> rows, std::size_t floats_per_block, std::uint32_t v,
                                std::size_t first_row) {
  const float* from = rows.data() + v / 4 * floats_per_block + first_row * 4 + v % 4;
  return {from[0], from[4], from[8]};
}

std::array<float, 3> numbers(const Vec3& v) {
  return {v.x, v.y, v.z};
}

TEST(BuildSkinnedMesh, every_vertex_keeps_its_numbers_and_influences) {
  MeshShape shape;
  shape.min_influences = 0;
  const Scene scene = skinned_scene(shape);
  ASSERT_TRUE(validate(scene).ok());
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const Primitive& p = scene.meshes[0].primitives[0];
  ASSERT_EQ(mesh.vertex_count, 100u);
  std::set<std::uint32_t> seen;
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    const std::uint32_t source = mesh.source_vertex[v];
    EXPECT_TRUE(seen.insert(source).second);
    EXPECT_EQ(row_vector(mesh.vertices, 24, v, 0), numbers(p.positions[source]));
    EXPECT_EQ(row_vector(mesh.vertices, 24, v, 3), numbers(p.normals[source]));
    const Vec4& t = p.tangents[source];
    EXPECT_EQ(row_vector(mesh.tangents, 16, v, 0), numbers({t.x, t.y, t.z}));
    EXPECT_EQ(mesh.tangents[v / 4 * 16 + 12 + v % 4], t.w);
    std::map<std::uint32_t, float> expected;
    for (std::size_t i = p.influence_begin[source]; i < p.influence_begin[source + 1]; ++i)
      expected[p.influences[i].joint] = p.influences[i].weight;
    if (expected.empty()) expected[12] = 1;  // the mesh's node, which follows the joints
    const auto found = influences_of(mesh, v);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [joint, weight] : expected) ASSERT_NEAR(found.at(joint), weight, 1e-6) << joint;
  }
}

TEST(BuildSkinnedMesh, sections_are_whole_blocks_of_rising_influence_counts) {
  for (std::uint32_t vertices = 1; vertices <= 40; ++vertices) {
    MeshShape shape;
    shape.vertices = vertices;
    const SkinnedMeshBuild built = built_mesh(skinned_scene(shape, vertices));
    const auto& sections = built.mesh.view.sections;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      EXPECT_EQ(sections[i].first_vertex, next);
      next += sections[i].vertex_count;
      if (i + 1 < sections.size()) {
        EXPECT_EQ(sections[i].vertex_count % 4, 0u);
        EXPECT_LT(sections[i].influences, sections[i + 1].influences);
      }
    }
    EXPECT_EQ(next, vertices);
  }
}

// At most three vertices per section may have more weights than they need.
TEST(BuildSkinnedMesh, at_most_three_vertices_of_a_section_come_from_the_previous_one) {
  MeshShape shape;
  shape.vertices = 203;
  const SkinnedMeshBuild built = built_mesh(skinned_scene(shape));
  for (const InfluenceSection& section : built.mesh.view.sections) {
    std::uint32_t moved = 0;
    for (std::uint32_t v = 0; v < section.vertex_count; ++v)
      moved += influences_of(built.mesh.view, section.first_vertex + v).size() < section.influences ? 1 : 0;
    EXPECT_LE(moved, 3u);
  }
}

TEST(BuildSkinnedMesh, triangles_stay_the_same_and_keep_their_material) {
  Scene scene = skinned_scene({});
  scene.materials.resize(2);
  Primitive& p = scene.meshes[0].primitives[0];
  p.materials = {1, kNone, 0};
  for (std::size_t t = 0; t < p.indices.size() / 3; ++t)
    p.triangle_slots.push_back(t % 4 == 0 ? 0 : 2);  // no triangle uses slot 1
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  ASSERT_EQ(mesh.parts.size(), 2u);
  // Rotates the corners so that the smallest comes first, because it does not matter with which corner a
  // triangle begins.
  const auto rotated = [](std::array<std::uint32_t, 3> t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
  };
  std::multiset<std::pair<std::uint32_t, std::array<std::uint32_t, 3>>> expected, found;
  for (std::size_t t = 0; t < p.triangle_slots.size(); ++t)
    expected.insert({p.materials[p.triangle_slots[t]],
                     rotated({p.indices[t * 3], p.indices[t * 3 + 1], p.indices[t * 3 + 2]})});
  for (const MeshPart& part : mesh.parts)
    for (std::uint32_t i = part.first_index; i < part.first_index + part.index_count; i += 3)
      found.insert({part.material,
                    rotated({mesh.source_vertex[mesh.indices[i]], mesh.source_vertex[mesh.indices[i + 1]],
                             mesh.source_vertex[mesh.indices[i + 2]]})});
  EXPECT_EQ(found, expected);
}

// The result of blending depends on the drawing order.
TEST(BuildSkinnedMesh, transparent_triangles_keep_the_order_of_the_source) {
  Scene scene = skinned_scene({});
  scene.materials.resize(1);
  Primitive& p = scene.meshes[0].primitives[0];
  p.materials = {0};
  const auto source_order = [&] {
    const SkinnedMeshBuild built = built_mesh(scene);
    std::vector<std::uint32_t> order;
    for (const std::uint32_t i : built.mesh.view.indices) order.push_back(built.mesh.view.source_vertex[i]);
    return order;
  };
  const std::vector<std::uint32_t> strip = p.indices;
  const std::size_t count = strip.size() / 3;
  for (std::size_t t = 0; t < count; ++t)  // every other vertex first, which is bad for a vertex cache
    std::copy_n(
        strip.begin() + static_cast<std::ptrdiff_t>(3 * (2 * t < count ? 2 * t : 2 * t + 1 - (count | 1))), 3,
        p.indices.begin() + static_cast<std::ptrdiff_t>(3 * t));
  EXPECT_NE(source_order(), p.indices);
  scene.materials[0].base_color.w = 0.5f;
  EXPECT_EQ(source_order(), p.indices);
  scene.materials[0].base_color.w = 1;
  scene.materials[0].pbr.emplace().alpha_mode = AlphaMode::blend;
  EXPECT_EQ(source_order(), p.indices);
}

TEST(BuildSkinnedMesh, triangles_without_materials_are_one_part_of_the_default_one) {
  const SkinnedMeshBuild built = built_mesh(skinned_scene({}));
  ASSERT_EQ(built.mesh.view.parts.size(), 1u);
  EXPECT_EQ(built.mesh.view.parts[0].material, kNone);
}

TEST(BuildSkinnedMesh, the_largest_influences_are_kept_and_sum_to_one) {
  Scene scene = skinned_scene({});
  Primitive& p = scene.meshes[0].primitives[0];
  p = {};
  p.positions = {{0, 0, 0}, {1, 0, 0}};
  append_influences(p, {{3, 0.4f}, {1, 0.3f}, {2, 0.2f}, {0, 0.1f}});
  append_influences(p, {{5, 0.625f}, {4, 0.375f}});
  const SkinnedMeshBuild built = built_mesh(scene, {2});
  const SkinnedMesh& mesh = built.mesh.view;
  ASSERT_EQ(mesh.sections.size(), 1u);
  const std::uint32_t first = mesh.source_vertex[0] == 0 ? 0 : 1;
  const auto kept = influences_of(mesh, first);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_NEAR(kept.at(3), 4 / 7.0, 1e-7);
  EXPECT_NEAR(kept.at(1), 3 / 7.0, 1e-7);
  EXPECT_EQ(built.report.reduced_vertices, 1u);
  EXPECT_NEAR(built.report.largest_weight_lost, 0.3, 1e-6);
  EXPECT_EQ(built.report.largest_loss_vertex, 0u);
  EXPECT_THAT(built.report.vertices_by_influences, ElementsAre(0, 0, 2, 0, 0, 0, 0, 0, 0));
}

TEST(BuildSkinnedMesh, more_than_eight_influences_lose_the_smallest) {
  MeshShape shape;
  shape.joints = 12;
  shape.min_influences = shape.max_influences = 11;
  const SkinnedMeshBuild built = built_mesh(skinned_scene(shape));
  ASSERT_EQ(built.mesh.view.sections.size(), 1u);
  EXPECT_EQ(built.mesh.view.sections[0].influences, 8u);
  EXPECT_EQ(built.report.reduced_vertices, 100u);
  EXPECT_GT(built.report.largest_weight_lost, 0.05f);
}

TEST(BuildSkinnedMesh, weights_slightly_off_their_sum_are_normalized) {
  Scene scene = skinned_scene({});
  Primitive& p = scene.meshes[0].primitives[0];
  p = {};
  p.positions = {{0, 0, 0}};
  append_influences(p, {{0, 0.49998f}, {1, 0.49996f}});
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  EXPECT_NEAR(influences_of(mesh, 0).at(0) + influences_of(mesh, 0).at(1), 1, 1e-7);
}

TEST(BuildSkinnedMesh, a_rigid_mesh_is_bound_only_to_its_node) {
  Scene scene = skinned_scene({});
  scene.nodes.back().meshes[0].skin = kNone;
  const SkinnedMeshBuild built = built_mesh(scene);
  EXPECT_EQ(built.mesh.view.palette_size, 1u);
  EXPECT_EQ(built.report.vertices_by_influences[0], 100u);
  const auto skeleton = build_skeleton(scene);
  const auto skin = build_skin(scene, 12, 0, *skeleton);
  ASSERT_TRUE(skin.ok());
  ASSERT_EQ(skin->view.size(), 1u);
  EXPECT_EQ(skin->view.joints[0], skeleton->joint_of_node[12]);
  EXPECT_EQ(to_mat4(skin->view.joint_from_mesh[0]), Mat4{});
}

TEST(BuildSkinnedMesh, skins_list_the_joints_and_then_the_node_where_it_is_needed) {
  for (const std::uint32_t min_influences : {0u, 1u}) {
    MeshShape shape;
    shape.min_influences = min_influences;
    const Scene scene = skinned_scene(shape);
    const auto skeleton = build_skeleton(scene);
    ASSERT_TRUE(skeleton.ok());
    const auto skin = build_skin(scene, 12, 0, *skeleton);
    ASSERT_TRUE(skin.ok());
    ASSERT_EQ(skin->view.size(), min_influences == 0 ? 13u : 12u);
    EXPECT_EQ(built_mesh(scene).mesh.view.palette_size, skin->view.size());
    for (std::uint32_t j = 0; j < 12; ++j) {
      EXPECT_EQ(skin->view.joints[j], skeleton->joint_of_node[j]);
      EXPECT_EQ(to_mat4(skin->view.joint_from_mesh[j]), scene.skins[0].joints[j].joint_from_mesh);
    }
    if (min_influences == 0) {
      EXPECT_EQ(skin->view.joints[12], skeleton->joint_of_node[12]);
    }
  }
}

TEST(BuildSkinnedMesh, an_unbound_vertex_in_one_primitive_gives_all_of_them_the_node_entry) {
  Scene scene = skinned_scene({});
  Primitive free_one;
  free_one.positions = {{0, 0, 0}};
  scene.meshes[0].primitives.push_back(free_one);
  EXPECT_EQ(built_mesh(scene).mesh.view.palette_size, 13u);
}

TEST(BuildSkinnedMesh, bounds_hold_the_vertices_of_a_joint_in_its_space) {
  Scene scene = skinned_scene({});
  scene.skins[0].joints[1].joint_from_mesh = to_float(scale_matrix(Vec3d{2, 2, 2}));
  scene.skins[0].joints[1].joint_from_mesh.m[12] = 10;
  Primitive& p = scene.meshes[0].primitives[0];
  p = {};
  p.positions = {{1, 2, 3}, {-1, 4, 3}};
  append_influences(p, {{1, 0.75f}, {2, 0.25f}});
  append_influences(p, {{1, 1}});
  MorphTarget lift;
  lift.position_offsets = {{0, 0, 0.5f}, {-1, 0, 0}};
  p.morphs = {lift};
  const SkinnedMeshBuild built = built_mesh(scene);
  const JointBounds& bounds = built.mesh.view.joint_bounds[1];
  // x from 10 + 2 * -2 to 10 + 2 * 1, y from 4 to 8, z from 6 to 7.
  EXPECT_THAT(bounds.min, ElementsAre(6, 4, 6));
  EXPECT_THAT(bounds.max, ElementsAre(12, 8, 7));
  EXPECT_FALSE(built.mesh.view.joint_bounds[2].empty());
  EXPECT_TRUE(built.mesh.view.joint_bounds[0].empty());
}

TEST(BuildSkinnedMesh, morph_targets_keep_only_the_blocks_that_they_move) {
  MeshShape shape;
  shape.vertices = 64;
  shape.morphs = 2;
  const Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const Primitive& p = scene.meshes[0].primitives[0];
  ASSERT_EQ(mesh.morphs.size(), 2u);
  EXPECT_EQ(mesh.morph_name(0), "morph0");
  for (std::size_t m = 0; m < 2; ++m) {
    std::map<std::uint32_t, std::uint32_t> stored;  // block to entry
    for (std::uint32_t i = 0; i < mesh.morphs[m].block_count; ++i)
      stored[mesh.morph_blocks[mesh.morphs[m].first_block + i]] = mesh.morphs[m].first_block + i;
    std::set<std::uint32_t> moved;
    for (std::uint32_t v = 0; v < 64; ++v) {
      const Vec3& offset = p.morphs[m].position_offsets[mesh.source_vertex[v]];
      if (offset != Vec3{}) moved.insert(v / 4);
      if (stored.count(v / 4) == 0) {
        EXPECT_EQ(offset, Vec3{});
        continue;
      }
      const auto block = mesh.morph_offsets.subspan(std::size_t{stored[v / 4]} * 24, 24);
      EXPECT_EQ(row_vector(block, 24, v % 4, 0), numbers(offset));
      EXPECT_EQ(row_vector(block, 24, v % 4, 3), numbers(p.morphs[m].normal_offsets[mesh.source_vertex[v]]));
    }
    EXPECT_EQ(stored.size(), moved.size());
  }
}

TEST(BuildSkinnedMesh, texture_coordinates_and_colours_follow_their_vertices) {
  Scene scene = skinned_scene({});
  Primitive& p = scene.meshes[0].primitives[0];
  p.uvs.resize(3);  // the second UV set is empty
  for (std::uint32_t v = 0; v < 100; ++v) {
    const auto number = static_cast<float>(v);
    p.uvs[0].push_back({number, 0.5f});
    p.uvs[2].push_back({0.25f, number});
    p.colors.push_back({0, number, 0, 1});
  }
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  ASSERT_EQ(mesh.streams.size(), 3u);
  EXPECT_EQ(mesh.streams[0].set, 0u);
  EXPECT_EQ(mesh.streams[1].set, 2u);
  EXPECT_EQ(mesh.streams[2].kind, StreamKind::color);
  EXPECT_EQ(mesh.streams[2].components, 4u);
  for (std::uint32_t v = 0; v < 100; ++v) {
    const auto source = static_cast<float>(mesh.source_vertex[v]);
    EXPECT_EQ(mesh.stream_floats[mesh.streams[0].first_float + v * 2], source);
    EXPECT_EQ(mesh.stream_floats[mesh.streams[1].first_float + v * 2 + 1], source);
    EXPECT_EQ(mesh.stream_floats[mesh.streams[2].first_float + v * 4 + 1], source);
  }
}

// For scattered indices, the order of first use places neighbours close together.
TEST(BuildSkinnedMesh, vertices_are_near_the_order_of_first_use) {
  MeshShape shape;
  shape.vertices = 4000;
  shape.min_influences = shape.max_influences = 2;
  Scene scene = skinned_scene(shape);
  std::vector<std::uint32_t>& indices = scene.meshes[0].primitives[0].indices;
  for (std::uint32_t& index : indices) index = index * 1237 % 4000;
  const auto jumps = [](std::span<const std::uint32_t> all) {
    double sum = 0;
    for (std::size_t i = 1; i < all.size(); ++i)
      sum += std::abs(static_cast<double>(all[i]) - static_cast<double>(all[i - 1]));
    return sum / static_cast<double>(all.size());
  };
  const SkinnedMeshBuild built = built_mesh(scene);
  EXPECT_GT(jumps(indices), 500);
  EXPECT_LT(jumps(built.mesh.view.indices), 10);
}

TEST(BuildSkinnedMesh, the_same_scene_gives_the_same_bytes) {
  MeshShape shape;
  shape.morphs = 1;
  const SkinnedMeshBuild a = built_mesh(skinned_scene(shape)), b = built_mesh(skinned_scene(shape));
  ASSERT_EQ(a.mesh.bytes.size(), b.mesh.bytes.size());
  EXPECT_EQ(std::memcmp(a.mesh.bytes.data(), b.mesh.bytes.data(), a.mesh.bytes.size()), 0);
}

std::string error_of(const Scene& scene, const SkinnedMeshSettings& settings = {}) {
  const auto built =
      build_skinned_mesh(scene, static_cast<std::uint32_t>(scene.nodes.size()) - 1, 0, 0, settings);
  return built.ok() ? "" : to_string(built.error());
}

TEST(BuildSkinnedMesh, settings_out_of_range_are_refused) {
  Scene scene = skinned_scene({});
  scene.file = "man.x";
  EXPECT_EQ(error_of(scene, {0}), "man.x: mesh: at most 0 influences per vertex; expected 1 to 8");
  EXPECT_EQ(error_of(scene, {9}), "man.x: mesh: at most 9 influences per vertex; expected 1 to 8");
}

TEST(BuildSkinnedMesh, a_palette_beyond_16_bits_is_refused) {
  Scene scene = skinned_scene({});
  scene.file = "man.x";
  scene.skins[0].joints.resize(65536, scene.skins[0].joints[0]);
  const char* expected = "man.x: mesh: a mesh with 65536 palette entries; expected at most 65535";
  EXPECT_EQ(error_of(scene), expected);
  const auto skin = build_skin(scene, 12, 0, *build_skeleton(skinned_scene({})));
  ASSERT_FALSE(skin.ok());
  EXPECT_EQ(to_string(skin.error()), expected);
}

TEST(BuildSkinnedMesh, bounds_beyond_floats_are_refused) {
  Scene scene = skinned_scene({});
  scene.file = "man.x";
  scene.meshes[0].primitives[0].positions[0] = {3e38f, 0, 0};
  for (Joint& joint : scene.skins[0].joints) joint.joint_from_mesh.m[0] = 1e10f;
  EXPECT_EQ(error_of(scene), "man.x: mesh: the bounds of a joint are not finite");
}

TEST(BuildSkin, a_skeleton_of_another_scene_is_refused) {
  Scene scene = skinned_scene({});
  scene.file = "man.x";
  auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton.ok());
  skeleton->joint_of_node[3] = kNone16;
  const auto without = build_skin(scene, 12, 0, *skeleton);
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(to_string(without.error()),
            "man.x: mesh: the skeleton has no joint for node 'joint3'; use a skeleton built from this scene");
  skeleton->joint_of_node[3] = 500;
  const auto outside = build_skin(scene, 12, 0, *skeleton);
  ASSERT_FALSE(outside.ok());
  EXPECT_EQ(to_string(outside.error()), "man.x: mesh: a skin refers to a joint that does not exist");
}

}  // namespace
}  // namespace skelter::test
