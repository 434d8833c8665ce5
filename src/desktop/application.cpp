#include "skelter/desktop/application.h"

// epoxy must come before GLFW, which would include another OpenGL header.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "desktop/gui.h"
#include "desktop/internal/frame_clock.h"
#include "desktop/internal/settling.h"
#include "desktop/internal/window_shown.h"
#include "skelter/math/vec.h"
#include "system/internal/terminal.h"

namespace skelter {
namespace {

constexpr double kFastestFrame_s = 1.0 / 75;  // used if the driver does not wait for vertical sync
constexpr double kMinimisedWait_s = 0.1;
constexpr double kReportEvery_s = 0.5;
constexpr double kAskEvery_s = 0.25;  // interval for checking whether the application is still at rest

// RAII for GLFW: the destructor closes all windows.
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

Error no_window(const char* what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return {Status::unsupported,
          "viewer.no-window",
          std::string(what) + (reason != nullptr ? std::string(": ") + reason : ""),
          {"window", 0, {}, {}}};
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// --- events ----------------------------------------------------------------------------------------------

// Filled by callbacks. A button event contains the mouse position at the time of the event.
struct Inbox {
  std::vector<InputEvent> events;
  std::optional<Vec2d> mouse;
  bool touched = false;  // the window changed: size, focus, or exposed parts

  bool has_news() const { return touched || !events.empty(); }
};

Inbox& inbox_of(GLFWwindow* window) {
  return *static_cast<Inbox*>(glfwGetWindowUserPointer(window));
}
std::vector<InputEvent>& events_of(GLFWwindow* window) {
  return inbox_of(window).events;
}

Press press_of(int action) {
  return action == GLFW_RELEASE ? Press::up : action == GLFW_REPEAT ? Press::repeat : Press::down;
}

Modifiers modifiers_of(int bits) {
  return {(bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_CONTROL) != 0, (bits & GLFW_MOD_ALT) != 0};
}

Vec2d framebuffer_position(GLFWwindow* window, double x, double y) {
  int width = 0, height = 0, pixels_x = 0, pixels_y = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixels_x, &pixels_y);
  return {width > 0 ? x * pixels_x / width : x, height > 0 ? y * pixels_y / height : y};
}

// Key values are those of GLFW.
void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
  events_of(window).push_back(KeyEvent{key == GLFW_KEY_KP_ENTER ? Key::enter : Key(std::max(key, 0)),
                                       press_of(action), modifiers_of(modifiers)});
}

void on_character(GLFWwindow* window, unsigned character) {
  events_of(window).push_back(TextEvent{character});
}

void on_button(GLFWwindow* window, int button, int action, int modifiers) {
  if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  const Vec2d at = inbox_of(window).mouse.value_or(framebuffer_position(window, x, y));
  const MouseButton buttons[] = {MouseButton::left, MouseButton::right, MouseButton::middle};
  events_of(window).push_back(
      MouseButtonEvent{buttons[button], press_of(action), at.x, at.y, modifiers_of(modifiers)});
}

void on_move(GLFWwindow* window, double x, double y) {
  const Vec2d at = framebuffer_position(window, x, y);
  inbox_of(window).mouse = at;
  events_of(window).push_back(MouseMoveEvent{at.x, at.y});
}

void on_wheel(GLFWwindow* window, double, double steps) {
  events_of(window).push_back(WheelEvent{steps});
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  events_of(window).push_back(DropEvent{{paths, paths + count}});
}

void on_close(GLFWwindow* window) {
  events_of(window).push_back(CloseEvent{});
}

void on_touch(GLFWwindow* window) {
  inbox_of(window).touched = true;
}
void on_touch_flag(GLFWwindow* window, int) {
  on_touch(window);
}
void on_touch_size(GLFWwindow* window, int, int) {
  on_touch(window);
}
void on_touch_scale(GLFWwindow* window, float, float) {
  on_touch(window);
}

// --- the window ------------------------------------------------------------------------------------------

Result<WindowHandle> open_window(const ApplicationWindow& options, const std::string& title, Inbox& inbox) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // if the driver supports it
  glfwWindowHint(GLFW_SAMPLES, 4);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_RESIZABLE, options.resizable ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // shown once it is positioned
  WindowHandle window(glfwCreateWindow(options.width, options.height, title.c_str(), nullptr, nullptr));
  if (!window) return no_window("cannot be opened with OpenGL 3.3");
  if (options.x && options.y) glfwSetWindowPos(window.get(), *options.x, *options.y);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(options.vertical_sync ? 1 : 0);
  glfwSetWindowUserPointer(window.get(), &inbox);
  glfwSetKeyCallback(window.get(), on_key);
  glfwSetCharCallback(window.get(), on_character);
  glfwSetMouseButtonCallback(window.get(), on_button);
  glfwSetCursorPosCallback(window.get(), on_move);
  glfwSetScrollCallback(window.get(), on_wheel);
  glfwSetDropCallback(window.get(), on_drop);
  glfwSetWindowCloseCallback(window.get(), on_close);
  glfwSetWindowRefreshCallback(window.get(), on_touch);
  glfwSetFramebufferSizeCallback(window.get(), on_touch_size);
  glfwSetWindowContentScaleCallback(window.get(), on_touch_scale);
  glfwSetWindowFocusCallback(window.get(), on_touch_flag);
  glfwSetWindowIconifyCallback(window.get(), on_touch_flag);
  glfwSetCursorEnterCallback(window.get(), on_touch_flag);
  return window;
}

