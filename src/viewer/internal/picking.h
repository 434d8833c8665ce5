#pragma once
// What lies under the mouse.

#include <optional>
#include <span>
#include <vector>

#include "skelter/render/camera.h"
#include "skelter/scene/evaluate.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

// A picture's place in the window, in pixels from the upper left corner.
struct ViewRectangle {
  double x = 0, y = 0, width = 1, height = 1;
  bool contains(double px, double py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

// Turns points of the world into pixels of the window.
class Projector {
 public:
  // An impossible camera shows nothing.
  Projector(const Camera& camera, const ViewRectangle& view);
  // Nothing for a point behind the eye.
  std::optional<Vec2d> pixel(const Vec3d& point) const;

  struct Ray {
    Vec3d origin, direction;  // direction unit
  };
  Ray ray(double px, double py) const;

 private:
  Mat4d clip_from_world_;
  ViewRectangle view_;
  Camera camera_;
  bool possible_ = false;
};

// The node of `nodes` whose origin is nearest to the pixel, within `reach` pixels; else the upper end of the
// nearest bone, within half of that. kNone when there is none.
std::uint32_t pick_joint(const Scene& scene, const Pose& pose, const std::vector<bool>& nodes,
                         const Projector& projector, double px, double py, double reach);

// Skinned vertices of everything that is drawn, in the order of nodes, instances and primitives. `hidden`:
// per node whether it is left out; empty: none is.
struct PosedPrimitive {
  std::uint32_t node = 0, instance = 0, primitive = 0;
  SkinnedVertices vertices;
};
std::vector<PosedPrimitive> posed_primitives(const Scene& scene, const Pose& pose,
                                             const std::vector<bool>& hidden = {});

// The vertex nearest to where the ray first meets a triangle, from either side.
std::optional<VertexPlace> pick_vertex(const Scene& scene, std::span<const PosedPrimitive> posed,
                                       const Projector::Ray& ray);

const Primitive& primitive_of(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                              std::uint32_t primitive);

}  // namespace skelter
