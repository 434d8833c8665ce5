#pragma once
// Gui: Dear ImGui for one application, driven by the project's own events. Windows, scripts and tests share
// it.

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

  // Creates and destroys GPU resources. Precondition: the application's OpenGL context is current.
  void gain_context();
  void lose_context();

  // Queues the new events and returns the events to handle in this frame.
  std::vector<InputEvent> share_of_frame(const std::vector<InputEvent>& events);
  // See Application::rest_s(). 0 while events are queued, or while a key or button that repeats is held.
  // Short while a text cursor blinks.
  double rest_s() const;
  // Passes an event to the panels. Returns true if the application should also receive it.
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

// Runs one iteration of the loop: pending events, one update, one draw into the bound framebuffer. Returns
// the events that were handled. The remaining events wait for the next frame; see InputQueue.
Result<std::vector<InputEvent>> run_frame(Application& application, Gui& gui,
                                          const std::vector<InputEvent>& events, double step_s,
                                          const FrameSize& size);

}  // namespace skelter
