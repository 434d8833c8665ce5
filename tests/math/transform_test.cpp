#include "skelter/math/transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/near.h"

namespace skelter {
namespace {

using test::near;
using test::radians;

double largest_element(const Mat4d& m) {
  double largest = 0;
  for (const double e : m.m) largest = std::max(largest, std::abs(e));
  return largest;
}

double angle_between(const Quatd& a, const Quatd& b) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(a, b))));
}

Mat4d trs(const Vec3d& translation, const Quatd& rotation, const Vec3d& scale) {
  return to_mat4(Transformd{translation, rotation, scale});
}

const Quatd kTurn = from_axis_angle(Vec3d{1, 2, 3}, 1.0);

Mat4d shear_x_by_y(double amount) {
  Mat4d m;
  m(0, 1) = amount;
  return m;
}

// B-10: scale by (1, 2, 1), then a quarter turn about z, then a translation by (0, 0, 5).
TEST(transform, scales_then_turns_then_moves) {
  const Mat4d m = trs({0, 0, 5}, from_axis_angle(Vec3d{0, 0, 1}, radians(90)), {1, 2, 1});
  EXPECT_TRUE(near(transform_point(m, Vec3d{0, 1, 0}), {-2, 0, 5}, 1e-15));
}

TEST(transform, splitting_gives_back_translation_rotation_and_scale) {
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{1, 2, 3}, Vec3d{1e-4, 1, 1e4}, Vec3d{1, 2, 1e-9}}) {
    const auto t = to_transform(split(trs({4, 5, 6}, kTurn, scale)));
    ASSERT_TRUE(t.has_value());
    EXPECT_TRUE(near(t->translation, {4, 5, 6}, 0));
    EXPECT_TRUE(near(t->rotation, kTurn, 1e-12));
    EXPECT_TRUE(near(t->scale, scale, 1e-12 * std::max({scale.x, scale.y, scale.z})));
  }
}

TEST(transform, a_flat_axis_keeps_its_rotation) {
  for (const Vec3d& scale : {Vec3d{0, 2, 3}, Vec3d{2, 0, 3}, Vec3d{2, 3, 0}}) {
    const auto t = to_transform(split(trs({4, 5, 6}, kTurn, scale)));
    ASSERT_TRUE(t.has_value());
    EXPECT_TRUE(near(t->rotation, kTurn, 1e-14));
    EXPECT_TRUE(near(t->scale, scale, 1e-14));
  }
}

TEST(transform, two_negative_scales_are_a_half_turn) {
  const auto t = to_transform(split(scale_matrix(Vec3d{-1, -2, 3})));
  ASSERT_TRUE(t.has_value());
  EXPECT_TRUE(near(t->rotation, {0, 0, 1, 0}, 1e-15));
  EXPECT_TRUE(near(t->scale, {1, 2, 3}, 1e-15));
}

TEST(transform, a_mirror_stays_on_the_axis_that_leaves_the_smallest_rotation) {
  for (const Vec3d& scale : {Vec3d{-1, 2, 3}, Vec3d{1, -2, 3}, Vec3d{1, 2, -3}}) {
    const auto t = to_transform(split(trs({}, from_axis_angle(Vec3d{1, 2, 3}, 0.2), scale)));
    ASSERT_TRUE(t.has_value());
    EXPECT_TRUE(near(t->scale, scale, 1e-14));
    EXPECT_NEAR(angle_between(t->rotation, {}), 0.2, 1e-12);
  }
}

// A mirror image in all three axes needs a half turn about one of them. The first axis is chosen.
TEST(transform, a_point_mirror_takes_the_first_of_equal_axes) {
  const auto t = to_transform(split(scale_matrix(Vec3d{-2, -2, -2})));
  ASSERT_TRUE(t.has_value());
  EXPECT_TRUE(near(t->scale, {-2, 2, 2}, 1e-15));
  EXPECT_TRUE(near(t->rotation, {1, 0, 0, 0}, 1e-15));
}

