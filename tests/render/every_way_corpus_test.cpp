// Compares vertices from the GPU with the CPU for real files, with every skinning method, as in
// every_way_test.cpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/skinned_scenes.h"
#include "render/ways.h"
#include "support/corpus_scenes.h"
#include "support/drawn_scene.h"
#include "support/gltf_scenes.h"

namespace skelter {
namespace {

using test::Stage;
using test::Way;

// Shaders get weights with a sum of 1. In files, the sum differs by up to 1e-4.
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

// Meshes drawn in groups do not contain vertices that no triangle uses.
std::vector<bool> used_vertices(const Primitive& p) {
  std::vector<bool> used(p.positions.size(), false);
  for (const std::uint32_t v : p.indices) used[v] = true;
  return used;
}

struct Worst {
  double position = 0, normal = 0;
  std::size_t meshes = 0;
};

void compare(Stage& stage, test::DrawnScene& uploaded, const Scene& scene, const Pose& pose,
             std::uint32_t node, std::uint32_t instance, std::uint32_t primitive, const Way& way,
             Worst& worst) {
  const Primitive& p = scene.meshes[scene.nodes[node].meshes[instance].mesh].primitives[primitive];
  DrawOptions options = test::options_of(way);
  const auto read =
      read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), node, instance, primitive, options);
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

// Compares every skinned primitive, at rest and in motion, on every path that supports it. Returns the number
// of comparisons.
std::size_t compare_scene(Stage& stage, const std::string& file, const Scene& from_file) {
  Scene scene = from_file;
  bring_weights_to_one(scene);
  std::optional<test::DrawnScene> uploaded;
  std::vector<Pose> poses{rest_pose(scene)};
  if (!scene.clips.empty()) poses.push_back(evaluate(scene, 0, 0.37 * scene.clips[0].duration_s));
  std::size_t compared = 0;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i) {
      const std::vector<Primitive>& primitives = scene.meshes[scene.nodes[n].meshes[i].mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        if (scene.nodes[n].meshes[i].skin == kNone || primitives[p].influence_begin.empty()) continue;
        if (!uploaded) uploaded = stage.upload(scene);
        for (const Way& way : test::shader_ways()) {
          if (most_influences(primitives[p]) > way.most_influences) continue;
          SCOPED_TRACE(file + ", " + way.name);
          Worst worst;
          for (const Pose& pose : poses) compare(stage, *uploaded, scene, pose, n, i, p, way, worst);
          EXPECT_LT(worst.position, test::extent_of(scene) / 180'000);
          // The linear parts are used instead of inverse transposes if they are within 1e-4 of a common
          // scale. Blends also shorten directions.
          EXPECT_LT(worst.normal, 5e-4);
          compared += worst.meshes;
        }
      }
    }
  return compared;
}

// The bound is a hundredth of a millimetre for a person of 1.8 m.
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

}  // namespace
}  // namespace skelter
