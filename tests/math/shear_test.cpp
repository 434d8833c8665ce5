#include "math/internal/shear.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skelter {
namespace {

// The largest entry of the stretch is 1. The entries next to its diagonal are half of the matrix's shear.
TEST(shear_of, is_zero_for_translation_rotation_and_scale_and_grows_with_the_lean) {
  const Mat3d turn = to_mat3(from_axis_angle(Vec3d{1, 2, 3}, 1.0));
  EXPECT_LT(shear_of(to_mat4(turn * linear_part(scale_matrix(Vec3d{1, 2, 3})), Vec3d{4, 5, 6})), 1e-14);
  Mat4d lean;
  lean(0, 1) = 1e-3;
  EXPECT_NEAR(shear_of(lean), 5e-4, 1e-6);
}

// M = T U S V^T, made from known parts: rotation, uneven stretch and shear, and then also mirrored, flat and
// zero matrices.
TEST(split_sheared, gives_the_matrix_back) {
  const Mat3d turn = to_mat3(from_axis_angle(Vec3d{1, 2, 3}, 1.0)),
              lean = to_mat3(from_axis_angle(Vec3d{3, -1, 1}, 0.7));
  for (const Vec3d& scale : {Vec3d{1, 2, 3}, Vec3d{-1, 2, 3}, Vec3d{2, 2, 1e-3}, Vec3d{1, 2, 0},
                             Vec3d{0, 0, 5}, Vec3d{0, 0, 0}, Vec3d{1, 1, 1}}) {
    const Mat4d m = to_mat4(turn * linear_part(scale_matrix(scale)) * lean, Vec3d{4, 5, 6});
    const ShearedParts parts = split_sheared({}, m);
    const Mat4d back = to_mat4(parts.outer) * rotation_matrix(helper_rotation(parts));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(back.m[i], m.m[i], 1e-8) << scale.x << " " << scale.z;
    EXPECT_NEAR(length(parts.outer.rotation), 1, 1e-14);
    EXPECT_NEAR(determinant(parts.v), 1, 1e-14);
  }
}

// A stretch that rotates. The axes must follow it without being swapped or flipped.
TEST(split_sheared, follows_its_neighbour) {
  ShearedParts last = split_sheared({}, Mat4d{});
  for (int i = 0; i <= 400; ++i) {
    const double t = i * 0.02;
    const Mat3d lean = to_mat3(from_axis_angle(Vec3d{1, 1, 0}, t));
    const Mat3d stretch = lean * linear_part(scale_matrix(Vec3d{1.5, 2, -0.5})) * transposed(lean);
    const ShearedParts parts = split_sheared(last, to_mat4(stretch, Vec3d{}));
    if (i > 0) {
      EXPECT_GT(std::abs(dot(helper_rotation(parts), helper_rotation(last))), 0.9998) << t;
      EXPECT_GT(std::abs(dot(parts.outer.rotation, last.outer.rotation)), 0.9998) << t;
      EXPECT_NEAR(parts.outer.scale.x, last.outer.scale.x, 1e-6);
      EXPECT_NEAR(parts.outer.scale.y, last.outer.scale.y, 1e-6);
      EXPECT_NEAR(parts.outer.scale.z, last.outer.scale.z, 1e-6);
    }
    last = parts;
  }
}

}  // namespace
}  // namespace skelter
