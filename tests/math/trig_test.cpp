#include "skelter/math/trig.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace skelter {
namespace {

// Error compared with the C library in extended precision, in units of the last place of the result. Below
// 1e-3, the unit stays that of 1e-3, because near its zeros, a sine is exact only to 2e-19.
double error_ulp(double actual, long double expected) {
  const double scale = std::max(std::abs(static_cast<double>(expected)), 1e-3);
  const double ulp = std::nextafter(scale, std::numeric_limits<double>::infinity()) - scale;
  return static_cast<double>(std::abs(static_cast<long double>(actual) - expected)) / ulp;
}

TEST(trig, sine_and_cosine_are_within_two_units_of_the_last_place) {
  double largest = 0;
  for (int i = -200000; i <= 200000; ++i) {
    const double angle = i * 0.00173;
    largest = std::max({largest, error_ulp(portable_sin(angle), std::sin(static_cast<long double>(angle))),
                        error_ulp(portable_cos(angle), std::cos(static_cast<long double>(angle)))});
  }
  EXPECT_LE(largest, 2);
  EXPECT_GT(largest, 0.4);  // the comparison detects differences in the last place
}

TEST(trig, arcs_are_within_two_units_of_the_last_place) {
  double largest = 0;
  for (int i = -100000; i <= 100000; ++i) {
    const double cosine = i / 100000.0;
    largest =
        std::max(largest, error_ulp(portable_acos(cosine), std::acos(static_cast<long double>(cosine))));
    const double angle = i * 3.14e-5, reach = 0.1 + (i & 1023);
    const double y = reach * std::sin(angle), x = reach * std::cos(angle);
    largest = std::max(largest, error_ulp(portable_atan2(y, x), std::atan2(static_cast<long double>(y),
                                                                           static_cast<long double>(x))));
  }
  EXPECT_LE(largest, 2);
}

TEST(trig, has_the_exact_values_at_the_quarters) {
  EXPECT_EQ(portable_sin(0), 0);
  EXPECT_EQ(portable_cos(0), 1);
  EXPECT_EQ(portable_sin(std::numbers::pi / 2), 1);
  EXPECT_EQ(portable_cos(std::numbers::pi), -1);
  EXPECT_EQ(portable_acos(1), 0);
  EXPECT_EQ(portable_acos(-1), std::numbers::pi);
  EXPECT_EQ(portable_acos(0), std::numbers::pi / 2);
  EXPECT_EQ(portable_atan2(0, 1), 0);
  EXPECT_EQ(portable_atan2(0, 0), 0);
  EXPECT_EQ(portable_atan2(1, 0), std::numbers::pi / 2);
  EXPECT_EQ(portable_atan2(-1, 0), -std::numbers::pi / 2);
  EXPECT_EQ(portable_atan2(0, -1), std::numbers::pi);
  EXPECT_EQ(portable_atan2(-0.0, -1), -std::numbers::pi);
}

TEST(trig, has_no_value_outside_its_domain) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {infinite, -infinite, std::nan(""), 1e300}) {
    EXPECT_TRUE(std::isnan(portable_sin(bad)));
    EXPECT_TRUE(std::isnan(portable_cos(bad)));
    EXPECT_TRUE(std::isnan(portable_acos(bad)));
  }
  EXPECT_TRUE(std::isnan(portable_acos(1.0000001)));
  EXPECT_TRUE(std::isnan(portable_atan2(infinite, 1)));
  EXPECT_TRUE(std::isnan(portable_atan2(1, std::nan(""))));
}

}  // namespace
}  // namespace skelter
