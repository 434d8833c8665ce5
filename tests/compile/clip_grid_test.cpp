#include "compile/build_clip/clip_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace skelter {
namespace {

// For a channel with one key at each of the times.
double detect_sample_rate(const std::vector<double>& times_s, double ticks_per_second) {
  return skelter::detect_sample_rate(key_times(times_s), ticks_per_second);
}
double highest_useful_rate(const std::vector<double>& times_s) {
  return skelter::highest_useful_rate(key_times(times_s));
}

std::vector<double> keys_at(double rate_hz, int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(i / rate_hz);
  return times;
}

TEST(key_times, counts_keys_by_time_and_adds_up) {
  const KeyTimes once = key_times({0.5, 0, 2, 0.5}), more = key_times({2, 3});
  EXPECT_EQ(once.times_s, (std::vector<double>{0, 0.5, 2}));
  EXPECT_EQ(once.keys, (std::vector<std::size_t>{1, 2, 1}));
  const KeyTimes both = merged(once, more);
  EXPECT_EQ(both.times_s, (std::vector<double>{0, 0.5, 2, 3}));
  EXPECT_EQ(both.keys, (std::vector<std::size_t>{1, 2, 2, 1}));
}

TEST(detect_sample_rate, finds_the_rate_of_dense_keys) {
  for (const double rate : {10.0, 12.5, 15.0, 24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 120.0})
    EXPECT_EQ(detect_sample_rate(keys_at(rate, 40), 0), rate);
  // Rates that are not listed are derived from the ticks or from the distance between keys.
  EXPECT_NEAR(detect_sample_rate(keys_at(4800 / 70.0, 40), 4800), 4800 / 70.0, 1e-9);
  EXPECT_NEAR(detect_sample_rate(keys_at(29.97, 40), 0), 29.97, 1e-9);
  EXPECT_NEAR(detect_sample_rate(keys_at(4800, 40), 4800), 4800, 1e-9);
}

// 3,000 keys at the squares of 0, 1, 2, ... hundredths of a second, spread over a day. They lie on no grid,
// and typical gaps are shorter than a minute. The result is 12,000 frames over 89,940.01 s.
TEST(detect_sample_rate, returns_few_frames_between_keys_far_apart) {
  std::vector<double> times;
  for (int key = 0; key < 3000; ++key) times.push_back(0.01 * key * key + 0.003 * (key % 7));
  const double last_s = 0.01 * 2999 * 2999 + 0.003 * (2999 % 7);
  EXPECT_NEAR(highest_useful_rate(times), 12'000 / last_s, 1e-9);
  EXPECT_LE(detect_sample_rate(times, 0), 12'000 / last_s * (1 + 1e-12));
  EXPECT_NEAR(highest_useful_rate({0, 5}), 10'000 / 5.0, 1e-9);
  EXPECT_EQ(highest_useful_rate({}), std::numeric_limits<double>::infinity());
}

TEST(detect_sample_rate, finds_24_hz_where_some_joints_have_fewer_keys) {
  std::vector<double> times = keys_at(24, 25);
  for (const double t : keys_at(8, 9)) times.push_back(t);
  times.push_back(0);
  times.push_back(1);
  EXPECT_EQ(detect_sample_rate(times, 0), 24);
}

TEST(detect_sample_rate, tolerates_times_rounded_to_floats_and_a_few_stray_keys) {
  std::vector<double> times;
  for (const double t : keys_at(24, 200)) times.push_back(static_cast<float>(t));
  times.push_back(1.2345);
  times.push_back(3.3333);
  EXPECT_EQ(detect_sample_rate(times, 0), 24);
}

TEST(detect_sample_rate, needs_no_more_samples_than_there_are_keys) {
  EXPECT_EQ(detect_sample_rate({0, 2}, 0), 0.5);
  EXPECT_EQ(detect_sample_rate({0, 1, 2, 3}, 0), 1);
  EXPECT_NEAR(detect_sample_rate({0, 0.37}, 0), 1 / 0.37, 1e-9);
}

TEST(detect_sample_rate, has_a_rate_without_keys_and_without_a_grid) {
  EXPECT_EQ(detect_sample_rate({}, 0), 30);
  EXPECT_EQ(detect_sample_rate({0, 0}, 4800), 30);
  const double stray = detect_sample_rate({0, 0.11, 0.237, 0.561, 0.877, 1.003}, 0);
  EXPECT_GT(stray, 1);
  EXPECT_LE(stray, 60);
}

TEST(frame_times, end_exactly_at_the_duration) {
  EXPECT_EQ(frame_times(0, 30), std::vector<double>{0});
  EXPECT_EQ(frame_times(0.01, 30), (std::vector<double>{0, 0.01}));
  EXPECT_EQ(frame_times(1, 4), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(frame_times(1.1, 4), (std::vector<double>{0, 0.25, 0.5, 0.75, 1, 1.1}));
  // As a float, 13.2333 s is not exactly 397 intervals.
  const std::vector<double> rounded = frame_times(13.2333333, 30);
  EXPECT_EQ(rounded.size(), 398u);
  EXPECT_EQ(rounded.back(), 13.2333333);
}

}  // namespace
}  // namespace skelter
