#pragma once
// The numbers of the tower demo as text next to the strip: matrices in the lower corners, where the strip
// sways least, and a vertex in the lines above its tip.

#include <array>

#include "demos/overlay.h"
#include "demos/tower/tower_motion.h"
#include "viewer/report/internal/vertex_inspector.h"

namespace skelter::demos {

// Size of the smallest view that has space for the numbers next to the strip, in points.
inline constexpr double kNumbersWidth = 800, kNumbersHeight = 600;

struct TowerMatrices {
  std::array<Mat4d, kTowerBones> local, world;
  std::array<double, kTowerBones> angles_rad{};  // 0 for bone 0
};

// Shows the rows as in Direct3D. With `as_products`, each title contains the factors.
void add_world_matrices(Overlay& overlay, const TowerMatrices& matrices, bool as_products, double height);
void add_local_matrices(Overlay& overlay, const TowerMatrices& matrices, double width, double height);

// How a vertex gets its position: from its weights, its position under each single bone, and the weighted
// sum.
struct TowerVertex {
  VertexInspection inspection;
  std::array<double, kTowerBones> weights{};
  std::array<Vec3d, kTowerBones> places{};
};
TowerVertex inspect_tower_vertex(const Scene& scene, const Pose& pose, const VertexLocation& place,
                                 const std::array<std::uint32_t, kTowerBones>& bones);
void add_vertex(Overlay& overlay, const TowerVertex& vertex, double width);

}  // namespace skelter::demos
