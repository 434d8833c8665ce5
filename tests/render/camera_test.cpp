#include "skelter/render/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skelter {
namespace {

// Position of a point in an image, in pixels from the upper left corner.
Vec2d pixel_of(const Camera& camera, double width, double height, const Vec3d& point) {
  const Result<Mat4d> view = view_matrix(camera);
  const Result<Mat4d> projection = projection_matrix(camera, width / height);
  EXPECT_TRUE(view && projection);
  const Mat4d m = *projection * *view;
  const double w = m(3, 0) * point.x + m(3, 1) * point.y + m(3, 2) * point.z + m(3, 3);
  const Vec3d p = transform_point(m, point);
  return {(p.x / w + 1) / 2 * width, (1 - p.y / w) / 2 * height};
}

Camera tower_camera(double aspect) {
  Camera camera;
  camera.eye = {0, 1, 5};  // the tutorial's z, negated
  camera.target = {0, 1, 0};
  camera.near_distance = 0.1;
  camera.far_distance = 100;
  camera.aspect = aspect;
  return camera;
}

// T-42 and T-43, to two decimals.
TEST(Camera, the_towers_corners_land_where_the_tutorial_puts_them) {
  const Camera square = tower_camera(1);
  EXPECT_NEAR(pixel_of(square, 800, 600, {-0.31, -1, 0}).x, 340.13, 0.005);
  EXPECT_NEAR(pixel_of(square, 800, 600, {-0.31, -1, 0}).y, 589.71, 0.005);
  EXPECT_NEAR(pixel_of(square, 800, 600, {0.31, -1, 0}).x, 459.87, 0.005);
  EXPECT_NEAR(pixel_of(square, 800, 600, {0, 2.65, 0}).y, 60.99, 0.005);
  EXPECT_NEAR(pixel_of(square, 800, 600, {0, 1, 0}).x, 400, 1e-9);
  EXPECT_NEAR(pixel_of(square, 800, 600, {0, 1, 0}).y, 300, 1e-9);
  EXPECT_NEAR(pixel_of(tower_camera(0), 800, 600, {-0.31, -1, 0}).x, 355.10, 0.005);
  EXPECT_NEAR(pixel_of(tower_camera(4.0 / 3), 800, 600, {0.31, -1, 0}).x, 444.90, 0.005);
}

// The tutorial's test vectors: vertex 599 of the swaying tower at 100 ms and 2100 ms.
TEST(Camera, the_swaying_towers_tip_lands_where_the_tutorial_puts_it) {
  EXPECT_NEAR(pixel_of(tower_camera(1), 800, 600, {-1.102205, 2.427730, 0}).x, 187.12, 0.005);
  EXPECT_NEAR(pixel_of(tower_camera(1), 800, 600, {-1.102205, 2.427730, 0}).y, 93.19, 0.005);
  EXPECT_NEAR(pixel_of(tower_camera(0), 800, 600, {-1.102205, 2.427730, 0}).x, 240.34, 0.005);
  EXPECT_NEAR(pixel_of(tower_camera(1), 800, 600, {1.034942, 2.448635, 0}).x, 599.89, 0.005);
}

// C-20: Direct3D's numbers at 45 degrees, 4/3, 1, 10000. Its depth is from 0 to 1, and OpenGL's is from -1 to
// 1.
TEST(Camera, the_lens_is_direct3ds_but_for_the_depth_range) {
  Camera camera;
  camera.near_distance = 1;
  camera.far_distance = 10000;
  const Mat4d p = *projection_matrix(camera, 4.0 / 3);
  EXPECT_NEAR(p(0, 0), 1.810660, 1e-6);
  EXPECT_NEAR(p(1, 1), 2.414214, 1e-6);
  for (const double depth : {1.0, 2.0, 500.0, 10000.0}) {
    const double direct3d = 1.000100 - 1.000100 / depth;  // (_33 * z + _43) / z
    const double ours = (p(2, 2) * -depth + p(2, 3)) / depth;
    EXPECT_NEAR((ours + 1) / 2, direct3d, 1e-6);
  }
}

// C-21 and C-22, mirrored into our space. After mirroring, D3D's matrix consists of the same 16 numbers.
TEST(Camera, the_documents_two_cameras_give_its_matrices) {
  Camera first;
  first.eye = {0, 0, 10};
  const Mat4d a = mirrored_z(*view_matrix(first));
  EXPECT_NEAR(a.m[12], 0, 1e-12);
  EXPECT_NEAR(a.m[14], 10, 1e-12);
  Camera second;
  second.eye = {0, 0, 20};
  second.target = {0, 10, 0};
  const Mat4d b = mirrored_z(*view_matrix(second));
  EXPECT_NEAR(b.m[12], 0, 1e-6);
  EXPECT_NEAR(b.m[13], -8.944272, 1e-6);
  EXPECT_NEAR(b.m[14], 17.888544, 1e-6);
  EXPECT_NEAR(b.m[2], 0, 1e-6);  // column 3: m[2], m[6], m[10]
  EXPECT_NEAR(b.m[6], 0.447214, 1e-6);
  EXPECT_NEAR(b.m[10], 0.894427, 1e-6);
}

TEST(Camera, impossible_cameras_are_errors_and_not_infinities) {
  Camera camera;
  camera.up = {0, 0, 0};
  EXPECT_FALSE(view_matrix(camera));
  camera.up = {0, 0, 3};
  EXPECT_FALSE(view_matrix(camera));
  camera.up = {0, 1, 0};
  camera.target = camera.eye;
  EXPECT_FALSE(view_matrix(camera));
  EXPECT_FALSE(projection_matrix(Camera(), 0));
  camera.fov_y_deg = 180;
  EXPECT_FALSE(projection_matrix(camera, 1));
  camera.fov_y_deg = 45;
  camera.near_distance = 0;
  EXPECT_FALSE(projection_matrix(camera, 1));
}

TEST(AutoCamera, every_corner_of_the_box_is_inside_the_margin_and_one_touches_it) {
  const Bounds boxes[] = {{{-1, 0, -1}, {1, 2, 1}},
                          {{-50, 3, 7}, {200, 5, 9}},
                          {{0, 0, 0}, {0.001, 0.2, 0.001}},
                          {{-3, -4000, -3}, {3, 4000, 3}}};
  for (const Bounds& box : boxes)
    for (const double aspect : {0.4, 1.0, 2.5})
      for (const double azimuth : {-120.0, 0.0, 25.0, 90.0})
        for (const double elevation : {-30.0, 12.0, 89.0}) {
          AutoCameraOptions options;
          options.aspect = aspect;
          options.azimuth_deg = azimuth;
          options.elevation_deg = elevation;
          options.margin = 0.1;
          const Camera camera = auto_camera(box, options);
          double widest = 0;
          for (int i = 0; i < 8; ++i) {
            const Vec3d corner{i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                               i & 4 ? box.max.z : box.min.z};
            const Vec2d at = pixel_of(camera, aspect, 1, corner);
            widest = std::max({widest, std::abs(at.x / aspect - 0.5), std::abs(at.y - 0.5)});
            const double depth = -transform_point(*view_matrix(camera), corner).z;
            EXPECT_GT(depth, camera.near_distance);
            EXPECT_LT(depth, camera.far_distance);
          }
          EXPECT_NEAR(widest, 0.4, 1e-9) << "aspect " << aspect << " azimuth " << azimuth;
        }
}

// Rays through the image, and the points where they meet the ground. The grid's lines are visible up to four
// sides of the box away from its middle.
TEST(DepthRange, the_ground_that_is_seen_is_never_cut) {
  constexpr double kPi = 3.14159265358979323846;
  for (const Vec3d& offset : {Vec3d{}, Vec3d{4, 4, 4}, Vec3d{1e5, 0, -1e5}})
    for (const double distance : {0.5, 1.5, 5.0, 20.0, 100.0})
      for (const double elevation : {2.0, 12.0, 45.0, 89.0}) {
        const Bounds box{offset + Vec3d{-1, 0, -1}, offset + Vec3d{1, 2, 1}};
        Camera camera;
        camera.target = box.center();
        const double up = elevation * kPi / 180;
        camera.eye = camera.target + Vec3d{0, std::sin(up), std::cos(up)} * distance;
        camera = with_depth_range(camera, box);
        const Vec3d forward = normalized(camera.target - camera.eye), right{1, 0, 0};
        const Vec3d upward = cross(right, forward);
        const double tangent = std::tan(camera.fov_y_deg * kPi / 360);
        for (double y = -1; y <= 1; y += 0.1)
          for (double x = -1.6; x <= 1.6; x += 0.1) {
            const Vec3d ray = forward + right * (x * tangent) + upward * (y * tangent);
            const double depth = -(camera.eye.y - offset.y) / ray.y;
            const Vec3d met = camera.eye + ray * depth;
            if (!(depth > 0) || std::hypot(met.x - offset.x, met.z - offset.z) > 8) continue;
            EXPECT_GT(depth, camera.near_distance) << distance << " at " << elevation;
            EXPECT_LT(depth, camera.far_distance) << distance << " at " << elevation;
          }
      }
}

TEST(AutoCamera, nothing_and_a_point_have_a_camera_too) {
  EXPECT_TRUE(view_matrix(auto_camera(Bounds())));
  Bounds point;
  point.add(Vec3d{5, 5, 5});
  const Camera camera = auto_camera(point);
  EXPECT_TRUE(view_matrix(camera));
  EXPECT_NEAR(pixel_of(camera, 4, 3, {5, 5, 5}).x, 2, 0.3) << "near the middle of a picture 4 wide";
}

TEST(Orbit, a_full_turn_comes_back_and_a_quarter_swaps_the_axes) {
  Camera camera;
  camera.eye = {0, 1, 5};
  camera.target = {0, 1, 0};
  const Camera quarter = orbited(camera, 90);
  EXPECT_NEAR(quarter.eye.x, 5, 1e-12);
  EXPECT_NEAR(quarter.eye.y, 1, 1e-12);
  EXPECT_NEAR(quarter.eye.z, 0, 1e-12);
  EXPECT_NEAR(orbited(camera, 360).eye.z, 5, 1e-12);
}

TEST(Orbit, pitch_rises_and_stops_before_the_pole) {
  Camera camera;
  const Camera higher = orbited(camera, 0, 30);
  EXPECT_NEAR(higher.eye.y, 2.5, 1e-9);  // 5 * sin 30
  EXPECT_TRUE(view_matrix(orbited(camera, 0, 500)));
  EXPECT_NEAR(orbited(camera, 0, 500).eye.y, 5 * std::sin(89 * 3.14159265358979 / 180), 1e-9);
}

}  // namespace
}  // namespace skelter
