// Properties of every skinning method. The tests of the demos also include this file, with the methods of
// their sample.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/gl_calls.h"
#include "render/skinned_scenes.h"
#include "render/ways.h"
#include "support/drawn_scene.h"
#include "support/near.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace {

using test::Stage;
using test::Way;

// Largest allowed difference between GPU and CPU: a hundredth of a millimetre for a person of 1.8 m.
double bound_of(const Scene& scene) {
  return test::extent_of(scene) / 180'000;
}

// Rounding may move a pixel to the other side of an edge. Only such pixels may differ by more than 2.
TEST(SkinningPath, all_paths_give_the_same_image) {
  const Scene scene = test::tube(60);
  const Pose pose = test::bent(scene);
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = stage.upload(scene);
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu));
  for (const Way& way : test::ways()) {
    SCOPED_TRACE(way.name);
    DrawOptions options = test::options_of(way);
    options.skinning.palette_size = 26;
    const test::PictureDifference d =
        test::difference(expected, stage.picture(uploaded, scene, pose, options));
    EXPECT_GT(d.foreground, 4000u);
    EXPECT_LE(d.pixels, 4u) << "largest difference " << d.largest;
  }
}

TEST(SkinningPath, shadow_wireframe_and_one_color_are_the_same_on_every_path) {
  const Scene scene = test::tube(12);
  const Pose pose = test::bent(scene);
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = stage.upload(scene);
  const auto look_of = [](const SkinningOptions& skinning, int look) {
    DrawOptions options;
    options.skinning = skinning;
    options.ground_y = -1;
    options.wireframe = look == 0;
    if (look == 1) options.unlit_color = Vec3{1, 1, 0};
    if (look == 2) options.point_light = PointLight{};
    return options;
  };
  for (int look = 0; look < 3; ++look) {
    const Image expected = stage.picture(uploaded, scene, pose, look_of({SkinningPath::cpu}, look));
    for (const Way& way : test::ways()) {
      SCOPED_TRACE(way.name);
      const test::PictureDifference d =
          test::difference(expected, stage.picture(uploaded, scene, pose, look_of(way.skinning, look)));
      EXPECT_LE(d.pixels, 12u) << "look " << look << ", largest difference " << d.largest;
    }
  }
}

// C-57: there is no silent limit. Compares vertices of every shader path with the reference in double
// precision.
TEST(SkinningPath, any_number_of_bones_is_skinned_right) {
  Stage stage;
  for (const std::uint32_t bones : {4u, 41u, 60u, 200u}) {
    const Scene scene = test::tube(bones);
    const Pose pose = test::bent(scene, 1);
    test::DrawnScene uploaded = stage.upload(scene);
    const SkinnedVertices expected = skin(scene, pose, bones, 0, 0);
    for (const Way& way : test::shader_ways()) {
      SCOPED_TRACE(std::to_string(bones) + " bones, " + way.name);
      const auto read = read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), bones, 0, 0,
                                     test::options_of(way));
      ASSERT_TRUE(read) << to_string(read.error());
      test::expect_same_vertices(*read, expected, bound_of(scene), 1e-4);
    }
  }
}

// C-59, exactly. The shader printed in the tutorial gives 5.
TEST(SkinningPath, three_weights_move_a_vertex_by_all_three) {
  Scene scene = test::tube(4);
  Primitive& p = scene.meshes[0].primitives[0];
  p.influence_begin.clear();
  p.influences.clear();
  for (Vec3& position : p.positions) {
    position = {0, 0, 0};
    test::append_influences(p, {{0, 0.5f}, {1, 0.3f}, {2, 0.2f}});
  }
  for (Joint& joint : scene.skins[0].joints) joint.joint_from_mesh = {};
  Pose pose = rest_pose(scene);
  for (std::size_t n = 0; n < 3; ++n)
    pose.world[n] = translation_matrix(Vec3d{10.0 * static_cast<double>(n), 0, 0});
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const Way& way : test::shader_ways()) {
    SCOPED_TRACE(way.name);
    const auto read =
        read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), 4, 0, 0, test::options_of(way));
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_NEAR(read->positions[0].x, 7, 1e-5);
  }
}

