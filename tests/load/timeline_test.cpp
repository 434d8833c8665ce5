#include "load/internal/timeline.h"

#include <gtest/gtest.h>

namespace skelter::test {
namespace {

Timeline timeline(double time_s, Loop loop, bool backward = false) {
  Timeline t;
  t.time_s = time_s;
  t.loop = loop;
  t.backward = backward;
  return t;
}

// The state half a second later, in a clip of 2 s.
TEST(Timeline, the_end_of_a_clip_follows_its_loop_mode) {
  struct Case {
    Loop loop;
    bool backward;
    double from_s, to_s;
    bool plays_on, backward_then;
  };
  for (const Case& c :
       {Case{Loop::loop, false, 1.75, 0.25, true, false}, Case{Loop::loop, false, 1.5, 0, true, false},
        Case{Loop::loop, true, 0.25, 1.75, true, true}, Case{Loop::once, false, 1.75, 2, false, false},
        Case{Loop::once, false, 1.25, 1.75, true, false}, Case{Loop::once, true, 0.25, 0, false, true},
        Case{Loop::pingpong, false, 1.75, 1.75, true, true},
        Case{Loop::pingpong, true, 0.25, 0.25, true, false},
        Case{Loop::pingpong, true, 1.5, 1, true, true}}) {
    Timeline t = timeline(c.from_s, c.loop, c.backward);
    t.advance(0.5, 2);
    EXPECT_DOUBLE_EQ(t.time_s, c.to_s) << int(c.loop) << " from " << c.from_s;
    EXPECT_EQ(t.playing, c.plays_on);
    EXPECT_EQ(t.backward, c.backward_then);
  }
}

TEST(Timeline, speed_scales_time_and_a_pause_stops_it) {
  Timeline t = timeline(0, Loop::loop);
  t.speed = 0.01;
  t.advance(1, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.01);
  t.speed = 10;
  t.advance(0.125, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 1.26);
  t.playing = false;
  t.advance(1, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 1.26);
}

TEST(Timeline, only_the_range_plays) {
  Timeline t = timeline(0, Loop::loop);
  t.from_s = 0.5;
  t.to_s = 1;
  t.advance(0.25, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.75);
  t.advance(0.375, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.625);
  const PlayRange turned = Timeline{.from_s = 1.5, .to_s = 0.5}.range(1);
  EXPECT_EQ(turned.from_s, 0.5);
  EXPECT_EQ(turned.to_s, 1) << "a range beyond the clip ends with it";
}

TEST(Timeline, a_clip_without_length_does_not_move) {
  Timeline t = timeline(0, Loop::pingpong);
  t.advance(0.5, 0);
  EXPECT_EQ(t.time_s, 0);
  EXPECT_TRUE(t.playing);
}

TEST(Timeline, without_an_end_time_continues_from_the_last_step) {
  Timeline t;
  t.speed = 2;
  t.advance(0.25);
  EXPECT_EQ(t.time_s, 0.5);
  t.step(-0.75);
  EXPECT_FALSE(t.playing);
  t.advance(1);
  EXPECT_EQ(t.time_s, -0.25);
  t.playing = true;
  t.advance(0.25);
  EXPECT_EQ(t.time_s, 0.25);
}

}  // namespace
}  // namespace skelter::test
