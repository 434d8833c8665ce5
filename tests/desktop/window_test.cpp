// The loop of a real window, on its own virtual display.

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "desktop/internal/window_shown.h"
#include "skelter/desktop/application.h"

namespace skelter::test {
namespace {

// Closes its window in the fifth update, like a user.
class ClosedWindow : public Application {
 public:
  Result<void> gain_context() override { return {}; }
  void lose_context() override {}
  void handle(const InputEvent&) override {}
  void update(double) override {
    if (++updates == 5) glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  }
  Result<void> draw(const FrameSize&) override {
    ++draws;
    return {};
  }
  void draw_panels(const FrameSize&) override {}
  bool wants_to_quit() const override { return false; }
  std::string title() const override { return "closed"; }

  int updates = 0, draws = 0;
};

// Starts itself again on a virtual display.
TEST(Window, nothing_is_updated_or_drawn_after_it_was_closed) {
  if (std::getenv("SKELTER_OWN_DISPLAY") == nullptr) {
    if (std::system("command -v xvfb-run >/dev/null") != 0) GTEST_SKIP() << "xvfb-run is missing";
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string command = "SKELTER_OWN_DISPLAY=1 xvfb-run -a '" + self +
                                "' --gtest_filter=Window.nothing_is_updated_or_drawn_after_it_was_closed";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return;
  }
  ClosedWindow application;
  std::uint64_t frames = 0;
  const auto run = run_reported(application, {}, [&](const WindowShown& shown) { frames = shown.frames; });
  ASSERT_TRUE(run.ok()) << to_string(run.error());
  EXPECT_EQ(application.updates, 5);
  EXPECT_EQ(application.draws, 5);
  EXPECT_EQ(frames, 5u) << "the last report";
}

}  // namespace
}  // namespace skelter::test
