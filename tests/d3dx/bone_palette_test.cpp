#include "skelter/d3dx/bone_palette.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "support/corpus.h"
#include "support/near.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace {

using testing::ElementsAre;

template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "no error" : to_string(result.error());
}

// A strip of triangles. Vertex v has `influences` bones: v, v + 1 and so on, modulo `bones`.
struct Strip {
  SkinInfo info;
  std::vector<std::uint32_t> indices;
  std::vector<Vec3> positions;
};

Strip strip(std::uint32_t vertices, std::uint32_t bones, std::uint32_t influences) {
  Strip made{SkinInfo(vertices, bones), {}, {}};
  std::vector<std::vector<std::uint32_t>> of_bone(bones);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (std::uint32_t i = 0; i < influences; ++i) of_bone[(v / 3 + i) % bones].push_back(v);
    if (v >= 2) made.indices.insert(made.indices.end(), {v - 2, v - 1, v});
    made.positions.push_back({0.1f * static_cast<float>(v), static_cast<float>(v % 2), 0});
  }
  for (std::uint32_t b = 0; b < bones; ++b)
    EXPECT_TRUE(made.info.set_influences(
        b, of_bone[b], std::vector<float>(of_bone[b].size(), 1.0f / static_cast<float>(influences))));
  return made;
}

// One triangle. All its vertices have the given weights for bones 0, 1, ...
SkinInfo one_triangle(const std::vector<float>& weights) {
  SkinInfo info(3, static_cast<std::uint32_t>(weights.size()));
  for (std::uint32_t b = 0; b < weights.size(); ++b)
    EXPECT_TRUE(
        info.set_influences(b, std::vector<std::uint32_t>{0, 1, 2}, std::vector<float>(3, weights[b])));
  return info;
}
const std::vector<std::uint32_t> kTriangle{0, 1, 2};

std::vector<Mat4d> random_motions(std::uint32_t bones) {
  std::mt19937 random(5);
  std::vector<Mat4d> motions;
  for (std::uint32_t b = 0; b < bones; ++b) motions.push_back(test::random_motion(random, {1, 1.5, 0.5}));
  return motions;
}

// Position of a new vertex, skinned by its group's bones in double precision.
Vec3d blended(const BlendedMesh& mesh, const BoneCombination& group, std::uint32_t vertex,
              const Vec3& position, const std::vector<Mat4d>& motions) {
  Vec3d sum;
  for (std::uint32_t i = 0; i < mesh.weights_per_vertex; ++i) {
    const std::uint32_t slot =
        mesh.palette_indices.empty() ? i : mesh.palette_indices[vertex * mesh.weights_per_vertex + i];
    const std::uint32_t bone = group.bones[slot];
    if (bone == kNone) {
      EXPECT_NEAR(mesh.weight(vertex, i), 0, 1e-6);
      continue;
    }
    sum += transform_point(motions[bone], to_double(position)) * mesh.weight(vertex, i);
  }
  return sum;
}

void expect_equals_software(const SkinInfo& info, const BlendedMesh& mesh, std::span<const Vec3> positions,
                            double tolerance) {
  const std::vector<Mat4d> motions = random_motions(info.bone_count());
  const Result<SkinnedVertices> expected = update_skinned_mesh(info, {positions, {}, motions, {}, true});
  ASSERT_TRUE(expected) << to_string(expected.error());
  for (const BoneCombination& group : mesh.combinations)
    for (std::uint32_t v = group.first_vertex; v < group.first_vertex + group.vertex_count; ++v)
      ASSERT_TRUE(test::near(blended(mesh, group, v, positions[mesh.old_vertex[v]], motions),
                             expected->positions[mesh.old_vertex[v]], tolerance))
          << "vertex " << v;
}

// Checks rules 1 to 5 of d3dx-behaviour.md, section 4.3.
struct FaceList {
  std::span<const std::uint32_t> indices, materials;
};

