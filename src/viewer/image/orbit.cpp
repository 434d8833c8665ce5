#include "viewer/image/orbit.h"
#include "skelter/math/trig.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr double kTurnDegPerPixel = 0.35;
constexpr double kZoomPerStep = 0.88;

struct ViewAxes {
  Vec3d back, right, up;  // unit vectors; back points from the target to the eye
};

ViewAxes axes_of(const OrbitCamera& orbit) {
  const double a = orbit.azimuth_deg * kRadPerDeg, e = orbit.elevation_deg * kRadPerDeg;
  ViewAxes axes;
  axes.back = {std::cos(e) * std::sin(a), std::sin(e), std::cos(e) * std::cos(a)};
  axes.right = {std::cos(a), 0, -std::sin(a)};
  axes.up = cross(axes.back, axes.right);
  return axes;
}

double height_at_target(const OrbitCamera& orbit) {
  return 2 * orbit.distance * std::tan(orbit.fov_y_deg * kRadPerDeg / 2);
}

}  // namespace

Camera to_camera(const OrbitCamera& orbit, const Bounds& bounds) {
  const ViewAxes axes = axes_of(orbit);
  Camera camera;
  camera.target = orbit.target;
  camera.eye = orbit.target + axes.back * orbit.distance;
  camera.up = axes.up;  // valid even straight from above, where +Y is not
  camera.fov_y_deg = orbit.fov_y_deg;
  if (orbit.parallel) camera.parallel_height = height_at_target(orbit);
  return with_depth_range(camera, bounds);
}

void turn(OrbitCamera& orbit, double dx, double dy) {
  orbit.azimuth_deg = std::remainder(orbit.azimuth_deg - dx * kTurnDegPerPixel, 360);
  orbit.elevation_deg = std::clamp(orbit.elevation_deg + dy * kTurnDegPerPixel, -90.0, 90.0);
}

void pan(OrbitCamera& orbit, double dx, double dy, double height) {
  const ViewAxes axes = axes_of(orbit);
  const double unit = height_at_target(orbit) / std::max(height, 1.0);
  orbit.target += axes.right * (-dx * unit) + axes.up * (dy * unit);
}

void zoom(OrbitCamera& orbit, double steps, double extent) {
  const double wanted = orbit.distance * std::pow(kZoomPerStep, std::clamp(steps, -20.0, 20.0));
  orbit.distance = std::clamp(wanted, 1e-3 * extent, 100 * extent);
}

void fit(OrbitCamera& orbit, const Bounds& bounds, double aspect) {
  AutoCameraOptions options;
  options.aspect = aspect;
  options.fov_y_deg = orbit.fov_y_deg;
  options.azimuth_deg = orbit.azimuth_deg;
  options.elevation_deg = orbit.elevation_deg;
  const Camera camera = auto_camera(bounds, options);
  orbit.distance = length(camera.eye - camera.target);
  orbit.target = camera.target;
}

void look_from(OrbitCamera& orbit, AxisView view) {
  orbit.elevation_deg = view == AxisView::top ? 90 : view == AxisView::bottom ? -90 : 0;
  switch (view) {
    case AxisView::back:
      orbit.azimuth_deg = 180;
      break;
    case AxisView::left:
      orbit.azimuth_deg = -90;
      break;
    case AxisView::right:
      orbit.azimuth_deg = 90;
      break;
    default:
      orbit.azimuth_deg = 0;
  }
}

}  // namespace skelter
