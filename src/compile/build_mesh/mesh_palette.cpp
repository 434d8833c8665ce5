#include "compile/build_mesh/mesh_palette.h"

#include <algorithm>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/far_origin.h"

namespace skelter {
namespace {

bool has_free_vertices(const Primitive& primitive) {
  if (primitive.influence_begin.empty()) return !primitive.positions.empty();
  const auto& begin = primitive.influence_begin;
  return std::adjacent_find(begin.begin(), begin.end()) != begin.end();
}

// Source positions are already floats, but multiplying a matrix by a distant position loses precision.
Vec3d mesh_origin(const Mesh& mesh) {
  Bounds places;
  for (const Primitive& primitive : mesh.primitives)
    for (const Vec3& position : primitive.positions) places.add(to_double(position));
  const Vec3d size = places.size();
  return origin_for(places, std::max({size.x, size.y, size.z}) / kExtentPerBound);
}

}  // namespace

MeshPalette mesh_palette(const Scene& scene, std::uint32_t node, std::uint32_t instance) {
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  MeshPalette palette;
  if (drawn.skin != kNone)
    for (const Joint& joint : scene.skins[drawn.skin].joints)
      palette.entries.push_back({joint.node, joint.joint_from_mesh});
  const auto& primitives = scene.meshes[drawn.mesh].primitives;
  if (palette.entries.empty() || std::any_of(primitives.begin(), primitives.end(), has_free_vertices)) {
    palette.node_entry = static_cast<std::uint32_t>(palette.entries.size());
    palette.entries.push_back({node, {}});
  } else {
    palette.origin = mesh_origin(scene.meshes[drawn.mesh]);
  }
  if (palette.origin != Vec3d{})
    for (PaletteEntry& entry : palette.entries)
      entry.node_from_mesh = to_float(to_double(entry.node_from_mesh) * translation_matrix(palette.origin));
  return palette;
}

}  // namespace skelter
