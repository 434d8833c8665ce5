#include "skelter/image/image.h"

#include <gtest/gtest.h>

#include "image/internal/coverage.h"

namespace skelter {
namespace {

Image plain(std::uint32_t width, std::uint32_t height, std::uint8_t value) {
  Image image(width, height);
  std::fill(image.rgba.begin(), image.rgba.end(), value);
  return image;
}

TEST(Image, side_by_side_keeps_both_and_leaves_the_rest_transparent) {
  const Image both = side_by_side(plain(1, 2, 10), plain(2, 1, 20));
  ASSERT_EQ(both.width, 3u);
  ASSERT_EQ(both.height, 2u);
  EXPECT_EQ(*both.at(0, 1), 10);
  EXPECT_EQ(*both.at(2, 0), 20);
  EXPECT_EQ(*both.at(1, 1), 0);
}

// The mean of 0, 100, 100 and 200. With alpha, only visible pixels count.
TEST(Image, halving_takes_means_weighted_by_alpha) {
  Image image(2, 2);
  const std::uint8_t values[] = {0, 100, 100, 200};
  for (std::uint32_t i = 0; i < 4; ++i) {
    image.at(i % 2, i / 2)[0] = values[i];
    image.at(i % 2, i / 2)[3] = 255;
  }
  EXPECT_EQ(halved(image).at(0, 0)[0], 100);
  image.at(0, 0)[3] = 0;
  EXPECT_EQ(halved(image).at(0, 0)[0], 133);  // 400 / 3
  EXPECT_EQ(halved(image).at(0, 0)[3], 191);  // 765 / 4
}

TEST(Image, halving_a_single_column_keeps_one) {
  const Image image = halved(plain(1, 5, 7));
  EXPECT_EQ(image.width, 1u);
  EXPECT_EQ(image.height, 2u);
  EXPECT_EQ(*image.at(0, 1), 7);
}

Image with_alphas(std::initializer_list<std::uint8_t> alphas) {
  Image image(static_cast<std::uint32_t>(alphas.size()), 1);
  std::uint32_t x = 0;
  for (const std::uint8_t alpha : alphas) image.at(x++, 0)[3] = alpha;
  return image;
}

TEST(Image, coverage_follows_alpha) {
  EXPECT_EQ(coverage_of(with_alphas({255, 255, 255, 255})), Coverage::opaque);
  EXPECT_EQ(coverage_of(with_alphas({255, 0, 0, 255})), Coverage::cut_out);
  EXPECT_EQ(coverage_of(with_alphas({255, 128, 64, 0})), Coverage::blended);
}

TEST(Image, unset_alpha_is_opaque) {
  EXPECT_EQ(coverage_of(with_alphas({0, 0, 0, 0})), Coverage::opaque);
}

}  // namespace
}  // namespace skelter
