#pragma once
// An image drawn flat onto the frame, like ID3DXSprite: one colour of the image is transparent, the others
// are multiplied by a tint, and the alpha test discards pixels.

#include <cstdint>
#include <memory>

#include "skelter/core/result.h"
#include "skelter/image/image.h"
#include "skelter/math/vec.h"

namespace skelter {

// Makes opaque pixels of the given colour transparent black. Values are 0 to 255.
void apply_color_key(Image& image, std::uint8_t red, std::uint8_t green, std::uint8_t blue);

struct SpritePosition {
  std::int32_t x = 0, y = 0;  // upper left corner, in pixels from the upper left corner of the frame
  std::uint32_t scale = 1;    // frame pixels per image pixel, in x and y
  Vec3 tint{1, 1, 1};         // sRGB, 0 to 1
  // A pixel is drawn if its alpha, 0 to 255, is greater than or equal to this value.
  std::uint8_t alpha_reference = 1;
};

class Sprite {
 public:
  // Requires a current context, like every call and the destructor. Precondition: `image` is not empty.
  // Errors: unsupported if a shader does not compile.
  static Result<Sprite> create(const Image& image);
  Sprite(Sprite&&) noexcept;
  Sprite& operator=(Sprite&&) noexcept;
  ~Sprite();

  // Draws with alpha blending over the bound framebuffer, which has this size. Depth is neither tested nor
  // written.
  void draw(std::uint32_t width, std::uint32_t height, const SpritePosition& place) const;

 private:
  struct State;
  explicit Sprite(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
