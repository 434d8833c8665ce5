#pragma once
// HeadlessRun: an application without a window or display, driven step by step. Tests and scripts send input
// to it and inspect its images, which include the panels.

#include <memory>
#include <span>

#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/image/image.h"

namespace skelter {

class HeadlessRun {
 public:
  // Creates a context for the application, which must outlive the run. Errors: unsupported if OpenGL 3.3 is
  // not available; those of the application.
  static Result<HeadlessRun> create(Application& application, const FrameSize& size);
  HeadlessRun(HeadlessRun&&) noexcept;
  ~HeadlessRun();

  // Runs one iteration of the loop: events, one update by `step_s` (at most 0.25), one draw. Events that need
  // a frame of their own, such as clicks, are handled in later frames. Replaces the context first if the
  // application requests it.
  Result<void> frame(std::span<const InputEvent> events = {}, double step_s = 1.0 / 60);
  // If false, later frames are drawn into a single pixel, because software rendering of a full window takes
  // longer than all other work. Nothing else changes. The initial value is true.
  void set_seen(bool seen);
  // Image of the last frame drawn at full size.
  Image picture() const;
  // Sets the size of all later frames.
  Result<void> resize(const FrameSize& size);
  // Destroys the context and creates a new one, as after a graphics driver reset.
  Result<void> renew_context();

 private:
  struct State;
  explicit HeadlessRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
