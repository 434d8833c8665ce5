// The tutorials' cameras are left-handed Direct3D cameras. docs/conventions.md derives how their numbers map
// to ours: a view matrix is mirrored at z on both sides, clip x, y and w are the same, and depth 0..1 becomes
// -1..1.
#include "skelter/math/camera.h"

#include <gtest/gtest.h>

#include <limits>

#include "math/document_matrix.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::document_row;
using test::near;
using test::radians;

Vec3d mirrored(const Vec3d& v) {
  return {v.x, v.y, -v.z};
}

// The 16 numbers of D3D's LookAtLH for a camera given in the tutorial's left-handed axes.
Mat4d d3d_view(const Vec3d& eye, const Vec3d& target, const Vec3d& up = {0, 1, 0}) {
  const auto view = look_at(mirrored(eye), mirrored(target), mirrored(up));
  EXPECT_TRUE(view.ok());
  return mirrored_z(*view);
}

Vec3d document_column(const Mat4d& m, std::size_t column) {
  return {m.m[column - 1], m.m[column + 3], m.m[column + 7]};
}

// D3D's _33 and _43, from z_gl = 2 z_d3d - w and z_view = -z_d3d_view.
struct D3dDepth {
  double m33, m43;
};
D3dDepth d3d_depth(const Mat4d& clip_from_view) {
  return {(1 - clip_from_view(2, 2)) / 2, clip_from_view(2, 3) / 2};
}

Vec3d pixel(const Mat4d& clip_from_world, const Vec3d& p, double width, double height) {
  const Mat4d& m = clip_from_world;
  const double w = m(3, 0) * p.x + m(3, 1) * p.y + m(3, 2) * p.z + m(3, 3);
  const Vec3d ndc = transform_point(m, p) * (1 / w);
  return {(ndc.x + 1) / 2 * width, (1 - ndc.y) / 2 * height, ndc.z};
}

// Source: d3dx-behaviour.md, section 1.
TEST(camera, looking_straight_ahead_is_a_translation) {
  EXPECT_TRUE(near(d3d_view({0, 1, -5}, {0, 1, 0}), translation_matrix(Vec3d{0, -1, 5}), 1e-15));
}

// Requirement C-21 of docs/tutorials.md.
TEST(camera, the_first_camera_of_the_character_tutorial) {
  EXPECT_TRUE(near(d3d_view({0, 0, -10}, {0, 0, 0}), translation_matrix(Vec3d{0, 0, 10}), 1e-15));
}

// Requirement C-22 of docs/tutorials.md.
TEST(camera, the_second_camera_of_the_character_tutorial) {
  const Mat4d view = d3d_view({0, 0, -20}, {0, 10, 0});
  EXPECT_TRUE(near(document_row(view, 4), {0, -8.944272, 17.888544}, 1e-6));
  EXPECT_TRUE(near(document_column(view, 3), {0, 0.447214, 0.894427}, 1e-6));
}

// Requirement B-51 of docs/tutorials.md.
TEST(camera, the_camera_of_the_blend_demo) {
  const Mat4d view = d3d_view({600, 200, -600}, {0, 0, 0});
  EXPECT_TRUE(near(document_row(view, 4), {0, 0, 871.779789}, 1e-6));
  EXPECT_TRUE(near(document_column(view, 3), {-0.688247, -0.229416, 0.688247}, 1e-6));
}

// C-20, and d3dx-behaviour.md, section 1.
TEST(camera, perspective_has_the_documents_numbers) {
  const auto wide = perspective({radians(45), 4.0 / 3, 1, 10000});
  ASSERT_TRUE(wide.ok());
  EXPECT_NEAR((*wide)(0, 0), 1.810660, 1e-6);
  EXPECT_NEAR((*wide)(1, 1), 2.414214, 1e-6);
  EXPECT_NEAR((*wide)(3, 2), -1, 0);
  EXPECT_NEAR(d3d_depth(*wide).m33, 1.000100, 1e-6);
  EXPECT_NEAR(d3d_depth(*wide).m43, -1.000100, 1e-6);

  const auto tower = perspective({radians(45), 1, 0.1, 100});
  ASSERT_TRUE(tower.ok());
  EXPECT_NEAR((*tower)(0, 0), 2.414214, 1e-6);
  EXPECT_NEAR(d3d_depth(*tower).m33, 1.001001, 1e-6);
  EXPECT_NEAR(d3d_depth(*tower).m43, -0.100100, 1e-6);
}

TEST(camera, near_and_far_are_the_ends_of_the_depth_range) {
  const auto clip_from_view = perspective({1, 1, 0.5, 20});
  ASSERT_TRUE(clip_from_view.ok());
  EXPECT_NEAR(pixel(*clip_from_view, {0, 0, -0.5}, 2, 2).z, -1, 1e-14);
  EXPECT_NEAR(pixel(*clip_from_view, {0, 0, -20}, 2, 2).z, 1, 1e-14);
}

