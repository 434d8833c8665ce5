#pragma once
// Application: the interface of a windowed program, and its main loop. The viewer and every demo implement
// it.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "skelter/core/result.h"
#include "skelter/viewer/input.h"

namespace skelter {

class Application {
 public:
  virtual ~Application() = default;

  // Called with a current OpenGL 3.3 context, at the start and after each loss of the context. Creates all
  // GPU resources. User-visible state (clip, time, camera) survives a loss.
  virtual Result<void> gain_context() = 0;
  // Called when the context is about to be lost or is lost. Drops everything that gain_context() created.
  virtual void lose_context() = 0;

  // Called once per event, in order, before update(). Events that a panel consumes are not passed on: presses
  // and wheel turns over a panel, and keys while the user types into one.
  virtual void handle(const InputEvent& event) = 0;
  // Called once per drawn frame. `step_s` is the measured time since the last call, at most
  // ApplicationWindow::longest_step_s.
  virtual void update(double step_s) = 0;
  // Draws into the bound framebuffer.
  virtual Result<void> draw(const FrameSize& size) = 0;
  // Makes Dear ImGui calls on top of draw(); an ImGui frame is open.
  virtual void draw_panels(const FrameSize& size) = 0;

  // How long the image stays unchanged without input, in seconds since the last frame. The loop waits that
  // long for input instead of drawing the same image again. The loop calls this after every frame, and four
  // times a second while it waits. 0, the default: the image is animated, and every frame is drawn.
  virtual double rest_s() { return 0; }
  static constexpr double kUntilInput = std::numeric_limits<double>::infinity();

  virtual bool wants_to_quit() const = 0;
  // Returns true to make the loop destroy the context and create a new one, as a task switch does under
  // Direct3D 9. Used to show and test that nothing is lost.
  virtual bool wants_new_context() { return false; }
  // Title of the window; called every frame.
  virtual std::string title() const = 0;
};

struct ApplicationWindow {
  std::optional<int> x, y;  // screen position; nullopt: the system's choice
  int width = 800, height = 600;
  bool resizable = true;
  bool vertical_sync = true;
  double pixels_per_point = 0;  // 0: the system's value for the screen
  // Maximum `step_s` of update(), above 0, so that motion continues instead of jumping after a stall (a
  // breakpoint, a slow disk). Infinity: no limit.
  double longest_step_s = 0.25;
};

// Shows a character in a window: the mouse turns the camera, the wheel moves it closer, Escape closes.
// `on_frame` gets the seconds since the last frame and must call update() and finish(). `texture_folder`:
// folder of textures that the character's pack does not contain. Errors: those of run_application.
class Character;
Result<void> show_character(const Character& hero, const std::function<void(double step_s)>& on_frame,
                            const std::string& texture_folder = ".", const ApplicationWindow& window = {});

// Whether a window can be opened, that is, DISPLAY or WAYLAND_DISPLAY is set.
bool has_display();

// Opens a window and runs until the application quits or the user closes the window. Each iteration handles
// the pending events, then updates once and draws once. It sleeps while the window is minimised, without
// advancing time, and while the application rests. Errors: invalid_argument for a longest step that is not
// above 0; unsupported without a display or OpenGL 3.3; errors of the application's calls.
Result<void> run_application(Application& application, const ApplicationWindow& window);

}  // namespace skelter