FrameSize frame_size(GLFWwindow* window, const ApplicationWindow& options) {
  int width = 0, height = 0;
  float scale_x = 1, scale_y = 1;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  FrameSize size;
  size.width = static_cast<std::uint32_t>(std::max(width, 0));
  size.height = static_cast<std::uint32_t>(std::max(height, 0));
  size.pixels_per_point = options.pixels_per_point > 0 ? options.pixels_per_point
                                                       : std::clamp(static_cast<double>(scale_x), 0.5, 8.0);
  return size;
}

bool is_minimised(GLFWwindow* window, const FrameSize& size) {
  return size.width == 0 || size.height == 0 || glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE;
}

// True if the driver was reset, by itself or by another program. Such a reset destroys the context's
// contents.
bool context_is_gone() {
  return epoxy_has_gl_extension("GL_ARB_robustness") && glGetGraphicsResetStatusARB() != GL_NO_ERROR;
}

const char* clipboard_text(void* window) {
  return glfwGetClipboardString(static_cast<GLFWwindow*>(window));
}
void set_clipboard_text(void* window, const char* text) {
  glfwSetClipboardString(static_cast<GLFWwindow*>(window), text);
}
void connect_clipboard(GLFWwindow* window) {
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = clipboard_text;
  io.SetClipboardTextFn = set_clipboard_text;
  io.ClipboardUserData = window;
}

void wait_until(double time_s) {
  const double left_s = time_s - now_s();
  if (left_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left_s));
}

void count(const InputEvent& event, WindowShown& shown) {
  if (const auto* key = std::get_if<KeyEvent>(&event)) {
    ++(key->press == Press::up ? shown.keys_up : shown.keys_down);
  } else if (const auto* button = std::get_if<MouseButtonEvent>(&event)) {
    ++(button->press == Press::up ? shown.buttons_up : shown.buttons_down);
  } else if (const auto* move = std::get_if<MouseMoveEvent>(&event)) {
    shown.mouse_x = move->x;
    shown.mouse_y = move->y;
  } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
    shown.wheel_steps += wheel->steps;
  }
}

// Reports the contents of the screen if they changed. The report is one frame late: a window is shown after
// its first frame, and a panel that opens is drawn from its second frame on.
class ShownReporter {
 public:
  explicit ShownReporter(const std::function<void(const WindowShown&)>& report) : report_(report) {}

  void new_window() {
    ++last_.windows;
    is_first_ = is_news_ = true;
  }
  // `ends`: this is the last frame in the window.
  void frame(const std::vector<InputEvent>& passed, const FrameSize& size, double time_s, bool ends) {
    const WindowShown settled = last_;
    const bool is_due = is_news_ || ends || time_s >= due_s_;
    const bool resized = size.width != last_.size.width || size.height != last_.size.height;
    ++last_.frames;
    last_.size = size;
    last_.rests = false;
    for (const InputEvent& event : passed) count(event, last_);
    if (!std::exchange(is_first_, false) && is_due && report_) {
      due_s_ = time_s + kReportEvery_s;
      report_(ends ? last_ : settled);
      is_news_ = false;
    }
    is_news_ = is_news_ || !passed.empty() || resized;
  }
  // Call when the window was closed. Reports the last state.
  void end() {
    if (!is_first_ && report_) report_(last_);
  }
  // Call when the last frame stays on the screen until an input arrives.
  void rest() {
    if (std::exchange(last_.rests, true) || !report_) return;
    report_(last_);
    is_news_ = false;
  }

