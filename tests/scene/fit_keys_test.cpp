#include "scene/edit/internal/fit_keys.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

// Returns the error of linear interpolation of a curve between keys at both ends.
FitError error_of(double (*curve)(double)) {
  return [curve](double left_s, double right_s, double time_s) {
    const double ratio = (time_s - left_s) / (right_s - left_s);
    return std::abs(curve(time_s) - (curve(left_s) + (curve(right_s) - curve(left_s)) * ratio));
  };
}

TEST(FitTimes, keeps_given_times_where_the_curve_is_linear_between_them) {
  const std::vector<double> times{0, 1, 4};
  const FittedTimes fitted = fit_times(times, error_of([](double t) { return 3 * t - 1; }), {1e-9});
  EXPECT_EQ(fitted.times_s, times);
  EXPECT_LT(fitted.largest_error, 1e-12);
}

// Between keys at distance h, a parabola t^2 is wrong by h^2 / 4, so a bound of 0.01 requires h = 0.2: an
// interval of 1 is split into five parts.
TEST(FitTimes, adds_as_many_times_as_a_parabola_needs) {
  const FittedTimes fitted =
      fit_times(std::vector<double>{0, 1}, error_of([](double t) { return t * t; }), {0.0100001});
  ASSERT_EQ(fitted.times_s.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(fitted.times_s[i], 0.2 * static_cast<double>(i), 1e-12);
  EXPECT_NEAR(fitted.largest_error, 0.01, 1e-9);
}

TEST(FitTimes, bound_holds_between_all_times_of_a_wave) {
  const auto wave = [](double t) { return std::sin(20 * t) / (0.1 + t); };
  const FitError error = error_of(wave);
  const FittedTimes fitted = fit_times(std::vector<double>{0, 2}, error, {1e-3});
  EXPECT_LE(fitted.largest_error, 1e-3);
  for (std::size_t i = 1; i < fitted.times_s.size(); ++i)
    for (int probe = 1; probe < 100; ++probe) {
      const double left = fitted.times_s[i - 1], right = fitted.times_s[i];
      ASSERT_LE(error(left, right, left + (right - left) * probe / 100), 1.1e-3);
    }
}

TEST(FitTimes, jump_ends_at_the_shortest_interval_and_is_reported) {
  const FittedTimes fitted = fit_times(std::vector<double>{0, 1},
                                       error_of([](double t) { return t < 0.4 ? 0.0 : 1.0; }), {1e-3, 0.01});
  EXPECT_GT(fitted.largest_error, 0.1);
  EXPECT_LT(fitted.times_s.size(), 102u);
}

// Straight lines cannot approximate this curve: every interval is split down to `shortest_s`.
TEST(FitTimes, intervals_have_a_limit_of_parts_and_misses_are_reported) {
  const FitError far_off = [](double left_s, double right_s, double) { return (right_s - left_s) * 100; };
  const FittedTimes two = fit_times(std::vector<double>{0, 10'000, 10'001}, far_off, {1e-9, 1e-4});
  EXPECT_EQ(two.times_s.size(), 1 + 2 * kMaxPartsOfInterval);
  EXPECT_DOUBLE_EQ(two.times_s[kMaxPartsOfInterval], 10'000);
  EXPECT_DOUBLE_EQ(two.times_s[1], 10'000.0 / kMaxPartsOfInterval);
  EXPECT_NEAR(two.largest_error, 10'000.0 / kMaxPartsOfInterval * 100, 1e-6);
}

TEST(FitTimes, all_intervals_share_a_limit) {
  const FitError far_off = [](double left_s, double right_s, double) { return (right_s - left_s) * 100; };
  const FittedTimes fitted = fit_times(std::vector<double>{0, 1, 2, 3, 4}, far_off, {1e-9, 1e-4, 100});
  EXPECT_EQ(fitted.times_s.size(), 5 + 100u);
  for (std::size_t i = 1; i < fitted.times_s.size(); ++i) ASSERT_GT(fitted.times_s[i], fitted.times_s[i - 1]);
  EXPECT_EQ(fit_times(std::vector<double>{0, 1, 2}, far_off, {1e-9, 1e-4, 0}).times_s,
            (std::vector<double>{0, 1, 2}));
}

TEST(FitTimes, no_times_stay_none_and_one_stays_one) {
  const FitError never = [](double, double, double) { return 1.0; };
  EXPECT_TRUE(fit_times({}, never, {1}).times_s.empty());
  EXPECT_EQ(fit_times(std::vector<double>{2.5}, never, {0.1}).times_s, std::vector<double>{2.5});
}

// A cubic curve with flat tangents from 0 to 1 is 3 s^2 - 2 s^3; see glTF 2.0, appendix C.
TEST(ToLinearKeys, cubic_translation_is_followed_within_the_bound) {
  const Channel cubic =
      make_channel(0, ChannelPath::translation, {0, 2},
                   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0}, Interpolation::cubic);
  const Channel linear = to_linear_keys(cubic, {1e-4});
  EXPECT_EQ(linear.interpolation, Interpolation::linear);
  EXPECT_GT(linear.times_s.size(), 50u);
  for (std::size_t k = 0; k + 1 < linear.times_s.size(); ++k)
    for (const double ratio : {0.0, 0.25, 0.5, 0.75}) {
      const double s = (linear.times_s[k] + (linear.times_s[k + 1] - linear.times_s[k]) * ratio) / 2;
      const double exact = 3 * s * s - 2 * s * s * s;
      const double played =
          linear.values[3 * k + 2] + (linear.values[3 * k + 5] - linear.values[3 * k + 2]) * ratio;
      ASSERT_NEAR(played, 3 * exact, 1.1e-4);
    }
}

// Halfway between keys a quarter turn apart, a curve with flat tangents gives the same eighth turn as slerp.
TEST(ToLinearKeys, cubic_rotation_keeps_unit_length_and_its_ends) {
  std::vector<float> values{0, 0, 0, 0};
  append_value(values, Quatd{});
  for (int i = 0; i < 8; ++i) values.push_back(0);
  append_value(values, from_axis_angle(Vec3d{0, 0, 1}, radians(90)));
  for (int i = 0; i < 4; ++i) values.push_back(0);
  const Channel linear =
      to_linear_keys(make_channel(0, ChannelPath::rotation, {0, 1}, values, Interpolation::cubic), {1e-4});
  for (std::size_t k = 0; k < linear.times_s.size(); ++k) {
    const float* q = &linear.values[4 * k];
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-6);
    if (linear.times_s[k] == 0.5) {
      EXPECT_NEAR(q[2], std::sin(radians(22.5)), 1e-6);
    }
  }
  EXPECT_NEAR(linear.values.back(), std::cos(radians(45)), 1e-6);
}

TEST(ToLinearKeys, step_becomes_a_jump_of_the_shortest_length) {
  const Channel step = make_channel(0, ChannelPath::scale, {0, 1}, {1, 1, 1, 2, 2, 2}, Interpolation::step);
  const Channel linear = to_linear_keys(step, {1, 0.25});
  EXPECT_EQ(linear.times_s, (std::vector<double>{0, 0.75, 1}));
  EXPECT_EQ(linear.values, (std::vector<float>{1, 1, 1, 1, 1, 1, 2, 2, 2}));
}

}  // namespace
}  // namespace skelter::test
