// Poses and vertices compared with golden.json of the corpus, which contains numbers from three.js and from
// an independent double-precision calculation. The tolerance comes from the corpus's README: 1e-4 of the
// model's size.

#include <gtest/gtest.h>

#include "formats/gltf/gltf_corpus.h"
#include "scene/internal/statistics.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/gltf_golden.h"

namespace skelter::test {
namespace {

using Json = nlohmann::json;

// Compares the measured joints and vertices at one time.
void expect_pose(const Scene& scene, const Json& model, const Json& moment, double tolerance) {
  const int clip = moment["clip"].get<int>();
  const double time_s = moment["time"].is_null() ? 0 : moment["time"].get<double>();
  SCOPED_TRACE("clip " + std::to_string(clip) + " at " + std::to_string(time_s) + " s");
  EvaluateOptions options;
  options.loop = Loop::once;
  const Pose pose =
      clip < 0 ? rest_pose(scene) : evaluate(scene, static_cast<std::uint32_t>(clip), time_s, options);
  for (std::size_t j = 0; j < model["joints"].size(); ++j) {
    const auto node = model["joints"][j]["node"].get<std::size_t>();
    EXPECT_LE(largest_difference(pose.world[node], moment["joints"][j]), tolerance) << "node " << node;
  }
  for (std::size_t v = 0; v < model["vertices_sampled"].size(); ++v) {
    const Json& sampled = model["vertices_sampled"][v];
    const auto node = sampled["node"].get<std::uint32_t>();
    const SkinnedVertices vertices = skin(scene, pose, node, 0, sampled["primitive"].get<std::uint32_t>());
    const Vec3d position = vertices.positions[sampled["vertex"].get<std::size_t>()];
    EXPECT_LE(distance(position, moment["positions"][v]), tolerance) << sampled.dump();
  }
}

TEST(golden, joints_and_vertices_of_every_model_at_every_time) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t moments = 0;
  const Json models = golden_models();
  for (const auto& [file, model] : models.items()) {
    SCOPED_TRACE(file);
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
    ASSERT_TRUE(scene) << to_string(scene.error());
    const auto valid = validate(*scene);
    ASSERT_TRUE(valid) << to_string(valid.error());
    const double tolerance = golden_tolerance(model);
    for (const Json& moment : model["poses"]) expect_pose(*scene, model, moment, tolerance);
    moments += model["poses"].size();
  }
  EXPECT_GE(moments, 300u);
}

TEST(golden, counts_names_and_lengths) {
  SKELTER_REQUIRE_CORPUS();
  const Json models = golden_models();
  for (const auto& [file, model] : models.items()) {
    SCOPED_TRACE(file);
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
    ASSERT_TRUE(scene) << to_string(scene.error());
    const SceneTotals sum = totals(*scene);
    EXPECT_EQ(sum.nodes, model["nodes"].get<std::uint64_t>());
    EXPECT_EQ(sum.vertices, model["vertices"].get<std::uint64_t>());
    EXPECT_EQ(sum.triangles, model["triangles"].get<std::uint64_t>());
    ASSERT_EQ(scene->skins.size(), model["skins"].size());
    for (std::size_t s = 0; s < scene->skins.size(); ++s)
      EXPECT_EQ(scene->skins[s].joints.size(), model["skins"][s].get<std::size_t>());
    ASSERT_EQ(scene->clips.size(), model["clips"].size());
    for (std::size_t c = 0; c < scene->clips.size(); ++c) {
      const Json& clip = model["clips"][c];
      EXPECT_EQ(scene->clips[c].name.value_or(""),
                clip["name"].is_null() ? "" : clip["name"].get<std::string>());
      EXPECT_NEAR(scene->clips[c].duration_s, clip["duration"].get<double>(), 1e-5);
      // One channel of this file has no node, so it moves nothing.
      const std::size_t ignored = file == "handmade/ragged_times.glb" ? 1 : 0;
      EXPECT_EQ(scene->clips[c].channels.size() + ignored, clip["channels"].get<std::size_t>());
    }
  }
}

}  // namespace
}  // namespace skelter::test
