#pragma once
// HeadlessContext: OpenGL 3.3 core without a display or a graphics card, through EGL.

#include <memory>

#include "skelter/core/result.h"

namespace skelter {

// Owns an EGL context, current on the thread that made it. One at a time per thread.
class HeadlessContext {
 public:
  // Errors: unsupported, with what is missing.
  static Result<HeadlessContext> create();
  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();
  // Makes it current on the calling thread.
  Result<void> make_current();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
