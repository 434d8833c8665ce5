#pragma once
// Picking under the mouse.

#include <optional>
#include <span>
#include <vector>

#include "skelter/render/camera.h"
#include "skelter/scene/evaluate.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

// Position of a view in the window, in pixels from the upper left corner.
struct ViewRectangle {
  double x = 0, y = 0, width = 1, height = 1;
  bool contains(double px, double py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

// Projects world points to window pixels.
class Projector {
 public:
  // With an invalid camera, pixel() always returns none.
  Projector(const Camera& camera, const ViewRectangle& view);
  // Returns none for a point behind the eye.
  std::optional<Vec2d> pixel(const Vec3d& point) const;

  struct Ray {
    Vec3d origin, direction;  // unit direction
  };
  Ray ray(double px, double py) const;

 private:
  Mat4d clip_from_world_;
  ViewRectangle view_;
  Camera camera_;
  bool possible_ = false;
};

// Returns the node of `nodes` with its origin nearest to the pixel, within `reach` pixels. If there is none,
// returns the parent joint of the nearest bone within `reach` / 2, or kNone.
std::uint32_t pick_joint(const Scene& scene, const Pose& pose, const std::vector<bool>& nodes,
                         const Projector& projector, double px, double py, double reach);

// Skinned vertices of everything that is drawn, ordered by node, instance and primitive. `hidden`: per node,
// true to skip the node; if empty, no node is hidden.
struct PosedPrimitive {
  std::uint32_t node = 0, instance = 0, primitive = 0;
  SkinnedVertices vertices;
};
std::vector<PosedPrimitive> posed_primitives(const Scene& scene, const Pose& pose,
                                             const std::vector<bool>& hidden = {});

// The ray's first hit on a triangle, from either side, selects the triangle's vertex that is nearest to the
// hit.
std::optional<VertexLocation> pick_vertex(const Scene& scene, std::span<const PosedPrimitive> posed,
                                          const Projector::Ray& ray);

const Primitive& primitive_of(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                              std::uint32_t primitive);

}  // namespace skelter
