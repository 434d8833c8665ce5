#include "demos/tower/tower_strip.h"

#include <array>
#include <cmath>

#include "demos/tower/tower_motion.h"

namespace skelter::demos {
namespace {

// True if p is on the edge from a to b, but not at an end.
bool is_inside_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
  constexpr double kTolerance = 1e-6;  // the strip is 1 high
  const Vec3d along = to_double(b) - to_double(a), to_point = to_double(p) - to_double(a);
  const double squared = dot(along, along);
  if (squared == 0) return false;
  const double t = dot(to_point, along) / squared, end = kTolerance / std::sqrt(squared);
  return t > end && t < 1 - end && length(to_point - along * t) < kTolerance;
}

}  // namespace

Result<TowerStrip> find_strip(const Scene& scene) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      const auto& primitives = scene.meshes[instance.mesh].primitives;
      if (instance.skin == kNone || primitives.empty() || primitives[0].influence_begin.empty()) continue;
      if (scene.skins[instance.skin].joints.size() > kTowerBones) continue;
      return TowerStrip{n, i, primitives.data()};
    }
  return Error{Status::bad_data,
               "tower.no-strip",
               "no mesh with a skin of at most four bones; expected the tower's strip",
               {scene.file, 0, {}, {}}};
}

std::vector<std::uint32_t> joined_triangles(const Primitive& primitive) {
  using Corners = std::array<std::uint32_t, 3>;
  const std::vector<Vec3>& at = primitive.positions;
  std::vector<Corners> waiting;
  for (std::size_t t = primitive.indices.size() / 3; t-- > 0;)
    waiting.push_back({primitive.indices[3 * t], primitive.indices[3 * t + 1], primitive.indices[3 * t + 2]});
  std::vector<std::uint32_t> joined;
  while (!waiting.empty()) {
    const Corners corners = waiting.back();
    waiting.pop_back();
    bool cut = false;
    for (std::size_t edge = 0; edge < 3 && !cut; ++edge) {
      const std::uint32_t a = corners[edge], b = corners[(edge + 1) % 3], c = corners[(edge + 2) % 3];
      for (std::uint32_t v = 0; v < at.size() && !cut; ++v) {
        if (!is_inside_edge(at[v], at[a], at[b])) continue;
        waiting.push_back({v, b, c});
        waiting.push_back({a, v, c});
        cut = true;
      }
    }
    if (!cut) joined.insert(joined.end(), corners.begin(), corners.end());
  }
  return joined;
}

}  // namespace skelter::demos
