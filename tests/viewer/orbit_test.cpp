#include "viewer/image/orbit.h"

#include <gtest/gtest.h>

#include "support/near.h"
#include "viewer/figures.h"
#include "viewer/image/internal/picking.h"

namespace skelter {
namespace {

using test::near;

const Bounds kBox{{-1, 0, -1}, {1, 2, 1}};

TEST(Orbit, angles_give_the_position_of_the_eye) {
  OrbitCamera orbit;
  orbit.target = {0, 1, 0};
  orbit.distance = 4;
  const auto eye = [&](double azimuth, double elevation) {
    orbit.azimuth_deg = azimuth;
    orbit.elevation_deg = elevation;
    return to_camera(orbit, kBox).eye;
  };
  EXPECT_TRUE(near(eye(0, 0), {0, 1, 4}, 1e-12));
  EXPECT_TRUE(near(eye(90, 0), {4, 1, 0}, 1e-12));
  EXPECT_TRUE(near(eye(0, 90), {0, 5, 0}, 1e-12));
  EXPECT_TRUE(near(eye(180, -30), {0, -1, -4 * std::sqrt(0.75)}, 1e-12));
}

TEST(Orbit, straight_from_above_there_is_an_up_direction) {
  OrbitCamera orbit;
  look_from(orbit, AxisView::top);
  const Camera camera = to_camera(orbit, kBox);
  ASSERT_TRUE(view_matrix(camera).ok());
  EXPECT_TRUE(near(camera.up, {0, 0, -1}, 1e-12)) << "as a map: -z is upwards";
}

TEST(Orbit, axis_views_look_along_their_axis) {
  const std::pair<AxisView, Vec3d> views[] = {{AxisView::front, {0, 0, 1}}, {AxisView::back, {0, 0, -1}},
                                              {AxisView::right, {1, 0, 0}}, {AxisView::left, {-1, 0, 0}},
                                              {AxisView::top, {0, 1, 0}},   {AxisView::bottom, {0, -1, 0}}};
  for (const auto& view : views) {
    OrbitCamera orbit;
    look_from(orbit, view.first);
    const Camera camera = to_camera(orbit, kBox);
    EXPECT_TRUE(near(normalized(camera.eye - camera.target), view.second, 1e-12));
  }
}

// Half the height of a 400-pixel image at the target: 5 * tan(15 degrees) units are 200 pixels.
TEST(Orbit, the_figure_follows_the_mouse_when_it_is_panned) {
  OrbitCamera orbit;
  orbit.azimuth_deg = orbit.elevation_deg = 0;
  const ViewRectangle view{0, 0, 600, 400};
  const Vec3d point = orbit.target;
  pan(orbit, 30, 50, 400);
  const auto pixel = Projector(to_camera(orbit, kBox), view).pixel(point);
  ASSERT_TRUE(pixel.has_value());
  EXPECT_NEAR(pixel->x, 330, 1e-6);
  EXPECT_NEAR(pixel->y, 250, 1e-6);
}

TEST(Orbit, turning_wraps_around_and_stops_at_the_poles) {
  OrbitCamera orbit;
  orbit.azimuth_deg = 0;
  turn(orbit, 100, 0);  // moves the mouse to the right: the model's left side appears
  EXPECT_LT(orbit.azimuth_deg, 0);
  turn(orbit, 0, 10000);
  EXPECT_EQ(orbit.elevation_deg, 90);
  turn(orbit, 0, -10000);
  EXPECT_EQ(orbit.elevation_deg, -90);
}

TEST(Orbit, the_wheel_zooms_in_within_limits) {
  OrbitCamera orbit;
  zoom(orbit, 1, 2);
  EXPECT_NEAR(orbit.distance, 4.4, 1e-12);
  for (int i = 0; i < 100; ++i) zoom(orbit, 10, 2);
  EXPECT_EQ(orbit.distance, 0.002);
  for (int i = 0; i < 100; ++i) zoom(orbit, -10, 2);
  EXPECT_EQ(orbit.distance, 200);
}

TEST(Orbit, a_fitted_box_is_inside_the_image_and_nearly_fills_it) {
  for (const bool parallel : {false, true})
    for (const double elevation : {0.0, 35.0, 89.0}) {
      OrbitCamera orbit;
      orbit.elevation_deg = elevation;
      orbit.parallel = parallel;
      fit(orbit, kBox, 1.5);
      const Projector projector(to_camera(orbit, kBox), {0, 0, 600, 400});
      double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
      for (int i = 0; i < 8; ++i) {
        const auto p = projector.pixel({i & 1 ? 1.0 : -1.0, i & 2 ? 2.0 : 0.0, i & 4 ? 1.0 : -1.0});
        ASSERT_TRUE(p.has_value());
        left = std::min(left, p->x), right = std::max(right, p->x);
        top = std::min(top, p->y), bottom = std::max(bottom, p->y);
      }
      EXPECT_GE(left, -1e-6);
      EXPECT_LE(right, 600 + 1e-6);
      EXPECT_GE(top, -1e-6) << parallel << elevation;
      EXPECT_LE(bottom, 400 + 1e-6);
      EXPECT_GT(std::max((right - left) / 600, (bottom - top) / 400), 0.6);
    }
}

}  // namespace
}  // namespace skelter
