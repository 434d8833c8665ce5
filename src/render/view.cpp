#include "render/view.h"

#include <cmath>
#include <string>

namespace skelter {
namespace {

// The lights rotate with the camera but stay level, so that a turntable is lit from the front.
Vec3 light_direction(const Camera& camera, double to_the_right, double upwards, double towards_eye) {
  Vec3d back = camera.eye - camera.target;
  back.y = 0;
  if (!(length(back) > 1e-9 * length(camera.eye - camera.target))) back = {0, 0, 1};
  back = normalized(back);
  const Vec3d right = cross(Vec3d{0, 1, 0}, back);
  return to_float(normalized(right * to_the_right + Vec3d{0, upwards, 0} + back * towards_eye));
}

}  // namespace

Result<View> view_of(const Camera& camera, std::uint32_t width, std::uint32_t height,
                     const LightLevels& levels) {
  if (width == 0 || height == 0)
    return Error{
        Status::invalid_argument,
        "render.size",
        "image size " + std::to_string(width) + "x" + std::to_string(height) + "; expected at least 1x1",
        {}};
  const Result<Mat4d> camera_from_world = view_matrix(camera);
  if (!camera_from_world) return camera_from_world.error();
  const Result<Mat4d> clip_from_camera = projection_matrix(camera, double(width) / double(height));
  if (!clip_from_camera) return clip_from_camera.error();
  View view;
  view.clip_from_world = to_float(*clip_from_camera * *camera_from_world);
  view.eye = to_float(camera.eye);
  view.forward = normalized(camera.target - camera.eye);
  view.to_key = light_direction(camera, -0.55, 0.85, 0.75);
  if (levels.key) view.to_key = light_direction(camera, levels.key->x, levels.key->y, levels.key->z);
  view.levels = {levels.exposure, levels.own, levels.surroundings};
  view.to_rim = light_direction(camera, 0.75, 0.35, -0.8);
  view.aspect = static_cast<float>(double(width) / double(height));
  return view;
}

}  // namespace skelter
