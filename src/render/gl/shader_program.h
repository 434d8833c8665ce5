#pragma once
// A linked program and its uniform locations, which are cached at link time.

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/gl/gl_handles.h"
#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter::gl {

// Uniforms set per mesh and per material. Their names are in shader_program.cpp.
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

// Texture units by sampler, and the binding of the uniform block Palette.
inline constexpr GLint kMaterialUnit = 0, kPaletteUnit = 1, kMorphOffsetsUnit = 2, kMorphWeightsUnit = 3;
// First of four units, for the maps metallic-roughness, normal, occlusion and emissive.
inline constexpr GLint kDataMapUnits = 4;
inline constexpr GLuint kPaletteBinding = 0;

// Source of one stage: `#define` lines, then the parts in order. Messages contain the part's file and line.
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
  // `captured`: vertex shader outputs that transform feedback writes, interleaved. Errors: unsupported, for a
  // compile error with the file, line and driver message.
  static Result<ShaderProgram> link(const ShaderStage& vertex, const ShaderStage& fragment,
                                    const std::vector<const char*>& captured = {});
  // Links a program with one compute shader, in GLSL 4.30. Errors: as above.
  static Result<ShaderProgram> link_compute(const ShaderStage& compute);

  void use() const { glUseProgram(program_.get()); }

  // Set uniforms of the program in use; uniforms that the compiler removed are ignored.
  template <class Value>
  void set(Uniform uniform, const Value& value) const {
    put(places_[static_cast<std::size_t>(uniform)], value);
  }
  GLint place(Uniform uniform) const { return places_[static_cast<std::size_t>(uniform)]; }
  // Like above, but by name, for uniforms that are set at most once per frame. Makes no driver query.
  template <class Value>
  void set(std::string_view name, const Value& value) const {
    put(place(name), value);
  }
  GLint place(std::string_view name) const;  // -1: not found

 private:
  explicit ShaderProgram(Program program);
  static void put(GLint at, int value) { glUniform1i(at, value); }
  static void put(GLint at, bool value) { glUniform1i(at, value ? 1 : 0); }
  static void put(GLint at, float value) { glUniform1f(at, value); }
  static void put(GLint at, const Vec2& v) { glUniform2f(at, v.x, v.y); }
  static void put(GLint at, const Vec3& v) { glUniform3f(at, v.x, v.y, v.z); }
  static void put(GLint at, const Vec4& v) { glUniform4f(at, v.x, v.y, v.z, v.w); }
  static void put(GLint at, const Mat3T<float>& m) { glUniformMatrix3fv(at, 1, GL_FALSE, m.m.data()); }
  static void put(GLint at, const Mat4& m) { glUniformMatrix4fv(at, 1, GL_FALSE, m.m.data()); }

  Program program_;
  std::vector<std::pair<std::string, GLint>> uniform_locations_;  // sorted
  std::array<GLint, static_cast<std::size_t>(Uniform::count)> places_{};
};

}  // namespace skelter::gl
