#pragma once
// Sprite: a picture drawn flat onto the frame, as ID3DXSprite does it: one colour of the picture is
// transparent, the rest is multiplied by a tint, and the alpha test drops pixels.

#include <cstdint>
#include <memory>

#include "skelter/core/result.h"
#include "skelter/image/image.h"
#include "skelter/math/vec.h"

namespace skelter {

// Opaque pixels of that colour become transparent black. 0 to 255.
void apply_color_key(Image& image, std::uint8_t red, std::uint8_t green, std::uint8_t blue);

struct SpritePlace {
  std::int32_t x = 0, y = 0;  // of the upper left corner, in pixels from that of the frame
  std::uint32_t scale = 1;    // pixels of the frame for each of the picture, either way
  Vec3 tint{1, 1, 1};         // as the screen shows it, 0 to 1
  // A pixel is drawn if its alpha, 0 to 255, is greater than or equal to this.
  std::uint8_t alpha_reference = 1;
};

class Sprite {
 public:
  // Needs a current context, as all calls and the end. Precondition: `image` is not empty. Errors:
  // unsupported, when a shader does not compile.
  static Result<Sprite> create(const Image& image);
  Sprite(Sprite&&) noexcept;
  Sprite& operator=(Sprite&&) noexcept;
  ~Sprite();

  // Over what is in the bound framebuffer of that size, mixed by alpha; depth is neither tested nor written.
  void draw(std::uint32_t width, std::uint32_t height, const SpritePlace& place) const;

 private:
  struct State;
  explicit Sprite(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
