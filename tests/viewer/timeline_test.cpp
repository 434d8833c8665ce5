#include "viewer/playing/internal/timeline.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "viewer/state/state_json.h"

#include "viewer/figures.h"

namespace skelter {
namespace {

TEST(ViewerTimeline, frame_steps_land_on_frames_and_pause) {
  Timeline t;
  t.time_s = 0.26;  // between frames 2 and 3 of 10 per second
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

TEST(ViewerTimeline, keys_are_marked_once_each) {
  const Scene scene = test::figure();
  EXPECT_THAT(key_times(scene.clips[0]), ::testing::ElementsAre(0, 0.5, 1));
  EXPECT_THAT(key_times(scene.clips[0], 1), ::testing::ElementsAre(0, 0.5, 1));
  EXPECT_TRUE(key_times(scene.clips[0], 0).empty()) << "Lower has no keys";
  Clip both = scene.clips[0];
  both.channels.push_back(test::make_channel(0, ChannelPath::translation, {0.5, 0.75}, {0, 0, 0, 0, 0, 0}));
  EXPECT_THAT(key_times(both), ::testing::ElementsAre(0, 0.5, 0.75, 1));
}

TEST(ViewerTimeline, the_rate_is_that_of_the_keys) {
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
