#include "compile/build_mesh/mesh_order.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>

#include "scene/internal/drawn_alpha.h"
#include "skelter/math/color.h"

namespace skelter {
namespace {

// Keeps the largest influences, with weights normalised to sum 1, because scenes allow deviations of 1e-4.
// The sum is never 0, because influences are above 0. `as_given`: weights stay unchanged if no influence is
// dropped.
KeptInfluences keep(std::vector<Influence> influences, std::uint32_t most, bool as_given) {
  KeptInfluences kept;
  double sum = 0, lost = 0;
  for (std::size_t i = 0; i < influences.size(); ++i) (i < most ? sum : lost) += influences[i].weight;
  if (as_given && influences.size() <= most) sum = 1;
  influences.resize(std::min<std::size_t>(influences.size(), most));
  for (Influence& influence : influences)
    influence.weight = static_cast<float>(std::min(influence.weight / sum, 1.0));
  kept.influences = std::move(influences);
  kept.weight_lost = static_cast<float>(lost);
  return kept;
}

bool is_see_through(const Scene& scene, const Primitive& primitive, std::size_t slot) {
  if (primitive.materials.empty() || primitive.materials[slot] == kNone) return false;
  const Material& material = scene.materials[primitive.materials[slot]];
  return material.base_color.w < kSolidAlpha ||
         (material.pbr && drawn_alpha(material).mode == AlphaMode::blend);
}

// Returns the triangles sorted by material slot. Indices refer to the primitive.
std::vector<std::uint32_t> sorted_triangles(const Scene& scene, const Primitive& primitive, bool keep_order,
                                            std::vector<MeshPart>& parts) {
  const std::size_t slots = std::max<std::size_t>(primitive.materials.size(), 1);
  std::vector<std::vector<std::uint32_t>> by_slot(slots);
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    const std::size_t slot = primitive.triangle_slots.empty() ? 0 : primitive.triangle_slots[i / 3];
    by_slot[slot].insert(by_slot[slot].end(),
                         {primitive.indices[i], primitive.indices[i + 1], primitive.indices[i + 2]});
  }
  std::vector<std::uint32_t> sorted;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const std::vector<std::uint32_t>& indices = by_slot[slot];
    if (indices.empty() && !keep_order) continue;
    const std::size_t first = sorted.size();
    sorted.insert(sorted.end(), indices.begin(), indices.end());
    if (!keep_order && !is_see_through(scene, primitive, slot))
      meshopt_optimizeVertexCache(sorted.data() + first, indices.data(), indices.size(),
                                  primitive.positions.size());
    parts.push_back({primitive.materials.empty() ? kNone : primitive.materials[slot],
                     static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(indices.size())});
  }
  return sorted;
}

// Returns the vertices in order of first use, followed by unused vertices in their original order.
std::vector<std::uint32_t> fetch_order(const std::vector<std::uint32_t>& indices, std::size_t vertices) {
  std::vector<std::uint32_t> new_from_old(vertices);
  std::size_t used =
      meshopt_optimizeVertexFetchRemap(new_from_old.data(), indices.data(), indices.size(), vertices);
  std::vector<std::uint32_t> order(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) order[new_from_old[v] == ~0u ? used++ : new_from_old[v]] = v;
  return order;
}

}  // namespace

std::vector<KeptInfluences> keep_influences(const Primitive& primitive, bool skinned,
                                            std::uint32_t node_entry, std::uint32_t max_influences,
                                            bool as_given) {
  std::vector<KeptInfluences> all(primitive.positions.size());
  for (std::size_t v = 0; v < all.size(); ++v) {
    const bool weighted = skinned && !primitive.influence_begin.empty() &&
                          primitive.influence_begin[v] < primitive.influence_begin[v + 1];
    if (weighted) {
      const auto first = primitive.influences.begin();
      all[v] = keep({first + primitive.influence_begin[v], first + primitive.influence_begin[v + 1]},
                    max_influences, as_given);
    } else {
      all[v].influences = {{node_entry, 1}};
      all[v].bound_to_node = true;
    }
  }
  return all;
}

MeshOrder order_mesh(const Scene& scene, const Primitive& primitive, const std::vector<KeptInfluences>& kept,
                     bool keep_order) {
  MeshOrder order;
  order.indices = sorted_triangles(scene, primitive, keep_order, order.parts);
  std::array<std::vector<std::uint32_t>, kMaxInfluences + 1> by_count;
  for (const std::uint32_t vertex : fetch_order(order.indices, kept.size()))
    by_count[kept[vertex].influences.size()].push_back(vertex);

  std::vector<std::uint32_t> left_over;  // vertices that do not fill a block move to the next section
  for (std::uint32_t count = 1; count <= kMaxInfluences; ++count) {
    std::vector<std::uint32_t> section = std::move(left_over);
    section.insert(section.end(), by_count[count].begin(), by_count[count].end());
    left_over.clear();
    const bool last = std::all_of(by_count.begin() + count + 1, by_count.end(),
                                  [](const auto& vertices) { return vertices.empty(); });
    const std::size_t size = last ? section.size() : section.size() / kMeshBlock * kMeshBlock;
    left_over.assign(section.begin() + static_cast<std::ptrdiff_t>(size), section.end());
    section.resize(size);
    if (section.empty()) continue;
    InfluenceSection described;
    described.influences = count;
    described.first_vertex = static_cast<std::uint32_t>(order.vertices.size());
    described.vertex_count = static_cast<std::uint32_t>(size);
    order.sections.push_back(described);
    order.vertices.insert(order.vertices.end(), section.begin(), section.end());
  }

  std::vector<std::uint32_t> new_from_old(kept.size());
  for (std::uint32_t v = 0; v < order.vertices.size(); ++v) new_from_old[order.vertices[v]] = v;
  for (std::uint32_t& index : order.indices) index = new_from_old[index];
  return order;
}

}  // namespace skelter