void expect_table_rules(const SkinInfo& info, const FaceList& faces, const BlendedMesh& mesh,
                        std::uint32_t palette_size) {
  const std::size_t count = faces.indices.size() / 3;
  std::vector<std::uint32_t> seen(count, 0);
  ASSERT_EQ(mesh.old_face.size(), count);
  for (const std::uint32_t f : mesh.old_face) ++seen[f];
  EXPECT_THAT(seen, testing::Each(1u)) << "rule 1";
  std::uint32_t next_face = 0, next_vertex = 0, last_material = 0;
  for (std::uint32_t g = 0; g < mesh.combinations.size(); ++g) {
    const BoneCombination& group = mesh.combinations[g];
    EXPECT_EQ(group.first_face, next_face) << "rule 1";
    EXPECT_EQ(group.first_vertex, next_vertex) << "rule 5";
    EXPECT_GE(group.material, last_material) << "rule 2";
    next_face += group.face_count;
    next_vertex += group.vertex_count;
    last_material = group.material;
    const std::set<std::uint32_t> bones(group.bones.begin(), group.bones.begin() + group.bone_count());
    EXPECT_EQ(bones.size(), group.bone_count()) << "rule 4: no bone twice";
    EXPECT_LE(bones.size(), palette_size) << "rule 4";
    EXPECT_TRUE(std::is_sorted(group.bones.begin(), group.bones.end())) << "rule 7";
    for (std::uint32_t f = group.first_face; f < group.first_face + group.face_count; ++f) {
      EXPECT_EQ(mesh.face_groups[f], g) << "rule 3";
      EXPECT_EQ(faces.materials.empty() ? 0 : faces.materials[mesh.old_face[f]], group.material) << "rule 2";
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t vertex = mesh.indices[f * 3 + corner];
        const std::uint32_t old = faces.indices[mesh.old_face[f] * 3 + corner];
        EXPECT_EQ(mesh.old_vertex[vertex], old) << "winding and corners stay";
        EXPECT_GE(vertex, group.first_vertex) << "rule 5";
        EXPECT_LT(vertex, group.first_vertex + group.vertex_count) << "rule 5";
        for (std::uint32_t b = 0; b < info.bone_count(); ++b)
          if (info.find_influence(b, old) != kNone) {
            EXPECT_TRUE(bones.contains(b)) << "rule 4: bone " << b;
          }
      }
    }
  }
  EXPECT_EQ(next_face, count) << "rule 1";
  EXPECT_EQ(next_vertex, mesh.old_vertex.size()) << "rule 5";
}

// --- the data --------------------------------------------------------------------------------------------

TEST(SkinInfo, a_new_one_has_nameless_bones_that_move_nothing) {
  const SkinInfo info(4, 2);
  EXPECT_EQ(info.vertex_count(), 4u);
  EXPECT_EQ(info.bone_count(), 2u);
  EXPECT_EQ(info.bone_name(1), "");
  EXPECT_TRUE(info.influences(1).empty());
  EXPECT_EQ(*info.bone_from_mesh(1), Mat4());
  EXPECT_EQ(info.max_vertex_influences(), 0u);
}

TEST(SkinInfo, unknown_bones_have_no_name_no_matrix_and_no_influences) {
  const SkinInfo info(4, 2);
  EXPECT_EQ(info.bone_name(2), "");
  EXPECT_EQ(info.bone_from_mesh(2), nullptr);
  EXPECT_TRUE(info.influences(2).empty());
  EXPECT_EQ(info.find_influence(2, 0), kNone);
}

TEST(SkinInfo, setting_influences_replaces_the_list) {
  SkinInfo info(4, 2);
  ASSERT_TRUE(info.set_influences(1, std::vector<std::uint32_t>{0, 3}, std::vector<float>{0.5f, 1}));
  ASSERT_TRUE(info.set_influences(1, std::vector<std::uint32_t>{2}, std::vector<float>{0.25f}));
  EXPECT_THAT(info.influences(1), ElementsAre(VertexWeight{2, 0.25f}));
  ASSERT_TRUE(info.set_influences(1, {}, {}));
  EXPECT_TRUE(info.influences(1).empty());
}

TEST(SkinInfo, what_does_not_fit_is_refused_and_changes_nothing) {
  SkinInfo info(4, 2);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{1}, std::vector<float>{1}));
  const std::vector<std::uint32_t> two{0, 1};
  EXPECT_EQ(refusal(info.set_influences(2, two, std::vector<float>{1, 1})),
            "bone 2; expected an index below 2");
  EXPECT_EQ(refusal(info.set_bone_name(7, "hand")), "bone 7; expected an index below 2");
  EXPECT_EQ(refusal(info.set_bone_from_mesh(2, {})), "bone 2; expected an index below 2");
  EXPECT_EQ(refusal(info.set_influences(0, two, std::vector<float>{1})),
            "2 vertices and 1 weights; expected as many weights as vertices");
  EXPECT_EQ(refusal(info.set_influences(0, {}, std::vector<float>{1})),
            "0 vertices and 1 weights; expected as many weights as vertices");
  EXPECT_EQ(refusal(info.set_influences(0, std::vector<std::uint32_t>{4}, std::vector<float>{1})),
            "vertex 4; expected an index below 4");
  EXPECT_EQ(refusal(info.set_influences(0, std::vector<std::uint32_t>{3}, std::vector<float>{NAN})),
            "weight of vertex 3 is not finite");
  EXPECT_THAT(info.influences(0), ElementsAre(VertexWeight{1, 1}));
}

