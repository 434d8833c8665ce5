#pragma once
// Orders the vertices and triangles of a primitive and selects the influences that each vertex keeps.

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

// Per vertex of the primitive. `as_given`: weights of vertices that keep all influences stay unchanged.
// `node_entry`: the palette entry of vertices without influences. `skinned`: false for meshes without a skin;
// their weights are ignored.
std::vector<KeptInfluences> keep_influences(const Primitive& primitive, bool skinned,
                                            std::uint32_t node_entry, std::uint32_t max_influences,
                                            bool as_given);

struct MeshOrder {
  std::vector<std::uint32_t> vertices;     // indices into the primitive, in their new order
  std::vector<InfluenceSection> sections;  // only the vertices: first_joint and first_weight are 0
  std::vector<std::uint32_t> indices;      // into the new order
  std::vector<MeshPart> parts;
};

// Triangles of a slot are ordered for the vertex cache. Transparent ones keep the source order, in which they
// are drawn. With `keep_order` all keep it, and every slot has a part, even without triangles.
MeshOrder order_mesh(const Scene& scene, const Primitive& primitive, const std::vector<KeptInfluences>& kept,
                     bool keep_order);

}  // namespace skelter