TEST(SkinningPath, morph_targets_move_vertices_before_bones_do) {
  const Scene scene = test::skinned_scene({.vertices = 64,
                                           .joints = 12,
                                           .min_influences = 1,
                                           .max_influences = 2,
                                           .normals = true,
                                           .tangents = false,
                                           .morphs = 5});
  Pose pose = rest_pose(scene);
  std::mt19937 random(4);
  for (Mat4d& world : pose.world) world = test::random_motion(random);
  pose.morph_weights.resize(scene.nodes.size());
  pose.morph_weights[12] = {0.5, 0, -0.25, 1.5, 0.125};
  const SkinnedVertices expected = skin(scene, pose, 12, 0, 0);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const Way& way : test::shader_ways()) {
    SCOPED_TRACE(way.name);
    DrawOptions options = test::options_of(way);
    // Several groups, so that copies of vertices are not next to the originals.
    options.skinning.palette_size = 6;
    const auto read = read_skinned(stage.renderer, uploaded.model(), uploaded.pose(pose), 12, 0, 0, options);
    ASSERT_TRUE(read) << to_string(read.error());
    test::expect_same_vertices(*read, expected, 1e-5, 5e-4);
  }
  // The paths on the CPU are compared by their images.
  const Image cpu = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu));
  pose.morph_weights.clear();
  EXPECT_NE(stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu)), cpu);
}

TEST(SkinningPath, morph_targets_of_meshes_without_skin_are_drawn) {
  Scene scene =
      test::skinned_scene({.vertices = 64, .joints = 1, .normals = true, .tangents = false, .morphs = 2});
  scene.nodes[1].meshes[0].skin = kNone;
  Pose pose = rest_pose(scene);
  pose.morph_weights.resize(scene.nodes.size());
  pose.morph_weights[1] = {0.5, -1};
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu), camera);
  for (const Way& way : test::ways()) {
    SCOPED_TRACE(way.name);
    const auto d =
        test::difference(expected, stage.picture(uploaded, scene, pose, test::options_of(way), camera));
    EXPECT_LE(d.pixels, 12u) << d.largest;
    EXPECT_GT(d.foreground, 2000u);
  }
}

// C-63 and S-46: a static part on a moving bone next to the skinned mesh. A draw must not affect the next
// one.
TEST(SkinningPath, a_static_part_follows_its_bone_and_is_not_changed_by_what_was_drawn_before) {
  Scene scene = test::tube(4);
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].influence_begin.clear();
  scene.meshes[1].primitives[0].influences.clear();
  scene.nodes[3].meshes.push_back({1, kNone});
  const Pose pose = test::bent(scene, 20);
  const SkinnedVertices sword = skin(scene, pose, 3, 0, 0);
  EXPECT_TRUE(test::near(
      sword.positions[0],
      transform_point(pose.world[3], to_double(scene.meshes[1].primitives[0].positions[0])), 1e-9));
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = stage.upload(scene);
  Scene alone = scene;
  alone.nodes[4].shown = false;
  test::DrawnScene uploaded_alone = stage.upload(alone);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const Image before = stage.picture(uploaded_alone, alone, pose, test::plain_options(), camera);
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu), camera);
  for (const Way& way : test::ways()) {
    SCOPED_TRACE(way.name);
    const auto both =
        test::difference(expected, stage.picture(uploaded, scene, pose, test::options_of(way), camera));
    EXPECT_LE(both.pixels, 8u);
    EXPECT_EQ(stage.picture(uploaded_alone, alone, pose, test::plain_options(), camera), before);
  }
}

