#pragma once
// HeadlessRun: an application without a window or a display, driven step by step. Tests and scripts press
// keys in it and look at its pictures, panels included.

#include <memory>
#include <span>

#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/image/image.h"

namespace skelter {

class HeadlessRun {
 public:
  // Makes a context and hands it to the application, which must outlive the run. Errors: unsupported without
  // OpenGL 3.3; what the application returns.
  static Result<HeadlessRun> create(Application& application, const FrameSize& size);
  HeadlessRun(HeadlessRun&&) noexcept;
  ~HeadlessRun();

  // One turn of the loop: the events, one update by `step_s` (at most 0.25), one draw. A click or what else
  // panels must see alone is heard by the frames after this one. Replaces the context first if the
  // application wants that.
  Result<void> frame(std::span<const InputEvent> events = {}, double step_s = 1.0 / 60);
  // Whether the next frames are drawn whole, as at first. Else everything happens as ever, but into a single
  // pixel, since software fills the pixels of a window more slowly than it does all other work.
  void set_seen(bool seen);
  // The last frame that was drawn whole.
  Image picture() const;
  // Of the next frame.
  Result<void> resize(const FrameSize& size);
  // Destroys the context and makes a new one, as when a graphics driver is reset.
  Result<void> renew_context();

 private:
  struct State;
  explicit HeadlessRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
