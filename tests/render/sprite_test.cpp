// Sprite: an image with a colour key, a tint and an alpha test, drawn over the frame and checked pixel by
// pixel.

#include "render/look/internal/sprite.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>

#include "render/gl/internal/target.h"
#include "skelter/render/headless.h"

namespace skelter::test {
namespace {

using Rgba = std::array<int, 4>;

Rgba rgba_at(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = image.at(x, y);
  return {p[0], p[1], p[2], p[3]};
}

// An image that is a row of pixels.
Image row_of(const std::vector<Rgba>& pixels) {
  Image image(static_cast<std::uint32_t>(pixels.size()), 1);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) image.rgba[i * 4 + c] = static_cast<std::uint8_t>(pixels[i][c]);
  return image;
}

TEST(ColorKey, opaque_pixels_of_the_color_become_transparent_black_and_no_others) {
  Image image = row_of({{0, 0, 0, 255}, {0, 0, 1, 255}, {0, 0, 0, 128}, {255, 255, 255, 255}});
  apply_color_key(image, 0, 0, 0);
  EXPECT_EQ(image, row_of({{0, 0, 0, 0}, {0, 0, 1, 255}, {0, 0, 0, 128}, {255, 255, 255, 255}}));
  Image red = row_of({{200, 0, 0, 255}, {0, 0, 0, 255}});
  apply_color_key(red, 200, 0, 0);
  EXPECT_EQ(red, row_of({{0, 0, 0, 0}, {0, 0, 0, 255}}));
}

class SpritePicture : public ::testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::create();
    ASSERT_TRUE(context.ok());
    context_.emplace(std::move(*context));
    auto target = RenderTarget::create(6, 3, 1);
    ASSERT_TRUE(target.ok());
    target_.emplace(std::move(*target));
  }
  void TearDown() override {
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    target_.reset();
  }
  // Draws the sprite over a frame of (10, 20, 64).
  Image drawn(const Image& image, const SpritePosition& place) {
    auto sprite = Sprite::create(image);
    EXPECT_TRUE(sprite.ok()) << (sprite.ok() ? "" : to_string(sprite.error()));
    target_->bind();
    glClearColor(10 / 255.0f, 20 / 255.0f, 64 / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    sprite->draw(6, 3, place);
    EXPECT_EQ(glIsEnabled(GL_BLEND), GL_FALSE);
    return target_->read_pixels();
  }
  const Rgba kGround{10, 20, 64, 255};
  std::optional<HeadlessContext> context_;
  std::optional<RenderTarget> target_;
};

// B-53: black is not drawn, white becomes the tint, and grey becomes a darker tint. Nothing outside of the
// image is changed.
TEST_F(SpritePicture, has_the_tint_where_it_is_white_and_nothing_where_it_is_black) {
  Image image = row_of({{255, 255, 255, 255}, {0, 0, 0, 255}, {102, 102, 102, 255}, {255, 0, 255, 255}});
  apply_color_key(image, 0, 0, 0);
  SpritePosition place;
  place.tint = {1, 1, 0};
  place.x = 1;
  place.y = 2;
  const Image picture = drawn(image, place);
  for (std::uint32_t y = 0; y < 2; ++y)
    for (std::uint32_t x = 0; x < 6; ++x) EXPECT_EQ(rgba_at(picture, x, y), kGround) << x << " " << y;
  EXPECT_EQ(rgba_at(picture, 0, 2), kGround);
  EXPECT_EQ(rgba_at(picture, 1, 2), (Rgba{255, 255, 0, 255}));
  EXPECT_EQ(rgba_at(picture, 2, 2), kGround);
  EXPECT_EQ(rgba_at(picture, 3, 2), (Rgba{102, 102, 0, 255}));
  EXPECT_EQ(rgba_at(picture, 4, 2), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(rgba_at(picture, 5, 2), kGround);
}

// The test is greater or equal. At reference 128, an alpha of 128 is drawn, half over the background, and 127
// is not. The pixels on the screen do not matter.
TEST_F(SpritePicture, alpha_is_compared_with_the_reference) {
  const Image image = row_of({{255, 255, 255, 127}, {255, 255, 255, 128}, {255, 255, 255, 255}});
  SpritePosition place;
  place.alpha_reference = 128;
  const Image picture = drawn(image, place);
  EXPECT_EQ(rgba_at(picture, 0, 0), kGround);
  EXPECT_NEAR(rgba_at(picture, 1, 0)[0], 10 + (255 - 10) * 128.0 / 255, 1);
  EXPECT_EQ(rgba_at(picture, 2, 0)[0], 255);

  // Opaque black without a key. Only the test could discard it, and at reference 1 it passes.
  place.alpha_reference = 1;
  const Image black = drawn(row_of({{0, 0, 0, 255}}), place);
  EXPECT_EQ(rgba_at(black, 0, 0), (Rgba{0, 0, 0, 255}));
}

TEST_F(SpritePicture, each_pixel_becomes_a_square_of_the_scale) {
  SpritePosition place;
  place.scale = 2;
  const Image picture = drawn(row_of({{255, 0, 0, 255}, {0, 255, 0, 255}}), place);
  for (std::uint32_t y = 0; y < 3; ++y)
    for (std::uint32_t x = 0; x < 6; ++x) {
      const Rgba expected = y > 1 || x > 3 ? kGround : x < 2 ? Rgba{255, 0, 0, 255} : Rgba{0, 255, 0, 255};
      EXPECT_EQ(rgba_at(picture, x, y), expected) << x << " " << y;
    }
}

}  // namespace
}  // namespace skelter::test
