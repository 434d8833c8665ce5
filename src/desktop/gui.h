#pragma once
// Gui: Dear ImGui for one application, fed with our own events, the same for windows, scripts and tests.

#include <vector>

#include "desktop/input_queue.h"
#include "skelter/desktop/application.h"

struct ImGuiContext;

namespace skelter {

class Gui {
 public:
  Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;
  ~Gui();

  // Makes and drops what lives on the graphics card. The right OpenGL context is current.
  void gain_context();
  void lose_context();

  // What came since the last frame; and of all that came what this frame hears.
  std::vector<InputEvent> share_of_frame(const std::vector<InputEvent>& events);
  // As Application::rest_s(): 0 while events wait for a later frame or a key or button is held, which
  // repeats; short while a text cursor blinks.
  double rest_s() const;
  // Tells the panels of an event; whether the application should hear of it too.
  bool feed(const InputEvent& event);
  void begin_frame(const FrameSize& size, double step_s);
  // Draws the panels into the bound framebuffer.
  void end_frame();

 private:
  void set_scale(double pixels_per_point);

  ImGuiContext* context_ = nullptr;
  bool has_context_ = false;
  double scale_ = 0;
  InputQueue queue_;
};

// One turn of the loop: the events that came, one update, one draw into the bound framebuffer. Gives the
// events that were heard; others wait for the next frame, as InputQueue says.
Result<std::vector<InputEvent>> run_frame(Application& application, Gui& gui,
                                          const std::vector<InputEvent>& events, double step_s,
                                          const FrameSize& size);

}  // namespace skelter