TEST(SkinInfo, largest_numbers_count_distinct_bones_above_the_minimum_influence) {
  SkinInfo info(4, 3);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{0, 1}, std::vector<float>{0.95f, 1}));
  ASSERT_TRUE(info.set_influences(1, std::vector<std::uint32_t>{0, 2}, std::vector<float>{0.05f, 1}));
  ASSERT_TRUE(info.set_influences(2, std::vector<std::uint32_t>{3, 2}, std::vector<float>{1, 0}));
  const std::vector<std::uint32_t> faces{0, 1, 2, 1, 2, 3};
  EXPECT_EQ(info.max_vertex_influences(), 2u);
  EXPECT_EQ(*info.max_face_influences(faces), 3u) << "vertices 1, 2, 3: bones 0, 1, 2";
  EXPECT_EQ(*info.max_face_influences(std::vector<std::uint32_t>{0, 1, 2}), 2u)
      << "a weight of 0 does not count";
  info.set_min_influence(0.1f);
  EXPECT_EQ(info.max_vertex_influences(), 1u);
  EXPECT_EQ(refusal(info.max_face_influences(std::vector<std::uint32_t>{0, 1, 4})),
            "face 0 refers to vertex 4; expected an index below 4");
}

TEST(SkinInfo, an_influence_is_found_by_its_vertex) {
  SkinInfo info(4, 1);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{3, 1}, std::vector<float>{1, 1}));
  EXPECT_EQ(info.find_influence(0, 1), 1u);
  EXPECT_EQ(info.find_influence(0, 2), kNone);
}

TEST(SkinInfo, remapping_moves_and_copies_influences) {
  SkinInfo info(3, 2);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{0, 1}, std::vector<float>{1, 0.5f}));
  ASSERT_TRUE(info.set_influences(1, std::vector<std::uint32_t>{1, 2}, std::vector<float>{0.5f, 1}));
  EXPECT_EQ(refusal(info.remap(std::vector<std::uint32_t>{0, 3})),
            "remap of vertex 1 refers to old vertex 3; expected an index below 3");
  ASSERT_TRUE(info.remap(std::vector<std::uint32_t>{2, 1, 0, 1}));
  EXPECT_EQ(info.vertex_count(), 4u);
  EXPECT_THAT(info.influences(0),
              ElementsAre(VertexWeight{2, 1}, VertexWeight{1, 0.5f}, VertexWeight{3, 0.5f}));
  EXPECT_THAT(info.influences(1),
              ElementsAre(VertexWeight{1, 0.5f}, VertexWeight{3, 0.5f}, VertexWeight{0, 1}));
}

TEST(SkinInfo, free_vertices_get_the_frame_of_their_mesh_as_a_bone) {
  SkinInfo info(3, 1);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{1}, std::vector<float>{1}));
  EXPECT_EQ(info.bind_free_vertices("body"), 2u);
  EXPECT_EQ(info.bone_name(1), "body");
  EXPECT_THAT(info.influences(1), ElementsAre(VertexWeight{0, 1}, VertexWeight{2, 1}));
  EXPECT_EQ(info.bind_free_vertices("again"), 0u);
  EXPECT_EQ(info.bone_count(), 2u);
}

TEST(SkinInfo, of_a_scene_it_has_the_joints_then_the_node_for_free_vertices) {
  Scene scene = test::skinned_scene({.vertices = 9, .joints = 3, .min_influences = 0, .max_influences = 2});
  const Primitive& p = scene.meshes[0].primitives[0];
  const SkinInfo info = make_skin_info(scene, 3, 0, 0);
  ASSERT_EQ(info.bone_count(), 4u);
  EXPECT_EQ(info.bone_name(0), "joint0");
  EXPECT_EQ(info.bone_name(3), "mesh");
  EXPECT_EQ(*info.bone_from_mesh(2), scene.skins[0].joints[2].joint_from_mesh);
  std::size_t listed = 0;
  for (std::uint32_t b = 0; b < 3; ++b) listed += info.influences(b).size();
  EXPECT_EQ(listed, p.influences.size());
  for (const VertexWeight& w : info.influences(3))
    EXPECT_EQ(p.influence_begin[w.vertex], p.influence_begin[w.vertex + 1]);
  scene.nodes[3].meshes[0].skin = kNone;
  EXPECT_EQ(make_skin_info(scene, 3, 0, 0).influences(0).size(), 9u) << "without a skin: the node alone";
}

// --- software skinning -----------------------------------------------------------------------------------

