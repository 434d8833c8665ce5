// Matrices. The tutorials multiply points from the left with row-vector matrices. The same 16 numbers are our
// column-vector matrix, and a tutorial's A * B (A first) is our b * a. Its "row 4" is the numbers 12, 13 and
// 14.
#include "skelter/math/mat.h"

#include <gtest/gtest.h>

#include <array>

#include "math/document_matrix.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::document_row;
using test::near;
using test::radians;

Mat4d turn_x(double degrees) {
  return rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, radians(degrees)));
}
Mat4d turn_y(double degrees) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, radians(degrees)));
}
Mat4d turn_z(double degrees) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, radians(degrees)));
}
Mat4d move(double x, double y, double z) {
  return translation_matrix(Vec3d{x, y, z});
}

// Requirements T-11 and T-07 of docs/tutorials.md.
TEST(mat, points_move_with_a_translation_and_directions_do_not) {
  EXPECT_EQ(transform_point(move(4, -3, 8), Vec3d{-3, 2, -8}), (Vec3d{1, -1, 0}));
  EXPECT_EQ(transform_direction(move(4, -3, 8), Vec3d{1, 0, 0}), (Vec3d{1, 0, 0}));
}

// Requirement T-12 of docs/tutorials.md.
TEST(mat, rotation_about_z_by_45_degrees) {
  const Mat4d b = turn_z(45);
  EXPECT_TRUE(near(document_row(b, 1), {0.707107, 0.707107, 0}, 1e-6));
  EXPECT_TRUE(near(document_row(b, 2), {-0.707107, 0.707107, 0}, 1e-6));
  EXPECT_TRUE(near(transform_point(b, Vec3d{1, -1, 0}), {1.414214, 0, 0}, 1e-6));
}

// T-13. The tutorial prints 4.949, because it rounds 0.707 first.
TEST(mat, a_product_moves_first_and_turns_then) {
  const Mat4d c = turn_z(45) * move(4, -3, 8);
  EXPECT_TRUE(near(document_row(c, 4), {4.949747, 0.707107, 8}, 1e-6));
  EXPECT_NEAR(c.m[12], 4.949, 2e-3);
  EXPECT_TRUE(near(transform_point(c, Vec3d{-3, 2, -8}), {1.414214, 0, 0}, 1e-6));
}

// Requirement T-14 of docs/tutorials.md.
TEST(mat, the_other_order_is_another_matrix) {
  const Mat4d c = move(4, -3, 8) * turn_z(45);
  EXPECT_TRUE(near(document_row(c, 4), {4, -3, 8}, 1e-15));
  EXPECT_TRUE(near(transform_point(c, Vec3d{-3, 2, -8}), {0.464466, -3.707107, 0}, 1e-6));
}

// T-15, and d3dx-behaviour.md, section 1.
TEST(mat, builders_turn_about_each_axis_and_scale) {
  EXPECT_TRUE(near(document_row(turn_x(30), 2), {0, 0.866025, 0.5}, 1e-6));
  EXPECT_TRUE(near(document_row(turn_y(30), 1), {0.866025, 0, -0.5}, 1e-6));
  EXPECT_TRUE(near(document_row(turn_y(30) * turn_y(40), 1), {0.342020, 0, -0.939693}, 1e-6));
  EXPECT_EQ(transform_point(scale_matrix(Vec3d{2, 3, 4}), Vec3d{1, 1, 1}), (Vec3d{2, 3, 4}));
}

// T-15, which corrects a mistake of the tutorial: adding angles works only about one axis.
TEST(mat, turns_about_different_axes_depend_on_their_order) {
  EXPECT_FALSE(near(turn_y(40) * turn_x(30), turn_x(30) * turn_y(40), 0.1));
}

// T-16, S-30: a chain of five bones, with world = parent world * local.
TEST(mat, a_chain_of_bones_is_the_product_of_their_locals) {
  const std::array<Mat4d, 5> local{move(1, 2, 3), turn_x(10) * move(0, 1, 0), turn_y(20) * move(0, 1, 0),
                                   move(0, 2, 0) * turn_z(30), scale_matrix(Vec3d{1, 2, 1})};
  Mat4d world = local[0];
  for (std::size_t i = 1; i < 5; ++i) world = world * local[i];
  Vec3d finger{0.5, 1, 0};
  for (std::size_t i = 5; i-- > 0;) finger = transform_point(local[i], finger);
  EXPECT_TRUE(near(transform_point(world, Vec3d{0.5, 1, 0}), finger, 1e-14));
  EXPECT_TRUE(near(world, local[0] * (local[1] * (local[2] * (local[3] * local[4]))), 1e-14));
}

// Requirement S-24 of docs/tutorials.md.
TEST(mat, skinning_without_the_offset_counts_the_bone_twice) {
  const Vec3d vertex{0, 51, 0};
  const Mat4d bone_from_mesh = inverse_affine(move(0, 50, 0)), moved = move(0, 51, 0);
  EXPECT_EQ(transform_point(moved, vertex), (Vec3d{0, 102, 0}));
  EXPECT_EQ(transform_point(bone_from_mesh, vertex), (Vec3d{0, 1, 0}));
  EXPECT_EQ(transform_point(moved * bone_from_mesh, vertex), (Vec3d{0, 52, 0}));
}

// Requirement S-31 of docs/tutorials.md.
TEST(mat, the_offset_comes_before_the_bone) {
  const Mat4d offset = move(0, -50, 0), bone = move(0, 51, 0) * turn_z(90);
  EXPECT_TRUE(near(transform_point(bone * offset, Vec3d{2, 51, 0}), {-1, 53, 0}, 1e-12));
  EXPECT_TRUE(near(transform_point(offset * bone, Vec3d{2, 51, 0}), {-51, 3, 0}, 1e-12));
}

