// Images and window of the blend demo.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "demos/key_picture.h"
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

// Requirement B-60 of docs/tutorials.md.
TEST(BlendPicture, window_is_the_articles) {
  const Shown blend("blend");
  EXPECT_EQ(blend.demo.window.x, 0);
  EXPECT_EQ(blend.demo.window.y, 0);
  EXPECT_EQ(blend.demo.window.width, 640);
  EXPECT_EQ(blend.demo.window.height, 480);
  EXPECT_FALSE(blend.demo.window.resizable);
  EXPECT_EQ(blend.demo.application->title(), "Blended Skeletal Animation Demo");
}

// Requirement B-50 of docs/tutorials.md.
TEST(BlendPicture, background_is_dark_blue) {
  Shown blend("blend");
  const Image image = blend.at(0.4);
  EXPECT_TRUE(is_color(image, 630, 10, 0, 0, 64));
  EXPECT_TRUE(is_color(image, 10, 470, 0, 0, 64));
  EXPECT_GT(count_color(image, 0, 0, 64), std::size_t{640} * 480 / 2);
}

// B-53: the text is yellow on any background, and the image is visible between the letters.
TEST(BlendPicture, key_guide_is_yellow_in_the_upper_left_and_nowhere_else) {
  Shown blend("blend");
  const Image image = blend.at(0.4);
  EXPECT_GT(yellow_in(image, 0, 240, 0, 200), 500u);
  EXPECT_EQ(yellow_in(image, 320, 640, 0, 480), 0u);
  EXPECT_EQ(yellow_in(image, 0, 640, 240, 480), 0u);
  EXPECT_TRUE(is_color(image, 3, 3, 0, 0, 64));
}

// A demonstration without its text.
class WithoutPanels : public DemoApplication {
 public:
  explicit WithoutPanels(std::unique_ptr<DemoApplication> whole) : whole_(std::move(whole)) {}
  Result<void> gain_context() override { return whole_->gain_context(); }
  void lose_context() override { whole_->lose_context(); }
  void handle(const InputEvent& event) override { whole_->handle(event); }
  void set_shaders(const std::string& folder, bool debug) override { whole_->set_shaders(folder, debug); }
  void update(double step_s) override { whole_->update(step_s); }
  Result<void> draw(const FrameSize& size) override { return whole_->draw(size); }
  void draw_panels(const FrameSize&) override {}
  bool wants_to_quit() const override { return whole_->wants_to_quit(); }
  std::string title() const override { return whole_->title(); }
  void seek(double time_s) override { whole_->seek(time_s); }
  double cycle_s() const override { return whole_->cycle_s(); }
  const Diagnostics& diagnostics() const override { return whole_->diagnostics(); }

 private:
  std::unique_ptr<DemoApplication> whole_;
};

// B-53: with --faithful, the list is an image, as in the article. Its white pixels become yellow and hide
// what is behind. Where it is black, the frame is the same as without the list, both over the model and over
// the background. The window is small, so that the list covers the model. At time 0, and with matrices added,
// the demo without --faithful shows the same pose.
TEST(BlendPicture, faithful_key_guide_is_an_image_with_transparent_black) {
  const Image keys = demos::key_picture();
  Shown with_list = faithful("blend"), without("blend");
  without.keys("n");
  without.demo.application = std::make_unique<WithoutPanels>(std::move(without.demo.application));
  with_list.size = without.size = {keys.width + 20, keys.height + 60, 1};
  const Image list = with_list.at(0), bare = without.at(0);
  std::size_t yellow = 0, over_figure = 0, figure_in_the_black = 0;
  for (std::uint32_t y = 0; y < list.height; ++y)
    for (std::uint32_t x = 0; x < list.width; ++x) {
      const bool inside = x < keys.width && y < keys.height;
      const bool figure = !is_color(bare, x, y, 0, 0, 64);
      if (inside && is_color(keys, x, y, 255, 255, 255)) {
        ASSERT_TRUE(is_color(list, x, y, 255, 255, 0)) << x << " " << y;
        ++yellow;
        over_figure += figure ? 1 : 0;
      } else {
        ASSERT_TRUE(std::equal(list.at(x, y), list.at(x, y) + 4, bare.at(x, y))) << x << " " << y;
        figure_in_the_black += inside && figure ? 1 : 0;
      }
    }
  EXPECT_GT(yellow, 3000u);
  EXPECT_GT(over_figure, 200u);
  EXPECT_GT(figure_in_the_black, 1000u);
}