Result<SkinnedVertices> update_one(const SkinInfo& info, const std::vector<Vec3>& positions,
                                   const std::vector<Vec3>& normals, const std::vector<Mat4d>& matrices,
                                   const std::vector<Mat3d>& normal_matrices = {}, bool normalize = true) {
  return update_skinned_mesh(info, {positions, normals, matrices, normal_matrices, normalize});
}

// The check of section 4.1: the offset and the current matrix are used together, not only the current matrix.
TEST(SoftwareSkinning, the_offset_takes_a_vertex_to_its_bone_first) {
  SkinInfo info(1, 1);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{0}, std::vector<float>{1}));
  ASSERT_TRUE(info.set_bone_from_mesh(0, translation_matrix(Vec3{0, -50, 0})));
  const Mat4d skinning = translation_matrix(Vec3d{0, 51, 0}) * to_double(*info.bone_from_mesh(0));
  const auto out = update_one(info, {{0, 51, 0}}, {}, {skinning});
  EXPECT_TRUE(test::near(out->positions[0], {0, 52, 0}, 1e-6));
}

// B-45: the output equals the positions of the reference evaluator, and the input does not change.
TEST(SoftwareSkinning, equals_the_reference_evaluator) {
  const Scene scene =
      test::skinned_scene({.vertices = 200, .joints = 7, .min_influences = 0, .max_influences = 5});
  const Primitive& p = scene.meshes[0].primitives[0];
  const std::vector<Vec3> before = p.positions;
  Pose pose = rest_pose(scene);
  pose.world = random_motions(8);
  const SkinInfo info = make_skin_info(scene, 7, 0, 0);
  std::vector<Mat4d> matrices;  // offset, then bone; the last is for vertices without a bone
  for (std::uint32_t b = 0; b < info.bone_count(); ++b)
    matrices.push_back(pose.world[b] * to_double(*info.bone_from_mesh(b)));
  const auto out = update_one(info, p.positions, {}, matrices);
  ASSERT_TRUE(out) << refusal(out);
  const std::vector<Vec3d> expected = skin(scene, pose, 7, 0).positions;
  ASSERT_EQ(out->positions.size(), expected.size());
  for (std::size_t v = 0; v < expected.size(); ++v)
    EXPECT_TRUE(test::near(out->positions[v], expected[v], 1e-5)) << v;
  EXPECT_EQ(p.positions, before);
}

TEST(SoftwareSkinning, a_greater_weight_moves_more_and_weights_are_used_as_they_are) {
  SkinInfo info(2, 2);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{0, 1}, std::vector<float>{0.25f, 0.5f}));
  ASSERT_TRUE(info.set_influences(1, std::vector<std::uint32_t>{0}, std::vector<float>{0.75f}));
  const std::vector<Mat4d> matrices{translation_matrix(Vec3d{10, 0, 0}), Mat4d{}};
  const auto out = update_one(info, {{0, 0, 0}, {4, 0, 0}}, {}, matrices);
  EXPECT_TRUE(test::near(out->positions[0], {2.5, 0, 0}, 1e-6));
  EXPECT_TRUE(test::near(out->positions[1], {7, 0, 0}, 1e-6)) << "half of 4 + 10";
}

// The example of section 4.2: M is a scale by (2, 1, 1), followed by 30 degrees about z (row vectors:
// anticlockwise).
TEST(SoftwareSkinning, normals_take_inverse_transposes_when_they_are_given) {
  SkinInfo info(1, 1);
  ASSERT_TRUE(info.set_influences(0, std::vector<std::uint32_t>{0}, std::vector<float>{1}));
  const Mat4d turn = rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, test::radians(30)));
  const Mat4d m = turn * scale_matrix(Vec3d{2, 1, 1});
  const Vec3 n = normalized(Vec3{1, 1, 0});
  const auto plain = update_one(info, {{0, 0, 0}}, {n}, {m});
  EXPECT_TRUE(test::near(plain->normals[0], {0.55099, 0.83451, 0}, 1e-5));
  Mat3d inverse_transpose = cofactors(linear_part(m));
  for (double& e : inverse_transpose.m) e /= determinant(linear_part(m));
  const auto better = update_one(info, {{0, 0, 0}}, {n}, {m}, {inverse_transpose});
  EXPECT_TRUE(test::near(better->normals[0], {-0.05992, 0.99820, 0}, 1e-5));
}

TEST(SoftwareSkinning, normals_ignore_translation_and_are_unit_unless_asked_otherwise) {
  const SkinInfo info = one_triangle({0.5f, 0.5f});
  const std::vector<Mat4d> matrices{translation_matrix(Vec3d{5, 5, 5}),
                                    rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, test::radians(90)))};
  const std::vector<Vec3> positions(3), normals(3, Vec3{1, 0, 0});
  const double half = std::sqrt(0.5);
  EXPECT_TRUE(test::near(update_one(info, positions, normals, matrices)->normals[0], {half, half, 0}, 1e-6));
  EXPECT_TRUE(
      test::near(update_one(info, positions, normals, matrices, {}, false)->normals[0], {0.5, 0.5, 0}, 1e-6));
}

