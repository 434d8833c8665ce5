#include "skelter/render/camera.h"

#include <algorithm>
#include <cmath>

#include "skelter/math/camera.h"
#include "skelter/math/quat.h"
#include "skelter/math/trig.h"

namespace skelter {
namespace {

constexpr double kGroundReach = 12;    // visible ground around a box, in radii of the box
constexpr double kWidestAspect = 2.5;  // used if the aspect is not known

// Unit axes of a camera. `forward` is along the line of sight.
struct Axes {
  Vec3d right, up, forward;
};

Axes axes_looking(const Vec3d& forward, const Vec3d& up) {
  const Vec3d f = normalized(forward);
  const Vec3d r = normalized(cross(f, up));
  return {r, cross(r, f), f};
}

// Extends a degenerate box, so that a distance can be derived from it.
Bounds with_extent(Bounds bounds) {
  if (bounds.empty()) bounds = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  if (!(length(bounds.size()) > 0)) {
    const Vec3d c = bounds.min;
    bounds = {c - Vec3d{0.5, 0.5, 0.5}, c + Vec3d{0.5, 0.5, 0.5}};
  }
  return bounds;
}

Vec3d corner(const Bounds& b, int i) {
  return {i & 1 ? b.max.x : b.min.x, i & 2 ? b.max.y : b.min.y, i & 4 ? b.max.z : b.min.z};
}

// Eye position for which two opposite frustum planes enclose all points. The eye looks along the axis
// `depth`. `across` is the position midway between the planes, `depth` the nearest position at which both
// planes enclose the box. `tangent`: tangent of half the angle between the planes.
struct Fit {
  double across = 0;
  double depth = 0;
};
Fit fit(const Bounds& box, const Vec3d& across, const Vec3d& depth, double tangent) {
  double low = -INFINITY, high = -INFINITY;
  for (int i = 0; i < 8; ++i) {
    const Vec3d p = corner(box, i);
    const double a = dot(p, across), d = tangent * dot(p, depth);
    high = std::max(high, a - d);
    low = std::max(low, -a - d);
  }
  return {(high - low) / 2, -(high + low) / (2 * tangent)};
}

// Depth of the nearest visible ground point. No ground point is nearer to the eye than the eye's height, and
// no visible point is farther from the line of sight than an image corner.
double nearest_ground(const Camera& camera, double ground_y) {
  const double height = std::abs(camera.eye.y - ground_y);
  const double aspect = camera.aspect > 0 ? camera.aspect : kWidestAspect;
  const double corner = std::tan(camera.fov_y_deg * kRadPerDeg / 2) * std::hypot(aspect, 1.0);
  return 0.95 * height / std::hypot(corner, 1.0);
}

}  // namespace

Result<Mat4d> view_matrix(const Camera& camera) {
  return look_at(camera.eye, camera.target, camera.up);
}

Result<Mat4d> projection_matrix(const Camera& camera, double picture_aspect) {
  const double aspect = camera.aspect != 0 ? camera.aspect : picture_aspect;
  const double widening = camera.kept_aspect > aspect && aspect > 0 ? camera.kept_aspect / aspect : 1;
  // In a parallel projection the eye's distance has no meaning, so points behind the eye are not clipped.
  if (camera.parallel_height != 0)
    return orthographic({camera.parallel_height * widening, aspect,
                         camera.parallel_near ? camera.near_distance : -camera.far_distance,
                         camera.far_distance});
  PerspectiveLens lens;
  lens.fov_y_rad = 2 * std::atan(std::tan(camera.fov_y_deg * kRadPerDeg / 2) * widening);
  lens.aspect = aspect;
  lens.near_distance = camera.near_distance;
  lens.far_distance = camera.far_distance;
  return perspective(lens);
}

Camera auto_camera(const Bounds& bounds, const AutoCameraOptions& options) {
  const Bounds box = with_extent(bounds);
  const double azimuth = options.azimuth_deg * kRadPerDeg;
  const double elevation = std::clamp(options.elevation_deg, -89.0, 89.0) * kRadPerDeg;
  const Vec3d towards_eye{std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
                          std::cos(elevation) * std::cos(azimuth)};
  const Axes a = axes_looking(-towards_eye, {0, 1, 0});
  const double aspect = options.aspect > 0 ? options.aspect : 1;
  const double inside = 1 - 2 * std::clamp(options.margin, 0.0, 0.45);
  const double tangent = std::tan(options.fov_y_deg * kRadPerDeg / 2) * inside;
  const Fit across = fit(box, a.right, a.forward, tangent * aspect);
  const Fit along = fit(box, a.up, a.forward, tangent);

  Camera camera;
  camera.fov_y_deg = options.fov_y_deg;
  const double depth = std::min(across.depth, along.depth);
  camera.eye = a.right * across.across + a.up * along.across + a.forward * depth;
  camera.target = camera.eye + a.forward * (dot(box.center(), a.forward) - depth);
  return with_depth_range(camera, box);
}

Camera with_depth_range(Camera camera, const Bounds& bounds) {
  const Bounds box = with_extent(bounds);
  const Vec3d forward = normalized(camera.target - camera.eye);
  const double radius = length(box.size()) / 2;
  double nearest = INFINITY, farthest = -INFINITY;
  for (int i = 0; i < 8; ++i) {
    const double d = dot(corner(box, i) - camera.eye, forward);
    nearest = std::min(nearest, d);
    farthest = std::max(farthest, d);
  }
  // The ground extends beyond the box. A far/near ratio of 20000 is acceptable for 24-bit depth.
  const double reach = kGroundReach * radius;
  camera.far_distance = std::max(farthest, 0.0) + reach;
  const double box_begin = std::max(nearest - 0.5 * radius, camera.far_distance / 20000);
  const double ground_begin =
      std::max({nearest - reach, nearest_ground(camera, box.min.y), camera.far_distance / 4000});
  camera.near_distance = std::min(box_begin, ground_begin);
  return camera;
}

Camera orbited(Camera camera, double yaw_deg, double pitch_deg) {
  const Vec3d up = normalized(camera.up);
  Vec3d arm = camera.eye - camera.target;
  arm = rotate(from_axis_angle(up, yaw_deg * kRadPerDeg), arm);
  if (pitch_deg != 0) {
    const double elevation = std::asin(std::clamp(dot(normalized(arm), up), -1.0, 1.0)) / kRadPerDeg;
    const double wanted = std::clamp(elevation + pitch_deg, -89.0, 89.0);
    arm = rotate(from_axis_angle(cross(arm, up), (wanted - elevation) * kRadPerDeg), arm);
  }
  camera.eye = camera.target + arm;
  return camera;
}

}  // namespace skelter
