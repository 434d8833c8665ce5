// Tests panels with a mouse that tries every position of a column: visibility icons in the tree of frames,
// sliders of the light, rows of lint findings. The effect of a click is read from the viewer's state, so the
// tests are independent of the font.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <tuple>

#include "desktop/internal/desktop_viewer.h"
#include "desktop/internal/headless.h"
#include "desktop/layout.h"
#include "viewer/command/internal/actions.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ::testing::ElementsAre;

// A viewer with panels and a mouse. Frames take no time.
class PanelWindow {
 public:
  PanelWindow(ViewerOptions options, const FrameSize& size) : viewer_(std::move(options)), size_(size) {
    auto run = HeadlessRun::create(viewer_, size);
    EXPECT_TRUE(run.ok()) << to_string(run.error());
    if (run) run_.emplace(std::move(*run));
    for (const char* line : {"pause", "panel timeline off", "show shadow off"}) command(line);
    frames(3);
  }
  void command(const std::string& line) {
    const auto done = viewer().command(line);
    EXPECT_TRUE(done.ok()) << line << ": " << to_string(done.error());
  }
  void frames(int count, const std::vector<InputEvent>& events = {}) {
    for (int i = 0; i < count; ++i)
      ASSERT_TRUE(run_->frame(i == 0 ? events : std::vector<InputEvent>(), 0).ok());
  }
  void click(double x, double y) {
    frames(1, {MouseMoveEvent{x, y}});
    for (const Press press : {Press::down, Press::up})
      frames(1, {MouseButtonEvent{MouseButton::left, press, x, y, {}}});
    frames(1);
  }
  // Clicks along a line downwards, or upwards if `to` is above; after each click `look` returns whether to
  // stop, and the state is restored.
  void click_along(double x, double from, double to, const std::function<bool(double y)>& look) {
    constexpr double kStep = 8;  // half a row
    const ViewerState before = viewer().state();
    for (double part = 0; part <= std::abs(to - from); part += kStep) {
      const double y = from < to ? from + part : from - part;
      click(x, y);
      const bool enough = look(y);
      data().state = before;
      if (enough) return;
    }
  }
  Viewer& viewer() { return viewer_.viewer(); }
  ViewerData& data() { return viewer().data(); }
  Json report() { return Json::parse(viewer().report()); }
  Layout layout() { return layout_of(data(), size_); }
  Image picture() { return run_->picture(); }

 private:
  DesktopViewer viewer_;
  FrameSize size_;
  std::optional<HeadlessRun> run_;
};

class Panels : public ViewerTest {};

// --- lists -----------------------------------------------------------------------------------------------

// Each click on a row shows its file, so clicked rows reveal the scroll position.
TEST_F(Panels, the_list_of_files_scrolls_to_the_file_that_is_shown) {
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) {
    names.push_back("f" + std::to_string(10 + i) + ".x");
    scenes_[names.back()] = test::figure();
    touch(names.back(), "1");
  }
  PanelWindow window(options(names), {640, 600, 1});
  const ViewRectangle browser = window.layout().browser;
  const auto rows = [&] {
    std::set<std::uint32_t> found;
    const std::uint32_t shown = window.viewer().state().active_file;
    window.click_along(browser.x + 60, browser.y + 30, browser.y + 0.4 * browser.height, [&](double) {
      const std::uint32_t file = window.viewer().state().active_file;
      if (file == shown) return false;
      found.insert(file);
      window.frames(2);
      return true;
    });
    return found;
  };
  for (int i = 0; i < 40; ++i) window.command("file next");
  window.frames(3);
  ASSERT_EQ(window.viewer().state().active_file, 40u);
  const std::set<std::uint32_t> late = rows();
  ASSERT_FALSE(late.empty());
  EXPECT_GT(*late.begin(), 20u);
  EXPECT_LT(*late.begin(), 40u);
  window.command("file 0");
  window.frames(3);
  const std::set<std::uint32_t> early = rows();
  ASSERT_FALSE(early.empty());
  EXPECT_LT(*early.begin(), 5u);
}

