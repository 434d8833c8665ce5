#include "skelter/skinning/linear_skinning_job.h"

#include <gtest/gtest.h>

#include "skelter/scene/evaluate.h"
#include "skinning/run_skinning.h"
#include "support/targets.h"
#include "support/tower.h"

namespace skelter::test {
namespace {

Vec3d xyz(const Vec4& v) {
  return {v.x, v.y, v.z};
}

// Computes linear blend skinning in double precision from the lists of the scene.
ExpectedSkin expected_linear(const Primitive& p, const std::vector<Affine>& palette) {
  ExpectedSkin out;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    Vec3d position, normal, tangent;
    for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i) {
      const Mat4d m = to_double(to_mat4(palette[p.influences[i].joint]));
      const double weight = p.influences[i].weight;
      Mat3d turn = cofactors(linear_part(m));
      for (double& e : turn.m) e /= determinant(linear_part(m));
      position += transform_point(m, to_double(p.positions[v])) * weight;
      if (!p.normals.empty()) normal += turn * to_double(p.normals[v]) * weight;
      if (!p.tangents.empty()) tangent += transform_direction(m, xyz(p.tangents[v])) * weight;
    }
    out.positions.push_back(position);
    out.normals.push_back(normalized(normal));
    out.tangents.push_back(normalized(tangent));
  }
  return out;
}

// Positions are below 4. The error of eight products and sums of floats is a few units in the last place.
constexpr double kPositionTolerance = 4e-6;
// A blended direction may be short: opposite rotations nearly cancel, and normalising magnifies the error.
constexpr double kDirectionTolerance = 1e-4;

void expect_linear(const Scene& scene, const SkinnedMesh& mesh, const std::vector<Affine>& palette,
                   const Streams& streams) {
  const Primitive& p = scene.meshes[0].primitives[0];
  const ExpectedSkin expected = expected_linear(p, palette);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    const std::uint32_t source = mesh.source_vertex[v];
    ASSERT_TRUE(near(vector_at(streams.positions, v, 3), expected.positions[source], kPositionTolerance))
        << v;
    if (!p.normals.empty()) {
      ASSERT_TRUE(near(vector_at(streams.normals, v, 3), expected.normals[source], kDirectionTolerance)) << v;
    }
    if (!p.tangents.empty()) {
      ASSERT_TRUE(near(vector_at(streams.tangents, v, 4), expected.tangents[source], kDirectionTolerance))
          << v;
      ASSERT_EQ(streams.tangents[v * 4 + 3], p.tangents[source].w);
    }
  }
  ASSERT_EQ(streams.positions[mesh.vertex_count * 3], Streams::kGuard);
  ASSERT_EQ(streams.normals[mesh.vertex_count * (p.normals.empty() ? 0 : 3)], Streams::kGuard);
}

TEST(LinearSkinning, every_influence_count_equals_the_sum_in_double_precision) {
  for (std::uint32_t influences = 1; influences <= 8; ++influences) {
    SCOPED_TRACE(influences);
    MeshShape shape;
    shape.min_influences = shape.max_influences = influences;
    for (const bool tangents : {false, true}) {  // only packed positions and normals, or also tangents
      shape.tangents = tangents;
      const Scene scene = skinned_scene(shape);
      const SkinnedMeshBuild built = built_mesh(scene);
      for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{0.5, 1.25, 2}}) {
        const std::vector<Affine> palette = random_palette(shape.joints, scale);
        for_each_target([&](std::int64_t) {
          expect_linear(scene, built.mesh.view, palette,
                        skinned<LinearSkinningJob>(built.mesh.view, palette));
        });
      }
    }
  }
}

TEST(LinearSkinning, every_vertex_count_is_skinned_to_the_last_and_no_further) {
  for (std::uint32_t vertices = 1; vertices <= 17; ++vertices) {
    SCOPED_TRACE(vertices);
    MeshShape shape;
    shape.vertices = vertices;
    shape.max_influences = 5;
    const Scene scene = skinned_scene(shape, vertices);
    const SkinnedMeshBuild built = built_mesh(scene);
    const std::vector<Affine> palette = random_palette(shape.joints);
    for_each_target([&](std::int64_t) {
      expect_linear(scene, built.mesh.view, palette, skinned<LinearSkinningJob>(built.mesh.view, palette));
    });
  }
}

