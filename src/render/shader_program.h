#pragma once
// ShaderProgram: a linked program and the places of its uniforms, looked up once, when it is linked.

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/gl_handles.h"
#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter::gl {

// Uniforms that are set per mesh and per material; their names are in shader_program.cpp.
enum class Uniform : std::uint8_t {
  clip_from_world,
  world_from_mesh,
  normal_matrix,
  depth_bias,
  eye,
  to_key,
  to_rim,
  levels,
  color,
  ground_y,
  height,
  point_light,
  ambient,
  fill_light,
  fill,
  base_color,
  specular,
  power,
  emissive,
  alpha_cut,
  blended,
  unlit,
  first_row,
  plain_normals,
  rows_per_member,
  first_member,
  has_tints,
  morph_vertices,
  first_morph,
  morph_count,
  count
};

// Texture units that samplers are bound to by their names, and the binding of the uniform block Palette.
inline constexpr GLint kMaterialUnit = 0, kPaletteUnit = 1, kMorphOffsetsUnit = 2, kMorphWeightsUnit = 3;
// and the four from here on: metallic and roughness, normal, occlusion, emissive.
inline constexpr GLint kDataMapUnits = 4;
inline constexpr GLuint kPaletteBinding = 0;

// One stage: lines of `#define`, then parts one after the other. Messages name the part's file and line.
struct ShaderStage {
  struct Part {
    std::string file;
    std::string text;
  };
  std::string defines;
  std::vector<Part> parts;
};

class ShaderProgram {
 public:
  // `captured`: outputs of the vertex shader that transform feedback writes, interleaved.
  // Errors: unsupported; for a shader that does not compile the file and line, and what the driver says.
  static Result<ShaderProgram> link(const ShaderStage& vertex, const ShaderStage& fragment,
                                    const std::vector<const char*>& captured = {});
  // A program of one compute shader, in GLSL 4.30. Errors: as above.
  static Result<ShaderProgram> link_compute(const ShaderStage& compute);

  void use() const { glUseProgram(program_.get()); }

  // Uniforms of the program in use; those that the compiler dropped are ignored.
  template <class Value>
  void set(Uniform uniform, const Value& value) const {
    put(places_[static_cast<std::size_t>(uniform)], value);
  }
  GLint place(Uniform uniform) const { return places_[static_cast<std::size_t>(uniform)]; }
  // The same by name, for what is set once in a picture, or less. Asks no driver.
  template <class Value>
  void set(std::string_view name, const Value& value) const {
    put(place(name), value);
  }
  GLint place(std::string_view name) const;  // -1: not there

 private:
  explicit ShaderProgram(Program program);
  static void put(GLint at, int value) { glUniform1i(at, value); }
  static void put(GLint at, bool value) { glUniform1i(at, value ? 1 : 0); }
  static void put(GLint at, float value) { glUniform1f(at, value); }
  static void put(GLint at, const Vec2& v) { glUniform2f(at, v.x, v.y); }
  static void put(GLint at, const Vec3& v) { glUniform3f(at, v.x, v.y, v.z); }
  static void put(GLint at, const Vec4& v) { glUniform4f(at, v.x, v.y, v.z, v.w); }
  static void put(GLint at, const Mat3& m) { glUniformMatrix3fv(at, 1, GL_FALSE, m.m.data()); }
  static void put(GLint at, const Mat4& m) { glUniformMatrix4fv(at, 1, GL_FALSE, m.m.data()); }

  Program program_;
  std::vector<std::pair<std::string, GLint>> named_places_;  // sorted
  std::array<GLint, static_cast<std::size_t>(Uniform::count)> places_{};
};

}  // namespace skelter::gl