// --- eyes --------------------------------------------------------------------------------------------------

TEST_F(Panels, every_frame_has_an_eye_that_hides_it_and_shows_it_again) {
  PanelWindow window(options({"a.x"}), {640, 420, 1});
  const ViewRectangle browser = window.layout().browser;
  const double eyes = browser.x + 20, bottom = browser.y + browser.height - 8;
  // Found from the bottom upwards, starting in empty space: Body, Upper, Lower.
  std::vector<std::uint32_t> found;
  std::vector<double> at;
  window.click_along(eyes, bottom, browser.y, [&](double y) {
    const std::vector<std::uint32_t> hidden = window.viewer().state().hidden;
    if (hidden.size() == 1 && (found.empty() || found.back() != hidden[0])) {
      found.push_back(hidden[0]);
      at.push_back(y);
    }
    return found.size() == 3;
  });
  ASSERT_THAT(found, ElementsAre(2, 1, 0));
  window.click(5, 415);  // moves the mouse away, because an icon is brighter under it
  const Image before = window.picture();
  window.click(eyes, at[2]);
  Json report = window.report();
  EXPECT_EQ(report["nodes"][0]["hidden"], true);
  EXPECT_EQ(report["nodes"][1]["hidden"], true) << "it hangs below";
  EXPECT_EQ(report["nodes"][2]["hidden"], false);
  EXPECT_EQ(window.viewer().state().selection.node, kNone) << "an eye chooses nothing";
  // Upper is hidden by itself, while Lower also hides it: it stays hidden when Lower is shown again.
  window.click(eyes, at[1]);
  EXPECT_THAT(window.viewer().state().hidden, ElementsAre(0, 1));
  window.click(eyes, at[2]);
  EXPECT_THAT(window.viewer().state().hidden, ElementsAre(1));
  window.click(eyes, at[1]);
  EXPECT_TRUE(window.viewer().state().hidden.empty());
  window.click(5, 415);
  EXPECT_EQ(window.picture(), before);
  // A click next to the icon still selects by name.
  window.click(eyes + 60, at[1]);
  EXPECT_EQ(window.viewer().state().selection.node, 1u);
  EXPECT_TRUE(window.viewer().state().hidden.empty());
}

TEST_F(Panels, one_button_shows_all_hidden_frames_and_moves_no_row) {
  PanelWindow window(options({"a.x"}), {640, 420, 1});
  window.command("hide Upper");
  window.command("hide Body");
  window.frames(2);
  const ViewRectangle browser = window.layout().browser;
  const double right = browser.x + browser.width - 40;
  bool shown = false;
  window.click_along(right, browser.y + browser.height - 8, browser.y, [&](double) {
    shown = window.viewer().state().hidden.empty();
    return shown;
  });
  EXPECT_TRUE(shown);
}

// --- light -------------------------------------------------------------------------------------------------

// Returns the members of the light that clicks on sliders change.
std::set<std::string> moved_by_sliders(PanelWindow& window) {
  const ViewRectangle inspector = window.layout().inspector;
  const LightState before = window.viewer().state().light;
  std::set<std::string> moved;
  window.click_along(inspector.x + 60, inspector.y + 110, inspector.y + inspector.height - 6, [&](double) {
    const LightState& light = window.viewer().state().light;
    if (light.exposure != before.exposure) moved.insert("exposure");
    if (light.strength != before.strength) moved.insert("strength");
    if (light.environment != before.environment) moved.insert("environment");
    if (light.azimuth_deg != before.azimuth_deg && light.elevation_deg != before.elevation_deg)
      moved.insert("direction");
    if (light == LightState{} && light != before) moved.insert("usual");
    return false;
  });
  return moved;
}