// T-42, T-43: the tower at rest in a window of 800 x 600. The corners of the base are (+-0.31, -1, 0), and
// the tip is at 2.65.
TEST(camera, the_tower_stands_where_the_tutorial_shows_it) {
  const auto view = look_at(mirrored({0, 1, -5}), mirrored({0, 1, 0}));
  const auto square = perspective({radians(45), 1, 0.1, 100}),
             wide = perspective({radians(45), 4.0 / 3, 0.1, 100});
  ASSERT_TRUE(view.ok() && square.ok() && wide.ok());
  const Mat4d clip = *square * *view, wide_clip = *wide * *view;
  const Vec3d left = pixel(clip, {-0.31, -1, 0}, 800, 600), right = pixel(clip, {0.31, -1, 0}, 800, 600);
  EXPECT_NEAR(left.x, 340.13, 0.005);
  EXPECT_NEAR(left.y, 589.71, 0.005);
  EXPECT_NEAR(right.x, 459.87, 0.005);
  EXPECT_NEAR(pixel(clip, {0, 2.65, 0}, 800, 600).y, 60.99, 0.005);
  EXPECT_NEAR(pixel(clip, {0, 1, 0}, 800, 600).x, 400, 1e-10);
  EXPECT_NEAR(pixel(clip, {0, 1, 0}, 800, 600).y, 300, 1e-10);
  EXPECT_NEAR(pixel(wide_clip, {-0.31, -1, 0}, 800, 600).x, 355.10, 0.005);
  EXPECT_NEAR(pixel(wide_clip, {0.31, -1, 0}, 800, 600).x, 444.90, 0.005);
}

TEST(camera, the_view_is_a_rigid_motion_whatever_the_length_of_up) {
  const auto view = look_at({1, 2, 3}, {-4, 0, 2}, {0.1, 40, 3});
  ASSERT_TRUE(view.ok());
  EXPECT_TRUE(near(transform_point(*view, Vec3d{1, 2, 3}), {0, 0, 0}, 1e-14));
  EXPECT_TRUE(near(transposed(linear_part(*view)) * linear_part(*view), Mat3d{}, 1e-14));
  EXPECT_NEAR(determinant(linear_part(*view)), 1, 1e-14);
  EXPECT_TRUE(near(transform_point(*view, Vec3d{-4, 0, 2}), {0, 0, -std::sqrt(30.0)}, 1e-14));
}

// C-21, which corrects a mistake of the tutorial.
TEST(camera, a_view_without_direction_is_an_error) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const Result<Mat4d>& view) {
    return view.ok() ? "no error" : to_string(view.error());
  };
  EXPECT_EQ(message(look_at({0, 0, -10}, {0, 1, 0}, {0, 0, 0})),
            "camera: up is zero or parallel to the line of sight");
  EXPECT_EQ(message(look_at({0, 5, 0}, {0, 1, 0}, {0, 1, 0})),
            "camera: up is zero or parallel to the line of sight");
  EXPECT_EQ(message(look_at({0, 5, 0}, {0, 1, 0}, {0, -3, 0})),
            "camera: up is zero or parallel to the line of sight");
  EXPECT_EQ(message(look_at({1, 2, 3}, {1, 2, 3})), "camera: eye and target are the same point");
  EXPECT_EQ(message(look_at({1, 2, 3}, {nan, 2, 3})), "camera: eye, target or up is not finite");
}

// C-23: a minimised window has no height.
TEST(camera, a_lens_out_of_range_is_an_error) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto message = [](const PerspectiveLens& lens) {
    const auto m = perspective(lens);
    return m.ok() ? "no error" : to_string(m.error());
  };
  EXPECT_EQ(message({1, 0, 1, 10}), "camera: aspect is 0.000000; expected width / height, above 0");
  EXPECT_EQ(message({1, -1, 1, 10}), "camera: aspect is -1.000000; expected width / height, above 0");
  EXPECT_EQ(message({1, infinity, 1, 10}), "camera: aspect is inf; expected width / height, above 0");
  EXPECT_EQ(message({0, 1, 1, 10}),
            "camera: field of view is 0.000000; expected more than 0 and less than pi radians");
  EXPECT_EQ(message({4, 1, 1, 10}),
            "camera: field of view is 4.000000; expected more than 0 and less than pi radians");
  EXPECT_EQ(message({1, 1, 0, 10}), "camera: near distance is 0.000000; expected more than 0");
  EXPECT_EQ(message({1, 1, 10, 10}),
            "camera: far distance is 10.000000; expected more than the near distance");
  EXPECT_EQ(message({1, 1, 1, infinity}),
            "camera: far distance is inf; expected more than the near distance");
  EXPECT_EQ(perspective({1, 0, 1, 10}).error().status, Status::invalid_argument);
}

TEST(camera, a_parallel_lens_keeps_sizes_and_spreads_depth_evenly) {
  const auto lens = orthographic({4, 2, -10, 30});
  ASSERT_TRUE(lens.ok());
  // The point is 10 behind the camera.
  EXPECT_TRUE(near(transform_point(*lens, Vec3d{4, 2, 10}), {1, 1, -1}, 1e-15));
  EXPECT_TRUE(near(transform_point(*lens, Vec3d{-4, -2, -30}), {-1, -1, 1}, 1e-15));
  EXPECT_TRUE(near(transform_point(*lens, Vec3d{1, 1, -10}), {0.25, 0.5, 0}, 1e-15));
}

TEST(camera, a_parallel_lens_out_of_range_is_an_error) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto message = [](const ParallelLens& lens) {
    const auto m = orthographic(lens);
    return m.ok() ? "no error" : to_string(m.error());
  };
  EXPECT_EQ(message({0, 1, 0, 10}), "camera: height is 0.000000; expected more than 0");
  EXPECT_EQ(message({1, 0, 0, 10}), "camera: aspect is 0.000000; expected width / height, above 0");
  EXPECT_EQ(message({1, 1, -infinity, 10}), "camera: near distance is -inf; expected a finite number");
  EXPECT_EQ(message({1, 1, 10, 10}),
            "camera: far distance is 10.000000; expected more than the near distance");
}

}  // namespace
}  // namespace skelter