// D3DX moves such a vertex to (0, 0, 0). According to d3dx-behaviour.md, section 4.2, it must follow the
// mesh's own frame.
TEST(SoftwareSkinning, a_vertex_without_bone_stays) {
  const auto out = update_one(SkinInfo(1, 1), {{1, 2, 3}}, {{0, 1, 0}}, {translation_matrix(Vec3d{9, 9, 9})});
  EXPECT_TRUE(test::near(out->positions[0], {1, 2, 3}, 0));
  EXPECT_TRUE(test::near(out->normals[0], {0, 1, 0}, 0));
}

TEST(SoftwareSkinning, sizes_that_do_not_fit_are_refused) {
  const SkinInfo info(2, 1);
  EXPECT_EQ(refusal(update_one(info, {{}}, {}, {{}})), "1 positions; expected 2");
  EXPECT_EQ(refusal(update_one(info, {{}, {}}, {{}}, {{}})), "1 normals; expected 2");
  EXPECT_EQ(refusal(update_one(info, {{}, {}}, {}, {})), "0 bone matrices; expected 1");
  EXPECT_EQ(refusal(update_one(info, {{}, {}}, {}, {{}}, {{}, {}})), "2 normal matrices; expected 1");
}

// --- the rules of 4.3 ------------------------------------------------------------------------------------

TEST(BlendedMesh, tables_keep_rules_1_to_5_for_every_palette_size) {
  const Strip made = strip(200, 60, 2);
  std::vector<std::uint32_t> materials;
  for (std::size_t f = 0; f < made.indices.size() / 3; ++f) materials.push_back(f % 5 == 0 ? 3 : 7);
  for (const std::uint32_t size : {4u, 5u, 12u, 26u, 60u, 256u}) {
    SCOPED_TRACE(size);
    BlendedMeshOptions options;
    options.palette_size = size;
    const auto mesh = to_indexed_blended_mesh(made.info, made.indices, materials, options);
    ASSERT_TRUE(mesh) << to_string(mesh.error());
    expect_table_rules(made.info, {made.indices, materials}, *mesh, size);
    for (const BoneCombination& group : mesh->combinations) EXPECT_EQ(group.bones.size(), size);
    expect_equals_software(made.info, *mesh, made.positions, 1e-5);  // rule 10, for a model size of 20
  }
}

TEST(BlendedMesh, without_indices_tables_keep_rules_1_to_5_and_arrays_are_as_long_as_the_largest_group) {
  const Strip made = strip(100, 30, 2);
  const auto mesh = to_blended_mesh(made.info, made.indices);
  ASSERT_TRUE(mesh) << to_string(mesh.error());
  expect_table_rules(made.info, {made.indices, {}}, *mesh, 4);
  std::uint32_t largest = 0;
  for (const BoneCombination& group : mesh->combinations) {
    EXPECT_EQ(group.bones.size(), mesh->weights_per_vertex);
    largest = std::max(largest, group.bone_count());
  }
  EXPECT_EQ(largest, mesh->weights_per_vertex);
  EXPECT_LE(largest, 4u);
  EXPECT_TRUE(mesh->palette_indices.empty());
  EXPECT_EQ(mesh->stored_weights.size(), mesh->old_vertex.size() * (largest - 1)) << "the last is implied";
  expect_equals_software(made.info, *mesh, made.positions, 1e-5);
}