TEST_F(Panels, sliders_set_the_light_and_a_button_resets_it) {
  PanelWindow window(options({"a.x"}), {600, 540, 1});
  EXPECT_EQ(moved_by_sliders(window),
            (std::set<std::string>{"exposure", "strength", "environment", "direction"}));
  window.command("exposure 2");
  window.command("light from 60 30");
  EXPECT_THAT(moved_by_sliders(window), ::testing::Contains("usual"));
}

TEST_F(Panels, lights_that_are_off_cannot_be_moved) {
  SceneLight sun;
  sun.name = "Sun";
  scenes_["a.x"].lights.push_back(sun);
  scenes_["a.x"].nodes[2].light = 0;
  PanelWindow window(options({"a.x"}), {600, 540, 1});
  window.command("lights file");
  EXPECT_EQ(moved_by_sliders(window), (std::set<std::string>{"exposure", "environment"}));
  window.command("lights studio");
  window.command("shading unlit");
  EXPECT_TRUE(moved_by_sliders(window).empty());
}

// Sliders begin at the default position of the light.
TEST_F(Panels, the_default_angles_are_those_of_the_default_light) {
  PanelWindow window(options({"a.x"}), {320, 200, 1});
  for (const char* line : {"panel browser off", "panel inspector off", "look front", "fit"})
    window.command(line);
  window.frames(2);
  const Image usual = window.picture();
  window.command("light from " + std::to_string(LightState::kUsualAzimuth_deg) + " " +
                 std::to_string(LightState::kUsualElevation_deg));
  window.frames(2);
  const Image put = window.picture();
  int most = 0;
  for (std::size_t i = 0; i < usual.rgba.size(); ++i)
    most = std::max(most, std::abs(int{usual.rgba[i]} - int{put.rgba[i]}));
  EXPECT_LE(most, 2) << "of 255: half a degree";
  window.command("light from 60 10");
  window.frames(2);
  EXPECT_NE(window.picture(), usual);
}

// --- check -------------------------------------------------------------------------------------------------

// The lint's message contains the location of a finding; a click on the row goes there.
TEST_F(Panels, a_click_on_a_finding_goes_to_its_clip_time_and_joint) {
  Scene& scene = scenes_["a.x"];
  scene.clips[0].name = "walk cycle";  // ends bent by 90 degrees: a loop with a jump
  PanelWindow window(options({"a.x"}), {980, 560, 1});
  window.command("tab check");
  window.command("clip rise");
  window.command("seek 0.125");
  window.frames(2);
  const ViewRectangle inspector = window.layout().inspector;
  const double left = inspector.x + 40, top = inspector.y + 90, bottom = inspector.y + inspector.height - 6;
  EXPECT_TRUE(window.report()["lint"].is_null());
  window.click_along(left, top, top + 60, [&](double) { return !window.report()["lint"].is_null(); });
  const Json lint = window.report()["lint"];
  ASSERT_FALSE(lint.is_null()) << "no button to check";
  // Clip, time and joint of each row that has them: the rule fails for one clip and only informs about the
  // other.
  using Place = std::tuple<std::string, double, std::string>;
  std::set<Place> expected, gone_to;
  for (const Json& finding : lint) {
    const bool listed = !finding["ok"].get<bool>() || !finding["note"].is_null();
    if (!listed || finding["clip"].is_null() || finding["time_s"].is_null()) continue;
    expected.insert(Place(finding["clip"].get<std::string>(), finding["time_s"].get<double>(),
                          finding["object"].get<std::string>()));
  }
  ASSERT_GE(expected.size(), 2u) << lint;
  // The clicks start at the bottom, because a click on a header hides the rows under it.
  window.click_along(left, bottom, top + 30, [&](double) {
    const Json now = window.report();
    if (!now["selected"]["joint"].is_null())
      gone_to.insert(Place(now["clip"].get<std::string>(), now["time_s"].get<double>(),
                           now["selected"]["joint"].get<std::string>()));
    return false;
  });
  for (const Place& place : expected)
    EXPECT_EQ(gone_to.count(place), 1u) << std::get<0>(place) << " " << std::get<1>(place);
}

}  // namespace
}  // namespace skelter
