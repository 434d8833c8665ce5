// What OpenGL is really called with: libepoxy reaches every function through a pointer, which these tests put
// themselves into.

#include <epoxy/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/skinned_scenes.h"
#include "render/stage.h"

namespace skelter {
namespace {

using test::Stage;

// Puts another function in the place of an OpenGL one, until the end.
template <class Function>
class Instead {
 public:
  Instead(Function& place, Function function) : place_(place), before_(place) { place = function; }
  ~Instead() { place_ = before_; }
  Instead(const Instead&) = delete;
  Instead& operator=(const Instead&) = delete;

 private:
  Function& place_;
  Function before_;
};

int lookups = 0, draws = 0, instanced_draws = 0;
decltype(epoxy_glDrawElements) real_draw_elements;
decltype(epoxy_glDrawElementsInstanced) real_draw_instanced;
decltype(epoxy_glGetIntegerv) real_get_integer;
GLenum lowered_limit = 0;

GLint count_location(GLuint, const GLchar*) {
  ++lookups;
  return -1;
}
GLuint count_block(GLuint, const GLchar*) {
  ++lookups;
  return GL_INVALID_INDEX;
}
GLint count_attribute(GLuint, const GLchar*) {
  ++lookups;
  return -1;
}
void count_draw(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  ++draws;
  real_draw_elements(mode, count, type, indices);
}
void count_instanced(GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei members) {
  ++instanced_draws;
  real_draw_instanced(mode, count, type, indices, members);
}
void get_lowered(GLenum name, GLint* value) {
  real_get_integer(name, value);
  if (name == lowered_limit) *value = name == GL_MAX_VERTEX_UNIFORM_COMPONENTS ? 1024 : 1;
}

// The pointers are resolved at the first call of each function.
void resolve() {
  GLint ignored = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &ignored);
  real_get_integer = epoxy_glGetIntegerv;
  real_draw_elements = epoxy_glDrawElements;
  real_draw_instanced = epoxy_glDrawElementsInstanced;
}

// Seed C-65: techniques and parameters are looked up when a program is made, never for a frame or a subset.
TEST(FrameTrace, a_frame_looks_nothing_up_by_name_and_draws_what_its_counters_say) {
  const Scene scene = test::tube(60);
  const Pose pose = test::bent(scene);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const SkinningPath path : skinning_paths()) {
    SCOPED_TRACE(skinning_path_name(path));
    DrawOptions options = test::plain_options(path);
    options.shadow = options.grid = options.skeleton = options.wireframe = true;
    options.ground_y = -1;
    stage.picture(uploaded, scene, pose, options);  // makes programs and geometry
    resolve();
    lookups = draws = 0;
    {
      const Instead location(epoxy_glGetUniformLocation, &count_location);
      const Instead block(epoxy_glGetUniformBlockIndex, &count_block);
      const Instead attribute(epoxy_glGetAttribLocation, &count_attribute);
      const Instead draw(epoxy_glDrawElements, &count_draw);
      stage.picture(uploaded, scene, pose, options);
    }
    EXPECT_EQ(lookups, 0);
    EXPECT_EQ(draws, static_cast<int>(stage.renderer.counters().draw_calls) + 1) << "and the edges once";
  }
}

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
  resolve();
  real_draw_instanced = epoxy_glDrawElementsInstanced;
  draws = instanced_draws = lookups = 0;
  {
    const Instead plain(epoxy_glDrawElements, &count_draw);
    const Instead instanced(epoxy_glDrawElementsInstanced, &count_instanced);
    const Instead location(epoxy_glGetUniformLocation, &count_location);
    draw();
  }
  EXPECT_EQ(instanced_draws, 2) << "two materials";
  EXPECT_EQ(draws, 0);
  EXPECT_EQ(lookups, 0);
  EXPECT_EQ(stage.renderer.counters().draw_calls, 2u);
  EXPECT_EQ(stage.renderer.counters().matrices_uploaded, 9000u);
}

// A renderer on a machine where one limit is as low as it can be.
class SmallMachine {
 public:
  explicit SmallMachine(GLenum limit) : context_(test::taken(HeadlessContext::create())) {
    resolve();
    lowered_limit = limit;
    lowered_.emplace(epoxy_glGetIntegerv, &get_lowered);
    renderer.emplace(test::taken(Renderer::create()));
  }
  ~SmallMachine() { lowered_limit = 0; }

 private:
  HeadlessContext context_;
  std::optional<Instead<decltype(epoxy_glGetIntegerv)>> lowered_;

 public:
  std::optional<Renderer> renderer;
};

std::string refusal(const Result<void>& result) {
  return result ? std::string("no error") : to_string(result.error());
}

std::string refused(GLenum limit, const Scene& scene, SkinningPath path, std::uint32_t palette_size = 0) {
  SmallMachine machine(limit);
  const Pose pose = rest_pose(scene);
  UploadedScene uploaded = test::taken(machine.renderer->upload(scene, {}));
  DrawOptions options = test::plain_options(path);
  options.skinning.palette_size = palette_size;
  return refusal(machine.renderer->draw(uploaded, scene, pose, auto_camera(pose_bounds(scene, pose), {}), 16,
                                        16, options));
}

TEST(FrameTrace, machines_with_small_limits_get_a_reason) {
  const Scene scene = test::tube(60);
  EXPECT_EQ(refused(GL_MAX_VERTEX_UNIFORM_COMPONENTS, scene, SkinningPath::indexed_blend, 40),
            "a palette of 40 bones needs 1376 uniform components; this machine has 1024");
  EXPECT_EQ(refused(GL_MAX_VERTEX_UNIFORM_COMPONENTS, scene, SkinningPath::indexed_blend), "no error");
  EXPECT_EQ(refused(GL_MAX_TEXTURE_BUFFER_SIZE, scene, SkinningPath::buffer_palette),
            "60 bone matrices are more than a texture buffer of this machine holds; expected another "
            "skinning path");
  EXPECT_EQ(refused(GL_MAX_TEXTURE_SIZE, scene, SkinningPath::texture_palette), "no error");
  EXPECT_EQ(
      refused(GL_MAX_TEXTURE_SIZE, test::tube(700), SkinningPath::texture_palette),
      "700 bone matrices are more than a texture of this machine holds; expected another skinning path");
}

TEST(FrameTrace, crowds_beyond_a_small_texture_get_a_reason) {
  SmallMachine machine(GL_MAX_TEXTURE_SIZE);
  const Scene scene = test::tube(6);
  UploadedScene uploaded = test::taken(machine.renderer->upload(scene, {}));
  const std::vector<Affine> members(100), palettes(600);
  const CrowdPalettes mesh{6, 0, palettes, 6};
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  EXPECT_EQ(refusal(machine.renderer->draw_crowd(uploaded, scene, {members, {&mesh, 1}, {}}, camera, 16, 16)),
            "the palettes of 100 members are more than a texture of this machine holds; expected fewer in "
            "one call");
}

}  // namespace
}  // namespace skelter
