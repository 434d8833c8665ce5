// The sample's five skinning methods. tests/render/every_way_test.cpp tests what they have in common with the
// renderer's methods.

#include "demos/skinmesh/sample_skinning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demos/skinmesh/sample_ways.h"
#include "render/gl_calls.h"
#include "render/model/internal/read_skinned.h"
#include "render/model/internal/skinning_variant.h"
#include "render/skinned_scenes.h"
#include "render/ways.h"
#include "skelter/formats/x/read.h"
#include "support/corpus.h"
#include "support/drawn_scene.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace test {

const std::vector<Way>& ways() {
  static const std::vector<Way> all = [] {
    std::vector<Way> made;
    for (const demos::SampleSkinning way : demos::kSampleSkinnings) {
      const SkinningOptions skinning = demos::sample_skinning(way);
      made.push_back({skinning_name(skinning), skinning, way != demos::SampleSkinning::software, 4});
    }
    return made;
  }();
  return all;
}

}  // namespace test
namespace {

using test::Stage;
using SampleWay = demos::SampleSkinning;

// The mesh and the numbers are those of the test of the same name in tests/render. A group of four bones
// holds two quads, which gives 15 draw calls with 14 * 4 + 3 matrices per material.
TEST(SampleSkinning, counters_report_the_cost_of_each_way) {
  const Scene scene = test::tube(60);
  struct Expected {
    SampleWay way;
    std::uint32_t palette_size;
    DrawCounters counters;
  };
  const Expected table[] = {{SampleWay::software, 0, {2, 0, 40, 60 * test::kRing}},
                            {SampleWay::non_indexed_blend, 0, {30, 118, 40 + 12, 0}},
                            {SampleWay::indexed_blend, 26, {4, 66, 40 + 4 + 4, 0}},
                            {SampleWay::vertex_shader, 26, {4, 66, 40 + 4 + 4, 0}},
                            {SampleWay::effect, 26, {4, 66, 40 + 4 + 4, 0}},
                            {SampleWay::vertex_shader, 60, {2, 62, 40 + 4 + 4, 0}}};
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const Expected& e : table)
    for (int frame = 0; frame < 2; ++frame) {  // the second frame reuses all resources
      SCOPED_TRACE(static_cast<int>(e.way));
      stage.picture(uploaded, scene, test::bent(scene), test::options_of(e.way, e.palette_size));
      test::expect_counters(stage.renderer.counters(), e.counters);
    }
}

TEST(SampleSkinning, names_are_the_samples) {
  std::vector<std::string> names;
  for (const test::Way& way : test::ways()) names.push_back(way.name);
  EXPECT_THAT(names, testing::ElementsAre("non_indexed_blend", "indexed_blend", "software", "vertex_shader",
                                          "effect"));
  EXPECT_EQ(sample_shader_source("nothing.glsl"), "");
}

TEST(SampleSkinning, they_keep_the_four_largest_influences) {
  Scene scene = test::skinned_scene({.vertices = 60,
                                     .joints = 12,
                                     .min_influences = 6,
                                     .max_influences = 6,
                                     .normals = true,
                                     .tangents = false});
  Pose pose = rest_pose(scene);
  std::mt19937 random(3);
  for (Mat4d& world : pose.world) world = test::random_motion(random);
  Scene four = scene;
  Primitive& p = four.meshes[0].primitives[0];
  std::vector<Influence> kept;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += p.influences[6 * v + i].weight;
    for (std::size_t i = 0; i < 4; ++i)
      kept.push_back(
          {p.influences[6 * v + i].joint, static_cast<float>(p.influences[6 * v + i].weight / sum)});
    p.influence_begin[v + 1] = static_cast<std::uint32_t>(kept.size());
  }
  p.influences = kept;
  const SkinnedVertices expected = skin(four, pose, 12, 0, 0);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const test::Way& way : test::shader_ways()) {
    SCOPED_TRACE(way.name);
    const auto read =
        read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), 12, 0, 0, test::options_of(way));
    ASSERT_TRUE(read) << to_string(read.error());
    test::expect_same_vertices(*read, expected, 1e-5, 2e-4);
  }
}