TEST(LinearSkinning, a_mesh_without_normals_gives_positions) {
  MeshShape shape;
  shape.normals = shape.tangents = false;
  const Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  const std::vector<Affine> palette = random_palette(shape.joints);
  for_each_target([&](std::int64_t) {
    expect_linear(scene, built.mesh.view, palette, skinned<LinearSkinningJob>(built.mesh.view, palette));
  });
}

// T-30: heights of the skinned tower at rest, worked out by hand from the tutorial.
TEST(LinearSkinning, the_tower_at_rest_has_its_known_heights) {
  const Scene scene = tower_scene();
  const SkinnedMeshBuild built = built_mesh(scene);
  const Pose pose = rest_pose(scene);
  std::vector<Affine> palette;
  for (std::size_t bone = 0; bone < 4; ++bone) palette.push_back(to_affine(pose.world[bone]));
  const std::pair<float, double> known[] = {{0, -1}, {0.25f, 0.5}, {0.5f, 1.55}, {0.75f, 2.4}, {1, 2.65}};
  for_each_target([&](std::int64_t) {
    const Streams streams = skinned<LinearSkinningJob>(built.mesh.view, palette);
    std::size_t found = 0;
    for (std::uint32_t v = 0; v < built.mesh.view.vertex_count; ++v) {
      const float y = scene.meshes[0].primitives[0].positions[built.mesh.view.source_vertex[v]].y;
      for (const auto& [bind, height] : known)
        if (y == bind) {
          EXPECT_NEAR(streams.positions[v * 3 + 1], height, 1e-6) << y;  // floats near 2
          ++found;
        }
    }
    EXPECT_GE(found, 20u);
  });
}

// S-31: a bone at (0, 50, 0), rotated by 90 degrees about z and moved to (0, 51, 0).
TEST(LinearSkinning, the_inverse_bind_matrix_applies_before_the_bone) {
  Scene scene;
  scene.nodes = {make_node("bone", kNone, translation_matrix(Vec3d{0, 50, 0})), make_node("mesh", kNone, {})};
  scene.nodes[1].meshes.push_back({0, 0});
  scene.skins.push_back({"", {{"bone", 0, to_float(translation_matrix(Vec3d{0, -50, 0}))}}});
  Primitive p;
  p.positions = {{2, 51, 0}};
  append_influences(p, {{0, 1}});
  scene.meshes.push_back({"", {p}});
  const SkinnedMeshBuild built = built_mesh(scene);
  const auto skin = build_skin(scene, 1, 0, *build_skeleton(scene));
  ASSERT_TRUE(skin.ok());
  const Affine turned = to_affine(translation_matrix(Vec3d{0, 51, 0}) *
                                  rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, radians(90))));
  const std::vector<Affine> model_from_joint(2, turned);
  std::vector<Affine> palette(1);
  PaletteJob job{&skin->view, model_from_joint, palette};
  ASSERT_EQ(job.run(), Status::ok);
  const Streams streams = skinned<LinearSkinningJob>(built.mesh.view, palette);
  EXPECT_TRUE(near(vector_at(streams.positions, 0, 3), {-1, 53, 0}, 1e-5));  // floats near 50
}

// A vertex with that normal on one joint.
Scene one_vertex(const Vec3& normal) {
  Scene scene;
  scene.nodes = {make_node("bone", kNone, Mat4d{}), make_node("mesh", kNone, Mat4d{})};
  scene.nodes[1].meshes.push_back({0, 0});
  scene.skins.push_back({"", {{"bone", 0, {}}}});
  Primitive p;
  p.positions = {{1, 0, 0}};
  p.normals = {normal};
  append_influences(p, {{0, 1}});
  scene.meshes.push_back({"", {p}});
  return scene;
}

