#pragma once
// HeadlessRun: an application without a window or display, driven step by step. Tests and scripts send input
// and inspect its images, including panels.

#include <memory>
#include <span>

#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/image/image.h"

namespace skelter {

class HeadlessRun {
 public:
  // Creates a context for the application, which must outlive the run. Errors: unsupported without OpenGL
  // 3.3; those of the application.
  static Result<HeadlessRun> create(Application& application, const FrameSize& size);
  HeadlessRun(HeadlessRun&&) noexcept;
  ~HeadlessRun();

  // One iteration of the loop: events, one update by `step_s` (at most 0.25), one draw. Events that need a
  // separate frame, such as clicks, are handled in later frames. Replaces the context first if the
  // application requests it.
  Result<void> frame(std::span<const InputEvent> events = {}, double step_s = 1.0 / 60);
  // False: later frames are drawn into a single pixel, because software rendering of a window takes longer
  // than all other work. Everything else is unchanged. The initial value is true.
  void set_seen(bool seen);
  // The last frame that was drawn in full size.
  Image picture() const;
  // Size from the next frame on.
  Result<void> resize(const FrameSize& size);
  // Destroys the context and creates a new one, like a graphics driver reset.
  Result<void> renew_context();

 private:
  struct State;
  explicit HeadlessRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