TEST(SampleSkinning, what_cannot_be_drawn_is_refused_with_a_reason) {
  const Scene scene = test::tube(60);
  const Pose pose = rest_pose(scene);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const auto refused = [&](const DrawOptions& options) {
    return test::refusal_of(uploaded.draw(stage.renderer, pose, camera, 160, 120, options));
  };
  EXPECT_EQ(refused(test::options_of(SampleWay::vertex_shader, 2)),
            "tube: face 0 is moved by 3 bones; expected at most 2, the palette size");
  EXPECT_EQ(refused(test::options_of(SampleWay::vertex_shader)), "no error");
  DrawOptions options = test::options_of(SampleWay::indexed_blend);
  options.skinning.dual_quaternions = true;
  EXPECT_EQ(refused(options),
            "the skinning path indexed_blend does not support dual quaternions; use texture_palette, "
            "buffer_palette or "
            "uniform_palette");
  const auto read = read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), 60, 0, 0,
                                 test::options_of(SampleWay::software));
  ASSERT_FALSE(read);
  EXPECT_EQ(to_string(read.error()), "the skinning path software has no vertex shader; use a different one");
  EXPECT_EQ(test::refusal_of(stage.renderer.draw_crowd(uploaded.model(), {}, camera, 160, 120,
                                                       test::options_of(SampleWay::effect))),
            "crowds do not support the skinning path effect; use texture_palette");
}

TEST(SampleSkinning, machines_with_few_uniforms_get_a_reason) {
  const Scene scene = test::tube(60);
  EXPECT_EQ(
      test::refused(GL_MAX_VERTEX_UNIFORM_COMPONENTS, scene, sample_skinning(SampleWay::indexed_blend, 40)),
      "a palette of 40 bones needs 1376 uniform components; this machine has 1024");
  EXPECT_EQ(test::refused(GL_MAX_VERTEX_UNIFORM_COMPONENTS, scene, sample_skinning(SampleWay::indexed_blend)),
            "no error");
}

TEST(SampleSkinning, every_draw_call_has_its_own_color) {
  const Scene scene = test::tube(60);
  Stage stage;
  const auto colors = [&](SampleWay way) { return test::group_colors(stage, scene, test::options_of(way)); };
  EXPECT_EQ(colors(SampleWay::indexed_blend), 4u);
  EXPECT_EQ(colors(SampleWay::non_indexed_blend), 30u);
}

// C-58: Tiny with 35 bones, at the palette sizes with which the tutorial's program fails.
TEST(SampleSkinning, tiny_gives_the_same_image_at_every_palette) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_x_file(test::corpus_folder() + "/x/sdk_legacy/tiny_4anim.x");
  ASSERT_TRUE(scene) << to_string(scene.error());
  const Pose pose = evaluate(*scene, 1, 0.4);
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = stage.upload(*scene);
  const Image expected = stage.picture(uploaded, *scene, pose, test::plain_options(SkinningPath::cpu));
  const std::uint32_t static_draws = 1;  // the second mesh of the file has no skin
  for (const SampleWay way : {SampleWay::indexed_blend, SampleWay::vertex_shader})
    for (const auto& [palette, groups] :
         std::vector<std::pair<std::uint32_t, std::uint32_t>>{{26, 2}, {30, 2}, {35, 1}, {40, 1}}) {
      const DrawOptions options = test::options_of(way, palette);
      const auto d = test::difference(expected, stage.picture(uploaded, *scene, pose, options));
      EXPECT_LE(d.pixels, 8u) << palette;
      EXPECT_GT(d.foreground, 3000u);
      EXPECT_EQ(stage.renderer.counters().draw_calls, groups + static_draws) << palette;
    }
}

}  // namespace
}  // namespace skelter
