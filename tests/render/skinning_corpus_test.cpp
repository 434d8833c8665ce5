// Vertices that the graphics card makes of the real files, against the CPU.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "skelter/compile/skinned_mesh.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "support/corpus_scenes.h"
#include "support/gltf_scenes.h"

namespace skelter {
namespace {

using test::Stage;

// Shaders get weights brought to sum 1; files are up to 1e-4 off.
void bring_weights_to_one(Scene& scene) {
  for (Mesh& mesh : scene.meshes)
    for (Primitive& p : mesh.primitives)
      for (std::size_t v = 0; v + 1 < p.influence_begin.size(); ++v) {
        double sum = 0;
        for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i)
          sum += p.influences[i].weight;
        for (std::size_t i = p.influence_begin[v]; i < p.influence_begin[v + 1]; ++i)
          p.influences[i].weight = static_cast<float>(p.influences[i].weight / sum);
      }
}

std::size_t most_influences(const Primitive& p) {
  std::size_t most = 0;
  for (std::size_t v = 0; v + 1 < p.influence_begin.size(); ++v)
    most = std::max<std::size_t>(most, p.influence_begin[v + 1] - p.influence_begin[v]);
  return most;
}

// Vertices that no triangle names are not in meshes drawn in groups.
std::vector<bool> used_vertices(const Primitive& p) {
  std::vector<bool> used(p.positions.size(), false);
  for (const std::uint32_t v : p.indices) used[v] = true;
  return used;
}

struct Worst {
  double position = 0, normal = 0;
  std::size_t meshes = 0;
};

void compare(Stage& stage, UploadedScene& uploaded, const Scene& scene, const Pose& pose, std::uint32_t node,
             std::uint32_t instance, std::uint32_t primitive, SkinningPath path, Worst& worst) {
  const Primitive& p = scene.meshes[scene.nodes[node].meshes[instance].mesh].primitives[primitive];
  DrawOptions options = test::plain_options(path);
  const auto read = stage.renderer.read_skinned(uploaded, scene, pose, node, instance, primitive, options);
  ASSERT_TRUE(read) << to_string(read.error());
  const SkinnedVertices expected = skin(scene, pose, node, instance, primitive);
  const std::vector<bool> used = used_vertices(p);
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    worst.position = std::max(worst.position, length(to_double(read->positions[v]) - expected.positions[v]));
    if (!expected.normals.empty())
      worst.normal = std::max(worst.normal, length(to_double(read->normals[v]) - expected.normals[v]));
  }
  ++worst.meshes;
}

// Every skinned primitive, at rest and in motion, on every path that can hold it. Returns the comparisons.
std::size_t compare_scene(Stage& stage, const std::string& file, const Scene& from_file) {
  Scene scene = from_file;
  bring_weights_to_one(scene);
  std::optional<UploadedScene> uploaded;
  std::vector<Pose> poses{rest_pose(scene)};
  if (!scene.clips.empty()) poses.push_back(evaluate(scene, 0, 0.37 * scene.clips[0].duration_s));
  std::size_t compared = 0;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i) {
      const std::vector<Primitive>& primitives = scene.meshes[scene.nodes[n].meshes[i].mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        if (scene.nodes[n].meshes[i].skin == kNone || primitives[p].influence_begin.empty()) continue;
        if (!uploaded) uploaded = stage.upload(scene);
        for (const SkinningPath path :
             {SkinningPath::texture_palette, SkinningPath::buffer_palette, SkinningPath::uniform_palette,
              SkinningPath::non_indexed_blend, SkinningPath::indexed_blend, SkinningPath::vertex_shader,
              SkinningPath::effect}) {
          const bool sample_mode = path >= SkinningPath::non_indexed_blend;
          if (sample_mode && most_influences(primitives[p]) > 4) continue;
          SCOPED_TRACE(file + ", " + std::string(skinning_path_name(path)));
          Worst worst;
          for (const Pose& pose : poses) compare(stage, *uploaded, scene, pose, n, i, p, path, worst);
          EXPECT_LT(worst.position, test::extent_of(scene) / 180'000);
          // Linear parts stand for inverse transposes within 1e-4 of a common scale; blends shorten
          // directions.
          EXPECT_LT(worst.normal, 5e-4);
          compared += worst.meshes;
        }
      }
    }
  return compared;
}

// The bound: a hundredth of a millimetre for a figure of 1.8 m.
TEST(SkinningCorpus, shaders_give_the_vertices_of_the_cpu) {
  SKELTER_REQUIRE_CORPUS();
  Stage stage(16, 16);
  std::size_t compared = 0;
  test::for_each_corpus_scene(
      [&](const std::string& file, const Scene& scene) { compared += compare_scene(stage, file, scene); });
  EXPECT_GE(compared, 60u);
}

TEST(SkinningCorpus, shaders_give_the_vertices_of_the_cpu_for_gltf) {
  SKELTER_REQUIRE_CORPUS();
  Stage stage(16, 16);
  std::size_t compared = 0;
  test::for_each_gltf_scene(
      [&](const std::string& file, const Scene& scene) { compared += compare_scene(stage, file, scene); });
  EXPECT_GE(compared, 200u);
}

// Dual quaternions against the CPU's job; bones in the order of build_skin.
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

      UploadedScene uploaded = stage.upload(scene);
      for (const SkinningPath path :
           {SkinningPath::texture_palette, SkinningPath::buffer_palette, SkinningPath::uniform_palette}) {
        DrawOptions options = test::plain_options(path);
        options.skinning.blend = SkinningBlend::dual_quaternion;
        const auto read = stage.renderer.read_skinned(uploaded, scene, pose, n, 0, 0, options);
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

// Seed C-58: Tiny with 35 bones at the palettes where the tutorial's program fails.
TEST(SkinningCorpus, tiny_is_the_same_picture_at_every_palette) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_x_file(test::corpus_folder() + "/x/sdk_legacy/tiny_4anim.x");
  ASSERT_TRUE(scene) << to_string(scene.error());
  const Pose pose = evaluate(*scene, 1, 0.4);
  Stage stage(320, 240, 4);
  UploadedScene uploaded = stage.upload(*scene);
  const Image expected = stage.picture(uploaded, *scene, pose, test::plain_options(SkinningPath::cpu));
  const std::uint32_t static_draws = 1;  // the second mesh of the file has no skin
  for (const SkinningPath path : {SkinningPath::indexed_blend, SkinningPath::vertex_shader})
    for (const auto& [palette, groups] :
         std::vector<std::pair<std::uint32_t, std::uint32_t>>{{26, 2}, {30, 2}, {35, 1}, {40, 1}}) {
      DrawOptions options = test::plain_options(path);
      options.skinning.palette_size = palette;
      const auto d = test::difference(expected, stage.picture(uploaded, *scene, pose, options));
      EXPECT_LE(d.pixels, 8u) << palette;
      EXPECT_GT(d.foreground, 3000u);
      EXPECT_EQ(stage.renderer.counters().draw_calls, groups + static_draws) << palette;
    }
}

}  // namespace
}  // namespace skelter