TEST(transform, shear_survives_and_is_not_a_transform) {
  const Mat4d sheared = rotation_matrix(kTurn) * shear_x_by_y(0.5);
  const AffineParts parts = split(sheared);
  EXPECT_FALSE(to_transform(parts).has_value());
  EXPECT_TRUE(near(compose(parts), sheared, 1e-15));
  // In the polar decomposition, the part without the rotation is symmetric.
  EXPECT_TRUE(near(parts.stretch, transposed(parts.stretch), 1e-14));
}

TEST(transform, the_tolerance_decides_what_counts_as_shear) {
  AffineParts parts;
  parts.stretch(0, 1) = 1e-4;
  EXPECT_FALSE(to_transform(parts).has_value());
  EXPECT_TRUE(to_transform(parts, 1e-3).has_value());
}

TEST(transform, singular_matrices_of_every_rank_compose_back) {
  Mat4d rank_one = translation_matrix(Vec3d{1, 2, 3});
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t r = 0; r < 3; ++r) rank_one(r, c) = (1.0 + double(r)) * (2.0 - double(c));
  Mat4d half_turned = scale_matrix(Vec3d{-3, 0, 0});  // only one axis is left, and it is reversed
  Mat4d half_turned_y = scale_matrix(Vec3d{0, -3, 0});
  for (const Mat4d& m :
       {scale_matrix(Vec3d{0, 0, 0}), scale_matrix(Vec3d{0, 0, 2}), rank_one, half_turned, half_turned_y,
        rotation_matrix(kTurn) * scale_matrix(Vec3d{1, 0, 1}) * shear_x_by_y(2)}) {
    const AffineParts parts = split(m);
    EXPECT_NEAR(length(parts.rotation), 1, 1e-15);
    EXPECT_TRUE(near(compose(parts), m, 1e-14));
  }
}

// Tests the header's promise for ten thousand matrices, including dependent columns, flat axes and large
// numbers.
TEST(transform, composing_what_was_split_gives_the_matrix_back) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 10'000; ++i) {
    Mat4d m;
    const double size = std::pow(10.0, i % 13 - 6);
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t r = 0; r < 3; ++r) m(r, c) = size * number(generator);
    for (std::size_t r = 0; r < 3; ++r) {
      if (i % 5 == 0) m(r, 1) = m(r, 0);
      if (i % 7 == 0) m(r, 2) *= 1e-9;
      if (i % 11 == 0) m(r, 0) = 0;
    }
    const AffineParts parts = split(m);
    ASSERT_TRUE(near(compose(parts), m, 1e-12 * largest_element(m))) << i;
    ASSERT_NEAR(length(parts.rotation), 1, 1e-14) << i;
  }
}

// The rotation part is the nearest rotation: no small rotation of it gets closer to the matrix.
TEST(transform, the_rotation_is_the_nearest_one) {
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto distance = [](const Quatd& q, const Mat4d& m) {
    const Mat3d r = to_mat3(q), linear = linear_part(m);
    double sum = 0;
    for (std::size_t i = 0; i < 9; ++i) sum += (r.m[i] - linear.m[i]) * (r.m[i] - linear.m[i]);
    return sum;
  };
  for (int i = 0; i < 200; ++i) {
    Mat4d m;
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t r = 0; r < 3; ++r) m(r, c) += 0.5 * number(generator);
    if (determinant(linear_part(m)) < 0.01) continue;
    const Quatd best = split(m).rotation;
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
      for (const double angle : {-0.01, 0.01})
        ASSERT_GT(distance(from_axis_angle(axis, angle) * best, m), distance(best, m)) << i;
  }
}

// A rotating joint that also shears and mirrors. No step of the rotation part may be noticeably larger than
// the rotation itself.
TEST(transform, the_rotation_part_is_continuous_along_a_motion) {
  for (const Vec3d& scale : {Vec3d{1, 2, 3}, Vec3d{1, 2, -3}, Vec3d{1, 0, 3}}) {
    const Mat4d fixed = scale_matrix(scale) * shear_x_by_y(0.3);
    AffineParts before = split(fixed);
    for (int degree = 1; degree <= 80; ++degree) {
      const AffineParts now =
          split(rotation_matrix(from_axis_angle(Vec3d{3, 2, 1}, radians(degree))) * fixed);
      EXPECT_LT(angle_between(before.rotation, now.rotation), radians(1.001)) << degree;
      before = now;
    }
  }
}

