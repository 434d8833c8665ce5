#pragma once
// Orders the vertices and triangles of a primitive and selects the influences that each vertex keeps.

#include <cstdint>
#include <vector>

#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct KeptInfluences {
  std::vector<Influence> influences;  // 1 to kMaxInfluences, largest first, with sum 1; joints are palette
                                      // entries
  bool bound_to_node = false;
  float weight_lost = 0;
};

// Returns the influences that each vertex of the primitive keeps. `as_given`: weights of vertices that keep
// all influences stay unchanged. `node_entry`: the palette entry for vertices without influences. `skinned`:
// false for meshes without a skin; their weights are ignored.
std::vector<KeptInfluences> keep_influences(const Primitive& primitive, bool skinned,
                                            std::uint32_t node_entry, std::uint32_t max_influences,
                                            bool as_given);

struct MeshOrder {
  std::vector<std::uint32_t> vertices;     // indices into the primitive, in their new order
  std::vector<InfluenceSection> sections;  // only vertex ranges; first_joint and first_weight are 0
  std::vector<std::uint32_t> indices;      // indices into `vertices`
  std::vector<MeshPart> parts;
};

// Triangles of a slot are ordered for the vertex cache. Transparent triangles keep the source order, because
// they are drawn in this order. With `keep_order`, all triangles keep it, and every slot has a part, even
// without triangles.
MeshOrder order_mesh(const Scene& scene, const Primitive& primitive, const std::vector<KeptInfluences>& kept,
                     bool keep_order);

}  // namespace skelter
