// The test model while a graph plays: inertialized switches, also after going back; videos. Angles and
// heights are worked out by hand from the polynomials of rule "inertialization" in docs/graph.md (D. Bollo,
// GDC 2018).
#include "viewer/graph/graph_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "viewer/graph_fixture.h"

namespace skelter {
namespace {

// "low" plays bend: Upper rotates about z by 90 degrees per second. "high" plays rise: Upper moves up from 1
// by 4 units per second. The switch takes 0.2 s and is inertialized.
constexpr const char* kInertialized = R"({
  "skelter_graph": 1,
  "parameters": { "up": { "type": "bool" }, "other": { "type": "float" } },
  "layers": [
    { "name": "body", "motion": { "machine": { "entry": "low", "states": {
      "low":  { "motion": { "clip": "bend", "loop": true },
                "transitions": [ { "to": "high", "when": "up", "fade_s": 0.2, "kind": "inertialize" PROFILE } ] },
      "high": { "motion": { "clip": "rise", "loop": true },
                "transitions": [ { "to": "low", "when": "other > 5" } ] }
    } } } }
  ] PROFILES
}
)";

std::string inertialized(const std::string& profile = "", const std::string& profiles = "") {
  std::string text = kInertialized;
  text.replace(text.find(" PROFILES"), 9, profiles);
  text.replace(text.find(" PROFILE"), 8, profile);
  return text;
}

class GraphPoseTest : public GraphViewerTest {
 protected:
  void SetUp() override {
    GraphViewerTest::SetUp();
    touch("figure.graph.json", inertialized());
  }
  Json report_after(const std::string& script) {
    DesktopViewer viewer(with_graph());
    const auto run = run_script(viewer, "pause\nselect Upper\n" + script, "test.script", {320, 200, 1});
    EXPECT_TRUE(run.ok()) << to_string(run.error());
    return Json::parse(viewer.viewer().report());
  }
  static double angle_deg(const Json& report) {
    const Json& turn = report["selected"]["rotation"];  // a rotation about z only
    return 2 * std::atan2(turn[2].get<double>(), turn[3].get<double>()) * 180 / 3.14159265358979323846;
  }
  static double height(const Json& report) { return report["selected"]["position"][1]; }
};

constexpr const char* kSwitch = "graph step 30\ngraph set up true\ngraph step ";

// After half a second of bend, the angle is 45 degrees and its speed 90 degrees per second. At time u * 0.2
// s, the offset from the angle is 45 (1 - u^3 (10 - u (15 - 6 u))), plus 90 * 0.2 u (1 - u^2 (6 - u (8 - 3
// u))) from its speed; the lead of rise is -4 units per second and decays in the same way.
TEST_F(GraphPoseTest, an_inertialized_switch_shows_a_decaying_difference) {
  const Json half = report_after(std::string(kSwitch) + "6\n");
  EXPECT_EQ(half["path"], "runtime");
  // Both differences grow at the switch, so their initial speed is set to 0.
  EXPECT_NEAR(angle_deg(half), 45 * 0.5, 0.3) << "degrees; a cross-fade: 27";
  EXPECT_NEAR(height(half), 1 + 4 * 0.1, 0.01) << "a cross-fade: 1.2";
  EXPECT_EQ(half["graph"]["frame"]["inertialized"], true);
  const Json later = report_after(std::string(kSwitch) + "9\n");
  EXPECT_NEAR(angle_deg(later), 45 * 0.1035156, 0.3) << "a cross-fade: about 9";
  const Json over = report_after(std::string(kSwitch) + "13\n");
  EXPECT_NEAR(angle_deg(over), 0, 0.1);
  EXPECT_EQ(over["graph"]["frame"]["inertialized"], false);
}

// Joints in the profile fade at 4 times the rate: the fade is over after 0.05 s.
TEST_F(GraphPoseTest, a_profile_of_the_file_sets_how_fast_joints_fade) {
  touch("figure.graph.json",
        inertialized(", \"profile\": \"fast\"",
                     ", \"profiles\": { \"fast\": { \"default\": 1, \"joints\": { \"Upper\": 4 } } }"));
  const Json early = report_after(std::string(kSwitch) + "2\n");
  EXPECT_EQ(early["graph"]["diagnostics"].size(), 0u) << early["graph"]["diagnostics"];
  EXPECT_GT(angle_deg(early), 1);
  EXPECT_NEAR(angle_deg(report_after(std::string(kSwitch) + "3\n")), 0, 0.1);
}

