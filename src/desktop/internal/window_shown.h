#pragma once
// WindowShown: the content of a window, for programs that drive it from outside.

#include <cstdint>
#include <functional>

#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/viewer/input.h"

namespace skelter {

// The current content of the window: every input counted here is visible in the image on the screen.
struct WindowShown {
  std::uint64_t windows = 0;  // opened so far: a new context opens a new window
  std::uint64_t frames = 0;   // total of all windows
  bool rests = false;         // no frame is drawn until input arrives
  FrameSize size;
  std::uint64_t keys_down = 0, keys_up = 0;  // repeats count as down
  std::uint64_t buttons_down = 0, buttons_up = 0;
  double wheel_steps = 0;
  double mouse_x = 0, mouse_y = 0;  // framebuffer pixels
};

// Like run_application(). `on_shown` is called when the first image is on the screen, after every frame that
// shows an input or has a new size, and when the window starts to wait for input. Also called twice a second
// while frames are drawn.
Result<void> run_reported(Application& application, const ApplicationWindow& window,
                          const std::function<void(const WindowShown&)>& on_shown);

}  // namespace skelter
