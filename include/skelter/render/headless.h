#pragma once
// HeadlessContext: an OpenGL core context without a display, through EGL, in the driver's newest version, at
// least 3.3. Uses Mesa's surfaceless platform if installed, else the first EGL device that works. On Windows,
// a context of WGL with a window that is never shown.

#include <memory>

#include "skelter/core/result.h"

namespace skelter {

// Owns a context, which is current on the thread that created it. One at a time per thread.
class HeadlessContext {
 public:
  // Errors: unsupported, naming the missing feature.
  static Result<HeadlessContext> create();
  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();
  // Makes the context current on the calling thread.
  Result<void> make_current();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
