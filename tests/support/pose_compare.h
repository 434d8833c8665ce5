#pragma once
// Compares poses joint by joint.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "skelter/math/soa.h"

namespace skelter::test {

// Returns the largest difference of any number. Rotations are compared by element, so q and -q differ.
inline double distance(const Transform& a, const Transform& b) {
  const Vec3 t = a.translation - b.translation, s = a.scale - b.scale;
  double largest = 0;
  for (const float d :
       {t.x, t.y, t.z, s.x, s.y, s.z, a.rotation.x - b.rotation.x, a.rotation.y - b.rotation.y,
        a.rotation.z - b.rotation.z, a.rotation.w - b.rotation.w})
    largest = std::isnan(d) ? 1e9 : std::max<double>(largest, std::abs(d));
  return largest;
}

// Returns the difference in motion: q and -q are equal.
inline double distance_of_motion(Transform a, const Transform& b) {
  if (dot(a.rotation, b.rotation) < 0)
    a.rotation = {-a.rotation.x, -a.rotation.y, -a.rotation.z, -a.rotation.w};
  return distance(a, b);
}

inline void expect_same_pose(std::span<const SoaTransform> actual, std::span<const SoaTransform> wanted,
                             std::uint32_t joints, double tolerance) {
  for (std::uint32_t joint = 0; joint < joints; ++joint)
    ASSERT_LE(
        distance(get(actual[joint / kLanes], joint % kLanes), get(wanted[joint / kLanes], joint % kLanes)),
        tolerance)
        << "joint " << joint << " of " << joints;
}
inline void expect_same_motion(std::span<const SoaTransform> actual, std::span<const SoaTransform> wanted,
                               std::uint32_t joints, double tolerance) {
  for (std::uint32_t joint = 0; joint < joints; ++joint)
    ASSERT_LE(distance_of_motion(get(actual[joint / kLanes], joint % kLanes),
                                 get(wanted[joint / kLanes], joint % kLanes)),
              tolerance)
        << "joint " << joint << " of " << joints;
}

}  // namespace skelter::test
