#pragma once
// The numbers of the tower demo, as texts beside the strip: matrices in the corners below, where it sways
// least, a vertex in the rows above its tip.

#include <array>

#include "demos/overlay.h"
#include "demos/tower_motion.h"
#include "viewer/internal/vertex_inspector.h"

namespace skelter::demos {

// The smallest picture that has room for them beside the strip, in points.
inline constexpr double kNumbersWidth = 800, kNumbersHeight = 600;

struct TowerMatrices {
  std::array<Mat4d, kTowerBones> local, world;
  std::array<double, kTowerBones> angles_rad{};  // of bone 0: 0
};

// Rows as Direct3D writes them. With `as_products`, each says what it is the product of.
void add_world_matrices(Overlay& overlay, const TowerMatrices& matrices, bool as_products, double height);
void add_local_matrices(Overlay& overlay, const TowerMatrices& matrices, double width, double height);

// Where a vertex comes from: its weights, where each bone alone would put it, and their weighted sum.
struct TowerVertex {
  VertexInspection inspection;
  std::array<double, kTowerBones> weights{};
  std::array<Vec3d, kTowerBones> places{};
};
TowerVertex inspect_tower_vertex(const Scene& scene, const Pose& pose, const VertexPlace& place,
                                 const std::array<std::uint32_t, kTowerBones>& bones);
void add_vertex(Overlay& overlay, const TowerVertex& vertex, double width);

}  // namespace skelter::demos
