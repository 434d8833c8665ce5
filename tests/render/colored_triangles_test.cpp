// ColoredTriangles: the tower's vertices of 16 bytes each, which are filled again in every frame or skinned
// in the shader.

#include "render/look/internal/colored_triangles.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>

#include "render/gl/internal/target.h"
#include "skelter/render/headless.h"

namespace skelter::test {
namespace {

class Triangles : public ::testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::create();
    ASSERT_TRUE(context.ok());
    context_.emplace(std::move(*context));
    auto target = RenderTarget::create(8, 8, 1);
    ASSERT_TRUE(target.ok());
    target_.emplace(std::move(*target));
    auto triangles = ColoredTriangles::create();
    ASSERT_TRUE(triangles.ok());
    triangles_.emplace(std::move(*triangles));
  }
  void TearDown() override {
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    triangles_.reset();
    target_.reset();
    glUseProgram(0);  // a program stays in use until a different one is used
    // Nothing may be left in the context, which is destroyed last.
    for (GLuint name = 1; name < 200; ++name)
      EXPECT_FALSE(glIsBuffer(name) || glIsVertexArray(name) || glIsProgram(name) || glIsTexture(name))
          << name;
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)) << "after everything was freed";
  }
  Image draw(std::span<const Mat4> palette = {}) {
    target_->bind();
    triangles_->draw(8, 8, Vec3{0, 0, 0}, Mat4{}, palette);
    return target_->read_pixels();
  }
  std::optional<HeadlessContext> context_;
  std::optional<RenderTarget> target_;
  std::optional<ColoredTriangles> triangles_;
};

// The left half of the image, in clip space.
std::vector<ColoredVertex> left_half(const Vec3& color) {
  return {colored_vertex({-1, -1, 0}, color), colored_vertex({0, -1, 0}, color),
          colored_vertex({-1, 1, 0}, color),  colored_vertex({0, -1, 0}, color),
          colored_vertex({0, 1, 0}, color),   colored_vertex({-1, 1, 0}, color)};
}
bool has_color(const Image& image, std::uint32_t x, int red, int green, int blue) {
  const std::uint8_t* p = image.at(x, 4);
  return p[0] == red && p[1] == green && p[2] == blue && p[3] == 255;
}

// T-45: three floats, followed by four bytes for red, green, blue and alpha.
TEST(ColoredVertexLayout, is_three_floats_and_a_32_bit_color) {
  static_assert(sizeof(ColoredVertex) == 16);
  static_assert(offsetof(ColoredVertex, rgba) == 12);
  const ColoredVertex blue = colored_vertex({1, 2, 3}, {0, 0, 1});
  std::uint8_t bytes[4];
  std::memcpy(bytes, &blue.rgba, 4);
  EXPECT_EQ(bytes[0], 0);
  EXPECT_EQ(bytes[1], 0);
  EXPECT_EQ(bytes[2], 255);
  EXPECT_EQ(bytes[3], 255);
}

// T-44: each frame draws the vertices with which it was filled. TearDown() checks that there is no error and
// that the triangles free their objects before the context is destroyed.
TEST_F(Triangles, are_refilled_with_every_frame) {
  triangles_->fill(left_half({0, 0, 1}));
  const Image first = draw();
  EXPECT_TRUE(has_color(first, 1, 0, 0, 255));
  EXPECT_TRUE(has_color(first, 6, 0, 0, 0));
  EXPECT_EQ(triangles_->bytes_filled(), 6u * 16);
  std::vector<ColoredVertex> moved = left_half({1, 0, 0});
  for (ColoredVertex& v : moved) v.x += 1;
  triangles_->fill(moved);
  const Image second = draw();
  EXPECT_TRUE(has_color(second, 1, 0, 0, 0));
  EXPECT_TRUE(has_color(second, 6, 255, 0, 0));
  EXPECT_EQ(triangles_->bytes_filled(), 2u * 6 * 16);
}

// Half from a matrix that does not move and half from one that moves by 2 gives a move by 1.
TEST_F(Triangles, are_skinned_by_their_weights) {
  const std::vector<ColoredVertex> vertices = left_half({0, 1, 0});
  const std::vector<std::array<float, 4>> weights(6, {0.5f, 0, 0, 0.5f});
  triangles_->fill(vertices, weights);
  std::array<Mat4, 4> palette{};
  palette[3] = translation_matrix(Vec3{2, 0, 0});
  const Image image = draw(palette);
  EXPECT_TRUE(has_color(image, 1, 0, 0, 0));
  EXPECT_TRUE(has_color(image, 6, 0, 255, 0));
  triangles_->fill(vertices);  // without weights again
  EXPECT_TRUE(has_color(draw(), 1, 0, 255, 0));
}

// T-40: there is no culling, and later triangles cover earlier ones whatever their depth is.
TEST_F(Triangles, both_sides_are_drawn_in_the_order_given) {
  std::vector<ColoredVertex> vertices = left_half({1, 0, 0});
  std::vector<ColoredVertex> behind = left_half({0, 0, 1});
  std::reverse(behind.begin(), behind.end());
  for (ColoredVertex& v : behind) v.z = 0.9f;
  vertices.insert(vertices.end(), behind.begin(), behind.end());
  triangles_->fill(vertices);
  EXPECT_TRUE(has_color(draw(), 1, 0, 0, 255));
}

}  // namespace
}  // namespace skelter::test
