#include "compile/mesh_palette.h"

#include <algorithm>

namespace skelter {
namespace {

bool has_free_vertices(const Primitive& primitive) {
  if (primitive.influence_begin.empty()) return !primitive.positions.empty();
  const auto& begin = primitive.influence_begin;
  return std::adjacent_find(begin.begin(), begin.end()) != begin.end();
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
  }
  return palette;
}

}  // namespace skelter
