// The soft shadow on the ground, next to faces in the plane of the ground.

#include <gtest/gtest.h>

#include <cstdio>

#include "render/scenes.h"
#include "render/stage.h"

namespace skelter::test {
namespace {

// Number of pixels of the floor that the shadow changes.
std::size_t shadowed_pixels(Stage& stage, double azimuth_deg, double turn_rad) {
  Scene floor = square();
  floor.nodes[0].rest = to_float(rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, turn_rad)) *
                                 rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, -1.5707963267948966)));
  const Pose pose = rest_pose(floor);
  AutoCameraOptions framing;
  framing.azimuth_deg = azimuth_deg;
  const Bounds bounds = pose_bounds(floor, pose);
  const Camera camera = auto_camera(bounds, framing);
  DrawOptions options = plain_options();
  options.ground_y = bounds.min.y;
  const Image plain = stage.picture(floor, pose, options, camera);
  options.shadow = true;
  const Image shadow = stage.picture(floor, pose, options, camera);
  EXPECT_NE(shadow, plain) << "around the floor there is a shadow";
  std::size_t changed = 0, of_floor = 0;
  for (std::size_t i = 0; i < plain.rgba.size(); i += 4) {
    if (plain.rgba[i] == 0) continue;
    ++of_floor;
    if (shadow.rgba[i] == plain.rgba[i]) continue;
    if (changed++ == 0)
      std::printf("first changed pixel %zu, %zu: red %d, then %d\n", i / 4 % plain.width, i / 4 / plain.width,
                  plain.rgba[i], shadow.rgba[i]);
  }
  EXPECT_GT(of_floor, 500u);
  return changed;
}

TEST(GroundShadow, a_floor_in_the_plane_of_the_ground_covers_its_own_shadow) {
  Stage stage;
  for (const double azimuth_deg : {0.0, 25.0, 47.0, 111.0})
    for (const double turn_rad : {0.0, 0.3, 1.1})
      EXPECT_EQ(shadowed_pixels(stage, azimuth_deg, turn_rad), 0u)
          << azimuth_deg << " degrees, turned by " << turn_rad;
}

}  // namespace
}  // namespace skelter::test
