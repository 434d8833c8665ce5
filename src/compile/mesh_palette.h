#pragma once
// Which palette entries a mesh instance has: the joints of its skin, then the node where it is needed.

#include <cstdint>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct PaletteEntry {
  std::uint32_t node = 0;  // of the scene
  Mat4 node_from_mesh;     // inverse bind matrix
};

struct MeshPalette {
  std::vector<PaletteEntry> entries;
  std::uint32_t node_entry = kNone;  // the entry of the mesh's own node, if there is one
  // What vertices are relative to, and the entries with them: 0, but for skinned meshes that lie far from
  // the origin of their space.
  Vec3d origin;
};

MeshPalette mesh_palette(const Scene& scene, std::uint32_t node, std::uint32_t instance);

}  // namespace skelter
