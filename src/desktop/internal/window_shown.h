#pragma once
// WindowShown: what a window currently shows, for programs that drive it from outside.

#include <cstdint>
#include <functional>

#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/viewer/input.h"

namespace skelter {

// The current content of the window. Every input counted here has taken effect in the image on the screen.
struct WindowShown {
  std::uint64_t windows = 0;  // number of windows opened so far; a new context opens a new window
  std::uint64_t frames = 0;   // total for all windows
  bool rests = false;         // no frame is drawn until input arrives
  FrameSize size;
  std::uint64_t keys_down = 0, keys_up = 0;  // repeats count as presses
  std::uint64_t buttons_down = 0, buttons_up = 0;
  double wheel_steps = 0;
  double mouse_x = 0, mouse_y = 0;  // in framebuffer pixels
};

// Like run_application(). Calls `on_shown` when the first image is on the screen, after every frame that
// shows an input or has a new size, twice a second while frames are drawn, and when the window starts to wait
// for input.
Result<void> run_reported(Application& application, const ApplicationWindow& window,
                          const std::function<void(const WindowShown&)>& on_shown);

}  // namespace skelter
