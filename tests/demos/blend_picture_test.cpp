// The blend demo's pictures and window.

#include <gtest/gtest.h>

#include "demos/shown.h"

namespace skelter::test {
namespace {

std::size_t yellow_in(const Image& image, std::uint32_t from_x, std::uint32_t to_x, std::uint32_t from_y,
                      std::uint32_t to_y) {
  std::size_t count = 0;
  for (std::uint32_t y = from_y; y < to_y; ++y)
    for (std::uint32_t x = from_x; x < to_x; ++x) count += is_color(image, x, y, 255, 255, 0) ? 1 : 0;
  return count;
}

// B-60
TEST(BlendPicture, window_is_the_articles) {
  const Shown blend("blend");
  EXPECT_EQ(blend.demo.window.x, 0);
  EXPECT_EQ(blend.demo.window.y, 0);
  EXPECT_EQ(blend.demo.window.width, 640);
  EXPECT_EQ(blend.demo.window.height, 480);
  EXPECT_FALSE(blend.demo.window.resizable);
  EXPECT_EQ(blend.demo.application->title(), "Blended Skeletal Animation Demo");
}

// B-50
TEST(BlendPicture, background_is_dark_blue) {
  Shown blend("blend");
  const Image image = blend.at(0.4);
  EXPECT_TRUE(is_color(image, 630, 10, 0, 0, 64));
  EXPECT_TRUE(is_color(image, 10, 470, 0, 0, 64));
  EXPECT_GT(count_color(image, 0, 0, 64), std::size_t{640} * 480 / 2);
}

// B-53: yellow on whatever is there; between the letters the picture shows.
TEST(BlendPicture, key_guide_is_yellow_in_the_upper_left_and_nowhere_else) {
  Shown blend("blend");
  const Image image = blend.at(0.4);
  EXPECT_GT(yellow_in(image, 0, 240, 0, 200), 500u);
  EXPECT_EQ(yellow_in(image, 320, 640, 0, 480), 0u);
  EXPECT_EQ(yellow_in(image, 0, 640, 240, 480), 0u);
  EXPECT_TRUE(is_color(image, 3, 3, 0, 0, 64));
}

// B-54, B-51: the figure fills the middle.
TEST(BlendPicture, figure_stands_in_the_middle) {
  Shown blend("blend");
  const Image image = blend.at(0.4);
  EXPECT_FALSE(is_color(image, 320, 180, 0, 0, 64));
  std::uint32_t top = 480, bottom = 0;
  for (std::uint32_t y = 0; y < 480; ++y)
    for (std::uint32_t x = 260; x < 400; ++x)
      if (!is_color(image, x, y, 0, 0, 64)) {
        top = std::min(top, y);
        bottom = std::max(bottom, y);
      }
  EXPECT_NEAR(top, 70, 40);  // 513 units seen from 872 with 45 degrees: 341 of 480 rows
  EXPECT_NEAR(bottom, 410, 40);
}

// B-40, B-63: a key is seen in the next picture.
TEST(BlendPicture, every_set_changes_the_picture_at_once) {
  Shown all("blend");
  const Image before = all.at(0.3);
  for (const char* key : {"1", "2", "3", "4", "5", "6"}) {
    Shown one("blend");
    one.keys(key);
    EXPECT_GT(different_pixels(before, one.at(0.3), 30), 400u) << key;
  }
}

// B-32
TEST(BlendPicture, printed_sum_looks_different_from_proper_rotations) {
  Shown proper("blend"), printed("blend");
  printed.keys("n");
  EXPECT_GT(different_pixels(proper.at(0.3), printed.at(0.3), 30), 300u);
}

// B-19: one tick is a millisecond, so the article's walk takes 4.8 times as long.
TEST(BlendPicture, faithful_walk_is_slower) {
  EXPECT_NEAR(Shown("blend").demo.application->cycle_s(), 1.2, 1e-9);  // of the wave; 1.1 of the others
  EXPECT_NEAR(faithful("blend").demo.application->cycle_s(), 1.2 * 4.8, 1e-9);
}

// B-62
TEST(BlendPicture, clock_starts_with_the_first_frame) {
  Shown live("blend"), still("blend");
  EXPECT_EQ(largest_difference(live.step(0), still.at(0)), 0);
  EXPECT_EQ(largest_difference(live.step(0.2), still.at(0.2)), 0);
}

}  // namespace
}  // namespace skelter::test
