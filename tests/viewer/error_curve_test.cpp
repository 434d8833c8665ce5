// The error of joints over time. Upper is higher in the other file by a known amount: 0 at 0 s, 0.2 units at
// 0.5 s, 0 at 1 s, linear between. H is 2 units, displayed as 1800 mm, so 0.2 units are 180 mm; the shown
// clip is compiled and wrong by at most 0.1 mm.
#include "viewer/compare/internal/error_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_parts.h"
#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ::testing::HasSubstr;

class ErrorOverTime : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    scenes_["b.x"].clips[0].channels.push_back(
        test::make_channel(0, ChannelPath::translation, {0, 0.5, 1}, {0, 1, 0, 0, 1.2f, 0, 0, 1, 0}));
  }
  static double expected_mm(double time_s) { return 180 * (1 - std::abs(time_s - 0.5) / 0.5); }
  Json compared(const std::string& script) {
    return after("pause\ncompare file 1\ntab compare\n" + script, {"a.x", "b.x"});
  }
};

TEST_F(ErrorOverTime, the_worst_joint_and_its_time_are_found_and_gone_to) {
  Json state = compared("seek 0.2\nwait 0.1\n");
  Json curve = state["comparison"]["error_curve"];
  EXPECT_EQ(curve["complete"], true);
  EXPECT_EQ(curve["worst_joint"], "Upper");
  EXPECT_NEAR(curve["worst_mm"].get<double>(), 180, 0.1);
  EXPECT_NEAR(curve["worst_time_s"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(state["time_s"], 0.2) << "nobody asked to go there";
  state = compared("seek 0.2\nworst joint\n");
  EXPECT_NEAR(state["time_s"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(state["selected"]["joint"], "Upper");
  EXPECT_NEAR(state["comparison"]["largest_joint_mm"].get<double>(), 180, 0.1);
  state = compared("play\nworst\n");
  EXPECT_EQ(state["selected"]["joint"], "Upper") << "the worst moment of the vertices, and its worst joint";
  EXPECT_EQ(state["state"]["timeline"]["playing"], false);
}

TEST_F(ErrorOverTime, a_time_is_chosen_in_a_script_or_by_a_click_on_the_curve) {
  Json state = compared("worst at 0.3\n");
  EXPECT_NEAR(state["time_s"].get<double>(), 0.25, 1e-9) << "eight moments to a second: four to each key";
  EXPECT_EQ(state["selected"]["joint"], "Upper");
  const Json plot = state["comparison"]["error_curve"]["plot"];
  const double x = plot["x"].get<double>() + 0.76 * plot["width"].get<double>();
  const double y = plot["y"].get<double>() + 0.5 * plot["height"].get<double>();
  state = compared("click " + std::to_string(x) + " " + std::to_string(y) + "\n");
  EXPECT_NEAR(state["time_s"].get<double>(), 0.75, 1e-9);
  EXPECT_EQ(state["selected"]["joint"], "Upper");
}

// Checks the position of the orange curve at some times; the upper edge of the plot is 200 mm.
TEST_F(ErrorOverTime, the_curve_is_drawn_where_the_error_is) {
  const Json plot =
      compared("seek 0\npicture " + path("curve.png") + "\n")["comparison"]["error_curve"]["plot"];
  const Image shown = picture("curve.png");
  const double x = plot["x"], y = plot["y"], width = plot["width"], height = plot["height"];
  EXPECT_NEAR(plot["highest"].get<double>() * 900, 200, 1e-6);
  for (const double time_s : {0.125, 0.3, 0.7}) {
    const auto column = static_cast<std::uint32_t>(x + width * time_s);
    double sum = 0, rows = 0;
    for (auto row = static_cast<std::uint32_t>(y - 3); row < y + height + 3; ++row) {
      const std::uint8_t* c = shown.at(column, row);
      if (c[0] - c[2] < 60) continue;
      sum += row + 0.5;
      ++rows;
    }
    EXPECT_NEAR(200 * (1 - (sum / rows - y) / height), expected_mm(time_s), 200 * 1.5 / height) << time_s;
  }
}

TEST_F(ErrorOverTime, every_time_has_the_distance_of_every_joint) {
  ViewerOptions two = options({"a.x", "b.x"});
  ViewerData data;
  data.options = two;
  ASSERT_TRUE(open_paths(data, two.files).ok());
  data.state.compare = {CompareWith::file, 0, 1, false};
  update_comparison(data);
  complete_error_curve(data);
  const ErrorCurve& curve = data.comparison->curve;
  ASSERT_TRUE(curve.complete());
  EXPECT_EQ(curve.joints, (std::vector<std::uint32_t>{0, 1})) << "Lower and Upper";
  EXPECT_EQ(curve.times_s.front(), 0);
  EXPECT_EQ(curve.times_s.back(), 1);
  for (std::size_t i = 0; i < curve.times_s.size(); ++i) {
    EXPECT_NEAR(curve.distances[i][0] * 900, 0, 0.1);
    EXPECT_NEAR(curve.distances[i][1] * 900, expected_mm(curve.times_s[i]), 0.1) << curve.times_s[i];
  }
}

TEST_F(ErrorOverTime, without_a_comparison_there_is_no_worst_joint) {
  const auto message = [&](const std::string& script) {
    DesktopViewer viewer(options({"a.x"}));
    const auto run = run_script(viewer, script, "s.txt");
    return run.ok() ? std::string("no error") : to_string(run.error());
  };
  EXPECT_EQ(message("worst joint\n"),
            "s.txt:1: worst: \"joint\" is not known; expected a comparison with a clip that plays");
  EXPECT_EQ(message("compare compiled\nworst of all\n"),
            "s.txt:2: worst: \"of all\" is not known; expected nothing, joint or at SECONDS");
}

}  // namespace
}  // namespace skelter
