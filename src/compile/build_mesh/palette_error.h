#pragma once
// Error for meshes and skins with a palette too large for 16-bit indices.

#include <optional>
#include <string>

#include "compile/build_mesh/mesh_palette.h"
#include "skelter/core/error.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

inline std::optional<Error> palette_error(const Scene& scene, std::uint32_t node,
                                          const MeshPalette& palette) {
  if (palette.entries.size() <= kMaxPaletteSize) return std::nullopt;
  return Error{Status::limit_exceeded,
               "build.palette-size",
               "a mesh with " + std::to_string(palette.entries.size()) +
                   " palette entries; expected at most " + std::to_string(kMaxPaletteSize),
               {scene.file, 0, {}, scene.nodes[node].name}};
}

}  // namespace skelter
