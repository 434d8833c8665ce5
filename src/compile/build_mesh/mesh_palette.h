#pragma once
// The palette entries of a mesh instance: the joints of its skin, followed by its node if needed.

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
  std::uint32_t node_entry = kNone;  // entry of the mesh's own node, if present
  // Origin of the vertices and palette entries. It is 0, except for skinned meshes that are far from the
  // origin of their space.
  Vec3d origin;
};

MeshPalette mesh_palette(const Scene& scene, std::uint32_t node, std::uint32_t instance);

}  // namespace skelter
