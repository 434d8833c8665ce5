#pragma once
// Camera: the viewpoint of an image. World space: right-handed, +Y up; camera space looks down -Z.

#include <cstdint>

#include "skelter/core/result.h"
#include "skelter/math/bounds.h"
#include "skelter/math/mat.h"

namespace skelter {

struct Camera {
  Vec3d eye{0, 0, 5};
  Vec3d target{};
  Vec3d up{0, 1, 0};           // any length, not along the line of sight
  double fov_y_deg = 45;       // full vertical opening angle, 0 < fov < 180
  double near_distance = 0.1;  // > 0; nearer surfaces are clipped
  double far_distance = 1000;  // > near_distance
  double aspect = 0;           // width / height of the view that fills the image; 0: the image's own
  double parallel_height = 0;  // without perspective: world units from the lower to the upper edge; 0:
                               // perspective
  // Width / height of the view that must be completely visible. A narrower image shows more above and below
  // this view, a wider one more at its sides. 0: no such view.
  double kept_aspect = 0;
  bool parallel_near = false;  // without perspective: also clips surfaces nearer than near_distance
};

// Returns camera_from_world. Errors: invalid_argument if eye equals target, or `up` is zero or along the line
// of sight.
Result<Mat4d> view_matrix(const Camera& camera);

// Returns clip_from_camera, OpenGL's (depth -1 at near, 1 at far). `picture_aspect` is used if camera.aspect
// is 0. Errors: invalid_argument for an angle, a distance or an aspect ratio outside its range.
Result<Mat4d> projection_matrix(const Camera& camera, double picture_aspect);

struct AutoCameraOptions {
  double fov_y_deg = 30;      // moderate, so that models are not distorted
  double aspect = 4.0 / 3.0;  // aspect ratio of the image
  double azimuth_deg = 25;    // 0 looks from +Z, 90 from +X
  double elevation_deg = 12;  // above the horizon, -89 to 89
  double margin = 0.08;       // free part of the frame on each side, 0 to 0.45
};

// A camera that shows the whole box, as large as the margin allows. An empty box counts as a unit cube, and a
// single point as a cube of size 1 around it.
Camera auto_camera(const Bounds& bounds, const AutoCameraOptions& options = {});

// Sets near and far so that they include the box and the ground under it; keeps the rest. The ground is the
// plane y = bounds.min.y, extended around the box by six times its diagonal.
Camera with_depth_range(Camera camera, const Bounds& bounds);

// Turns the eye about the target: `yaw_deg` about `up` (counter-clockwise seen from above), then `pitch_deg`
// upwards; stops one degree short of `up`.
Camera orbited(Camera camera, double yaw_deg, double pitch_deg = 0);

}  // namespace skelter
