// What OpenGL is really called with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/gl_calls.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"

namespace skelter {
namespace {

using test::Stage;

TEST(FrameTrace, a_crowd_is_one_instanced_call_per_mesh_and_material) {
  const Scene scene = test::tube(6);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  const std::vector<Affine> members(1500);
  const std::vector<Affine> palettes(1500 * 6);
  const CrowdPalettes mesh{6, 0, palettes, 6};
  const CrowdFrame crowd{members, {&mesh, 1}, {}};
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const auto draw = [&] {
    const auto drawn =
        stage.renderer.draw_crowd(uploaded, scene, crowd, camera, 160, 120, test::plain_options());
    EXPECT_TRUE(drawn) << to_string(drawn.error());
  };
  draw();
  test::resolve();
  test::real_draw_instanced = epoxy_glDrawElementsInstanced;
  test::draws = test::instanced_draws = test::lookups = 0;
  {
    const test::Instead plain(epoxy_glDrawElements, &test::count_draw);
    const test::Instead instanced(epoxy_glDrawElementsInstanced, &test::count_instanced);
    const test::Instead location(epoxy_glGetUniformLocation, &test::count_location);
    draw();
  }
  EXPECT_EQ(test::instanced_draws, 2) << "two materials";
  EXPECT_EQ(test::draws, 0);
  EXPECT_EQ(test::lookups, 0);
  EXPECT_EQ(stage.renderer.counters().draw_calls, 2u);
  EXPECT_EQ(stage.renderer.counters().matrices_uploaded, 9000u);
}

TEST(FrameTrace, machines_with_small_limits_get_a_reason) {
  const Scene scene = test::tube(60);
  EXPECT_EQ(test::refused(GL_MAX_TEXTURE_BUFFER_SIZE, scene, {SkinningPath::buffer_palette}),
            "60 bone matrices are more than a texture buffer of this machine holds; expected another "
            "skinning path");
  EXPECT_EQ(test::refused(GL_MAX_TEXTURE_SIZE, scene, {SkinningPath::texture_palette}), "no error");
  EXPECT_EQ(
      test::refused(GL_MAX_TEXTURE_SIZE, test::tube(700), {SkinningPath::texture_palette}),
      "700 bone matrices are more than a texture of this machine holds; expected another skinning path");
}

TEST(FrameTrace, crowds_beyond_a_small_texture_get_a_reason) {
  test::SmallMachine machine(GL_MAX_TEXTURE_SIZE);
  const Scene scene = test::tube(6);
  UploadedScene uploaded = test::taken(machine.renderer->upload(scene, {}));
  const std::vector<Affine> members(100), palettes(600);
  const CrowdPalettes mesh{6, 0, palettes, 6};
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  EXPECT_EQ(test::refusal_of(
                machine.renderer->draw_crowd(uploaded, scene, {members, {&mesh, 1}, {}}, camera, 16, 16)),
            "the palettes of 100 members are more than a texture of this machine holds; expected fewer in "
            "one call");
}

}  // namespace
}  // namespace skelter
