#pragma once
// RenderTarget: a framebuffer object to draw into and read back; pictures for comparing always come from one.

#include <cstdint>
#include <memory>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

class RenderTarget {
 public:
  // Needs a current context. `samples` per pixel, 1 for none; more than the machine has are lowered to what
  // it has. Errors: invalid_argument for a size of 0 or above the machine's, unsupported.
  static Result<RenderTarget> create(std::uint32_t width, std::uint32_t height, std::uint32_t samples = 4);
  RenderTarget(RenderTarget&&) noexcept;
  RenderTarget& operator=(RenderTarget&&) noexcept;
  ~RenderTarget();

  std::uint32_t width() const;
  std::uint32_t height() const;
  std::uint32_t samples() const;
  // Draws go here from now on.
  void bind() const;
  // The pixels, samples averaged; opaque. Binds the target for drawing again.
  Image read_pixels() const;

 private:
  struct State;
  explicit RenderTarget(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
