#include "cli/window.h"

// epoxy before GLFW, which would else bring another OpenGL header.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>

namespace skelter::cli {
namespace {

constexpr double kLongestStep_s = 0.25;
constexpr double kFastestFrame_s = 1.0 / 120;  // where the driver does not wait for the screen
constexpr double kOrbitDegPerPixel = 0.4;
constexpr double kZoomPerNotch = 0.9;
constexpr double kNearest = 0.05, kFarthest = 20;  // times the distance at the start
constexpr const char* kKeys =
    "drag: turn   wheel: nearer, farther   Space: pause   F1 or ?: keys   Escape: quit";

// GLFW as a value: its end closes all windows.
struct Glfw {
  bool ready = glfwInit() == GLFW_TRUE;
  Glfw() = default;
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
  ~Glfw() {
    if (ready) glfwTerminate();
  }
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, DestroyWindow>;

// What the person changes.
struct View {
  Camera camera;
  double start_distance = 1;
  Bounds bounds;  // of the motion; near and far are set for it when the camera moves
  bool paused = false;
  bool keys_shown = false;
  bool dragging = false;
  double last_x = 0, last_y = 0;
  std::string title;
};

View& view_of(GLFWwindow* window) {
  return *static_cast<View*>(glfwGetWindowUserPointer(window));
}

void on_key(GLFWwindow* window, int key, int, int action, int) {
  if (action != GLFW_PRESS) return;
  if (key == GLFW_KEY_ESCAPE) glfwSetWindowShouldClose(window, GLFW_TRUE);
  View& view = view_of(window);
  if (key == GLFW_KEY_SPACE) view.paused = !view.paused;
  if (key != GLFW_KEY_F1 && key != GLFW_KEY_SLASH) return;
  view.keys_shown = !view.keys_shown;
  glfwSetWindowTitle(window, view.keys_shown ? kKeys : view.title.c_str());
}

void on_button(GLFWwindow* window, int button, int action, int) {
  if (button != GLFW_MOUSE_BUTTON_LEFT) return;
  View& view = view_of(window);
  view.dragging = action == GLFW_PRESS;
  glfwGetCursorPos(window, &view.last_x, &view.last_y);
}

void on_move(GLFWwindow* window, double x, double y) {
  View& view = view_of(window);
  if (!view.dragging) return;
  view.camera =
      orbited(view.camera, (view.last_x - x) * kOrbitDegPerPixel, (y - view.last_y) * kOrbitDegPerPixel);
  view.camera = with_depth_range(view.camera, view.bounds);
  view.last_x = x;
  view.last_y = y;
}

void on_wheel(GLFWwindow* window, double, double notches) {
  View& view = view_of(window);
  const Vec3d away = view.camera.eye - view.camera.target;
  const double wanted = length(away) * std::pow(kZoomPerNotch, std::clamp(notches, -10.0, 10.0));
  const double distance = std::clamp(wanted, kNearest * view.start_distance, kFarthest * view.start_distance);
  view.camera.eye = view.camera.target + normalized(away) * distance;
  view.camera = with_depth_range(view.camera, view.bounds);
}

Error no_window(const char* what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return {Status::unsupported,
          "cli.no-window",
          std::string(what) + (reason != nullptr ? std::string(": ") + reason : ""),
          {"window", 0, {}, {}}};
}

Result<WindowHandle> open_window(const WindowOptions& options, View& view) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, 4);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // shown when it is where it belongs
  WindowHandle window(
      glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr));
  if (!window) return no_window("cannot be opened with OpenGL 3.3");
  glfwSetWindowPos(window.get(), options.x, options.y);
  glfwShowWindow(window.get());
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(window.get(), &view);
  glfwSetKeyCallback(window.get(), on_key);
  glfwSetMouseButtonCallback(window.get(), on_button);
  glfwSetCursorPosCallback(window.get(), on_move);
  glfwSetScrollCallback(window.get(), on_wheel);
  return window;
}

// The camera and the ground of the whole motion.
void frame_motion(const Scene& scene, const WindowOptions& options, View& view, DrawOptions& draw) {
  view.bounds = motion_bounds(scene, options.pose_at, 0, options.duration_s);
  AutoCameraOptions automatic;
  automatic.aspect = static_cast<double>(options.width) / options.height;
  view.camera = options.camera ? *options.camera : auto_camera(view.bounds, automatic);
  view.start_distance = length(view.camera.eye - view.camera.target);
  if (!view.bounds.empty()) draw.ground_y = view.bounds.min.y;
}

// Seconds since the last call, at most kLongestStep_s.
class StepClock {
 public:
  double step_s() {
    const auto now = std::chrono::steady_clock::now();
    const double elapsed_s = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return std::min(elapsed_s, kLongestStep_s);
  }
  void wait_for_frame() const {
    std::this_thread::sleep_until(last_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                              std::chrono::duration<double>(kFastestFrame_s)));
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Result<void> play(GLFWwindow* window, const Scene& scene, const WindowOptions& options,
                  const ConsoleOptions& console, View& view) {
  auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  Diagnostics missing;
  const auto textures = load_textures(scene, missing);
  report(missing, console);
  auto uploaded = renderer->upload(scene, textures);
  if (!uploaded) return uploaded.error();
  DrawOptions draw = options.draw;
  frame_motion(scene, options, view, draw);

  double time_s = 0;
  StepClock clock;
  while (glfwWindowShouldClose(window) == GLFW_FALSE) {
    const double step_s = clock.step_s();
    if (!view.paused) time_s += step_s * options.speed;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (width > 0 && height > 0) {  // not minimised
      const auto drawn =
          renderer->draw(*uploaded, scene, options.pose_at(time_s), view.camera,
                         static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), draw);
      if (!drawn) return drawn.error();
      glfwSwapBuffers(window);
    }
    clock.wait_for_frame();
    glfwPollEvents();  // all that have come, then one update and one draw
  }
  return {};
}

}  // namespace

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  return false;
}

Result<void> run_window(const Scene& scene, const WindowOptions& options, const ConsoleOptions& console) {
  const Glfw glfw;
  if (!glfw.ready) return no_window("no display answers");
  View view;
  view.title = options.title;
  auto window = open_window(options, view);
  if (!window) return window.error();
  return play(window->get(), scene, options, console, view);
}

}  // namespace skelter::cli