TEST_F(GraphPoseTest, going_back_shows_the_same_pose) {
  const std::string play = std::string(kSwitch) + "6\n";
  const Json there = report_after(play)["selected"];
  EXPECT_EQ(report_after(play + "graph step 20\ngraph step -20\n")["selected"], there);
  EXPECT_EQ(report_after(play + "graph step -20\ngraph step 20\n")["selected"], there);
}

// A new branch from the middle of a switch begins with the shown pose, like a run with these inputs from the
// start.
TEST_F(GraphPoseTest, another_course_from_within_a_switch_continues_without_a_jump) {
  const std::string change = "graph set other 1\ngraph step 3\n";
  const Json direct = report_after(std::string(kSwitch) + "6\n" + change);
  const Json branch = report_after(std::string(kSwitch) + "20\ngraph step -14\n" + change);
  EXPECT_EQ(branch["graph"]["frame"]["block"], direct["graph"]["frame"]["block"]);
  EXPECT_EQ(branch["selected"], direct["selected"]);
  EXPECT_EQ(branch["graph"]["frame"]["inertialized"], true);
  EXPECT_GT(angle_deg(branch), 2);
}

// --- videos ------------------------------------------------------------------------------------------------

int difference(const Image& a, const Image& b) {
  int most = a.rgba.size() == b.rgba.size() ? 0 : 255;
  for (std::size_t i = 0; most < 255 && i < a.rgba.size(); ++i)
    most = std::max(most, std::abs(int{a.rgba[i]} - int{b.rgba[i]}));
  return most;
}

class GraphFilm : public GraphPoseTest {};

TEST_F(GraphFilm, shows_the_graph_continue_from_the_shown_frame_and_leaves_it_there) {
  const Json after_film = report_after(std::string(kSwitch) + "6\nexport " + path("film.##.png") +
                                       " 64x48 fps 10 from 0.6 to 1\n");
  EXPECT_EQ(after_film["graph"]["recording"]["frames"], 37) << "the film plays for itself";
  EXPECT_EQ(after_film["graph"]["recording"]["shown"], 36);
  // The same times, shown one by one.
  for (int i = 0; i < 4; ++i) {
    const std::string still = "still" + std::to_string(i) + ".png";
    (void)report_after(std::string(kSwitch) + std::to_string(6 + 6 * i) + "\nexport " + path(still) +
                       " 64x48\n");
    const std::string frame = "film.0" + std::to_string(i) + ".png";
    ASSERT_TRUE(std::filesystem::exists(path(frame))) << frame;
    EXPECT_LE(difference(picture(frame), picture(still)), 8) << frame;
  }
  EXPECT_GT(difference(picture("film.00.png"), picture("film.03.png")), 40);
}

TEST_F(GraphFilm, of_the_past_shows_the_recording) {
  (void)report_after(std::string(kSwitch) + "20\nexport " + path("film.##.png") +
                     " 64x48 fps 10 from 0 to 0.6\ngraph seek 0\nexport " + path("still.png") + " 64x48\n");
  EXPECT_LE(difference(picture("film.00.png"), picture("still.png")), 2);
  EXPECT_GT(difference(picture("film.05.png"), picture("still.png")), 40);
}

// Pending parameters are used: the video shows the branch that the next frame would take.
TEST_F(GraphFilm, plays_with_the_current_parameters) {
  (void)report_after("graph step 30\nexport " + path("low.##.png") + " 64x48 fps 10 to 0.9\n" +
                     "graph set up true\nexport " + path("high.##.png") + " 64x48 fps 10 to 0.9\n");
  EXPECT_LE(difference(picture("low.00.png"), picture("high.00.png")), 2);
  EXPECT_GT(difference(picture("low.03.png"), picture("high.03.png")), 40);
}

TEST_F(GraphFilm, without_a_readable_graph_is_refused) {
  touch("figure.graph.json", "{}");
  DesktopViewer viewer(with_graph());
  const auto run = run_script(viewer, "pause\nexport " + path("film.gif") + " 64x48\n", "test.script");
  ASSERT_TRUE(run.ok()) << to_string(run.error());
  const Json messages = Json::parse(viewer.viewer().report())["messages"];
  EXPECT_THAT(messages.back().get<std::string>(), ::testing::HasSubstr("no graph plays"));
  EXPECT_FALSE(std::filesystem::exists(path("film.gif")));
}

}  // namespace
}  // namespace skelter
