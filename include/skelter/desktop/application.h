#pragma once
// Application: a program in a window, as six calls; and the loop that makes them. The viewer and every
// demonstration is one.

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

  // An OpenGL 3.3 context is current, for the first time or after a loss: makes everything that lives on the
  // graphics card. State that a person sees (clip, time, camera) survives a loss.
  virtual Result<void> gain_context() = 0;
  // The context is about to go or is gone: drops everything that gain_context() made.
  virtual void lose_context() = 0;

  // One call for each event, in their order, before update(). What a panel takes is not handed on: presses
  // and the wheel over a panel, keys while a person types into one.
  virtual void handle(const InputEvent& event) = 0;
  // Once per drawn frame. `step_s` is the measured time since the last call, at most
  // ApplicationWindow::longest_step_s.
  virtual void update(double step_s) = 0;
  // Draws into the bound framebuffer.
  virtual Result<void> draw(const FrameSize& size) = 0;
  // Dear ImGui calls on top of what draw() drew; a frame is open.
  virtual void draw_panels(const FrameSize& size) = 0;

  // How long the picture stays as it is without input, in seconds since the last frame. The loop waits for an
  // input that long instead of drawing the same picture again; it asks after every frame, and four times a
  // second while it waits. 0, the default: the picture moves, every frame is drawn.
  virtual double rest_s() { return 0; }
  static constexpr double kUntilInput = std::numeric_limits<double>::infinity();

  virtual bool wants_to_quit() const = 0;
  // Asks the loop to destroy the context and make a new one, as a task switch did in the old days; reset by
  // the loop. Used to show and test that nothing is lost.
  virtual bool wants_new_context() { return false; }
  // Of the window; asked every frame.
  virtual std::string title() const = 0;
};

// What the window shows now: every input that is counted here is in the picture on the screen.
struct WindowShown {
  std::uint64_t windows = 0;  // opened so far: a new context is a new window
  std::uint64_t frames = 0;   // of all of them
  bool rests = false;         // no frame is drawn until an input comes
  FrameSize size;
  std::uint64_t keys_down = 0, keys_up = 0;  // repeats count as down
  std::uint64_t buttons_down = 0, buttons_up = 0;
  double wheel_steps = 0;
  double mouse_x = 0, mouse_y = 0;  // framebuffer pixels
};

struct ApplicationWindow {
  std::optional<int> x, y;  // on the screen; nothing: where the system puts it
  int width = 800, height = 600;
  bool resizable = true;
  bool vertical_sync = true;
  double pixels_per_point = 0;  // 0: what the system says of the screen
  // Maximum `step_s` of update(), above 0: after a stall (a breakpoint, a slow disk) motion goes on from
  // where it was instead of jumping. Infinity: no limit.
  double longest_step_s = 0.25;
  // Called when the first picture is on the screen, then after every frame that shows an input or has a new
  // size, twice a second while frames are drawn, and when the window begins to wait for an input: for
  // programs that drive the window from outside.
  std::function<void(const WindowShown&)> on_shown;
};

// A character in a window: the mouse turns the camera, the wheel brings it nearer, Escape closes. `on_frame`
// plays: it gets the seconds since the last frame and what is pressed, and calls update() and finish().
// `texture_folder`: where textures are that the character's pack does not hold. Errors: run_application's.
class Character;
Result<void> show_character(const Character& hero, const std::function<void(double step_s)>& on_frame,
                            const std::string& texture_folder = ".", const ApplicationWindow& window = {});

// Whether a window can be opened here: DISPLAY or WAYLAND_DISPLAY is set.
bool has_display();

// Opens a window and runs until the application wants to quit or the person closes the window. Each turn of
// the loop hands over the events that came, then updates once and draws once. It sleeps while the window is
// minimised, without letting time pass, and while the application rests. Errors: invalid_argument for a
// longest step that is not above 0; unsupported when there is no display or no OpenGL 3.3; what the
// application's calls return.
Result<void> run_application(Application& application, const ApplicationWindow& window);

}  // namespace skelter
