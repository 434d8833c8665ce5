#pragma once
// Intercepts OpenGL calls. libepoxy calls every function through a pointer, which tests replace.

#include <epoxy/gl.h>

#include "render/stage.h"
#include "support/drawn_scene.h"

namespace skelter::test {

// Replaces an OpenGL function during its lifetime.
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

inline int lookups = 0, draws = 0, instanced_draws = 0;
inline decltype(epoxy_glDrawElements) real_draw_elements;
inline decltype(epoxy_glDrawElementsInstanced) real_draw_instanced;
inline decltype(epoxy_glGetIntegerv) real_get_integer;
inline GLenum lowered_limit = 0;

inline GLint count_location(GLuint, const GLchar*) {
  ++lookups;
  return -1;
}
inline GLuint count_block(GLuint, const GLchar*) {
  ++lookups;
  return GL_INVALID_INDEX;
}
inline GLint count_attribute(GLuint, const GLchar*) {
  ++lookups;
  return -1;
}
inline void count_draw(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  ++draws;
  real_draw_elements(mode, count, type, indices);
}
inline void count_instanced(GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei members) {
  ++instanced_draws;
  real_draw_instanced(mode, count, type, indices, members);
}
inline void get_lowered(GLenum name, GLint* value) {
  real_get_integer(name, value);
  if (name == lowered_limit) *value = name == GL_MAX_VERTEX_UNIFORM_COMPONENTS ? 1024 : 1;
}

// libepoxy resolves the pointers at the first call of each function.
inline void resolve() {
  GLint ignored = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &ignored);
  real_get_integer = epoxy_glGetIntegerv;
  real_draw_elements = epoxy_glDrawElements;
  real_draw_instanced = epoxy_glDrawElementsInstanced;
}

// A renderer on a machine with one limit set to its minimum.
class SmallMachine {
 public:
  explicit SmallMachine(GLenum limit) : context_(taken(HeadlessContext::create())) {
    resolve();
    lowered_limit = limit;
    lowered_.emplace(epoxy_glGetIntegerv, &get_lowered);
    renderer.emplace(taken(Renderer::create()));
  }
  ~SmallMachine() { lowered_limit = 0; }

 private:
  HeadlessContext context_;
  std::optional<Instead<decltype(epoxy_glGetIntegerv)>> lowered_;

 public:
  std::optional<Renderer> renderer;
};

inline std::string refused(GLenum limit, const Scene& scene, const SkinningOptions& skinning) {
  SmallMachine machine(limit);
  const Pose pose = rest_pose(scene);
  DrawnScene uploaded = taken(DrawnScene::create(*machine.renderer, scene, {}));
  DrawOptions options = plain_options();
  options.skinning = skinning;
  return refusal_of(
      uploaded.draw(*machine.renderer, pose, auto_camera(pose_bounds(scene, pose), {}), 16, 16, options));
}

}  // namespace skelter::test
