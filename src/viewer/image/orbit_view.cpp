#include "viewer/image/internal/orbit_view.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr double kOrbitDegPerPixel = 0.4;
constexpr double kZoomPerNotch = 0.9;
constexpr double kNearest = 0.05, kFarthest = 20;  // times the initial distance

}  // namespace

void OrbitView::reset(const Camera& camera, const Bounds& bounds) {
  camera_ = camera;
  bounds_ = bounds;
  start_distance_ = length(camera.eye - camera.target);
}

void OrbitView::handle(const InputEvent& event) {
  if (const auto* button = std::get_if<MouseButtonEvent>(&event)) {
    if (button->button != MouseButton::left) return;
    dragging_ = button->press == Press::down;
    last_x_ = button->x;
    last_y_ = button->y;
  } else if (const auto* move = std::get_if<MouseMoveEvent>(&event)) {
    if (dragging_) turn(move->x, move->y);
  } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
    zoom(wheel->steps);
  }
}

void OrbitView::move_target(const Vec3d& by) {
  camera_.eye += by;
  camera_.target += by;
}

void OrbitView::turn(double x, double y) {
  camera_ = orbited(camera_, (last_x_ - x) * kOrbitDegPerPixel, (y - last_y_) * kOrbitDegPerPixel);
  camera_ = with_depth_range(camera_, bounds_);
  last_x_ = x;
  last_y_ = y;
}

void OrbitView::zoom(double steps) {
  const Vec3d away = camera_.eye - camera_.target;
  const double wanted = length(away) * std::pow(kZoomPerNotch, std::clamp(steps, -10.0, 10.0));
  const double distance = std::clamp(wanted, kNearest * start_distance_, kFarthest * start_distance_);
  camera_.eye = camera_.target + normalized(away) * distance;
  camera_ = with_depth_range(camera_, bounds_);
}

}  // namespace skelter