// Requirement S-32 of docs/tutorials.md.
TEST(mat, two_bones_mix_by_weight) {
  const Vec3d vertex{2, 51, 1};
  const Mat4d first = move(0, 50, 0) * turn_z(30) * move(0, -50, 0), second = move(1, 2, 3);
  const Vec3d mixed = transform_point(first, vertex) * 0.35 + transform_point(second, vertex) * 0.65;
  EXPECT_TRUE(near(mixed, {2.381218, 52.603109, 2.95}, 1e-6));
}

// Requirement B-10 of docs/tutorials.md.
TEST(mat, scale_then_rotation_then_translation) {
  const Mat4d m = move(0, 0, 5) * turn_z(90) * scale_matrix(Vec3d{1, 2, 1});
  EXPECT_TRUE(near(transform_point(m, Vec3d{0, 1, 0}), {-2, 0, 5}, 1e-15));
}

// Requirements B-11 and B-20 of docs/tutorials.md.
TEST(mat, elements_add_and_scale_only_by_name) {
  const Mat4d half = add_elements(scale_elements(Mat4d{}, 0.5), scale_elements(turn_y(90), 0.5));
  EXPECT_TRUE(near(document_row(half, 1), {0.5, 0, -0.5}, 1e-15));
  EXPECT_TRUE(near(document_row(half, 3), {0.5, 0, 0.5}, 1e-15));
}

TEST(mat, the_inverse_undoes_an_affine_matrix) {
  const Mat4d m = move(1, 2, 3) * turn_x(30) * scale_matrix(Vec3d{2, -3, 0.5});
  EXPECT_TRUE(near(inverse_affine(m) * m, Mat4d{}, 1e-15));
}

// d3dx-behaviour.md, 4.2: M is a scale by (2, 1, 1), followed by 30 degrees about z.
TEST(mat, cofactors_turn_normals_where_the_matrix_itself_does_not) {
  const Mat4d m = turn_z(30) * scale_matrix(Vec3d{2, 1, 1});
  const Vec3d n = normalized(Vec3d{1, 1, 0});
  EXPECT_TRUE(near(normalized(transform_direction(m, n)), {0.55099, 0.83451, 0}, 1e-5));
  EXPECT_TRUE(near(normalized(cofactors(linear_part(m)) * n), {-0.05992, 0.99820, 0}, 1e-5));
}

TEST(mat, cofactors_are_the_determinant_times_the_inverse_transpose) {
  const Mat3d m = linear_part(turn_x(20) * scale_matrix(Vec3d{2, 3, -4}) * turn_z(50));
  EXPECT_NEAR(determinant(m), -24, 1e-13);
  const Mat3d product = transposed(cofactors(m)) * m;
  EXPECT_TRUE(near(product, linear_part(scale_matrix(Vec3d{-24, -24, -24})), 1e-12));
}

TEST(mat, a_normal_matrix_is_the_inverse_transpose_and_of_a_flat_matrix_the_cofactors) {
  const Mat3d scale = linear_part(scale_matrix(Vec3d{2, -4, 5}));
  EXPECT_TRUE(near(normal_matrix(scale), linear_part(scale_matrix(Vec3d{0.5, -0.25, 0.2})), 1e-15));
  const Mat3d flat = linear_part(scale_matrix(Vec3d{2, 3, 0}));
  EXPECT_TRUE(near(normal_matrix(flat), linear_part(scale_matrix(Vec3d{0, 0, 6})), 1e-15));
}

TEST(mat, mirroring_twice_gives_the_matrix_back_and_once_mirrors_its_motion) {
  const Mat4d m = move(1, 2, 3) * turn_x(30) * turn_y(40);
  EXPECT_EQ(mirrored_z(mirrored_z(m)), m);
  const Vec3d p{4, 5, 6}, q = transform_point(m, p);
  EXPECT_TRUE(near(transform_point(mirrored_z(m), Vec3d{4, 5, -6}), {q.x, q.y, -q.z}, 1e-14));
}

// Source: docs/conventions.md, "A worked example".
TEST(mat, a_direct3d_matrix_moves_the_mirrored_point_to_the_mirrored_position) {
  const Mat4d file{{0.866025, 0, -0.5, 0, 0, 1, 0, 0, 0.5, 0, 0.866025, 0, 1, 2, 3, 1}};
  const Mat4d inside{{0.866025, 0, 0.5, 0, 0, 1, 0, 0, -0.5, 0, 0.866025, 0, 1, 2, -3, 1}};
  EXPECT_EQ(mirrored_z(file), inside);
  EXPECT_TRUE(near(transform_point(inside, Vec3d{4, 5, -6}), {7.464102, 7, -6.196152}, 1e-5));
  EXPECT_TRUE(near(to_quat(linear_part(inside)), {0, -0.258819, 0, 0.965926}, 1e-6));
}

TEST(mat, a_rotation_becomes_its_quaternion_with_w_not_negative) {
  // Covers every branch: each of w, x, y and z is the largest once, with both signs of the angle, and with
  // half turns.
  for (const Vec3d& axis :
       {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 2, 3}, Vec3d{-3, 1, 2}, Vec3d{2, -3, 1}})
    for (const double degrees : {0.0, 1e-6, 30.0, 90.0, 119.0, 121.0, 179.0, 180.0, 181.0, 270.0, -30.0}) {
      const Quatd expected = from_axis_angle(axis, radians(degrees));
      const Quatd q = to_quat(to_mat3(expected));
      EXPECT_TRUE(near(q, expected, 1e-14)) << degrees;
      EXPECT_GE(q.w, 0);
    }
}

}  // namespace
}  // namespace skelter
