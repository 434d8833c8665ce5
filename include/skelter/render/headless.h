#pragma once
// HeadlessContext: an OpenGL core context without a display, through EGL, in the driver's newest version, at
// least 3.3. Uses Mesa's surfaceless platform if installed, else the first EGL device that works.

#include <memory>

#include "skelter/core/result.h"

namespace skelter {

// Owns an EGL context, which is current on the thread that created it. One at a time per thread.
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
