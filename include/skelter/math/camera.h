#pragma once
// Camera matrices in canonical space: right-handed, the camera looks along -z of its own space. Clip space is
// OpenGL's: depth -1 (near) to 1 (far). docs/conventions.md maps Direct3D's left-handed builders to these.

#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter {

// view_from_world for a camera at `eye` that looks at `target`; `up` need not be unit or perpendicular.
// Errors (invalid_argument): eye and target equal, `up` zero or along the line of sight, numbers not finite.
Result<Mat4d> look_at(const Vec3d& eye, const Vec3d& target, const Vec3d& up = {0, 1, 0});

struct PerspectiveLens {
  double fov_y_rad =
      0.7853981633974483;       // full opening angle from bottom to top, above 0 and below pi; 45 degrees
  double aspect = 1;            // width / height, above 0
  double near_distance = 1;     // above 0
  double far_distance = 10000;  // above near_distance
};

// Returns clip_from_view. Errors (invalid_argument): a number outside the ranges above. A window of height or
// width 0 therefore gives an error instead of a matrix of infinities.
Result<Mat4d> perspective(const PerspectiveLens& lens);

struct ParallelLens {
  double height = 2;         // world units from the lower to the upper edge, above 0
  double aspect = 1;         // width / height, above 0
  double near_distance = 0;  // may be behind the camera
  double far_distance = 10000;
};

// Returns clip_from_view without perspective. Errors (invalid_argument): a number outside the ranges above.
Result<Mat4d> orthographic(const ParallelLens& lens);

}  // namespace skelter
