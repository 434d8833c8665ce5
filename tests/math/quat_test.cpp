// Rotations. The numbers of d3dx-behaviour.md, section 1, and of the tutorials are in Direct3D's terms. A
// quaternion x y z w has the same meaning there once the point is on our side: a rotation about an axis by
// the same formula.
#include "skelter/math/quat.h"

#include <gtest/gtest.h>

#include "support/near.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::near;
using test::radians;

TEST(quat, a_quarter_turn_about_z_takes_x_to_y) {
  const Quatd q = from_axis_angle(kZ, radians(90));
  EXPECT_TRUE(near(q, {0, 0, 0.707107, 0.707107}, 1e-6));
  EXPECT_TRUE(near(rotate(q, kX), kY, 1e-15));
}

TEST(quat, a_third_of_a_turn_about_the_diagonal_cycles_the_axes) {
  const Quatd q = from_axis_angle(Vec3d{1, 1, 1}, radians(120));
  EXPECT_TRUE(near(q, {0.5, 0.5, 0.5, 0.5}, 1e-15));
  EXPECT_TRUE(near(rotate(q, kX), kY, 1e-15));
  EXPECT_TRUE(near(rotate(q, kY), kZ, 1e-15));
}

TEST(quat, a_zero_axis_gives_no_rotation) {
  EXPECT_EQ(from_axis_angle(Vec3d{}, 1.0), Quatd{});
}

// In D3D, QuaternionMultiply(x+90, y+90) = (0.5, 0.5, -0.5, 0.5) means "x, then y". In our products, the
// later rotation is on the left.
TEST(quat, a_product_applies_its_right_side_first) {
  const Quatd x = from_axis_angle(kX, radians(90)), y = from_axis_angle(kY, radians(90));
  EXPECT_TRUE(near(y * x, {0.5, 0.5, -0.5, 0.5}, 1e-15));
  EXPECT_TRUE(near(rotate(y * x, kY), rotate(y, rotate(x, kY)), 1e-15));
}

TEST(quat, the_conjugate_turns_back) {
  const Quatd q = from_axis_angle(Vec3d{1, 2, 3}, 0.7);
  EXPECT_TRUE(near(conjugate(q) * q, Quatd{}, 1e-15));
}

TEST(quat, normalising_nothing_gives_no_turn) {
  EXPECT_EQ(normalized(Quatd{0, 0, 0, 0}), Quatd{});
  EXPECT_TRUE(near(normalized(Quatd{0, 0, 3, 4}), {0, 0, 0.6, 0.8}, 1e-15));
}

// S-33, and d3dx-behaviour.md, section 1.
TEST(quat, slerp_goes_the_shorter_way) {
  const Quatd y90 = from_axis_angle(kY, radians(90)), negated{-y90.x, -y90.y, -y90.z, -y90.w};
  EXPECT_TRUE(near(slerp(Quatd{}, y90, 0.25), {0, 0.195090, 0, 0.980785}, 1e-6));
  EXPECT_TRUE(near(slerp(Quatd{}, negated, 0.25), {0, 0.195090, 0, 0.980785}, 1e-6));
  EXPECT_TRUE(near(slerp(Quatd{}, y90, 0.5), {0, 0.382683, 0, 0.923880}, 1e-6));
  EXPECT_TRUE(near(slerp(Quatd{}, negated, 0.5), {0, 0.382683, 0, 0.923880}, 1e-6));
  const Quatd z170 = from_axis_angle(kZ, radians(170)), z190 = from_axis_angle(kZ, radians(-170));
  EXPECT_TRUE(near(slerp(z170, z190, 0.5), {0, 0, 1, 0}, 1e-12));
}

// Expected values are test vectors of the tutorials.
TEST(quat, slerp_between_turns_about_different_axes) {
  const Quatd a = from_axis_angle(kX, radians(10)), b = from_axis_angle(kY, radians(80));
  EXPECT_TRUE(near(slerp(a, b, 0.7), {0.028219, 0.469737, 0, 0.882355}, 1e-6));
}

// The exact angle at ratio t is t times the whole angle. The linear branch may differ by 4e-5 per component.
TEST(quat, slerp_of_close_rotations_is_unit_and_nearly_exact) {
  const Quatd small = from_axis_angle(kZ, radians(4));
  for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const Quatd q = slerp(Quatd{}, small, t);
    EXPECT_NEAR(length(q), 1, 1e-15);
    EXPECT_TRUE(near(q, from_axis_angle(kZ, radians(4 * t)), 4e-5)) << t;
  }
}

TEST(quat, slerp_ends_at_its_inputs) {
  const Quatd a = from_axis_angle(Vec3d{1, 2, 3}, 0.3), b = from_axis_angle(Vec3d{-3, 2, 1}, 2.3);
  EXPECT_TRUE(near(slerp(a, b, 0), a, 1e-15));
  EXPECT_TRUE(near(slerp(a, b, 1), b, 1e-15));
}

TEST(quat, a_power_multiplies_the_angle_of_the_shorter_way) {
  const Quatd q = from_axis_angle(kZ, radians(40)), negated{-q.x, -q.y, -q.z, -q.w};
  EXPECT_TRUE(near(pow(q, 1.5), from_axis_angle(kZ, radians(60)), 1e-15));
  EXPECT_TRUE(near(pow(negated, 1.5), from_axis_angle(kZ, radians(60)), 1e-15));
  EXPECT_TRUE(near(pow(q, -1), conjugate(q), 1e-15));
  EXPECT_TRUE(near(pow(q, 0), Quatd{}, 1e-15));
  EXPECT_TRUE(near(pow(Quatd{}, 3), Quatd{}, 1e-15));
}

TEST(quat, float_and_double_convert) {
  const Quat q{0.5f, -0.5f, 0.5f, 0.5f};
  EXPECT_EQ(to_float(to_double(q)), q);
}

}  // namespace
}  // namespace skelter
