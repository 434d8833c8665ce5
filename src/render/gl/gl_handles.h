#pragma once
// RAII owners of OpenGL names. The destructor deletes the object in the current context.

#include <epoxy/gl.h>

#include <utility>

namespace skelter::gl {

template <void (*kDelete)(GLuint)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) kDelete(name_);
  }
  GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void delete_buffer(GLuint name) {
  glDeleteBuffers(1, &name);
}
inline void delete_vertex_array(GLuint name) {
  glDeleteVertexArrays(1, &name);
}
inline void delete_texture(GLuint name) {
  glDeleteTextures(1, &name);
}
inline void delete_framebuffer(GLuint name) {
  glDeleteFramebuffers(1, &name);
}
inline void delete_renderbuffer(GLuint name) {
  glDeleteRenderbuffers(1, &name);
}
inline void delete_program(GLuint name) {
  glDeleteProgram(name);
}
inline void delete_shader(GLuint name) {
  glDeleteShader(name);
}

using Buffer = Handle<delete_buffer>;
using VertexArray = Handle<delete_vertex_array>;
using Texture = Handle<delete_texture>;
using Framebuffer = Handle<delete_framebuffer>;
using Renderbuffer = Handle<delete_renderbuffer>;
using Program = Handle<delete_program>;
using Shader = Handle<delete_shader>;

inline Buffer make_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return Buffer(name);
}
inline VertexArray make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}
inline Texture make_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}
inline Framebuffer make_framebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return Framebuffer(name);
}
inline Renderbuffer make_renderbuffer() {
  GLuint name = 0;
  glGenRenderbuffers(1, &name);
  return Renderbuffer(name);
}

}  // namespace skelter::gl
