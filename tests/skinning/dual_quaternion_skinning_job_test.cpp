#include "skelter/skinning/dual_quaternion_skinning_job.h"

#include <gtest/gtest.h>

#include "skelter/math/transform.h"
#include "skinning/run_skinning.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

Quatd product(const Quatd& a, const Quatd& b) {
  const Vec3d u{a.x, a.y, a.z}, v{b.x, b.y, b.z};
  const Vec3d w = v * a.w + u * b.w + cross(u, v);
  return {w.x, w.y, w.z, a.w * b.w - dot(u, v)};
}

// Computes the algorithm in double precision, with matrices instead of dual quaternion algebra where
// possible: the blended real parts give the rotation matrix, the blended dual parts the translation.
ExpectedSkin expected_dual(const Primitive& p, const std::vector<Affine>& palette) {
  ExpectedSkin out;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    Quatd real{0, 0, 0, 0}, dual{0, 0, 0, 0}, first;
    Mat3d stretch, turn;
    stretch.m = turn.m = {};
    for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i) {
      const double weight = p.influences[i].weight;
      const AffineParts parts = split(to_double(to_mat4(palette[p.influences[i].joint])));
      if (i == p.influence_begin[v]) first = parts.rotation;
      const double side = dot(first, parts.rotation) < 0 ? -weight : weight;
      const Vec3d& t = parts.translation;
      const Quatd half = product({t.x / 2, t.y / 2, t.z / 2, 0}, parts.rotation);
      const double from[8] = {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w,
                              half.x,           half.y,           half.z,           half.w};
      double* const to[8] = {&real.x, &real.y, &real.z, &real.w, &dual.x, &dual.y, &dual.z, &dual.w};
      for (std::size_t k = 0; k < 8; ++k) *to[k] += side * from[k];
      const Mat3d inverse_transpose = cofactors(parts.stretch);
      for (std::size_t k = 0; k < 9; ++k) {
        stretch.m[k] += weight * parts.stretch.m[k];
        turn.m[k] += weight * inverse_transpose.m[k] / determinant(parts.stretch);
      }
    }
    const double size = std::sqrt(dot(real, real));
    const Quatd unit{real.x / size, real.y / size, real.z / size, real.w / size};
    const Quatd moved = product({2 * dual.x / size, 2 * dual.y / size, 2 * dual.z / size, 2 * dual.w / size},
                                {-unit.x, -unit.y, -unit.z, unit.w});
    const Mat3d rotation = to_mat3(unit);
    out.positions.push_back(rotation * (stretch * to_double(p.positions[v])) +
                            Vec3d{moved.x, moved.y, moved.z});
    out.normals.push_back(normalized(rotation * (turn * to_double(p.normals[v]))));
    const Vec4& t = p.tangents[v];
    out.tangents.push_back(normalized(rotation * (stretch * Vec3d{t.x, t.y, t.z})));
  }
  return out;
}

TEST(DualQuaternionSkinning, every_influence_count_equals_the_algorithm_in_double_precision) {
  for (std::uint32_t influences = 1; influences <= 8; ++influences) {
    SCOPED_TRACE(influences);
    MeshShape shape;
    shape.min_influences = shape.max_influences = influences;
    shape.vertices = 61;
    const Scene scene = skinned_scene(shape);
    const SkinnedMeshBuild built = built_mesh(scene);
    const SkinnedMesh& mesh = built.mesh.view;
    const Primitive& p = scene.meshes[0].primitives[0];
    for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{0.5, 1.25, 2}}) {
      const std::vector<Affine> palette = random_palette(shape.joints, scale);
      const ExpectedSkin expected = expected_dual(p, palette);
      for_each_target([&](std::int64_t) {
        const Streams streams = skinned<DualQuaternionSkinningJob>(mesh, palette);
        for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
          const std::uint32_t source = mesh.source_vertex[v];
          // Positions are below 8, in floats. Opposite rotations give short sums, which magnify rounding
          // errors.
          ASSERT_TRUE(near(vector_at(streams.positions, v, 3), expected.positions[source], 4e-5)) << v;
          ASSERT_TRUE(near(vector_at(streams.normals, v, 3), expected.normals[source], 1e-4)) << v;
          ASSERT_TRUE(near(vector_at(streams.tangents, v, 4), expected.tangents[source], 1e-4)) << v;
          ASSERT_EQ(streams.tangents[v * 4 + 3], p.tangents[source].w);
        }
      });
    }
  }
}

