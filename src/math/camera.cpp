#include "skelter/math/camera.h"

#include <cmath>
#include <string>

namespace skelter {
namespace {

Error bad_camera(std::string message) {
  return {Status::invalid_argument, "math.camera", std::move(message), {"", 0, {}, "camera"}};
}

Error out_of_range(const char* what, double value, const char* expected) {
  return bad_camera(std::string(what) + " is " + std::to_string(value) + "; expected " + expected);
}

}  // namespace

Result<Mat4d> look_at(const Vec3d& eye, const Vec3d& target, const Vec3d& up) {
  if (!is_finite(eye) || !is_finite(target) || !is_finite(up))
    return bad_camera("eye, target or up is not finite");
  if (eye == target) return bad_camera("eye and target are the same point");
  const Vec3d back = normalized(eye - target);
  const Vec3d side = cross(normalized(up), back);
  // The sine of the angle between `up` and the line of sight. Below a millionth, `side` is mostly rounding
  // error.
  if (length(side) < 1e-6) return bad_camera("up is zero or parallel to the line of sight");
  const Vec3d x = normalized(side), y = cross(back, x);
  Mat4d view_from_world;
  view_from_world.m = {x.x, y.x, back.x, 0, x.y,          y.y,          back.y,          0,
                       x.z, y.z, back.z, 0, -dot(x, eye), -dot(y, eye), -dot(back, eye), 1};
  return view_from_world;
}

Result<Mat4d> perspective(const PerspectiveLens& lens) {
  const double n = lens.near_distance, f = lens.far_distance;
  if (!(lens.fov_y_rad > 0 && lens.fov_y_rad < std::acos(-1.0)))
    return out_of_range("field of view", lens.fov_y_rad, "more than 0 and less than pi radians");
  if (!(lens.aspect > 0) || !std::isfinite(lens.aspect))
    return out_of_range("aspect", lens.aspect, "width / height, above 0");
  if (!(n > 0) || !std::isfinite(n)) return out_of_range("near distance", n, "more than 0");
  if (!(f > n) || !std::isfinite(f)) return out_of_range("far distance", f, "more than the near distance");
  const double cot = 1 / std::tan(lens.fov_y_rad / 2);
  Mat4d clip_from_view;
  clip_from_view.m = {cot / lens.aspect,    0, 0, 0, 0, cot, 0, 0, 0, 0, -(f + n) / (f - n), -1, 0, 0,
                      -2 * f * n / (f - n), 0};
  return clip_from_view;
}

Result<Mat4d> orthographic(const ParallelLens& lens) {
  const double n = lens.near_distance, f = lens.far_distance;
  if (!(lens.height > 0) || !std::isfinite(lens.height))
    return out_of_range("height", lens.height, "more than 0");
  if (!(lens.aspect > 0) || !std::isfinite(lens.aspect))
    return out_of_range("aspect", lens.aspect, "width / height, above 0");
  if (!std::isfinite(n)) return out_of_range("near distance", n, "a finite number");
  if (!(f > n) || !std::isfinite(f)) return out_of_range("far distance", f, "more than the near distance");
  Mat4d clip_from_view;
  clip_from_view.m = {2 / (lens.height * lens.aspect),
                      0,
                      0,
                      0,
                      0,
                      2 / lens.height,
                      0,
                      0,
                      0,
                      0,
                      -2 / (f - n),
                      0,
                      0,
                      0,
                      -(f + n) / (f - n),
                      1};
  return clip_from_view;
}

}  // namespace skelter
