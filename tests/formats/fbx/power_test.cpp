#include "formats/fbx/internal/power.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skelter::fbx {
namespace {

TEST(FbxPower, agrees_with_the_c_library) {
  for (double base = 1e-12; base < 1e12; base *= 1.37)
    for (const double exponent : {0.001, 0.1, 0.25, 1.0 / 3, 0.5, 0.75, 0.9999, 1.5, 2.0, 3.0, -0.5, -1.0}) {
      const double expected = std::pow(base, exponent);
      EXPECT_LE(std::abs(power(base, exponent) - expected),
                expected * 1e-15 * (1 + std::abs(exponent * std::log(base))))
          << base << " to the power " << exponent;
    }
}

TEST(FbxPower, is_exact_where_it_matters) {
  for (const double base : {0.0, 1e-300, 0.1, 1.0, 7.0, 1e300}) {
    EXPECT_EQ(power(base, 0), 1);
    EXPECT_EQ(power(base, 1), base);
  }
  EXPECT_EQ(power(0, 0.5), 0);
  EXPECT_EQ(power(1, 0.3), 1);
  EXPECT_EQ(power(1e300, 2), HUGE_VAL);
  EXPECT_EQ(power(1e-300, 2), 0);
}

}  // namespace
}  // namespace skelter::fbx
