#pragma once
// Flat triangles with a position and a colour per vertex, in 16 bytes. They are either refilled every frame
// by CPU skinning, or filled once and skinned in the shader with up to four matrices. Without lighting and
// textures.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter {

struct ColoredVertex {
  float x = 0, y = 0, z = 0;
  std::uint32_t rgba = 0xFFFFFFFF;  // red in the lowest byte
};
static_assert(sizeof(ColoredVertex) == 16);

// Packs a vertex. `color`: sRGB, 0 to 1.
ColoredVertex colored_vertex(const Vec3& position, const Vec3& color);

class ColoredTriangles {
 public:
  // Requires a current context, like every call and the destructor. `shader_folder` and `debug_shaders`: as
  // in RendererOptions. Errors: unsupported if a shader does not compile.
  static Result<ColoredTriangles> create(const std::string& shader_folder = {}, bool debug_shaders = false);
  // See Renderer::reload_changed_shaders().
  Result<bool> reload_changed_shaders();
  ColoredTriangles(ColoredTriangles&&) noexcept;
  ColoredTriangles& operator=(ColoredTriangles&&) noexcept;
  ~ColoredTriangles();

  // Replaces the triangles. Vertices are in world space, three per triangle.
  void fill(std::span<const ColoredVertex> vertices);
  // Replaces the triangles with vertices in the source space of the palette, each with the weights of its
  // four matrices. Both spans must have equal size.
  void fill(std::span<const ColoredVertex> vertices, std::span<const std::array<float, 4>> weights);

  // Clears the bound framebuffer and draws both sides of the triangles, later ones over earlier ones.
  // `palette`: up to four world_from_vertex matrices for weighted vertices.
  void draw(std::uint32_t width, std::uint32_t height, const Vec3& background, const Mat4& clip_from_world,
            std::span<const Mat4> palette = {});

  std::uint64_t bytes_filled() const;  // total so far

 private:
  struct State;
  explicit ColoredTriangles(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