// Rule 2 of section 4.3.
TEST(BlendedMesh, groups_of_one_material_are_adjacent_and_materials_ascend) {
  const Strip made = strip(60, 20, 1);
  std::vector<std::uint32_t> materials;
  for (std::size_t f = 0; f < made.indices.size() / 3; ++f) materials.push_back(f % 2 == 0 ? 9 : 4);
  BlendedMeshOptions options;
  options.palette_size = 8;
  const auto mesh = to_indexed_blended_mesh(made.info, made.indices, materials, options);
  ASSERT_TRUE(mesh);
  std::vector<std::uint32_t> order;
  for (const BoneCombination& group : mesh->combinations) order.push_back(group.material);
  EXPECT_GT(order.size(), 2u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(order.front(), 4u);
  EXPECT_EQ(order.back(), 9u);
}

// Rule 5: a vertex used by two groups is in both ranges.
TEST(BlendedMesh, a_vertex_of_two_groups_is_copied) {
  SkinInfo info(4, 4);
  for (std::uint32_t b = 0; b < 4; ++b)
    ASSERT_TRUE(info.set_influences(b, std::vector<std::uint32_t>{b}, std::vector<float>{1}));
  BlendedMeshOptions options;
  options.palette_size = 3;
  const std::vector<std::uint32_t> indices{0, 1, 2, 2, 1, 3};
  const auto mesh = to_indexed_blended_mesh(info, indices, {}, options);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->combinations.size(), 2u);
  EXPECT_THAT(mesh->old_vertex, ElementsAre(0, 1, 2, 2, 1, 3));
  EXPECT_THAT(mesh->indices, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(mesh->combinations[0].bones, ElementsAre(0, 1, 2));
  EXPECT_THAT(mesh->combinations[1].bones, ElementsAre(1, 2, 3));
}

// Rule 6 of section 4.3.
TEST(BlendedMesh, a_palette_smaller_than_a_face_needs_is_an_error) {
  const SkinInfo info = one_triangle({0.4f, 0.3f, 0.2f, 0.1f});
  BlendedMeshOptions options;
  options.palette_size = 3;
  EXPECT_EQ(refusal(to_indexed_blended_mesh(info, kTriangle, {}, options)),
            "face 0 is moved by 4 bones; expected at most 3, the palette size");
  options.palette_size = 4;
  EXPECT_TRUE(to_indexed_blended_mesh(info, kTriangle, {}, options));
  options.max_bones = 3;
  EXPECT_EQ(refusal(to_blended_mesh(info, kTriangle, {}, options)),
            "face 0 is moved by 4 bones; expected at most 3, the palette size");
}

TEST(BlendedMesh, twelve_places_suffice_for_four_influences) {
  SkinInfo info(30, 120);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t v = 0; v < 30; ++v) {
    for (std::uint32_t i = 0; i < 4; ++i)
      ASSERT_TRUE(info.set_influences(v * 4 + i, std::vector<std::uint32_t>{v}, std::vector<float>{0.25f}));
    if (v >= 2) indices.insert(indices.end(), {v - 2, v - 1, v});
  }
  BlendedMeshOptions options;
  options.palette_size = 12;
  const auto mesh = to_indexed_blended_mesh(info, indices, {}, options);
  ASSERT_TRUE(mesh) << to_string(mesh.error());
  EXPECT_EQ(mesh->combinations.size(), 28u) << "neighbours share eight of their twelve bones";
}

// Rule 7: a program that uploads bones in the order of the skin works as long as all bones fit and all are
// used.
TEST(BlendedMesh, a_palette_for_all_bones_gives_one_group_whose_slots_are_the_bones) {
  const Strip made = strip(120, 40, 2);
  BlendedMeshOptions options;
  options.palette_size = 40;
  const auto mesh = to_indexed_blended_mesh(made.info, made.indices, {}, options);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->combinations.size(), 1u);
  for (std::uint32_t b = 0; b < 40; ++b) EXPECT_EQ(mesh->combinations[0].bones[b], b);
  options.palette_size = 41;
  EXPECT_EQ(to_indexed_blended_mesh(made.info, made.indices, {}, options)->combinations[0].bones[40], kNone);
}

// Rule 8, with the numbers of its example.
TEST(BlendedMesh, the_four_largest_influences_are_brought_to_sum_one) {
  const SkinInfo info = one_triangle({0.30f, 0.25f, 0.20f, 0.12f, 0.08f, 0.05f});
  const auto mesh = to_indexed_blended_mesh(info, kTriangle);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->max_influences, 4u);
  const float expected[] = {0.3448f, 0.2874f, 0.2299f, 0.1379f};
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_NEAR(mesh->weight(0, i), expected[i], 5e-5);
  EXPECT_EQ(mesh->combinations[0].bone_count(), 4u) << "bones that were left out are not in the palette";
}

TEST(BlendedMesh, up_to_eight_influences_are_kept_on_request) {
  const SkinInfo info = one_triangle({0.30f, 0.25f, 0.20f, 0.12f, 0.08f, 0.05f});
  BlendedMeshOptions options;
  options.max_influences = 8;
  const auto mesh = to_indexed_blended_mesh(info, kTriangle, {}, options);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->weights_per_vertex, 6u);
  EXPECT_NEAR(mesh->weight(2, 5), 0.05, 1e-6);
}