TEST(DualQuaternionSkinning, vertices_of_one_bone_move_as_in_linear_skinning) {
  MeshShape shape;
  shape.max_influences = 1;
  const Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{0.5, -1.25, 2}}) {
    const std::vector<Affine> palette = random_palette(shape.joints, scale);
    for_each_target([&](std::int64_t) {
      const Streams linear = skinned<LinearSkinningJob>(mesh, palette);
      const Streams dual = skinned<DualQuaternionSkinningJob>(mesh, palette);
      for (std::size_t v = 0; v < mesh.vertex_count; ++v) {
        ASSERT_TRUE(near(vector_at(dual.positions, v, 3), vector_at(linear.positions, v, 3), 4e-6));
        ASSERT_TRUE(near(vector_at(dual.normals, v, 3), vector_at(linear.normals, v, 3), 4e-6));
        ASSERT_TRUE(near(vector_at(dual.tangents, v, 4), vector_at(linear.tangents, v, 4), 4e-6));
      }
    });
  }
}

// A vertex at distance 1 from the axis, with half of its weight on a bone that does not move and half on a
// bone that rotates about y.
Scene twisted_ring() {
  Scene scene;
  scene.nodes = {make_node("still", kNone, Mat4d{}), make_node("twisted", kNone, Mat4d{}),
                 make_node("mesh", kNone, Mat4d{})};
  scene.nodes[2].meshes.push_back({0, 0});
  scene.skins.push_back({"", {{"still", 0, {}}, {"twisted", 1, {}}}});
  Primitive p;
  p.positions = {{1, 0.5f, 0}};
  append_influences(p, {{0, 0.5f}, {1, 0.5f}});
  scene.meshes.push_back({"", {p}});
  return scene;
}

template <class Job>
Vec3d twisted_vertex(double degrees) {
  const SkinnedMeshBuild built = built_mesh(twisted_ring());
  const Mat4d twist = rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, radians(degrees)));
  return vector_at(skinned<Job>(built.mesh.view, {Affine{}, to_affine(twist)}).positions, 0, 3);
}

TEST(DualQuaternionSkinning, a_twist_by_90_degrees_keeps_the_radius_that_linear_blending_loses) {
  for_each_target([&](std::int64_t) {
    // Linear skinning gives the mean of (1, 0, 0) and (0, 0, -1), with length sqrt(1/2). A dual quaternion
    // gives a rotation by 45 degrees.
    const Vec3d linear = twisted_vertex<LinearSkinningJob>(90);
    EXPECT_TRUE(near(linear, {0.5, 0.5, -0.5}, 1e-6));
    const double root = std::sqrt(0.5);
    EXPECT_TRUE(near(twisted_vertex<DualQuaternionSkinningJob>(90), {root, 0.5, -root}, 1e-6));
  });
}

TEST(DualQuaternionSkinning, a_bone_past_half_a_turn_takes_the_shorter_path_to_the_first) {
  // The quaternion of 350 degrees is nearly opposite to that of 10. If they were not moved to the same
  // hemisphere, blending 10 and 350 degrees would give 180 degrees, and -10 would give a different result
  // than 350.
  for_each_target([&](std::int64_t) {
    const SkinnedMeshBuild built = built_mesh(twisted_ring());
    const auto turned = [](double degrees) {
      return to_affine(rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, radians(degrees))));
    };
    for (const auto& [a, b, middle] :
         {std::array<double, 3>{10, 350, 0}, {170, 200, 185}, {200, 170, 185}, {100, 260, 180}}) {
      const std::vector<Affine> palette{turned(a), turned(b)};
      const Vec3d position =
          vector_at(skinned<DualQuaternionSkinningJob>(built.mesh.view, palette).positions, 0, 3);
      EXPECT_TRUE(near(position, {std::cos(radians(middle)), 0.5, -std::sin(radians(middle))}, 1e-6))
          << a << ' ' << b;
    }
  });
}

