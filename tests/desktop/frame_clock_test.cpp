#include "desktop/internal/frame_clock.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(FrameClock, steps_are_differences_and_the_first_is_0) {
  FrameClock clock;
  EXPECT_EQ(clock.step_s(100), 0);
  EXPECT_EQ(clock.step_s(100.125), 0.125);
  EXPECT_EQ(clock.step_s(100.25), 0.125);
}

TEST(FrameClock, a_stall_plays_a_quarter_of_a_second_and_is_dropped) {
  FrameClock clock;
  clock.step_s(0);
  EXPECT_EQ(clock.step_s(60), 0.25);
  EXPECT_EQ(clock.step_s(60.0625), 0.0625);
}

// C-47: the limit can be changed.
TEST(FrameClock, another_longest_step_is_kept) {
  FrameClock shorter(0.1), longer(2);
  shorter.step_s(0);
  longer.step_s(0);
  EXPECT_EQ(shorter.step_s(60), 0.1);
  EXPECT_EQ(longer.step_s(60), 2);
  EXPECT_EQ(longer.step_s(61.5), 1.5);
}

// T-24: a 32-bit clock would jump back by 24.86 or 49.71 days within these frames.
TEST(FrameClock, steps_stay_the_same_after_24_and_49_days) {
  for (const double wrap_s : {2147483.648, 4294967.296}) {
    FrameClock clock;
    clock.step_s(wrap_s - 0.0625);
    for (int frame = -3; frame <= 4; ++frame)
      EXPECT_NEAR(clock.step_s(wrap_s + frame / 64.0), 1 / 64.0, 1e-8) << frame;
  }
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
