#include "viewer/compare/internal/heat.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/image/internal/picking.h"

namespace skelter {
namespace {

constexpr std::array<Vec3, 6> kRamp = {{{0.42f, 0.46f, 0.52f},
                                        {0.16f, 0.36f, 0.86f},
                                        {0.10f, 0.72f, 0.72f},
                                        {0.30f, 0.78f, 0.26f},
                                        {0.96f, 0.84f, 0.16f},
                                        {0.90f, 0.16f, 0.12f}}};

double weight_for(const Scene& scene, const Primitive& primitive, const MeshInstance& instance,
                  std::uint32_t own_node, std::uint32_t vertex, std::uint32_t node, bool whole_subtree) {
  const auto counts = [&](std::uint32_t n) {
    return n == node || (whole_subtree && is_at_or_below(scene, n, node));
  };
  const bool skinned = instance.skin != kNone && !primitive.influence_begin.empty();
  const std::uint32_t begin = skinned ? primitive.influence_begin[vertex] : 0;
  const std::uint32_t end = skinned ? primitive.influence_begin[vertex + 1] : 0;
  if (begin == end) return counts(own_node) ? 1 : 0;
  double sum = 0;
  for (std::uint32_t i = begin; i < end; ++i)
    if (counts(scene.skins[instance.skin].joints[primitive.influences[i].joint].node))
      sum += double{primitive.influences[i].weight};
  return sum;
}

}  // namespace

Vec3 heat_color(double value) {
  const double at = std::clamp(value, 0.0, 1.0) * (kRamp.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), kRamp.size() - 2);
  return lerp(kRamp[i], kRamp[i + 1], static_cast<float>(at - static_cast<double>(i)));
}

std::vector<MeshColors> SceneColors::view() const {
  std::vector<MeshColors> views;
  for (const Part& part : parts) views.push_back({part.node, part.instance, part.primitive, part.colors});
  return views;
}

SceneColors weight_colors(const Scene& scene, std::uint32_t node, bool whole_subtree) {
  SceneColors colors;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      const std::vector<Primitive>& primitives = scene.meshes[instance.mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        SceneColors::Part part{n, i, p, {}};
        for (std::uint32_t v = 0; v < primitives[p].positions.size(); ++v)
          part.colors.push_back(
              heat_color(weight_for(scene, primitives[p], instance, n, v, node, whole_subtree)));
        colors.parts.push_back(std::move(part));
      }
    }
  return colors;
}

bool is_at_or_below(const Scene& scene, std::uint32_t node, std::uint32_t ancestor) {
  while (node != kNone && node != ancestor) node = scene.nodes[node].parent;
  return node == ancestor;
}

}  // namespace skelter
