#include "formats/x/read/tick_rate.h"

#include <gtest/gtest.h>

namespace skelter::x {
namespace {

// Adds a clip with one channel that has these key times.
void add_clip(Scene& scene, std::optional<double> rate, std::vector<double> times_s) {
  Clip clip;
  clip.ticks_per_second = rate;
  clip.targets = {{"Root", kNone, {}}};
  clip.channels.resize(1);
  clip.channels[0].values.assign(times_s.size() * 3, 0.0f);
  clip.duration_s = times_s.empty() ? 0 : times_s.back();
  clip.channels[0].times_s = std::move(times_s);
  scene.clips.push_back(clip);
}

TEST(TickRate, is_the_clips_own_where_it_fits) {
  Scene scene;
  add_clip(scene, 24, {0, 1 / 24.0, 7 / 24.0});
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.per_second, 24u);
  EXPECT_EQ(rate.largest_error_s, 0);
  EXPECT_EQ(rate.tick(7 / 24.0), 7u);
}

TEST(TickRate, is_a_common_multiple_where_clips_differ) {
  Scene scene;
  add_clip(scene, 24, {1 / 24.0});
  add_clip(scene, 30, {1 / 30.0});
  EXPECT_EQ(choose_tick_rate(scene).per_second, 120u);
}

TEST(TickRate, is_a_whole_multiple_of_a_broken_rate) {
  Scene scene;
  add_clip(scene, 24.5, {1 / 24.5, 2 / 24.5});
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.per_second, 49u);
  EXPECT_EQ(rate.tick(2 / 24.5), 4u);
}

TEST(TickRate, takes_d3dx_default_for_usual_frame_rates_kept_as_floats) {
  Scene scene;
  std::vector<double> times_s;
  for (int frame = 0; frame < 1000; ++frame) times_s.push_back(static_cast<float>(frame) / 30.0f);
  add_clip(scene, std::nullopt, times_s);
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.per_second, 4800u);
  EXPECT_EQ(rate.tick(static_cast<float>(999) / 30.0f), 999u * 160u);
  EXPECT_EQ(rate.largest_error_s, 0);
}

TEST(TickRate, reports_how_far_times_move_that_fit_no_rate) {
  Scene scene;
  add_clip(scene, std::nullopt, {0, 0.1234567891, 1.0});
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.per_second, 1000000u);
  EXPECT_NEAR(rate.largest_error_s, 0.0000002109, 1e-12);  // the difference between 0.1234567891 and 0.123457
}

TEST(TickRate, stays_within_32_bits_for_long_clips) {
  Scene scene;
  add_clip(scene, std::nullopt, {0.1234567891, 100000.0});
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.per_second, 42949u);  // 4294967295 / 100000
  EXPECT_GT(rate.largest_error_s, 0);
}

TEST(TickRate, counts_negative_times_as_moved_to_zero) {
  Scene scene;
  add_clip(scene, 30, {-0.5, 0});
  const TickRate rate = choose_tick_rate(scene);
  EXPECT_EQ(rate.tick(-0.5), 0u);
  EXPECT_DOUBLE_EQ(rate.largest_error_s, 0.5);
}

}  // namespace
}  // namespace skelter::x