TEST(SkinningPath, metallic_roughness_materials_look_the_same_on_every_path) {
  Scene scene = test::tube(20);
  scene.linear_colors = true;
  scene.materials.assign(1, {});
  Material& material = scene.materials[0];
  material.pbr.emplace();
  material.pbr->metallic = 0.5f;
  material.pbr->roughness = 0.5f;
  material.double_sided = true;
  material.base_color = {0.9f, 0.5f, 0.2f, 1};
  for (Mesh& mesh : scene.meshes)
    for (Primitive& p : mesh.primitives) p.materials = {0, 0};
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const Pose pose = test::bent(scene);
  const Image first = stage.picture(uploaded, scene, pose, test::plain_options());
  for (const Way& way : test::ways()) {
    const auto d = test::difference(first, stage.picture(uploaded, scene, pose, test::options_of(way)));
    EXPECT_GT(d.foreground, 300u);
    EXPECT_LE(d.pixels, 4u) << way.name;
  }
}

// C-65: techniques and parameters are looked up when a program is created, never for a frame or a subset.
TEST(FrameTrace, a_frame_looks_nothing_up_by_name_and_draws_what_its_counters_say) {
  const Scene scene = test::tube(60);
  const Pose pose = test::bent(scene);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  for (const Way& way : test::ways()) {
    SCOPED_TRACE(way.name);
    DrawOptions options = test::options_of(way);
    options.shadow = options.grid = options.skeleton = options.wireframe = true;
    options.ground_y = -1;
    stage.picture(uploaded, scene, pose, options);  // creates programs and geometry
    test::resolve();
    test::lookups = test::draws = 0;
    {
      const test::Instead location(epoxy_glGetUniformLocation, &test::count_location);
      const test::Instead block(epoxy_glGetUniformBlockIndex, &test::count_block);
      const test::Instead attribute(epoxy_glGetAttribLocation, &test::count_attribute);
      const test::Instead draw(epoxy_glDrawElements, &test::count_draw);
      stage.picture(uploaded, scene, pose, options);
    }
    EXPECT_EQ(test::lookups, 0);
    EXPECT_EQ(test::draws, static_cast<int>(stage.renderer.counters().draw_calls) + 1)
        << "and the edges once";
  }
}

// C-79, T-44: everything in the context is freed in reverse order, and created again in a new context.
TEST(LostContext, everything_is_made_again_in_a_new_context_without_errors) {
  const Scene scene = test::tube(60);
  const Pose pose = test::bent(scene);
  std::vector<Image> pictures;
  for (int life = 0; life < 3; ++life) {
    Stage stage(160, 120);
    {
      test::DrawnScene uploaded = stage.upload(scene);
      for (const Way& way : test::ways()) {
        DrawOptions options = test::options_of(way);
        options.shadow = options.grid = options.skeleton = options.wireframe = true;
        pictures.push_back(stage.picture(uploaded, scene, pose, options));
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)) << way.name;
      }
    }
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)) << "after the scene went";
  }
  const std::size_t paths = test::ways().size();
  for (std::size_t i = paths; i < pictures.size(); ++i) EXPECT_EQ(pictures[i], pictures[i % paths]) << i;
}

TEST(LostContext, a_scene_that_goes_takes_its_objects_with_it) {
  const Scene scene = test::tube(60);
  Stage stage(64, 64);
  const auto living = [] {
    std::array<int, 3> count{};
    for (GLuint name = 1; name < 2000; ++name) {
      count[0] += glIsBuffer(name);
      count[1] += glIsTexture(name);
      count[2] += glIsVertexArray(name);
    }
    return count;
  };
  const auto once = [&] {
    test::DrawnScene uploaded = stage.upload(scene);
    for (const Way& way : test::ways())
      stage.picture(uploaded, scene, rest_pose(scene), test::options_of(way));
  };
  once();
  const auto before = living();
  EXPECT_GT(before[0], 0);
  for (int i = 0; i < 5; ++i) once();
  EXPECT_EQ(living(), before);
}

}  // namespace
}  // namespace skelter
