#pragma once
// A framebuffer object to draw into and read back. Images for comparison are always read from one.

#include <cstdint>
#include <memory>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

class RenderTarget {
 public:
  // Requires a current context. `samples`: per pixel, 1 for no multisampling; clamped to the driver's
  // maximum. Errors: invalid_argument for a size of 0 or above the driver's maximum, unsupported.
  static Result<RenderTarget> create(std::uint32_t width, std::uint32_t height, std::uint32_t samples = 4);
  RenderTarget(RenderTarget&&) noexcept;
  RenderTarget& operator=(RenderTarget&&) noexcept;
  ~RenderTarget();

  std::uint32_t width() const;
  std::uint32_t height() const;
  std::uint32_t samples() const;
  // Directs later draws to this target.
  void bind() const;
  // Reads the pixels, with samples averaged and alpha set to opaque. Binds the target for drawing again.
  Image read_pixels() const;

 private:
  struct State;
  explicit RenderTarget(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