// Rule 9 of section 4.3.
TEST(BlendedMesh, the_last_weight_is_what_is_missing_to_one_and_unused_indices_are_0) {
  SkinInfo info(3, 6);
  ASSERT_TRUE(info.set_influences(4, std::vector<std::uint32_t>{0, 1}, std::vector<float>{0.75f, 1}));
  ASSERT_TRUE(info.set_influences(5, std::vector<std::uint32_t>{0, 2}, std::vector<float>{0.25f, 0.5f}));
  ASSERT_TRUE(info.set_influences(2, std::vector<std::uint32_t>{2}, std::vector<float>{0.5f}));
  const auto mesh = to_indexed_blended_mesh(info, kTriangle);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->weights_per_vertex, 2u);
  EXPECT_THAT(mesh->stored_weights, ElementsAre(0.75f, 1.0f, 0.5f));
  EXPECT_FLOAT_EQ(mesh->weight(0, 1), 0.25f);
  EXPECT_EQ(mesh->weight(1, 1), 0.0f);
  EXPECT_THAT(mesh->combinations[0].bones, testing::Contains(2u));
  EXPECT_THAT(mesh->palette_indices, ElementsAre(1, 2, 1, 0, 0, 2)) << "bones 2, 4, 5 stand at 0, 1, 2";
}

// S-40: n - 1 of n weights are stored. weight() returns the last one as 1 minus their sum.
TEST(BlendedMesh, two_bones_store_one_weight_and_four_bones_three) {
  const std::vector<std::vector<float>> all{{0.75f, 0.25f}, {0.4f, 0.3f, 0.2f, 0.1f}};
  for (const std::vector<float>& weights : all)
    for (const bool indexed : {true, false}) {
      const SkinInfo info = one_triangle(weights);
      const auto mesh = indexed ? to_indexed_blended_mesh(info, kTriangle) : to_blended_mesh(info, kTriangle);
      ASSERT_TRUE(mesh) << refusal(mesh);
      const auto bones = static_cast<std::uint32_t>(weights.size());
      EXPECT_EQ(mesh->weights_per_vertex, bones);
      ASSERT_EQ(mesh->stored_weights.size(), 3u * (bones - 1)) << "of three vertices";
      for (std::uint32_t b = 0; b < bones; ++b) {
        if (b + 1 < bones) {
          EXPECT_EQ(mesh->stored_weights[b], weights[b]) << b;
        }
        EXPECT_NEAR(mesh->weight(2, b), weights[b], 1e-6) << b;
      }
    }
}

TEST(BlendedMesh, without_indices_weights_stand_in_the_groups_bone_order) {
  SkinInfo info(3, 6);
  ASSERT_TRUE(info.set_influences(4, std::vector<std::uint32_t>{0, 1}, std::vector<float>{0.75f, 1}));
  ASSERT_TRUE(info.set_influences(5, std::vector<std::uint32_t>{0}, std::vector<float>{0.25f}));
  ASSERT_TRUE(info.set_influences(2, std::vector<std::uint32_t>{2}, std::vector<float>{1}));
  const auto mesh = to_blended_mesh(info, kTriangle);
  ASSERT_TRUE(mesh);
  EXPECT_THAT(mesh->combinations[0].bones, ElementsAre(2, 4, 5));
  EXPECT_THAT(mesh->stored_weights, ElementsAre(0, 0.75f, 0, 1, 1, 0));
  EXPECT_FLOAT_EQ(mesh->weight(0, 2), 0.25f);
}

// Rule 11 of section 4.3.
TEST(BlendedMesh, the_same_input_gives_the_same_table) {
  const Strip made = strip(300, 50, 3);
  for (const bool indexed : {true, false}) {
    const auto convert = [&] {
      BlendedMeshOptions options;
      options.palette_size = 16;
      options.max_bones = 8;
      const FaceList faces{made.indices, {}};
      return indexed ? to_indexed_blended_mesh(made.info, faces.indices, faces.materials, options)
                     : to_blended_mesh(made.info, faces.indices, faces.materials, options);
    };
    const auto first = convert(), second = convert();
    ASSERT_TRUE(first && second);
    EXPECT_TRUE(*first == *second);
    EXPECT_GT(first->combinations.size(), 2u);
  }
}

// Rule 12: this test has no graphics device, and the module d3dx uses none (see the architecture test).
TEST(BlendedMesh, a_conversion_needs_no_graphics_device) {
  const Strip made = strip(30, 10, 2);
  EXPECT_TRUE(to_indexed_blended_mesh(made.info, made.indices));
}

TEST(BlendedMesh, influences_below_the_minimum_are_left_out_and_the_rest_fills_up) {
  SkinInfo info = one_triangle({0.60f, 0.36f, 0.04f});
  info.set_min_influence(0.05f);
  const auto mesh = to_indexed_blended_mesh(info, kTriangle);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->combinations[0].bone_count(), 2u);
  EXPECT_NEAR(mesh->weight(0, 0), 0.625, 1e-6);
  EXPECT_NEAR(mesh->weight(0, 1), 0.375, 1e-6);
  info.set_min_influence(0.9f);
  const auto rigid = to_indexed_blended_mesh(info, kTriangle);
  ASSERT_TRUE(rigid);
  EXPECT_EQ(rigid->combinations[0].bone_count(), 1u) << "a vertex keeps its largest";
  EXPECT_EQ(rigid->weight(0, 0), 1.0f);
}

