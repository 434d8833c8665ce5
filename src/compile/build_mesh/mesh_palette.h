#pragma once
// The palette entries of a mesh instance: the joints of its skin, then its node if needed.

#include <cstdint>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct PaletteEntry {
  std::uint32_t node = 0;  // node of the scene
  Mat4 node_from_mesh;     // inverse bind matrix
};

struct MeshPalette {
  std::vector<PaletteEntry> entries;
  std::uint32_t node_entry = kNone;  // the entry of the mesh's own node, if present
  // The origin of the vertices and palette entries: 0, except for skinned meshes far from the origin of their
  // space.
  Vec3d origin;
};

MeshPalette mesh_palette(const Scene& scene, std::uint32_t node, std::uint32_t instance);

}  // namespace skelter