Vec3d skinned_normal(const Vec3& normal, const Mat4d& motion) {
  const SkinnedMeshBuild built = built_mesh(one_vertex(normal));
  return vector_at(skinned<LinearSkinningJob>(built.mesh.view, {to_affine(motion)}).normals, 0, 3);
}

TEST(LinearSkinning, normals_of_a_stretched_surface_lean_away_from_the_stretch) {
  // The surface x + y = 1, scaled by 2 along x: its normal is (1/2, 1), with length sqrt(5) / 2.
  const float half = std::sqrt(0.5f);
  EXPECT_TRUE(near(skinned_normal({half, half, 0}, scale_matrix(Vec3d{2, 1, 1})),
                   {1 / std::sqrt(5.0), 2 / std::sqrt(5.0), 0}, 1e-6));
}

TEST(LinearSkinning, normals_of_a_mirrored_surface_are_mirrored) {
  EXPECT_TRUE(near(skinned_normal({0.6f, 0.8f, 0}, scale_matrix(Vec3d{-1, 1, 1})), {-0.6, 0.8, 0}, 1e-6));
  EXPECT_TRUE(near(skinned_normal({0.6f, 0.8f, 0}, scale_matrix(Vec3d{-3, 3, 3})), {-0.6, 0.8, 0}, 1e-6));
}

TEST(LinearSkinning, normals_of_a_surface_squeezed_flat_are_perpendicular_to_it) {
  EXPECT_TRUE(near(skinned_normal({0.6f, 0.8f, 0}, scale_matrix(Vec3d{1, 0, 1})), {0, 1, 0}, 1e-6));
}

TEST(LinearSkinning, zero_normals_stay_zero) {
  MeshShape shape;
  Scene scene = skinned_scene(shape);
  for (Vec3& normal : scene.meshes[0].primitives[0].normals) normal = {};
  const SkinnedMeshBuild built = built_mesh(scene);
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{1, 2, 3}}) {
    const std::vector<Affine> palette = random_palette(shape.joints, scale);
    for_each_target([&](std::int64_t) {
      const Streams streams = skinned<LinearSkinningJob>(built.mesh.view, palette);
      for (std::uint32_t i = 0; i < 3 * shape.vertices; ++i) ASSERT_EQ(streams.normals[i], 0) << i;
    });
  }
}

TEST(LinearSkinning, without_normalising_directions_keep_their_blended_length) {
  // Half of the weight is on a bone rotated by 90 degrees: the mean of (1, 0, 0) and (0, 1, 0).
  Scene scene = one_vertex({1, 0, 0});
  scene.nodes.insert(scene.nodes.begin(), make_node("bone2", kNone, Mat4d{}));
  scene.skins[0].joints = {{"bone2", 0, {}}, {"bone", 1, {}}};
  scene.meshes[0].primitives[0].influence_begin.clear();
  scene.meshes[0].primitives[0].influences.clear();
  append_influences(scene.meshes[0].primitives[0], {{0, 0.5f}, {1, 0.5f}});
  const SkinnedMeshBuild built = built_mesh(scene);
  const std::vector<Affine> palette{Affine{},
                                    to_affine(rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, radians(90))))};
  for_each_target([&](std::int64_t) {
    Streams streams(1);
    LinearSkinningJob job = job_for<LinearSkinningJob>(built.mesh.view, palette, streams);
    job.normalize = false;
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    EXPECT_TRUE(near(vector_at(streams.normals, 0, 3), {0.5, 0.5, 0}, 1e-6));
    job.normalize = true;
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    EXPECT_TRUE(near(vector_at(streams.normals, 0, 3), {std::sqrt(0.5), std::sqrt(0.5), 0}, 1e-6));
  });
}