TEST(BlendedMesh, a_mesh_without_faces_has_no_groups) {
  const auto mesh = to_indexed_blended_mesh(SkinInfo(3, 1), {});
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(mesh->combinations.empty());
}

TEST(BlendedMesh, what_does_not_fit_is_refused) {
  const SkinInfo info = one_triangle({1});
  const auto refused = [&](const FaceList& faces, std::uint32_t palette_size,
                           std::uint32_t max_influences = 4) {
    BlendedMeshOptions options;
    options.palette_size = palette_size;
    options.max_influences = max_influences;
    return refusal(to_indexed_blended_mesh(info, faces.indices, faces.materials, options));
  };
  EXPECT_EQ(refused({kTriangle, {}}, 0), "palette of 0 bones; expected 1 to 256");
  EXPECT_EQ(refused({kTriangle, {}}, 257), "palette of 257 bones; expected 1 to 256");
  EXPECT_EQ(refused({kTriangle, {}}, 1, 0), "0 influences per vertex; expected at least 1");
  EXPECT_EQ(refused({std::span(kTriangle).first(2), {}}, 1), "2 indices; expected three per face");
  const std::vector<std::uint32_t> materials{0, 0}, wild{0, 1, 3};
  EXPECT_EQ(refused({kTriangle, materials}, 1), "2 materials; expected one for each of 1 faces");
  EXPECT_EQ(refused({wild, {}}, 1), "face 0 refers to vertex 3; expected an index below 3");
  EXPECT_EQ(refusal(to_indexed_blended_mesh(SkinInfo(3, 1), kTriangle)),
            "vertex 0 has no bone; call bind_free_vertices() first");
}

// d3dx-behaviour.md, section 4.3, last paragraph; C-58.
TEST(BlendedMesh, tiny_has_the_numbers_that_are_known_of_her) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_x_file(test::corpus_folder() + "/x/sdk_legacy/tiny_4anim.x");
  ASSERT_TRUE(scene) << to_string(scene.error());
  std::uint32_t node = 0;
  while (scene->nodes[node].meshes.empty() || scene->nodes[node].meshes[0].skin == kNone) ++node;
  const Primitive& p = scene->meshes[scene->nodes[node].meshes[0].mesh].primitives[0];
  const SkinInfo info = make_skin_info(*scene, node, 0, 0);
  EXPECT_EQ(p.indices.size() / 3, 6841u);
  EXPECT_EQ(info.bone_count(), 35u);
  EXPECT_EQ(info.max_vertex_influences(), 3u) << "as the corpus states; the older tiny.x has 2";
  EXPECT_EQ(*info.max_face_influences(p.indices), 4u);
  const FaceList faces{p.indices, p.triangle_slots};
  BlendedMeshOptions options;
  options.palette_size = 3;
  EXPECT_THAT(refusal(to_indexed_blended_mesh(info, faces.indices, faces.materials, options)),
              testing::MatchesRegex("face [0-9]+ is moved by 4 bones; expected at most 3, the palette size"));
  const std::pair<std::uint32_t, std::size_t> groups[] = {{26, 2}, {30, 2}, {35, 1}, {40, 1}, {256, 1}};
  for (const auto& [size, count] : groups) {
    options.palette_size = size;
    const auto mesh = to_indexed_blended_mesh(info, faces.indices, faces.materials, options);
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->combinations.size(), count) << "palette " << size;
  }
  const auto extent = pose_bounds(*scene, rest_pose(*scene)).size();
  const double size = std::max({extent.x, extent.y, extent.z});
  for (const std::uint32_t palette : {4u, 26u}) {
    options.palette_size = palette;
    const auto mesh = to_indexed_blended_mesh(info, faces.indices, faces.materials, options);
    ASSERT_TRUE(mesh);
    expect_table_rules(info, faces, *mesh, palette);
    expect_equals_software(info, *mesh, p.positions, 1e-4 * size);  // rule 10
  }
  const auto blended_mesh = to_blended_mesh(info, faces.indices, faces.materials);
  ASSERT_TRUE(blended_mesh);
  EXPECT_EQ(blended_mesh->weights_per_vertex, 4u);
  expect_equals_software(info, *blended_mesh, p.positions, 1e-4 * size);
}

}  // namespace
}  // namespace skelter
