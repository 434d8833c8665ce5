// The curves of track weights. The position of a curve in the image is compared with the straight line of a
// linear fade, in the plot rectangle given by the report.
#include <gtest/gtest.h>

#include <cmath>

#include "viewer/playing/weight_history.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

class WeightCurves : public ViewerTest {
 protected:
  // Returns the mean height of a track's curve at a time, as a weight; track 0 is blue, and track 1 orange.
  static double seen(const Image& picture, const Json& plot, double time_s, int track) {
    const double x = plot["x"], y = plot["y"], width = plot["width"], height = plot["height"];
    const double from_s = plot["from_s"], to_s = plot["to_s"];
    const auto column = static_cast<std::uint32_t>(x + width * (time_s - from_s) / (to_s - from_s));
    double sum = 0, rows = 0;
    for (auto row = static_cast<std::uint32_t>(y - 3); row < y + height + 3; ++row) {
      const std::uint8_t* c = picture.at(column, row);
      if ((track == 0 ? c[2] - c[0] : c[0] - c[2]) < 45) continue;
      sum += row + 0.5;
      ++rows;
    }
    return 1 - (sum / rows - y) / height;
  }
};

TEST_F(WeightCurves, a_linear_fade_is_a_straight_line_before_and_after_now) {
  const std::string size = "resize 1280 720\n";
  const std::string begin = size + "clip bend\npause\ncrossfade rise 2 linear\n";
  Json plot = after(begin + "picture " + path("planned.png") + "\n")["weight_curves"];
  EXPECT_EQ(plot["from_s"], 0);
  EXPECT_EQ(plot["to_s"], 9);
  EXPECT_EQ(plot["highest"], 1);
  const double pixel = 1.5 / plot["height"].get<double>();
  Image shown = picture("planned.png");
  for (const double time_s : {0.4, 1.3, 1.8}) {
    EXPECT_NEAR(seen(shown, plot, time_s, 0), 1 - time_s / 2, pixel) << time_s;
    EXPECT_NEAR(seen(shown, plot, time_s, 1), time_s / 2, pixel) << time_s;
  }
  EXPECT_NEAR(seen(shown, plot, 1, 1), 0.5, pixel) << "both are at a half in the middle";
  EXPECT_NEAR(seen(shown, plot, 2.7, 1), 1, pixel) << "and stay where the fade ends";
  // One second later, the first half is in the past.
  plot = after(begin + "play\nwait 1.15\npause\npicture " + path("half.png") + "\n")["weight_curves"];
  shown = picture("half.png");
  for (const double time_s : {0.4, 0.7, 1.5}) {
    EXPECT_NEAR(seen(shown, plot, time_s, 0), 1 - time_s / 2, pixel) << time_s;
    EXPECT_NEAR(seen(shown, plot, time_s, 1), time_s / 2, pixel) << time_s;
  }
}

TEST_F(WeightCurves, the_last_six_seconds_and_the_next_three_are_shown) {
  const Json state = after("track 1 weight 2\nskip 10\npause\n");
  const double now_s = state["state"]["mix"]["time_s"];
  EXPECT_GT(now_s, 10);
  EXPECT_EQ(state["weight_curves"]["from_s"], now_s - 6);
  EXPECT_EQ(state["weight_curves"]["to_s"], now_s + 3);
  EXPECT_EQ(state["weight_curves"]["highest"], 2);
  EXPECT_TRUE(after("track 1 weight 2\nmix off\n")["weight_curves"].is_null());
}

TEST_F(WeightCurves, the_history_keeps_what_was_shown_and_restarts_with_another_mix) {
  WeightHistory history;
  MixState mix;
  mix.tracks.resize(2);
  mix.tracks[1].enabled = false;
  for (mix.time_s = 0; mix.time_s <= 10; ++mix.time_s) history.record(mix);
  mix.time_s = 10;
  mix.tracks[0].weight = 0.25;
  history.record(mix);
  ASSERT_EQ(history.moments().size(), 8u) << "4 to 10 s, and one before";
  EXPECT_EQ(history.moments().front().time_s, 3);
  EXPECT_EQ(history.moments().back().weights, (std::vector<double>{0.25, 0}));
  mix.time_s = 1;
  history.record(mix);
  EXPECT_EQ(history.moments().size(), 1u);
}

}  // namespace
}  // namespace skelter
