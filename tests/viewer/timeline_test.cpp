#include "viewer/internal/timeline.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "viewer/state_json.h"

#include "viewer/figures.h"

namespace skelter {
namespace {

Timeline timeline(double time_s, LoopMode loop, bool backward = false) {
  Timeline t;
  t.time_s = time_s;
  t.loop = loop;
  t.backward = backward;
  return t;
}

// A clip of 2 s; where half a second more leads.
TEST(Timeline, the_end_of_a_clip_is_met_as_its_loop_mode_says) {
  struct Case {
    LoopMode loop;
    bool backward;
    double from_s, to_s;
    bool plays_on, backward_then;
  };
  for (const Case& c :
       {Case{LoopMode::loop, false, 1.75, 0.25, true, false},
        Case{LoopMode::loop, false, 1.5, 0, true, false}, Case{LoopMode::loop, true, 0.25, 1.75, true, true},
        Case{LoopMode::once, false, 1.75, 2, false, false},
        Case{LoopMode::once, false, 1.25, 1.75, true, false},
        Case{LoopMode::once, true, 0.25, 0, false, true},
        Case{LoopMode::pingpong, false, 1.75, 1.75, true, true},
        Case{LoopMode::pingpong, true, 0.25, 0.25, true, false},
        Case{LoopMode::pingpong, true, 1.5, 1, true, true}}) {
    Timeline t = timeline(c.from_s, c.loop, c.backward);
    advance(t, 0.5, 2);
    EXPECT_DOUBLE_EQ(t.time_s, c.to_s) << to_text(c.loop) << " from " << c.from_s;
    EXPECT_EQ(t.playing, c.plays_on);
    EXPECT_EQ(t.backward, c.backward_then);
  }
}

TEST(Timeline, speed_stretches_time_and_a_pause_stops_it) {
  Timeline t = timeline(0, LoopMode::loop);
  t.speed = 0.01;
  advance(t, 1, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.01);
  t.speed = 10;
  advance(t, 0.125, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 1.26);
  t.playing = false;
  advance(t, 1, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 1.26);
}

TEST(Timeline, only_the_range_plays) {
  Timeline t = timeline(0, LoopMode::loop);
  t.from_s = 0.5;
  t.to_s = 1;
  advance(t, 0.25, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.75);
  advance(t, 0.375, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.625);
  const PlayRange turned = play_range({.from_s = 1.5, .to_s = 0.5}, 1);
  EXPECT_EQ(turned.from_s, 0.5);
  EXPECT_EQ(turned.to_s, 1) << "a range beyond the clip ends with it";
}

TEST(Timeline, a_clip_without_length_stands_still) {
  Timeline t = timeline(0, LoopMode::pingpong);
  advance(t, 0.5, 0);
  EXPECT_EQ(t.time_s, 0);
  EXPECT_TRUE(t.playing);
}

TEST(Timeline, frame_steps_land_on_frames_and_pause) {
  Timeline t = timeline(0.26, LoopMode::loop);  // between frames 2 and 3 of 10 per second
  step_frames(t, 1, 10, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.3);
  EXPECT_FALSE(t.playing);
  step_frames(t, 1, 10, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.4);
  step_frames(t, -1, 10, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.3);
  t.time_s = 0.26;
  step_frames(t, -1, 10, 2);
  EXPECT_DOUBLE_EQ(t.time_s, 0.2);
  step_frames(t, -10, 10, 2);
  EXPECT_EQ(t.time_s, 0);
}

TEST(Timeline, keys_are_marked_once_each) {
  const Scene scene = test::figure();
  EXPECT_THAT(key_times(scene.clips[0]), ::testing::ElementsAre(0, 0.5, 1));
  EXPECT_THAT(key_times(scene.clips[0], 1), ::testing::ElementsAre(0, 0.5, 1));
  EXPECT_TRUE(key_times(scene.clips[0], 0).empty()) << "Lower has no keys";
  Clip both = scene.clips[0];
  both.channels.push_back(test::make_channel(0, ChannelPath::translation, {0.5, 0.75}, {0, 0, 0, 0, 0, 0}));
  EXPECT_THAT(key_times(both), ::testing::ElementsAre(0, 0.5, 0.75, 1));
}

TEST(Timeline, the_rate_is_that_of_the_keys) {
  const auto rate = [](const std::vector<double>& times) {
    Clip clip;
    clip.targets.push_back({"a", 0, {}});
    clip.channels.push_back(
        test::make_channel(0, ChannelPath::translation, times, std::vector<float>(3 * times.size())));
    return frames_per_second(clip);
  };
  EXPECT_EQ(rate({0, 1.0 / 24, 2.0 / 24}), 24);
  EXPECT_EQ(rate({0, 0.033, 0.067, 0.1}), 30) << "milliseconds beside the frames";
  EXPECT_EQ(rate({0}), 30) << "no grid";
  EXPECT_EQ(rate({0, 0.001}), 30) << "1000 per second is no frame rate";
  EXPECT_EQ(rate({0, 0.5}), 2);
}

}  // namespace
}  // namespace skelter
