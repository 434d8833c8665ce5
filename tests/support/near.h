#pragma once
// Comparisons of vectors, rotations and matrices that report which number is wrong, and by how much.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter::test {

// A number that is not finite is never near.
inline ::testing::AssertionResult near_numbers(const double* actual, const double* expected,
                                               std::size_t count, double tolerance) {
  for (std::size_t i = 0; i < count; ++i)
    if (!(std::abs(actual[i] - expected[i]) <= tolerance))
      return ::testing::AssertionFailure() << "number " << i << " is " << actual[i] << ", expected "
                                           << expected[i] << " within " << tolerance;
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult near(const Vec3d& actual, const Vec3d& expected, double tolerance) {
  const double a[3] = {actual.x, actual.y, actual.z}, e[3] = {expected.x, expected.y, expected.z};
  return near_numbers(a, e, 3, tolerance);
}
// q and -q are the same rotation.
inline ::testing::AssertionResult near(const Quatd& actual, const Quatd& expected, double tolerance) {
  const double sign = dot(actual, expected) < 0 ? -1 : 1;
  const double a[4] = {actual.x * sign, actual.y * sign, actual.z * sign, actual.w * sign};
  const double e[4] = {expected.x, expected.y, expected.z, expected.w};
  return near_numbers(a, e, 4, tolerance);
}
inline ::testing::AssertionResult near(const Mat3d& actual, const Mat3d& expected, double tolerance) {
  return near_numbers(actual.m.data(), expected.m.data(), 9, tolerance);
}
inline ::testing::AssertionResult near(const Mat4d& actual, const Mat4d& expected, double tolerance) {
  return near_numbers(actual.m.data(), expected.m.data(), 16, tolerance);
}

constexpr double kPi = 3.14159265358979323846;
constexpr double radians(double degrees) {
  return degrees * kPi / 180;
}

}  // namespace skelter::test