TEST(transform, a_scale_that_passes_through_zero_keeps_its_rotation) {
  for (const double z : {1.0, 0.1, 1e-3, 1e-8, 0.0, -1e-8, -1e-3, -0.1, -1.0}) {
    const auto t = to_transform(split(trs({}, from_axis_angle(Vec3d{1, 2, 3}, 0.2), {1, 1, z})));
    ASSERT_TRUE(t.has_value());
    EXPECT_TRUE(near(t->rotation, from_axis_angle(Vec3d{1, 2, 3}, 0.2), 1e-12)) << z;
    EXPECT_NEAR(t->scale.z, z, 1e-12);
  }
}

// d3dx-behaviour.md, section 7, item 9: if they were split separately, these two mirrored keys would flip
// different axes.
TEST(transform, neighbours_flip_the_same_axis) {
  const Mat4d first = trs({}, {}, {1, 1, -1});
  const Mat4d second = trs({}, from_axis_angle(Vec3d{1, 0, 0}, radians(100)), {1, 1, -1});
  const AffineParts a = split(first);
  EXPECT_LT(split(second).stretch(1, 1), 0);  // split separately, it flips y
  const AffineParts b = split_like(a, second);
  EXPECT_TRUE(near(b.stretch, linear_part(scale_matrix(Vec3d{1, 1, -1})), 1e-14));
  EXPECT_TRUE(near(b.rotation, from_axis_angle(Vec3d{1, 0, 0}, radians(100)), 1e-14));
  EXPECT_TRUE(near(compose(b), second, 1e-15));
}

TEST(transform, a_neighbour_without_mirror_gets_the_smallest_turn) {
  const AffineParts turned = split(rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, radians(100))));
  const Mat4d mirrored = trs({}, from_axis_angle(Vec3d{1, 0, 0}, radians(100)), {1, 1, -1});
  const AffineParts like = split_like(turned, mirrored);
  EXPECT_TRUE(near(like.rotation, turned.rotation, 1e-14));
  EXPECT_TRUE(near(compose(like), mirrored, 1e-15));
  const AffineParts back = split_like(like, rotation_matrix(kTurn));
  EXPECT_TRUE(near(back.rotation, kTurn, 1e-14));
}

TEST(transform, two_negative_scales_of_the_neighbour_stay_in_the_stretch) {
  AffineParts neighbour;
  neighbour.stretch = linear_part(scale_matrix(Vec3d{-1, -1, 1}));
  const AffineParts like = split_like(neighbour, trs({}, kTurn, {-1, -2, 3}));
  EXPECT_TRUE(near(like.rotation, kTurn, 1e-14));
  EXPECT_TRUE(near(like.stretch, linear_part(scale_matrix(Vec3d{-1, -2, 3})), 1e-14));
}

TEST(transform, interpolating_is_linear_but_for_the_rotation) {
  AffineParts a, b{{10, 20, 30}, from_axis_angle(Vec3d{0, 1, 0}, radians(90)), {}};
  b.stretch(0, 0) = 3;
  b.stretch(0, 1) = 2;
  const AffineParts half = interpolate(a, b, 0.5);
  EXPECT_TRUE(near(half.translation, {5, 10, 15}, 1e-15));
  EXPECT_TRUE(near(half.rotation, {0, 0.382683, 0, 0.923880}, 1e-6));
  EXPECT_DOUBLE_EQ(half.stretch(0, 0), 2);
  EXPECT_DOUBLE_EQ(half.stretch(0, 1), 1);
  EXPECT_DOUBLE_EQ(half.stretch(1, 1), 1);
}

}  // namespace
}  // namespace skelter
