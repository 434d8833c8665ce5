// Compares every mesh of the corpus, at rest and in motion, with reference skinning in double precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/internal/packed.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "skinning/run_skinning.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

std::vector<Affine> palette_of(const SkinView& skin, const SkeletonBuild& skeleton, const Pose& pose) {
  std::vector<Affine> model_from_joint(skeleton.skeleton.view.joint_count());
  for (std::size_t node = 0; node < pose.world.size(); ++node)
    if (skeleton.joint_of_node[node] != kNone16)
      model_from_joint[skeleton.joint_of_node[node]] = to_affine(pose.world[node]);
  std::vector<Affine> palette(skin.size());
  const PaletteJob job{&skin, model_from_joint, palette};
  EXPECT_EQ(job.run(), Status::ok);
  return palette;
}

struct BuiltMesh {
  std::uint32_t node, instance, primitive;
  SkinnedMeshBuild built;
  Packed<SkinView> skin;
};

std::vector<BuiltMesh> meshes_of(const Scene& scene, const SkeletonBuild& skeleton) {
  std::vector<BuiltMesh> meshes;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p) {
        auto built = build_skinned_mesh(scene, n, i, p);
        auto skin = build_skin(scene, n, i, skeleton);
        EXPECT_TRUE(built.ok() && skin.ok());
        if (built.ok() && skin.ok()) meshes.push_back({n, i, p, std::move(*built), std::move(*skin)});
      }
  return meshes;
}

// Palettes of floats have a few rounding errors, relative to translations as large as the scene. Scenes are
// at most a few times their extent away from the origin.
double position_tolerance(const Pose& pose, const SkinnedVertices& expected) {
  double size = 0;
  for (const Mat4d& world : pose.world)
    for (std::size_t i = 12; i < 15; ++i) size = std::max(size, std::abs(world.m[i]));
  for (const Vec3d& p : expected.positions) size = std::max(size, length(p));
  return 1e-6 * size;
}

void expect_reference(const Scene& scene, const SkeletonBuild& skeleton, const BuiltMesh& mesh,
                      const Pose& pose) {
  const SkinnedMesh& view = mesh.built.mesh.view;
  const SkinnedVertices expected = skin(scene, pose, mesh.node, mesh.instance, mesh.primitive);
  const std::vector<Affine> palette = palette_of(mesh.skin.view, skeleton, pose);
  const Streams streams = skinned<LinearSkinningJob>(view, palette);
  const double tolerance = position_tolerance(pose, expected);
  for (std::uint32_t v = 0; v < view.vertex_count; ++v) {
    const std::uint32_t source = view.source_vertex[v];
    ASSERT_TRUE(near(vector_at(streams.positions, v, 3), expected.positions[source], tolerance)) << v;
    // If the scale is uniform within 1e-4, the kernels use the linear part instead of the inverse transpose;
    // blending makes directions shorter.
    if (view.has_normals != 0) {
      ASSERT_TRUE(near(vector_at(streams.normals, v, 3), expected.normals[source], 5e-4)) << v;
    }
  }
}

// Built meshes have weights with a sum of 1; in files the sum differs by up to 1e-4.
void bring_weights_to_one(Scene& scene) {
  for (skelter::Mesh& mesh : scene.meshes)
    for (Primitive& p : mesh.primitives)
      for (std::size_t v = 0; v + 1 < p.influence_begin.size(); ++v) {
        double sum = 0;
        for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i)
          sum += p.influences[i].weight;
        for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i)
          p.influences[i].weight = static_cast<float>(p.influences[i].weight / sum);
      }
}

TEST(SkinningCorpus, every_mesh_equals_the_reference_at_rest_and_in_motion) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t compared = 0, skinned_meshes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder() + "/x")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".x" && extension != ".X") continue;
    auto scene = read_x_file(entry.path().string());
    if (!scene) continue;
    SCOPED_TRACE(entry.path().string());
    const auto skeleton = build_skeleton(*scene);
    ASSERT_TRUE(skeleton.ok());
    const std::vector<BuiltMesh> meshes = meshes_of(*scene, *skeleton);
    bring_weights_to_one(*scene);
    std::vector<Pose> poses{rest_pose(*scene)};
    for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 4; ++clip)
      poses.push_back(evaluate(*scene, clip, 0.37 * scene->clips[clip].duration_s));
    for (const BuiltMesh& mesh : meshes) {
      skinned_meshes += scene->nodes[mesh.node].meshes[mesh.instance].skin != kNone ? 1 : 0;
      for (const Pose& pose : poses) {
        expect_reference(*scene, *skeleton, mesh, pose);
        ++compared;
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GE(compared, 60u);
  EXPECT_GE(skinned_meshes, 5u);
}

}  // namespace
}  // namespace skelter::test