// The image is black and white, and opaque. Only the colour key makes parts of it transparent.
TEST(KeyPicture, is_white_on_black_and_opaque) {
  const Image keys = demos::key_picture();
  EXPECT_EQ(count_color(keys, 255, 255, 255) + count_color(keys, 0, 0, 0),
            std::size_t{keys.width} * keys.height);
  for (std::size_t i = 3; i < keys.rgba.size(); i += 4) ASSERT_EQ(keys.rgba[i], 255);
  // The crossbar of the T in LEFT: five dots of two pixels each, from column 8 + 5 * 12, in the first row of
  // dots.
  for (std::uint32_t x = 68; x < 78; ++x) EXPECT_TRUE(is_color(keys, x, 8, 255, 255, 255)) << x;
  EXPECT_TRUE(is_color(keys, 68, 10, 0, 0, 0));
  EXPECT_TRUE(is_color(keys, 72, 21, 255, 255, 255));  // the stem of the T ends in row 7 of the dots
  EXPECT_TRUE(is_color(keys, 72, 22, 0, 0, 0));
}

// B-54, B-51: with all sets off, the model is at rest, 513 units tall, with its middle at the origin. The top
// of the head, at a height of 256.5, is 871.78 - 0.229416 * 256.5 = 812.93 away and 0.973329 * 256.5 = 249.66
// above the line of sight, so it is in row 240 * (1 - 2.414214 * 249.66 / 812.93) = 62. A toe, near (28,
// -256.5, -43) in the article's axes, is in row 412.
TEST(BlendPicture, figure_stands_in_the_middle) {
  Shown blend("blend");
  blend.keys("1 2 3 4 5");
  const Image image = blend.at(0.4);
  std::uint32_t top = 480, bottom = 0, left = 640, right = 0;
  for (std::uint32_t y = 0; y < 480; ++y)
    for (std::uint32_t x = 250; x < 420; ++x)
      if (!is_color(image, x, y, 0, 0, 64)) {
        top = std::min(top, y), bottom = std::max(bottom, y);
        left = std::min(left, x), right = std::max(right, x);
      }
  EXPECT_NEAR(top, 62, 3);
  EXPECT_NEAR(bottom, 412, 6);
  EXPECT_NEAR((left + right) / 2.0, 320, 8);
}

// B-40, B-63: the effect of a key is visible in the next image.
TEST(BlendPicture, every_set_changes_the_image_at_once) {
  Shown all("blend");
  const Image before = all.at(0.3);
  for (const char* key : {"1", "2", "3", "4", "5", "6"}) {
    Shown one("blend");
    one.keys(key);
    EXPECT_GT(different_pixels(before, one.at(0.3), 30), 400u) << key;
  }
}

// Requirement B-32 of docs/tutorials.md.
TEST(BlendPicture, printed_sum_looks_different_from_proper_rotations) {
  Shown proper("blend"), printed("blend");
  printed.keys("n");
  EXPECT_GT(different_pixels(proper.at(0.3), printed.at(0.3), 30), 300u);
}

// B-19: a tick is a millisecond, so the article's walk takes 4.8 times as long.
TEST(BlendPicture, faithful_walk_is_slower) {
  // Duration of the wave; the other clips last 1.1 s.
  EXPECT_NEAR(Shown("blend").demo.application->cycle_s(), 1.2, 1e-9);
  EXPECT_NEAR(faithful("blend").demo.application->cycle_s(), 1.2 * 4.8, 1e-9);
}

// Requirements B-61 and B-62 of docs/tutorials.md.
TEST(BlendPicture, escape_quits_when_it_is_pressed) {
  const Shown blend("blend");
  EXPECT_FALSE(blend.demo.application->wants_to_quit());
  blend.demo.application->handle(KeyEvent{Key::escape, Press::down, {}});
  EXPECT_TRUE(blend.demo.application->wants_to_quit());
}

TEST(BlendPicture, clock_starts_with_the_first_frame) {
  Shown live("blend"), still("blend");
  EXPECT_EQ(largest_difference(live.step(0), still.at(0)), 0);
  EXPECT_EQ(largest_difference(live.step(0.2), still.at(0.2)), 0);
}

}  // namespace
}  // namespace skelter::test
