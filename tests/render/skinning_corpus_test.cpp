// Dual quaternions on the GPU, with real files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "support/corpus_scenes.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::Stage;

// Compares dual quaternions with the CPU's job. The bones are in the order of build_skin.
TEST(SkinningCorpus, dual_quaternion_shaders_give_the_vertices_of_the_cpus_job) {
  SKELTER_REQUIRE_CORPUS();
  Stage stage(16, 16);
  std::size_t compared = 0;
  test::for_each_corpus_scene([&](const std::string& file, const Scene& scene) {
    const Pose pose =
        scene.clips.empty() ? rest_pose(scene) : evaluate(scene, 0, 0.37 * scene.clips[0].duration_s);
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
      if (scene.nodes[n].meshes.empty() || scene.nodes[n].meshes[0].skin == kNone) continue;
      const MeshInstance& instance = scene.nodes[n].meshes[0];
      if (scene.meshes[instance.mesh].primitives[0].influence_begin.empty()) continue;
      SCOPED_TRACE(file);
      const auto mesh = build_skinned_mesh(scene, n, 0, 0);
      ASSERT_TRUE(mesh.ok());
      const SkinnedMesh& view = mesh->mesh.view;
      std::vector<Affine> palette;
      for (const Joint& joint : scene.skins[instance.skin].joints)
        palette.push_back(to_affine(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
      palette.push_back(to_affine(pose.world[n]));
      struct alignas(64) Line {
        std::byte bytes[64];
      };
      std::vector<Line> scratch(DualQuaternionSkinningJob::scratch_bytes(view.palette_size) / 64 + 1);
      std::vector<float> positions(view.vertex_count * 3);
      DualQuaternionSkinningJob job;
      job.mesh = &view;
      job.palette = palette;
      job.scratch = std::as_writable_bytes(std::span(scratch));
      job.out.positions = positions;
      ASSERT_EQ(job.run(), Status::ok);

      test::DrawnScene uploaded = stage.upload(scene);
      for (const SkinningPath path :
           {SkinningPath::texture_palette, SkinningPath::buffer_palette, SkinningPath::uniform_palette}) {
        DrawOptions options = test::plain_options(path);
        options.skinning.dual_quaternions = true;
        const auto read =
            read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), n, 0, 0, options);
        ASSERT_TRUE(read) << to_string(read.error());
        double worst = 0;
        for (std::uint32_t v = 0; v < view.vertex_count; ++v) {
          const Vec3 cpu{positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]};
          worst = std::max(worst, static_cast<double>(length(cpu - read->positions[view.source_vertex[v]])));
        }
        EXPECT_LT(worst, test::extent_of(scene) / 180'000) << skinning_path_name(path);
        ++compared;
      }
    }
  });
  EXPECT_GE(compared, 15u);
}

}  // namespace
}  // namespace skelter
