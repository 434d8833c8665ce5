// The application loop without a window: events, steps, panels, and lost contexts.
#include "desktop/internal/headless.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "render/scenes.h"
#include "skelter/picture/picture.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

// Draws a blue square and a panel in the upper left corner, and counts the calls that it receives.
class Probe : public Application {
 public:
  Result<void> gain_context() override {
    calls.push_back("gain");
    auto made = Renderer::create();
    if (!made) return made.error();
    renderer.emplace(std::move(*made));
    auto sent = test::DrawnScene::create(*renderer, scene, {});
    if (!sent) return sent.error();
    uploaded.emplace(std::move(*sent));
    return {};
  }
  void lose_context() override {
    calls.push_back("lose");
    uploaded.reset();
    renderer.reset();
  }
  void handle(const InputEvent& event) override {
    calls.push_back("event");
    events.push_back(event);
  }
  void update(double step_s) override {
    calls.push_back("update");
    time_s += step_s;
  }
  Result<void> draw(const FrameSize& size) override {
    calls.push_back("draw");
    Camera camera;
    camera.eye = {0, 0, 4};
    DrawOptions options;
    options.background = Vec3{0, 0, 0};
    options.unlit_color = Vec3{0, 0, 1};
    return uploaded->draw(*renderer, rest_pose(scene), camera, size.width, size.height, options);
  }
  void draw_panels(const FrameSize&) override {
    calls.push_back("panels");
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({100, 80});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    if (ImGui::Button("press", {80, 30})) ++presses;
    ImGui::End();
  }
  bool wants_to_quit() const override { return quits; }
  bool wants_new_context() override { return std::exchange(new_context, false); }
  std::string title() const override { return "probe"; }

  Scene scene = test::square();
  std::vector<std::string> calls;
  std::vector<InputEvent> events;
  double time_s = 0;
  int presses = 0;
  bool new_context = false;
  bool quits = false;
  std::optional<Renderer> renderer;
  std::optional<test::DrawnScene> uploaded;
};

constexpr FrameSize kSize{320, 240, 1};

HeadlessRun run_of(Probe& probe) {
  auto run = HeadlessRun::create(probe, kSize);
  EXPECT_TRUE(run.ok()) << to_string(run.error());
  return std::move(*run);
}

using Rgb = std::array<int, 3>;
Rgb pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = image.at(x, y);
  return {p[0], p[1], p[2]};
}

TEST(HeadlessRun, one_frame_receives_all_events_then_updates_and_draws_once) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  const std::vector<InputEvent> burst(1000, KeyEvent{Key('A'), Press::down, {}});
  ASSERT_TRUE(run.frame(burst).ok());
  std::vector<std::string> wanted{"gain"};
  wanted.insert(wanted.end(), 1000, "event");
  wanted.insert(wanted.end(), {"update", "draw", "panels"});
  EXPECT_EQ(probe.calls, wanted);
}

// Requirement C-87 of docs/tutorials.md.
TEST(HeadlessRun, nothing_is_updated_or_drawn_after_a_quit_request) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame().ok());
  probe.calls.clear();
  probe.quits = true;
  ASSERT_TRUE(run.frame({{KeyEvent{Key('A'), Press::down, {}}}}).ok());
  EXPECT_EQ(probe.calls, std::vector<std::string>{"event"});
}

// Requirement C-47 of docs/tutorials.md.
TEST(ApplicationWindow, longest_step_is_above_0) {
  Probe probe;
  ApplicationWindow window;
  EXPECT_EQ(window.longest_step_s, 0.25);
  for (const double wrong : {0.0, -1.0, std::nan("")}) {
    window.longest_step_s = wrong;
    const auto ran = run_application(probe, window);
    ASSERT_FALSE(ran.ok());
    EXPECT_EQ(to_string(ran.error()),
              "window: longest step is " + std::to_string(wrong) + " s; expected more than 0");
  }
  EXPECT_TRUE(probe.calls.empty());
}

TEST(HeadlessRun, a_long_step_is_cut) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame({}, 10).ok());
  EXPECT_EQ(probe.time_s, 0.25);
}

TEST(HeadlessRun, hidden_frames_run_and_leave_the_image_unchanged) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  const Image empty = run.picture();
  probe.calls.clear();
  run.set_seen(false);
  ASSERT_TRUE(run.frame({}, 0.1).ok());
  EXPECT_EQ(probe.calls, (std::vector<std::string>{"update", "draw", "panels"}));
  EXPECT_EQ(run.picture().rgba, empty.rgba);
  run.set_seen(true);
  ASSERT_TRUE(run.frame({}, 0).ok());
  EXPECT_EQ(pixel(run.picture(), 160, 120), (Rgb{0, 0, 255}));
}

