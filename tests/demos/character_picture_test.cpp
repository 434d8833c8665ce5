// Images and window of the character demo.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demos/overlays.h"
#include "demos/shown.h"
#include "skelter/scene/edit.h"

namespace skelter::test {
namespace {

// Requirement C-86 of docs/tutorials.md.
TEST(CharacterPicture, window_is_the_tutorials_with_our_title) {
  const Shown demo("character");
  EXPECT_EQ(demo.demo.window.x, 200);
  EXPECT_EQ(demo.demo.window.y, 200);
  EXPECT_EQ(demo.demo.window.width, 800);
  EXPECT_EQ(demo.demo.window.height, 600);
  EXPECT_TRUE(demo.demo.window.resizable);
  EXPECT_EQ(demo.demo.application->title(), "Skelter: character");
}

// Requirements C-70 and C-78 of docs/tutorials.md.
TEST(CharacterPicture, faithful_background_is_green_behind_the_figure) {
  Shown demo = faithful("character");
  const Image image = demo.at(0.4);
  const std::size_t green = count_color(image, 0, 255, 0);
  EXPECT_GT(green, std::size_t{800} * 600 / 2);
  EXPECT_LT(green, std::size_t{800} * 600 - 2000);
  EXPECT_TRUE(is_color(image, 10, 10, 0, 255, 0));
  Shown ours("character");
  EXPECT_EQ(count_color(ours.at(0.4), 0, 255, 0), 0u);
}

// C-46: the clip plays at half speed.
TEST(CharacterPicture, walk_takes_twice_its_time) {
  EXPECT_NEAR(Shown("character").demo.application->cycle_s(), 2.2, 1e-9);
}

TEST(CharacterPicture, keys_choose_other_clips) {
  Shown walk("character"), wave("character");
  wave.keys("4");
  EXPECT_GT(different_pixels(walk.at(1.5), wave.at(1.5), 30), 1000u);
}

// C-79: GPU resources are created again, and the animation continues.
TEST(CharacterPicture, lost_context_is_restored_with_the_same_image_and_continues) {
  Shown lost("character"), kept("character");
  (void)lost.step(0.2);
  (void)kept.step(0.2);
  lost.keys("d");
  EXPECT_EQ(largest_difference(lost.step(0.1), kept.step(0.1)), 0);
  EXPECT_GT(different_pixels(lost.step(0.25), kept.step(0), 30), 200u);
}

// C-58: the image does not depend on the number of bones per draw call.
TEST(CharacterPicture, every_palette_gives_the_same_figure) {
  Shown demo = faithful("character");
  const Image unlimited = demo.at(0.4);
  for (int i = 0; i < 3; ++i) {
    demo.keys("p");
    EXPECT_LT(different_pixels(unlimited, demo.at(0.4), 24), 40u) << i;
  }
}

// C-72: as the light moves round, the back of the model keeps a fifth of its brightness in full light.
// (Pixels at the edges of triangles may be slightly darker, because they interpolate colours from beyond the
// edge.)
TEST(CharacterPicture, light_moves_with_l_and_leaves_a_fifth_on_the_dark_side) {
  Shown demo = faithful("character");
  std::vector<Image> images;
  for (int i = 0; i < 12; ++i) {
    images.push_back(demo.at(0.4));
    demo.keys("l");
  }
  std::size_t bright = 0, with_a_fifth = 0, below = 0;
  for (std::uint32_t y = 0; y < 600; ++y)
    for (std::uint32_t x = 0; x < 800; ++x) {
      if (is_color(images[0], x, y, 0, 255, 0)) continue;
      int low = 765, high = 0;
      for (const Image& image : images) {
        const std::uint8_t* p = image.at(x, y);
        low = std::min(low, p[0] + p[1] + p[2]);
        high = std::max(high, p[0] + p[1] + p[2]);
      }
      if (high < 250) continue;
      ++bright;
      below += 100 * low < 18 * high ? 1 : 0;
      with_a_fifth += 100 * low < 30 * high ? 1 : 0;
    }
  EXPECT_GT(bright, 800u);
  EXPECT_GT(with_a_fifth, bright / 2);
  EXPECT_LT(below, bright / 20);
}

// With our second light, which comes from the viewer, no visible pixel is as dark as the tutorial's fifth.
TEST(CharacterPicture, second_light_leaves_nothing_very_dark) {
  Shown demo("character");
  std::vector<Image> images;
  for (int i = 0; i < 12; ++i) {
    images.push_back(demo.at(0.4));
    demo.keys("l");
  }
  std::size_t lit = 0, below_a_quarter = 0;
  for (std::uint32_t y = 0; y < 600; ++y)
    for (std::uint32_t x = 200; x < 600; ++x) {
      int low = 765, high = 0;
      for (const Image& image : images) {
        const std::uint8_t* p = image.at(x, y);
        low = std::min(low, p[0] + p[1] + p[2]);
        high = std::max(high, p[0] + p[1] + p[2]);
      }
      if (high < low + 60) continue;  // outside the model, or equally bright in all images
      ++lit;
      below_a_quarter += 4 * low < high ? 1 : 0;
    }
  EXPECT_GT(lit, 5000u);
  EXPECT_LT(below_a_quarter, lit / 50);
}

TEST(CharacterPicture, no_clip_brings_the_figure_behind_the_panel) {
  const Shown demo("character");
  const Scene& scene = dynamic_cast<const demos::SceneDemo&>(*demo.demo.application).scene();
  for (const char* name : {"walk", "run", "idle", "wave", "sit"})
    for (int step = 0; step < 8; ++step) {
      const std::uint32_t clip = *choose_clip(scene, name);
      const Pose pose = evaluate(scene, clip, scene.clips[clip].duration_s * step / 8);
      expect_figure_is_free(demo, pose, 800, 600, name);
      expect_figure_is_free(demo, pose, 1280, 720, name);
    }
}

// Requirement C-49 of docs/tutorials.md.
TEST(CharacterPicture, arrows_walk_it_over_the_ground) {
  Shown demo = faithful("character");
  const Image before = demo.step(0);
  demo.demo.application->handle(KeyEvent{Key::right, Press::down, {}});
  for (int i = 0; i < 3; ++i) (void)demo.step(0.25);
  demo.demo.application->handle(KeyEvent{Key::right, Press::up, {}});
  demo.demo.application->handle(KeyEvent{Key::up, Press::down, {}});
  Image after;
  for (int i = 0; i < 12; ++i) after = demo.step(0.25);
  // It turned to its right, which is left in the image, and walked away.
  const auto middle_column = [](const Image& image) {
    double sum = 0, count = 0;
    for (std::uint32_t y = 0; y < image.height; ++y)
      for (std::uint32_t x = 0; x < image.width; ++x)
        if (!is_color(image, x, y, 0, 255, 0)) sum += x, count += 1;
    return sum / count;
  };
  EXPECT_LT(middle_column(after), middle_column(before) - 30);
}

// Requirement C-71 of docs/tutorials.md.
TEST(CharacterPicture, resizing_keeps_proportions) {
  Shown demo = faithful("character");
  const auto figure = [](const Image& image) {
    std::uint32_t left = image.width, right = 0, top = image.height, bottom = 0;
    for (std::uint32_t y = 0; y < image.height; ++y)
      for (std::uint32_t x = 0; x < image.width; ++x) {
        if (is_color(image, x, y, 0, 255, 0)) continue;
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
      }
    return static_cast<double>(right - left) / (bottom - top);
  };
  const double before = figure(demo.at(0.4));
  demo.size = {1200, 600, 1};
  ASSERT_TRUE(demo.run().resize(demo.size).ok());
  EXPECT_NEAR(figure(demo.at(0.4)), before, 0.02);
}

// C-23: a minimised window has no pixels, so the window's loop draws nothing. A call of draw() must return an
// error, not divide by 0, and the next image must be the same as before.
TEST(CharacterPicture, framebuffer_without_pixels_is_no_division_by_0) {
  Shown demo("character");
  const Image before = demo.at(0.4);
  const std::pair<FrameSize, const char*> table[] = {
      {{0, 0, 1}, "0x0"}, {{800, 0, 1}, "800x0"}, {{0, 600, 1}, "0x600"}};
  for (const auto& [none, name] : table) {
    const auto drawn = demo.demo.application->draw(none);
    ASSERT_FALSE(drawn.ok());
    EXPECT_EQ(to_string(drawn.error()), std::string("image size ") + name + "; expected at least 1x1");
  }
  EXPECT_EQ(largest_difference(before, demo.at(0.4)), 0);
}

// The topmost and the lowest row above `end` that have at least three pixels of a colour.
struct ColoredRows {
  std::uint32_t top = ~0u, bottom = 0;
  std::size_t pixels = 0;
};
template <class IsColor>
ColoredRows rows_of(const Image& image, std::uint32_t end, const IsColor& is) {
  ColoredRows rows;
  for (std::uint32_t y = 0; y < end; ++y) {
    std::size_t in_row = 0;
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.at(x, y);
      in_row += is(static_cast<int>(p[0]), static_cast<int>(p[1]), static_cast<int>(p[2])) ? 1 : 0;
    }
    if (in_row < 3) continue;
    rows.top = std::min(rows.top, y);
    rows.bottom = y;
    rows.pixels += in_row;
  }
  return rows;
}

// C-89: the blue shirt, the dark brown hair and the red shoes are visible, and the edge of the image cuts off
// neither the hair nor the shoes. The first axis is also red, but paler. Parts of the shoes are as brown as
// the hair.
TEST(CharacterPicture, every_camera_sees_the_figure) {
  for (const char* keys : {"", "c", "c c"}) {
    Shown demo("character");
    demo.keys(keys);
    for (const double time_s : {0.0, 0.4, 1.0, 2.5, 5.0}) {
      const Image image = demo.at(time_s);
      const ColoredRows shirt =
          rows_of(image, image.height, [](int r, int, int b) { return b > r + 40 && b > 60 && b < 180; });
      const ColoredRows shoes = rows_of(image, image.height, [](int r, int g, int b) {
        return r > 60 && 5 * r > 12 * g && 5 * r > 14 * b;
      });
      const std::string where = std::string(keys) + " at " + std::to_string(time_s);
      ASSERT_GT(shoes.bottom, 200u) << where;
      const ColoredRows hair = rows_of(image, shoes.bottom - 60, [](int r, int g, int b) {
        return r < 110 && 5 * r > 7 * g && 5 * g > 6 * b;
      });
      EXPECT_GT(shirt.pixels, 500u) << where;
      EXPECT_GT(hair.pixels, 80u) << where;
      EXPECT_GT(shoes.pixels, 40u) << where;
      EXPECT_GE(hair.top, 10u) << where;
      EXPECT_LT(hair.top, shoes.bottom - 150) << where;
      EXPECT_LT(shoes.bottom, image.height - 10) << where;
    }
  }
}

// C-22: both cameras of the tutorial follow the character, which walks in a circle. Its clothes and skin are
// coloured; background, ground and grid are grey.
TEST(CharacterPicture, both_cameras_follow_the_walking_figure) {
  for (const char* keys : {"c", "c c"}) {
    Shown demo("character");
    demo.keys(keys);
    for (const double time_s : {0.0, 1.0, 5.0}) {
      const Image image = demo.at(time_s);
      std::size_t figure = 0;
      for (std::uint32_t y = 0; y < 600; ++y)
        for (std::uint32_t x = 140; x < 800; ++x) {
          const std::uint8_t* p = image.at(x, y);
          figure += std::max({p[0], p[1], p[2]}) > std::min({p[0], p[1], p[2]}) + 30 ? 1 : 0;
        }
      EXPECT_GE(figure, 4000u) << keys << " at " << time_s;
    }
  }
}

// Requirements C-88 and C-41 of docs/tutorials.md.
TEST(CharacterPicture, wrong_clip_is_an_error_that_lists_the_clips) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  DemoOptions options;
  options.clip = "dance";
  const auto demo = make_demo("character", std::move(*scene), options);
  ASSERT_FALSE(demo.ok());
  EXPECT_THAT(to_string(demo.error()),
              ::testing::HasSubstr("mannequin.x: no clip is named \"dance\"; the 20 clips are "
                                   "\"walk\", \"run\", \"idle\""));
}

// Requirements C-02 and C-25 of docs/tutorials.md.
TEST(CharacterPicture, file_without_animation_stands_at_rest) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  scene->clips.clear();
  auto demo = make_demo("character", std::move(*scene), {});
  ASSERT_TRUE(demo.ok());
  EXPECT_EQ(demo->application->cycle_s(), 0);
  auto run = HeadlessRun::create(*demo->application, {320, 240, 1});
  ASSERT_TRUE(run.ok());
  ASSERT_TRUE(run->frame({}, 0).ok());
  const Image first = run->picture();
  std::size_t shirt = 0;  // pixels of blue cloth
  for (std::uint32_t y = 0; y < first.height; ++y)
    for (std::uint32_t x = 80; x < 240; ++x)
      shirt += first.at(x, y)[2] > first.at(x, y)[0] + 40 && first.at(x, y)[2] > 60 ? 1 : 0;
  EXPECT_GT(shirt, 100u) << "it is drawn";
  ASSERT_TRUE(run->frame({}, 0.25).ok());
  EXPECT_EQ(largest_difference(first, run->picture()), 0);
}

}  // namespace
}  // namespace skelter::test
