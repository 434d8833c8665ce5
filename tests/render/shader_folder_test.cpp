// Shaders as files in a folder, which are edited while a program runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/gl/shader_sources.h"
#include "render/gl_calls.h"
#include "render/shader_folder.h"
#include "render/skinned_scenes.h"
#include "skelter/skinning/gpu.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::middle;
using test::Stage;
using ShaderFolder = test::ShaderFolder;

TEST_F(ShaderFolder, an_edited_shader_is_drawn_with_at_once) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Image before = stage.picture(uploaded, scene, pose, test::plain_options());
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "nothing there yet";
  write("mesh_fragment.glsl", "out vec4 o_color;\nvoid main() { o_color = vec4(1.0, 0.0, 1.0, 1.0); }\n");
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "once is enough";
  EXPECT_EQ(middle(stage.picture(uploaded, scene, pose, test::plain_options())),
            (std::array<int, 3>{255, 0, 255}));
  std::filesystem::remove(path("mesh_fragment.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders()) << "the library's own again";
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
}

TEST_F(ShaderFolder, parts_of_the_skinning_module_can_also_be_edited) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const Image before = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  write("skin_linear.glsl",
        "void skin(inout vec3 position, inout vec3 normal) { position += vec3(1000.0); }\n");
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const Image after = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  EXPECT_EQ(test::difference(after, before).foreground, 0u);
}

TEST_F(ShaderFolder, a_broken_shader_names_its_file_and_line_and_the_old_one_stays_in_use) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Image before = stage.picture(uploaded, scene, pose, test::plain_options());
  write("mesh_fragment.glsl", "out vec4 o_color;\nvoid main() {\n  o_color = vec4(colour, 1.0);\n}\n");
  const Result<bool> reloaded = stage.renderer.reload_changed_shaders();
  ASSERT_FALSE(reloaded);
  EXPECT_THAT(
      to_string(reloaded.error()),
      testing::MatchesRegex(path("mesh_fragment.glsl") + ":3: fragment shader does not compile: .*colour.*"));
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
  // Programs that are created now use the text that worked before.
  stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::buffer_palette));
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "the same error is not reported again";
  write("mesh_fragment.glsl", std::string(shader_source("mesh_fragment.glsl")));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
}

TEST_F(ShaderFolder, an_edit_next_to_a_broken_file_counts_once_that_is_fixed) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  write("skin_linear.glsl",
        "void skin(inout vec3 position, inout vec3 normal) { position += vec3(1000.0); }\n");
  write("mesh_fragment.glsl", "broken\n");
  EXPECT_FALSE(stage.renderer.reload_changed_shaders());
  write("mesh_fragment.glsl", std::string(shader_source("mesh_fragment.glsl")));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const Image after = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  EXPECT_EQ(test::difference(after, after).foreground, 0u);
}

TEST_F(ShaderFolder, a_shader_that_is_broken_from_the_start_stops_the_start) {
  write("screen_vertex.glsl", "void main() {\n  gl_Position = 5;\n}\n");
  const HeadlessContext context = test::taken(HeadlessContext::create());
  const auto renderer = Renderer::create(options());
  ASSERT_FALSE(renderer);
  EXPECT_THAT(to_string(renderer.error()),
              testing::StartsWith(path("screen_vertex.glsl") + ":2: vertex shader does not compile: "));
}

decltype(epoxy_glShaderSource) real_shader_source;
std::size_t shader_sources = 0, debugged_sources = 0;
void count_debugged(GLuint shader, GLsizei count, const GLchar* const* text, const GLint* length) {
  const std::string_view source(text[0], static_cast<std::size_t>(length[0]));
  ++shader_sources;
  debugged_sources += source.find("#pragma debug(on)\n#pragma optimize(off)\n") < source.size() ? 1 : 0;
  real_shader_source(shader, count, text, length);
}

TEST(DebugShaders, draw_the_same_picture) {
  const Scene scene = test::tube(6);
  Stage plain(64, 64), debug(64, 64, 1, {"", true});
  ASSERT_TRUE(plain.context.make_current());
  const Image expected = plain.picture(scene, rest_pose(scene), test::plain_options());
  ASSERT_TRUE(debug.context.make_current());
  real_shader_source = epoxy_glShaderSource;  // resolved when the first image was drawn
  {
    const test::Instead source(epoxy_glShaderSource, &count_debugged);
    EXPECT_EQ(debug.picture(scene, rest_pose(scene), test::plain_options()), expected);
  }
  EXPECT_GE(shader_sources, 2u) << "of vertices and of fragments";
  EXPECT_EQ(debugged_sources, shader_sources);
  ASSERT_TRUE(plain.context.make_current());
}

TEST(SkinningShaderSources, a_name_that_does_not_exist_gives_nothing) {
  EXPECT_EQ(skinning_shader_source("nothing.glsl"), "");
  EXPECT_THAT(std::string(skinning_shader_source("skin_linear.glsl")), testing::HasSubstr("void skin("));
}

}  // namespace
}  // namespace skelter
