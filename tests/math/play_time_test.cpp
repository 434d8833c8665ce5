#include "skelter/math/play_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace skelter {
namespace {

void expect_folded(double time_s, double duration_s, Loop loop, std::int64_t cycle, double in_cycle_s) {
  const PlayTime folded = fold_time(time_s, duration_s, loop);
  EXPECT_EQ(folded.cycle, cycle) << time_s;
  EXPECT_EQ(folded.in_cycle_s, in_cycle_s) << time_s;
}

TEST(PlayTime, once_waits_at_both_ends) {
  for (const Loop loop : {Loop::once, Loop::as_made}) {
    expect_folded(-3, 2, loop, 0, 0);
    expect_folded(0.5, 2, loop, 0, 0.5);
    expect_folded(2, 2, loop, 0, 2);
    expect_folded(HUGE_VAL, 2, loop, 0, 2);
    expect_folded(-HUGE_VAL, 2, loop, 0, 0);
  }
}

TEST(PlayTime, in_loops_whole_cycles_are_taken_away) {
  expect_folded(0, 2, Loop::loop, 0, 0);
  expect_folded(0.5, 2, Loop::loop, 0, 0.5);
  expect_folded(2, 2, Loop::loop, 1, 0);
  expect_folded(7, 2, Loop::loop, 3, 1);
  expect_folded(-0.5, 2, Loop::loop, -1, 1.5);
  expect_folded(-4, 2, Loop::loop, -2, 0);
  expect_folded(1e9 + 0.25, 0.5, Loop::loop, 2'000'000'000, 0.25);  // doubles preserve the fraction
}

TEST(PlayTime, there_and_back_again_odd_cycles_go_back) {
  expect_folded(0.5, 2, Loop::pingpong, 0, 0.5);
  expect_folded(2, 2, Loop::pingpong, 1, 2);
  expect_folded(2.5, 2, Loop::pingpong, 1, 1.5);
  expect_folded(4, 2, Loop::pingpong, 2, 0);
  expect_folded(4.25, 2, Loop::pingpong, 2, 0.25);
  expect_folded(-0.5, 2, Loop::pingpong, -1, 0.5);
  expect_folded(-3.5, 2, Loop::pingpong, -2, 0.5);
}

// With 0.7f stored as a double, the quotient for a time just below a seam may round up to an integer.
TEST(PlayTime, times_next_to_a_seam_are_in_the_right_cycle) {
  const double duration_s = 0.7f;
  for (std::int64_t cycle = -3000; cycle <= 3000; ++cycle) {
    const double seam_s = static_cast<double>(cycle) * duration_s;
    expect_folded(seam_s, duration_s, Loop::loop, cycle, 0);
    const PlayTime before = fold_time(std::nextafter(seam_s, -1e9), duration_s, Loop::loop);
    EXPECT_EQ(before.cycle, cycle - 1);
    EXPECT_NEAR(before.in_cycle_s, duration_s, 1e-12);
    EXPECT_LE(before.in_cycle_s, duration_s);
  }
}

TEST(PlayTime, times_outside_any_cycle_are_at_0) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Loop loop : {Loop::as_made, Loop::once, Loop::loop, Loop::pingpong}) {
    expect_folded(nan, 2, loop, 0, 0);
    for (const double duration_s : {0.0, -1.0, nan}) expect_folded(5, duration_s, loop, 0, 0);
  }
  for (const Loop loop : {Loop::loop, Loop::pingpong})
    for (const double time_s : {HUGE_VAL, -HUGE_VAL, 1e300, -1e300}) expect_folded(time_s, 2, loop, 0, 0);
}

}  // namespace
}  // namespace skelter