TEST(LinearSkinning, validate_refuses_what_does_not_fit) {
  const Scene scene = skinned_scene({});
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size);
  Streams streams(mesh.vertex_count);
  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size) + 64);
  LinearSkinningJob good = job_for<LinearSkinningJob>(mesh, palette, streams);
  good.scratch = {scratch.data(), scratch.size() - 64};
  ASSERT_EQ(good.validate(), Status::ok);
  const auto refused = [&](auto change) {
    LinearSkinningJob job = good;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  using Job = LinearSkinningJob;
  EXPECT_TRUE(refused([](Job& j) { j.mesh = nullptr; }));
  EXPECT_TRUE(refused([](Job& j) { j.palette = j.palette.first(j.palette.size() - 1); }));
  EXPECT_TRUE(refused([](Job& j) { j.vertices = j.mesh->vertices.first(j.mesh->vertices.size() - 1); }));
  EXPECT_TRUE(refused([&](Job& j) {
    j.vertices = std::span<const float>(reinterpret_cast<float*>(scratch.data()) + 1, mesh.vertices.size());
  }));
  EXPECT_TRUE(refused([&](Job& j) { j.begin = mesh.vertex_count + 1; }));
  EXPECT_TRUE(refused([&](Job& j) { j.end = mesh.vertex_count + 1; }));
  EXPECT_TRUE(refused([](Job& j) { j.begin = 5, j.end = 4; }));
  TaskRunner broken;
  EXPECT_TRUE(refused([&](Job& j) { j.tasks = &broken; }));
  EXPECT_TRUE(refused([](Job& j) { j.scratch = j.scratch.first(j.scratch.size() - 1); }));
  EXPECT_TRUE(refused([&](Job& j) { j.scratch = {scratch.data() + 16, scratch.size() - 64}; }));
  const auto room = [&](std::uint32_t width) { return std::size_t{mesh.vertex_count} * width - 1; };
  EXPECT_TRUE(refused([&](Job& j) { j.out.positions = j.out.positions.first(room(3)); }));
  EXPECT_TRUE(refused([](Job& j) { j.out.positions = {}; }));
  EXPECT_TRUE(refused([](Job& j) { j.out.position_stride = 2; }));
  EXPECT_TRUE(refused([&](Job& j) { j.out.normals = j.out.normals.first(room(3)); }));
  EXPECT_TRUE(refused([](Job& j) { j.out.normal_stride = 0; }));
  EXPECT_TRUE(refused([&](Job& j) { j.out.tangents = j.out.tangents.first(room(4)); }));
  EXPECT_TRUE(refused([](Job& j) { j.out.tangent_stride = 3; }));
  SkinnedMesh bare = mesh;
  bare.has_normals = 0;
  bare.tangents = {};
  EXPECT_TRUE(refused([&](Job& j) { j.mesh = &bare, j.out.tangents = {}; }));
  EXPECT_TRUE(refused([&](Job& j) { j.mesh = &bare, j.out.normals = {}; }));
}

TEST(LinearSkinning, the_kernels_agree_with_their_plain_twin) {
  const Scene scene = skinned_scene({});
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size, {1, 2, 0.5});
  AlignedBytes memory(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  auto* matrices = reinterpret_cast<skinning::PaletteMatrix*>(memory.data());
  skinning::KernelArguments arguments;
  arguments.palette = matrices;
  arguments.normal_palette = matrices + palette.size();
  for (std::size_t i = 0; i < palette.size(); ++i) {
    matrices[i] = skinning::to_palette_matrix(palette[i]);
    matrices[palette.size() + i] = skinning::normal_matrix(palette[i]);
  }
  Streams twin(mesh.vertex_count);
  arguments.mesh = &mesh;
  arguments.vertices = mesh.vertices.data();
  arguments.out = packed_output(mesh, twin);
  for (const InfluenceSection& section : mesh.sections)
    skinning::scalar::skin_linear(arguments, section, section.first_vertex,
                                  section.first_vertex + section.vertex_count);
  expect_linear(scene, mesh, palette, twin);
  for_each_target([&](std::int64_t) {
    const Streams streams = skinned<LinearSkinningJob>(mesh, palette);
    // The products are the same, in the same order of influences, but may be fused: the difference is a few
    // units in the last place of 4.
    for (std::size_t i = 0; i < 3 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.positions[i], twin.positions[i], 2e-6);
    for (std::size_t i = 0; i < 3 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.normals[i], twin.normals[i], 1e-5);
    for (std::size_t i = 0; i < 4 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.tangents[i], twin.tangents[i], 1e-5);
  });
}

}  // namespace
}  // namespace skelter::test
