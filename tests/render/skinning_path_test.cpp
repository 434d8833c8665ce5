#include "skelter/render/skinning_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "support/drawn_scene.h"
#include "support/near.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace {

using test::Stage;

TEST(SkinningPath, every_path_has_its_name) {
  std::vector<std::string_view> names;
  for (const SkinningPath path : skinning_paths()) names.push_back(skinning_path_name(path));
  EXPECT_THAT(names, testing::ElementsAre("texture_palette", "buffer_palette", "uniform_palette", "cpu"));
}

// Two materials, 60 bones, and a palette of 26. Worked out by hand: material 0 needs bones 0 to 30, and
// material 1 bones 29 to 59. A palette of 26 holds the bones of 24 quads, so each material needs two draw
// calls with 26 + 7 matrices. Plain vertices have 40 bytes: position, normal, texture coordinate, and a
// colour of four 16-bit numbers.
TEST(DrawCounters, report_the_cost_of_each_path) {
  const Scene scene = test::tube(60);
  const std::uint64_t vertices = 60 * test::kRing;
  struct Expected {
    SkinningPath path;
    std::uint32_t palette_size;
    DrawCounters counters;
  };
  const Expected table[] = {{SkinningPath::texture_palette, 0, {2, 60, 40 + 24, 0}},
                            {SkinningPath::buffer_palette, 0, {2, 60, 40 + 24, 0}},
                            {SkinningPath::uniform_palette, 26, {4, 66, 40 + 24, 0}},
                            {SkinningPath::uniform_palette, 0, {2, 62, 40 + 24, 0}},
                            {SkinningPath::cpu, 0, {2, 0, 40, vertices}}};
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const Expected& e : table) {
    SCOPED_TRACE(skinning_path_name(e.path));
    DrawOptions options = test::plain_options(e.path);
    options.skinning.palette_size = e.palette_size;
    for (int frame = 0; frame < 2; ++frame) {  // the second frame reuses all resources
      stage.picture(uploaded, scene, test::bent(scene), options);
      test::expect_counters(stage.renderer.counters(), e.counters);
    }
  }
}

// Up to eight influences, vertices without influences, and directions under uneven scale (C-62).
TEST(SkinningPath, eight_influences_free_vertices_and_uneven_scale_equal_the_reference) {
  const Scene scene = test::skinned_scene({.vertices = 90,
                                           .joints = 30,
                                           .min_influences = 0,
                                           .max_influences = 8,
                                           .normals = true,
                                           .tangents = false});
  Pose pose = rest_pose(scene);
  std::mt19937 random(3);
  for (Mat4d& world : pose.world) world = test::random_motion(random, {1.3, 0.8, 1});
  const SkinnedVertices expected = skin(scene, pose, 30, 0, 0);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const SkinningPath path :
       {SkinningPath::texture_palette, SkinningPath::buffer_palette, SkinningPath::uniform_palette}) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto read = read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), 30, 0, 0,
                                   test::plain_options(path));
    ASSERT_TRUE(read) << to_string(read.error());
    // The motions are as large as the scene, so the tolerance is a few rounding errors of numbers of that
    // size.
    test::expect_same_vertices(*read, expected, 1e-5, 2e-4);
  }
}

TEST(SkinningPath, what_cannot_be_drawn_is_refused_with_a_reason) {
  const Scene scene = test::tube(60);
  const Pose pose = rest_pose(scene);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const auto refused = [&](const SkinningOptions& skinning) {
    DrawOptions options = test::plain_options();
    options.skinning = skinning;
    return test::refusal_of(uploaded.draw(stage.renderer, pose, camera, 160, 120, options));
  };
  EXPECT_EQ(refused({SkinningPath::cpu, true, 0}),
            "the skinning path cpu does not support dual quaternions; use texture_palette, buffer_palette or "
            "uniform_palette");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, false, 257}),
            "a palette of 257 bones; a uniform block holds 256");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, true, 205}),
            "a palette of 205 bones; a uniform block holds 204");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, false, 2}),
            "tube: face 0 is moved by 3 bones; expected at most 2, the palette size");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, false, 0}), "no error");
}

TEST(ReadSkinned, is_refused_where_there_is_no_shader_and_no_skin) {
  const Scene scene = test::tube(4);
  const Pose pose = rest_pose(scene);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const auto read = [&](std::uint32_t node, SkinningPath path) {
    return test::refusal_of(read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), node, 0, 0,
                                         test::plain_options(path)));
  };
  EXPECT_EQ(read(4, SkinningPath::cpu), "the skinning path cpu has no vertex shader; use a different one");
  EXPECT_EQ(read(0, SkinningPath::texture_palette), "no skinned primitive 0 in mesh instance 0 of node 0");
}

TEST(ColorGroups, every_draw_call_of_a_skinned_mesh_has_its_own_color) {
  const Scene scene = test::tube(60);
  Stage stage;
  const auto colors = [&](SkinningPath path) {
    DrawOptions options = test::plain_options(path);
    options.skinning.palette_size = 26;
    return test::group_colors(stage, scene, options);
  };
  EXPECT_EQ(colors(SkinningPath::texture_palette), 2u);
  EXPECT_EQ(colors(SkinningPath::uniform_palette), 4u);
}

}  // namespace
}  // namespace skelter