TEST(HeadlessRun, the_image_has_the_scene_and_the_panels) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame().ok());
  ASSERT_TRUE(run.frame().ok());
  const Image image = run.picture();
  EXPECT_EQ(pixel(image, 160, 120), (Rgb{0, 0, 255}));
  EXPECT_EQ(pixel(image, 315, 5), (Rgb{0, 0, 0}));
  EXPECT_NE(pixel(image, 50, 60), (Rgb{0, 0, 0})) << "no panel";
}

TEST(HeadlessRun, a_press_on_a_panel_goes_to_the_panel_and_elsewhere_to_the_application) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  const auto click = [&](double x, double y) {
    const InputEvent down = MouseButtonEvent{MouseButton::left, Press::down, x, y, {}};
    const InputEvent up = MouseButtonEvent{MouseButton::left, Press::up, x, y, {}};
    const InputEvent move = MouseMoveEvent{x, y};
    for (const InputEvent& event : {move, down, up}) ASSERT_TRUE(run.frame({&event, 1}).ok());
    ASSERT_TRUE(run.frame().ok());
  };
  ASSERT_TRUE(run.frame().ok());
  const auto downs = [&] {
    std::size_t count = 0;
    for (const InputEvent& event : probe.events) {
      const auto* button = std::get_if<MouseButtonEvent>(&event);
      count += button != nullptr && button->press == Press::down;
    }
    return count;
  };
  click(40, 20);
  EXPECT_EQ(probe.presses, 1);
  EXPECT_EQ(downs(), 0u);
  click(200, 150);
  EXPECT_EQ(probe.presses, 1);
  EXPECT_EQ(downs(), 1u);
}

// One click on the panel's button and one next to it, both within the same frame.
TEST(HeadlessRun, simultaneous_clicks_reach_what_was_under_the_mouse) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame().ok());
  std::vector<InputEvent> clicks;
  for (const auto& [x, y] : {std::pair{40.0, 20.0}, {200.0, 150.0}})
    clicks.insert(clicks.end(),
                  {MouseMoveEvent{x, y}, MouseButtonEvent{MouseButton::left, Press::down, x, y, {}},
                   MouseButtonEvent{MouseButton::left, Press::up, x, y, {}}});
  ASSERT_TRUE(run.frame(clicks).ok());
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(run.frame().ok());
  EXPECT_EQ(probe.presses, 1);
  std::vector<double> downs;
  for (const InputEvent& event : probe.events)
    if (const auto* button = std::get_if<MouseButtonEvent>(&event))
      if (button->press == Press::down) downs.push_back(button->x);
  EXPECT_THAT(downs, ::testing::ElementsAre(200));
}

TEST(HeadlessRun, a_lost_context_leaves_the_same_image_and_state) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame().ok());
  ASSERT_TRUE(run.frame().ok());
  const Image before = run.picture();
  const double time_s = probe.time_s;
  probe.calls.clear();
  probe.new_context = true;
  ASSERT_TRUE(run.frame({}, 0).ok());
  EXPECT_THAT(probe.calls, ::testing::ElementsAre("lose", "gain", "update", "draw", "panels"));
  EXPECT_EQ(probe.time_s, time_s);
  EXPECT_EQ(run.picture(), before);
}

TEST(HeadlessRun, a_resized_frame_has_the_new_size) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.resize({200, 100, 1}).ok());
  ASSERT_TRUE(run.frame().ok());
  EXPECT_EQ(run.picture().width, 200u);
  EXPECT_EQ(run.picture().height, 100u);
}

// The text and the button of the panel are twice as large, so the position of its former edge is now inside.
TEST(HeadlessRun, panels_grow_with_the_pixels_per_point) {
  Probe probe;
  HeadlessRun run = run_of(probe);
  ASSERT_TRUE(run.frame().ok());
  const float small = ImGui::GetFontSize();
  ASSERT_TRUE(run.resize({640, 480, 2}).ok());
  ASSERT_TRUE(run.frame().ok());
  EXPECT_EQ(ImGui::GetFontSize(), 2 * small);
}

}  // namespace
}  // namespace skelter