 private:
  const std::function<void(const WindowShown&)>& report_;
  WindowShown last_;
  bool is_first_ = true, is_news_ = true;
  double due_s_ = 0;
};

// Returns when an input arrives or the application moves again. The application's time does not advance
// during the rest, so that the response to the input does not start with a jump.
void rest(Application& application, Gui& gui, const Inbox& inbox, ShownReporter& reporter,
          FrameClock& clock) {
  const double begin_s = now_s();
  while (!inbox.has_news()) {
    const double rest_s = std::min(application.rest_s(), gui.rest_s());
    const double left_s = begin_s + rest_s - now_s();
    if (!(left_s > 0)) return;
    if (rest_s == Application::kUntilInput) reporter.rest();
    glfwWaitEventsTimeout(std::min(left_s, kAskEvery_s));
  }
  clock.pause();
}

// Runs the frame loop (pending events, one update, one draw) until the window or its context must close. A
// closed window gets no further update or draw.
Result<void> run_in_window(GLFWwindow* window, Application& application, Gui& gui, Inbox& inbox,
                           const ApplicationWindow& options, ShownReporter& reporter, bool& closed) {
  FrameClock clock(options.longest_step_s);
  Settling settling;
  std::string shown_title;
  bool shown = false;
  while (true) {
    const double frame_begin_s = now_s();
    glfwPollEvents();
    const FrameSize size = frame_size(window, options);
    closed = glfwWindowShouldClose(window) == GLFW_TRUE;
    if (closed) {
      reporter.end();
      return {};
    }
    if (shown && is_minimised(window, size)) {
      clock.pause();
      glfwWaitEventsTimeout(kMinimisedWait_s);
      continue;
    }
    const bool has_news = std::exchange(inbox.touched, false) || !inbox.events.empty();
    const std::vector<InputEvent> taken = std::exchange(inbox.events, {});
    const auto passed = run_frame(application, gui, taken, clock.step_s(frame_begin_s), size);
    if (!passed) return passed.error();
    glfwSwapBuffers(window);
    if (const std::string title = application.title(); title != shown_title) {
      shown_title = title;
      glfwSetWindowTitle(window, title.c_str());
    }
    if (!shown) glfwShowWindow(window);  // shown after its first frame is drawn
    shown = true;
    const bool ends = application.wants_to_quit() || application.wants_new_context() || context_is_gone();
    reporter.frame(*passed, size, now_s(), ends);
    if (ends) return {};
    if (settling.is_settled(has_news)) rest(application, gui, inbox, reporter, clock);
    wait_until(frame_begin_s + kFastestFrame_s);
  }
}

// Lets the next window open at the same position.
void keep_place(GLFWwindow* window, ApplicationWindow& options) {
  int x = 0, y = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &options.width, &options.height);
  options.x = x;
  options.y = y;
}

}  // namespace

bool has_display() {
  return has_screen();
}

Result<void> run_application(Application& application, const ApplicationWindow& window) {
  return run_reported(application, window, nullptr);
}

Result<void> run_reported(Application& application, const ApplicationWindow& wanted,
                          const std::function<void(const WindowShown&)>& on_shown) {
  if (!(wanted.longest_step_s > 0))
    return Error{Status::invalid_argument,
                 "viewer.window",
                 "longest step is " + std::to_string(wanted.longest_step_s) + " s; expected more than 0",
                 {"window", 0, {}, {}}};
  const Glfw glfw;
  if (!glfw.ready) return no_window("no display is available");
  ApplicationWindow options = wanted;
  Inbox inbox;
  Gui gui;
  ShownReporter reporter(on_shown);
  bool closed = false;
  while (!closed && !application.wants_to_quit()) {
    Result<WindowHandle> window = open_window(options, application.title(), inbox);
    if (!window) return window.error();
    connect_clipboard(window->get());
    Result<void> result = application.gain_context();
    if (result) {
      gui.gain_context();
      reporter.new_window();
      result = run_in_window(window->get(), application, gui, inbox, options, reporter, closed);
    }
    application.lose_context();
    gui.lose_context();
    if (!result) return result;
    keep_place(window->get(), options);
  }
  return {};
}

}  // namespace skelter
