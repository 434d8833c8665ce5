#pragma once
// SkinningPath: where vertices are skinned, and the form in which bones are uploaded. All paths give the same
// image; DrawCounters show the cost of each.

#include <cstdint>
#include <span>
#include <string_view>

namespace skelter {

enum class SkinningPath : std::uint8_t {
  texture_palette,  // matrices in a float texture: any number of bones, one draw call per mesh and material
  buffer_palette,   // matrices in a texture buffer, with the same limits
  uniform_palette,  // matrices in a uniform block of 16 KB, the size that OpenGL 3.3 guarantees; meshes with
                    // more bones are drawn in groups
  cpu,              // LinearSkinningJob; vertices uploaded with every draw
};

// All paths, in the order above.
std::span<const SkinningPath> skinning_paths();
std::string_view skinning_path_name(SkinningPath path);  // "texture_palette"

class SkinningVariant;  // a skinning method outside the renderer, such as those of `skelter demo skinmesh`

struct SkinningOptions {
  SkinningPath path = SkinningPath::texture_palette;
  // Blends with dual quaternions instead of linearly, which preserves volume at twisted joints. Not for
  // `cpu`.
  bool dual_quaternions = false;
  // Maximum number of bones per group, for paths that draw a mesh in groups (uniform_palette and some
  // variants). 0: as many as fit in 16 KB, at most 256; variants have their own default.
  std::uint32_t palette_size = 0;
  const SkinningVariant* variant = nullptr;  // overrides `path`; must outlive the Renderer
};

// Counters of one draw, totals of all passes over meshes (with a shadow there are two).
struct DrawCounters {
  std::uint32_t draw_calls = 0;         // for meshes; background, grid, shadow and bones do not count
  std::uint32_t matrices_uploaded = 0;  // bone matrices sent to the GPU
  std::uint32_t vertex_bytes = 0;       // size of a vertex, largest of all skinned meshes
  std::uint64_t cpu_vertices = 0;       // skinned vertices that the CPU wrote
};

}  // namespace skelter
