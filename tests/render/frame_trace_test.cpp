// Records the actual OpenGL calls.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "render/gl_calls.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::Stage;

TEST(FrameTrace, a_crowd_is_one_instanced_call_per_mesh_and_material) {
  const Scene scene = test::tube(6);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const std::vector<Affine> members(1500);
  const std::vector<Affine> palettes(1500 * 6);
  const CrowdPalettes mesh{6, 0, palettes, 6};
  const CrowdFrame crowd{members, {&mesh, 1}, {}};
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const auto draw = [&] {
    const auto drawn =
        stage.renderer.draw_crowd(uploaded.model(), crowd, camera, 160, 120, test::plain_options());
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

// S-45: first all world matrices, then all meshes. Two tubes come before the nodes that they follow. If a
// mesh were drawn when its own node is reached, the matrix of the node that it follows would not be known
// yet.
TEST(FrameTrace, world_matrices_of_all_nodes_are_there_before_the_first_mesh) {
  const auto carried = [](bool carriers_last) {
    Scene scene = test::tube(6);
    Primitive rigid = scene.meshes[0].primitives[0];
    rigid.influence_begin.clear();
    rigid.influences.clear();
    Scene made;
    made.materials = scene.materials;
    made.meshes.push_back({"tube", {rigid}});
    const std::uint32_t mesh = carriers_last ? 0 : 2, carrier = carriers_last ? 2 : 0;
    made.nodes.resize(4);
    for (std::uint32_t i = 0; i < 2; ++i) {
      made.nodes[mesh + i] = test::make_node("tube", carrier + i, Mat4d{});
      made.nodes[mesh + i].meshes.push_back({0, kNone});
      made.nodes[carrier + i] =
          test::make_node("carrier", kNone, translation_matrix(Vec3d{i == 0 ? -2.0 : 2.0, 0, 0}));
    }
    return made;
  };
  const Scene late = carried(true), early = carried(false);
  Stage stage;
  const Image from_late = stage.picture(late, rest_pose(late), test::plain_options());
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u) << "two tubes of two materials";
  const Image from_early = stage.picture(early, rest_pose(early), test::plain_options());
  EXPECT_EQ(from_late, from_early);
  std::size_t left = 0, middle = 0, right = 0;  // lit pixels in the middle row
  for (std::uint32_t x = 0; x < 160; ++x)
    if (from_late.at(x, 60)[0] > 10) (x < 70 ? left : x < 90 ? middle : right) += 1;
  EXPECT_GT(left, 3u);
  EXPECT_EQ(middle, 0u);
  EXPECT_GT(right, 3u);
}

struct VertexInput {
  GLint enabled = 0, size = 0, type = 0, integer = 0;
};
std::array<VertexInput, 16> vertex_inputs;
void keep_inputs(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  for (GLuint i = 0; i < vertex_inputs.size(); ++i) {
    glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &vertex_inputs[i].enabled);
    glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_SIZE, &vertex_inputs[i].size);
    glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_TYPE, &vertex_inputs[i].type);
    glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &vertex_inputs[i].integer);
  }
  test::real_draw_elements(mode, count, type, indices);
}

// C-55: the shader's vertex inputs, queried from OpenGL during the draw call.
TEST(FrameTrace, a_skinned_vertex_is_position_normal_uv_four_indices_and_four_weights) {
  Scene scene = test::tube(6);
  Primitive& tube = scene.meshes[0].primitives[0];
  tube.uvs.push_back(std::vector<Vec2>(tube.positions.size(), Vec2{0.5f, 0.5f}));
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  stage.picture(uploaded, scene, rest_pose(scene), test::plain_options());
  test::resolve();
  {
    const test::Instead draw(epoxy_glDrawElements, &keep_inputs);
    stage.picture(uploaded, scene, rest_pose(scene), test::plain_options());
  }
  const auto expect_input = [](GLuint place, GLint size, GLint type, GLint integer) {
    EXPECT_EQ(vertex_inputs[place].enabled, GL_TRUE) << place;
    EXPECT_EQ(vertex_inputs[place].size, size) << place;
    EXPECT_EQ(vertex_inputs[place].type, type) << place;
    EXPECT_EQ(vertex_inputs[place].integer, integer) << place;
  };
  expect_input(0, 3, GL_FLOAT, GL_FALSE);          // position
  expect_input(1, 3, GL_FLOAT, GL_FALSE);          // normal
  expect_input(2, 2, GL_FLOAT, GL_FALSE);          // texture coordinate
  expect_input(4, 4, GL_UNSIGNED_SHORT, GL_TRUE);  // bones
  expect_input(5, 4, GL_FLOAT, GL_FALSE);          // weights
}

TEST(FrameTrace, machines_with_small_limits_get_a_reason) {
  const Scene scene = test::tube(60);
  EXPECT_EQ(
      test::refused(GL_MAX_TEXTURE_BUFFER_SIZE, scene, {SkinningPath::buffer_palette}),
      "60 bone matrices do not fit into a texture buffer on this machine; use a different skinning path");
  EXPECT_EQ(test::refused(GL_MAX_TEXTURE_SIZE, scene, {SkinningPath::texture_palette}), "no error");
  EXPECT_EQ(test::refused(GL_MAX_TEXTURE_SIZE, test::tube(700), {SkinningPath::texture_palette}),
            "700 bone matrices do not fit into a texture on this machine; use a different skinning path");
}

TEST(FrameTrace, crowds_beyond_a_small_texture_get_a_reason) {
  test::SmallMachine machine(GL_MAX_TEXTURE_SIZE);
  const Scene scene = test::tube(6);
  test::DrawnScene uploaded = test::taken(test::DrawnScene::create(*machine.renderer, scene, {}));
  const std::vector<Affine> members(100), palettes(600);
  const CrowdPalettes mesh{6, 0, palettes, 6};
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  EXPECT_EQ(test::refusal_of(
                machine.renderer->draw_crowd(uploaded.model(), {members, {&mesh, 1}, {}}, camera, 16, 16)),
            "the palettes of 100 members do not fit into a texture on this machine; draw fewer in one call");
}

}  // namespace
}  // namespace skelter
