#pragma once
// The window of the demonstrations: plays a motion until it is closed.

#include <functional>
#include <optional>
#include <string>

#include "cli/console.h"
#include "skelter/core/result.h"
#include "skelter/model/scene.h"
#include "skelter/render/camera.h"
#include "skelter/render/picture.h"
#include "skelter/render/renderer.h"

namespace skelter::cli {

struct WindowOptions {
  std::string title;
  int x = 100, y = 100;  // on the screen
  int width = 800, height = 600;
  double speed = 1;  // motion seconds per second
  PoseAt pose_at;
  double duration_s = 0;         // of one cycle; the camera and the ground are made for it
  std::optional<Camera> camera;  // nothing: one that frames the motion
  DrawOptions draw;
};

// Shows the scene until the person closes the window or presses Escape. The mouse turns the camera, the wheel
// brings it nearer, Space pauses, F1 or ? shows the keys in the title. The motion runs by the clock, at most
// 0.25 s per drawn frame, so that a stall does not make it jump. Errors: unsupported, when there is no window
// or no OpenGL 3.3.
Result<void> run_window(const Scene& scene, const WindowOptions& options, const ConsoleOptions& console);

}  // namespace skelter::cli
