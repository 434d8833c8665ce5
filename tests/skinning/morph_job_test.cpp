#include "skelter/skinning/linear_skinning_job.h"

#include <gtest/gtest.h>

#include "skinning/run_skinning.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

struct Morphed {
  explicit Morphed(const SkinnedMesh& mesh)
      : memory(mesh.vertices.size_bytes()), size(mesh.vertices.size()) {}
  std::span<float> floats() { return {reinterpret_cast<float*>(memory.data()), size}; }
  AlignedBytes memory;
  std::size_t size;
};

Vec3d row_vector(std::span<const float> vertices, const SkinnedMesh& mesh, std::uint32_t v, std::size_t row) {
  const float* from = vertices.data() + v / 4 * mesh.floats_per_block() + row * 4 + v % 4;
  return {from[0], from[4], from[8]};
}

TEST(MorphJob, vertices_are_the_base_plus_weighted_offsets) {
  for (const bool normals : {false, true}) {
    MeshShape shape;
    shape.vertices = 70;
    shape.morphs = 3;
    shape.normals = normals;
    const Scene scene = skinned_scene(shape);
    const SkinnedMeshBuild built = built_mesh(scene);
    const SkinnedMesh& mesh = built.mesh.view;
    const Primitive& p = scene.meshes[0].primitives[0];
    const float weights[] = {0.25f, 1.5f, -0.75f};
    for (std::size_t used = 0; used <= 3; ++used)
      for_each_target([&](std::int64_t) {
        Morphed morphed(mesh);
        const MorphJob job{&mesh, std::span<const float>(weights).first(used), morphed.floats()};
        ASSERT_EQ(job.run(), Status::ok);
        for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
          const std::uint32_t source = mesh.source_vertex[v];
          Vec3d position = to_double(p.positions[source]);
          Vec3d normal = normals ? to_double(p.normals[source]) : Vec3d{};
          for (std::size_t m = 0; m < used; ++m) {
            position += to_double(p.morphs[m].position_offsets[source]) * weights[m];
            if (normals) normal += to_double(p.morphs[m].normal_offsets[source]) * weights[m];
          }
          // The tolerance is for sums of four floats below 2.
          ASSERT_TRUE(near(row_vector(morphed.floats(), mesh, v, 0), position, 1e-6)) << v;
          if (normals) {
            ASSERT_TRUE(near(row_vector(morphed.floats(), mesh, v, 3), normal, 1e-6)) << v;
          }
        }
      });
  }
}

TEST(MorphJob, skinning_takes_morphed_vertices_in_place_of_the_meshs_own) {
  MeshShape shape;
  shape.morphs = 1;
  shape.tangents = false;
  Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  const float weights[] = {1};
  Morphed morphed(built.mesh.view);
  ASSERT_EQ((MorphJob{&built.mesh.view, weights, morphed.floats()}.run()), Status::ok);
  // The same mesh with the offsets already added to its vertices.
  Primitive& p = scene.meshes[0].primitives[0];
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    p.positions[v] += p.morphs[0].position_offsets[v];
    p.normals[v] += p.morphs[0].normal_offsets[v];
  }
  const SkinnedMeshBuild moved = built_mesh(scene);
  const std::vector<Affine> palette = random_palette(shape.joints);
  Streams streams(shape.vertices);
  const auto check = [&](auto job) {
    job.vertices = morphed.floats();
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    EXPECT_EQ(streams, skinned<decltype(job)>(moved.mesh.view, palette));
  };
  check(job_for<LinearSkinningJob>(built.mesh.view, palette, streams));
  check(job_for<DualQuaternionSkinningJob>(built.mesh.view, palette, streams));
}

TEST(MorphJob, the_kernel_agrees_with_its_plain_twin) {
  MeshShape shape;
  shape.morphs = 1;
  const SkinnedMeshBuild built = built_mesh(skinned_scene(shape));
  const SkinnedMesh& mesh = built.mesh.view;
  std::vector<float> twin(mesh.vertices.begin(), mesh.vertices.end());
  skinning::scalar::add_morph(mesh, mesh.morphs[0], 0.3f, twin.data());
  const float weights[] = {0.3f};
  for_each_target([&](std::int64_t) {
    Morphed morphed(mesh);
    ASSERT_EQ((MorphJob{&mesh, weights, morphed.floats()}.run()), Status::ok);
    // The tolerance is for one product and one sum below 2, which may be fused.
    for (std::size_t i = 0; i < twin.size(); ++i) ASSERT_NEAR(morphed.floats()[i], twin[i], 2.5e-7);
  });
}

TEST(MorphJob, validate_refuses_what_does_not_fit) {
  MeshShape shape;
  shape.morphs = 2;
  const SkinnedMeshBuild built = built_mesh(skinned_scene(shape));
  const SkinnedMesh& mesh = built.mesh.view;
  Morphed morphed(mesh);
  const float weights[3] = {};
  const auto status = [&](const SkinnedMesh* m, std::size_t weight_count, std::span<float> out) {
    const MorphJob job{m, std::span<const float>(weights).first(weight_count), out};
    EXPECT_EQ(job.run(), job.validate());
    return job.validate();
  };
  EXPECT_EQ(status(&mesh, 2, morphed.floats()), Status::ok);
  EXPECT_EQ(status(nullptr, 2, morphed.floats()), Status::invalid_argument);
  EXPECT_EQ(status(&mesh, 3, morphed.floats()), Status::invalid_argument);
  EXPECT_EQ(status(&mesh, 2, morphed.floats().first(mesh.vertices.size() - 1)), Status::invalid_argument);
  AlignedBytes larger(mesh.vertices.size_bytes() + 64);
  const std::span<float> odd{reinterpret_cast<float*>(larger.data()) + 1, mesh.vertices.size()};
  EXPECT_EQ(status(&mesh, 2, odd), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter::test
