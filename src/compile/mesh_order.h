#pragma once
// The order of the vertices and triangles of a primitive, and which influences each vertex keeps.

#include <cstdint>
#include <vector>

#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct KeptInfluences {
  std::vector<Influence> influences;  // 1 to kMaxInfluences, largest first, sum 1; joints are palette entries
  bool bound_to_node = false;
  float weight_lost = 0;
};

// Per vertex of the primitive. `as_given`: weights of vertices that keep all stay as they are. `node_entry`:
// the palette entry of vertices without influence. `skinned`: false for meshes without skin, whose weights
// mean nothing.
std::vector<KeptInfluences> keep_influences(const Primitive& primitive, bool skinned,
                                            std::uint32_t node_entry, std::uint32_t max_influences,
                                            bool as_given);

struct MeshOrder {
  std::vector<std::uint32_t> vertices;     // of the primitive, in their new order
  std::vector<InfluenceSection> sections;  // with vertices only: first_joint and first_weight are 0
  std::vector<std::uint32_t> indices;      // into the new order
  std::vector<MeshPart> parts;
};

// Triangles of a slot are ordered for the vertex cache, but those that show what is behind them keep the
// order of the source, in which they are drawn. With `keep_order` all keep it, and every slot has a part,
// also without triangles.
MeshOrder order_mesh(const Scene& scene, const Primitive& primitive, const std::vector<KeptInfluences>& kept,
                     bool keep_order);

}  // namespace skelter
