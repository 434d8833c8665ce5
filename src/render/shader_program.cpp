#include "render/shader_program.h"

#include <string>

#include "render/shader_sources.h"

namespace skelter::gl {
namespace {

Error failure(std::string_view name, std::string message) {
  return {Status::unsupported, "render.shader", std::move(message), {"", 0, {}, std::string(name)}};
}

Result<Shader> compile(std::string_view name, GLenum kind, std::string_view source) {
  Shader shader(glCreateShader(kind));
  constexpr std::string_view kVersion = "#version 330 core\n";
  const char* texts[] = {kVersion.data(), source.data()};
  const GLint lengths[] = {static_cast<GLint>(kVersion.size()), static_cast<GLint>(source.size())};
  glShaderSource(shader.get(), 2, texts, lengths);
  glCompileShader(shader.get());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader.get(), sizeof log, nullptr, log);
  return failure(name, std::string(kind == GL_VERTEX_SHADER ? "vertex" : "fragment") +
                           " shader does not compile: " + log);
}

}  // namespace

Result<ShaderProgram> ShaderProgram::create(std::string_view vertex, std::string_view fragment) {
  return from_source(std::string(vertex) + " + " + std::string(fragment), shader_source(vertex),
                     shader_source(fragment));
}

Result<ShaderProgram> ShaderProgram::from_source(std::string_view name, std::string_view vertex_source,
                                                 std::string_view fragment_source) {
  Result<Shader> vertex = compile(name, GL_VERTEX_SHADER, vertex_source);
  if (!vertex) return vertex.error();
  Result<Shader> fragment = compile(name, GL_FRAGMENT_SHADER, fragment_source);
  if (!fragment) return fragment.error();
  Program program(glCreateProgram());
  glAttachShader(program.get(), vertex->get());
  glAttachShader(program.get(), fragment->get());
  glLinkProgram(program.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    char log[2048] = "";
    glGetProgramInfoLog(program.get(), sizeof log, nullptr, log);
    return failure(name, std::string("shaders do not link: ") + log);
  }
  return ShaderProgram(std::move(program));
}

}  // namespace skelter::gl
