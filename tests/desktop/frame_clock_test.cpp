#include "desktop/internal/frame_clock.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(FrameClock, steps_are_differences_and_the_first_is_nothing) {
  FrameClock clock;
  EXPECT_EQ(clock.step_s(100), 0);
  EXPECT_EQ(clock.step_s(100.125), 0.125);
  EXPECT_EQ(clock.step_s(100.25), 0.125);
}

TEST(FrameClock, a_stall_plays_a_quarter_of_a_second_and_is_forgotten) {
  FrameClock clock;
  clock.step_s(0);
  EXPECT_EQ(clock.step_s(60), 0.25);
  EXPECT_EQ(clock.step_s(60.0625), 0.0625);
}

TEST(FrameClock, no_time_passes_while_it_is_paused) {
  FrameClock clock;
  clock.step_s(0);
  clock.pause();
  EXPECT_EQ(clock.step_s(60), 0);
  EXPECT_EQ(clock.step_s(60.125), 0.125);
}

TEST(FrameClock, a_clock_that_goes_back_plays_nothing) {
  FrameClock clock;
  clock.step_s(5);
  EXPECT_EQ(clock.step_s(4), 0);
  EXPECT_EQ(clock.step_s(4.125), 0.125);
}

}  // namespace
}  // namespace skelter