TEST(DualQuaternionSkinning, scale_blends_linearly_before_the_motion) {
  // Neither bone rotates; one is scaled by 3, so the mean is 2.
  const SkinnedMeshBuild built = built_mesh(twisted_ring());
  for_each_target([&](std::int64_t) {
    const std::vector<Affine> palette{Affine{}, to_affine(scale_matrix(Vec3d{3, 3, 3}))};
    const Vec3d position =
        vector_at(skinned<DualQuaternionSkinningJob>(built.mesh.view, palette).positions, 0, 3);
    EXPECT_TRUE(near(position, {2, 1, 0}, 1e-6));
  });
}

TEST(DualQuaternionSkinning, a_bone_squeezed_to_nothing_gives_no_nan) {
  MeshShape shape;
  const Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  std::vector<Affine> palette = random_palette(shape.joints);
  for (std::size_t i = 0; i < palette.size(); i += 2) palette[i] = to_affine(scale_matrix(Vec3d{0, 0, 0}));
  for_each_target([&](std::int64_t) {
    const Streams streams = skinned<DualQuaternionSkinningJob>(built.mesh.view, palette);
    for (std::size_t i = 0; i < 3 * shape.vertices; ++i) {
      ASSERT_TRUE(std::isfinite(streams.positions[i]));
      ASSERT_TRUE(std::isfinite(streams.normals[i]));
    }
  });
}

TEST(DualQuaternionSkinning, validate_refuses_what_does_not_fit) {
  const SkinnedMeshBuild built = built_mesh(twisted_ring());
  const std::vector<Affine> palette(2);
  Streams streams(1);
  AlignedBytes scratch(DualQuaternionSkinningJob::scratch_bytes(2));
  auto job = job_for<DualQuaternionSkinningJob>(built.mesh.view, palette, streams);
  job.scratch = {scratch.data(), scratch.size()};
  EXPECT_EQ(job.validate(), Status::ok);
  job.scratch = job.scratch.first(scratch.size() - 1);
  EXPECT_EQ(job.validate(), Status::invalid_argument);
  EXPECT_EQ(job.run(), Status::invalid_argument);
  job.mesh = nullptr;
  EXPECT_EQ(job.run(), Status::invalid_argument);
}

TEST(DualQuaternionSkinning, the_kernels_agree_with_their_plain_twin) {
  const Scene scene = skinned_scene({});
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size, {1, 2, 0.5});
  AlignedBytes memory(DualQuaternionSkinningJob::scratch_bytes(mesh.palette_size));
  auto* stretches = reinterpret_cast<skinning::PaletteMatrix*>(memory.data());
  auto* normal_stretches = stretches + palette.size();
  auto* duals = reinterpret_cast<float*>(normal_stretches + palette.size());
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const Affine stretch = skinning::stretch_and_motion(palette[i], duals + 8 * i);
    stretches[i] = skinning::to_palette_matrix(stretch);
    normal_stretches[i] = skinning::normal_matrix(stretch);
  }
  Streams twin(mesh.vertex_count);
  skinning::KernelArguments arguments;
  arguments.mesh = &mesh;
  arguments.vertices = mesh.vertices.data();
  arguments.palette = stretches;
  arguments.normal_palette = normal_stretches;
  arguments.dual_quaternions = duals;
  arguments.out = packed_output(mesh, twin);
  for (const InfluenceSection& section : mesh.sections)
    skinning::scalar::skin_dual_quaternion(arguments, section, section.first_vertex,
                                           section.first_vertex + section.vertex_count);
  for_each_target([&](std::int64_t) {
    const Streams streams = skinned<DualQuaternionSkinningJob>(mesh, palette);
    // The order of summation and fused operations differ; short sums of opposite rotations magnify the
    // difference.
    for (std::size_t i = 0; i < 3 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.positions[i], twin.positions[i], 4e-5);
    for (std::size_t i = 0; i < 3 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.normals[i], twin.normals[i], 4e-5);
    for (std::size_t i = 0; i < 4 * mesh.vertex_count; ++i)
      ASSERT_NEAR(streams.tangents[i], twin.tangents[i], 4e-5);
  });
}

}  // namespace
}  // namespace skelter::test
