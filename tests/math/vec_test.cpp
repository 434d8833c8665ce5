#include "skelter/math/vec.h"

#include <gtest/gtest.h>

#include <limits>

#include "skelter/math/bounds.h"
#include "support/near.h"

namespace skelter {
namespace {

TEST(vec, products_and_lengths) {
  const Vec3d a{1, 2, 3}, b{4, -5, 6};
  EXPECT_EQ(a + b, (Vec3d{5, -3, 9}));
  EXPECT_EQ(a - b, (Vec3d{-3, 7, -3}));
  EXPECT_EQ(-a, (Vec3d{-1, -2, -3}));
  EXPECT_EQ(dot(a, b), 12);
  EXPECT_EQ(cross(a, b), (Vec3d{27, 6, -13}));
  EXPECT_EQ(cross(Vec3d{1, 0, 0}, Vec3d{0, 1, 0}), (Vec3d{0, 0, 1}));
  EXPECT_EQ(length(Vec3d{2, 3, 6}), 7);
  EXPECT_EQ(lerp(a, b, 0.5), (Vec3d{2.5, -1.5, 4.5}));
}

TEST(vec, normalising_zero_gives_zero) {
  EXPECT_EQ(normalized(Vec3d{0, 0, 0}), (Vec3d{0, 0, 0}));
  EXPECT_TRUE(test::near(normalized(Vec3d{0, 3, 4}), {0, 0.6, 0.8}, 1e-15));
}

TEST(vec, infinity_and_nan_are_not_finite) {
  EXPECT_TRUE(is_finite(Vec3d{1, 2, 3}));
  EXPECT_FALSE(is_finite(Vec3d{1, std::numeric_limits<double>::infinity(), 3}));
  EXPECT_FALSE(is_finite(Vec3d{1, 2, std::numeric_limits<double>::quiet_NaN()}));
}

TEST(bounds, grow_by_points_and_by_bounds) {
  Bounds bounds;
  EXPECT_TRUE(bounds.empty());
  EXPECT_EQ(bounds.size(), (Vec3d{0, 0, 0}));
  bounds.add(Bounds{});
  EXPECT_TRUE(bounds.empty());
  bounds.add(Vec3d{1, 2, 3});
  EXPECT_FALSE(bounds.empty());
  Bounds other;
  other.add(Vec3d{-1, 4, 3});
  bounds.add(other);
  EXPECT_EQ(bounds.min, (Vec3d{-1, 2, 3}));
  EXPECT_EQ(bounds.max, (Vec3d{1, 4, 3}));
  EXPECT_EQ(bounds.center(), (Vec3d{0, 3, 3}));
  EXPECT_EQ(bounds.size(), (Vec3d{2, 2, 0}));
}

}  // namespace
}  // namespace skelter
