#pragma once
// ShaderProgram: a linked program made from the embedded sources in src/render/shaders/.

#include <string_view>

#include "render/gl_handles.h"
#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter::gl {

class ShaderProgram {
 public:
  // `vertex` and `fragment` are file names in src/render/shaders/. Errors: unsupported, with the driver's
  // log.
  static Result<ShaderProgram> create(std::string_view vertex, std::string_view fragment);
  // From source text; `name` stands in messages.
  static Result<ShaderProgram> from_source(std::string_view name, std::string_view vertex_source,
                                           std::string_view fragment_source);
  void use() const { glUseProgram(program_.get()); }
  // Uniforms of the program in use; a name that the compiler dropped is ignored.
  void set(const char* name, int value) const { glUniform1i(location(name), value); }
  void set(const char* name, float value) const { glUniform1f(location(name), value); }
  void set(const char* name, const Vec2& v) const { glUniform2f(location(name), v.x, v.y); }
  void set(const char* name, const Vec3& v) const { glUniform3f(location(name), v.x, v.y, v.z); }
  void set(const char* name, const Vec4& v) const { glUniform4f(location(name), v.x, v.y, v.z, v.w); }
  void set(const char* name, const Mat3& m) const {
    glUniformMatrix3fv(location(name), 1, GL_FALSE, m.m.data());
  }
  void set(const char* name, const Mat4& m) const {
    glUniformMatrix4fv(location(name), 1, GL_FALSE, m.m.data());
  }

 private:
  explicit ShaderProgram(Program program) : program_(std::move(program)) {}
  GLint location(const char* name) const { return glGetUniformLocation(program_.get(), name); }
  Program program_;
};

}  // namespace skelter::gl
