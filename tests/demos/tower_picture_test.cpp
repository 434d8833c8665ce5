// Images of the tower demo, compared with pixels that were worked out by hand (docs/demos.md), and its
// extras.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demos/shown.h"

namespace skelter::test {
namespace {

bool blue_at(const Image& image, double x, double y) {
  return is_color(image, x, y, 0, 0, 255);
}
bool black_at(const Image& image, double x, double y) {
  return is_color(image, x, y, 0, 0, 0);
}

// The tower without our extras, except for the line that mentions the help key.
Shown bare_tower() {
  Shown tower("tower");
  tower.keys("b w m");
  return tower;
}

// T-40: solid blue on black, with nothing else but the edges between them.
TEST(TowerPicture, is_solid_blue_on_black) {
  Shown tower = faithful("tower");
  const Image image = tower.at(0.65);
  const std::size_t blue = count_color(image, 0, 0, 255), black = count_color(image, 0, 0, 0);
  EXPECT_GT(blue, 20000u);
  EXPECT_GT(blue + black, std::size_t{800} * 600 * 98 / 100);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    ASSERT_EQ(image.rgba[i], 0);
    ASSERT_EQ(image.rgba[i + 1], 0);
  }
}

// T-42, T-43, T-30: at rest in 800 x 600, the base covers x from 355.10 to 444.90 (340.13 to 459.87 with the
// tutorial's aspect of 1), and rows 60.99 to 589.71 are covered.
TEST(TowerPicture, stands_at_rest_where_the_camera_puts_it) {
  for (const bool as_printed : {false, true}) {
    Shown tower = as_printed ? faithful("tower") : bare_tower();
    const Image image = tower.at(0);
    const double left = as_printed ? 340.13 : 355.10, right = as_printed ? 459.87 : 444.90;
    EXPECT_TRUE(blue_at(image, left + 1.5, 587)) << as_printed;
    EXPECT_TRUE(black_at(image, left - 1.5, 587)) << as_printed;
    EXPECT_TRUE(blue_at(image, right - 1.5, 587)) << as_printed;
    EXPECT_TRUE(black_at(image, right + 1.5, 587)) << as_printed;
    EXPECT_TRUE(blue_at(image, 400, 588));
    EXPECT_TRUE(black_at(image, 400, 591));
    EXPECT_TRUE(blue_at(image, 400, 62));
    EXPECT_TRUE(black_at(image, 400, 59));
    EXPECT_TRUE(blue_at(image, 400, 300));  // the point (0, 1, 0)
  }
}

// Vertex 599, the upper left corner of the last step, is at (240.34, 93.19) at 0.1 s and at (549.91, 90.16)
// at 2.1 s. With aspect 1, it is at (187.12, 93.19) and (599.89, 90.16).
TEST(TowerPicture, tip_is_at_its_pixel) {
  struct Case {
    bool as_printed;
    double time_s, x, y;
  };
  const Case table[] = {{false, 0.1, 240.34, 93.19},
                        {true, 0.1, 187.12, 93.19},
                        {false, 2.1, 549.91, 90.16},
                        {true, 2.1, 599.89, 90.16}};
  for (const Case& one : table) {
    Shown tower = one.as_printed ? faithful("tower") : bare_tower();
    const Image image = tower.at(one.time_s);
    bool blue_near = false;
    for (double dy = -2; dy <= 3; ++dy)
      for (double dx = -3; dx <= 3; ++dx) blue_near = blue_near || blue_at(image, one.x + dx, one.y + dy);
    EXPECT_TRUE(blue_near) << one.time_s << one.as_printed;
    EXPECT_TRUE(black_at(image, one.x, one.y - 6)) << one.time_s << one.as_printed;
  }
}

// T-32: in a sequence of frames, each frame must also have the pose for its own time. One frame earlier, the
// tip is at (311, 71) and at (585, 97).
TEST(TowerPicture, tip_does_not_lag_a_frame_behind) {
  Shown tower = bare_tower();
  const auto expect_tip = [](const Image& image, double x, double y) {
    bool blue_near = false;
    for (double dy = -2; dy <= 3; ++dy)
      for (double dx = -3; dx <= 3; ++dx) blue_near = blue_near || blue_at(image, x + dx, y + dy);
    EXPECT_TRUE(blue_near) << x;
    EXPECT_TRUE(black_at(image, x, y - 6)) << x;
  };
  Image image = tower.step(0);
  for (int frame = 1; frame <= 2; ++frame) image = tower.step(0.05);
  expect_tip(image, 240.34, 93.19);
  for (int frame = 3; frame <= 42; ++frame) image = tower.step(0.05);
  expect_tip(image, 549.91, 90.16);
}

// Mean x of the highest blue row, which is the tip of the tower.
double tip_x(const Image& image) {
  for (std::uint32_t y = 0; y < image.height; ++y) {
    double sum = 0, count = 0;
    for (std::uint32_t x = 0; x < image.width; ++x)
      if (blue_at(image, x, y)) sum += x, ++count;
    if (count > 0) return sum / count;
  }
  return -1;
}

// T-53: the tower bends, but its base does not move. The lowest joint turns with sin(2 pi t / 3 s), to the
// left in the first three images and to the right in the others. The joints above it turn less.
TEST(TowerPicture, six_times_differ_and_the_foot_never_moves) {
  Shown tower = bare_tower();
  std::vector<Image> moments;
  for (int i = 0; i < 6; ++i) moments.push_back(tower.at(0.1 + 0.5 * i));
  for (std::size_t i = 1; i < moments.size(); ++i) {
    EXPECT_GT(different_pixels(moments[i - 1], moments[i], 100), 1000u) << i;
    EXPECT_TRUE(blue_at(moments[i], 357, 588)) << i;
    EXPECT_TRUE(blue_at(moments[i], 443, 588)) << i;
    EXPECT_TRUE(black_at(moments[i], 352, 588)) << i;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LT(tip_x(moments[i]), 350) << i << " to the left";
    EXPECT_GT(tip_x(moments[3 + i]), 420) << i << " to the right";
  }
  EXPECT_EQ(largest_difference(tower.at(0.4), tower.at(3.4)), 0);
}

// Requirement T-34 of docs/tutorials.md.
TEST(TowerPicture, cpu_and_gpu_skinning_give_the_same_image) {
  Shown here = bare_tower(), card = bare_tower();
  card.keys("k");
  for (const double time_s : {0.1, 0.65, 2.1})
    EXPECT_LT(different_pixels(here.at(time_s), card.at(time_s), 64), 20u) << time_s;
}

// T-08: colours fade from bone to bone.
TEST(TowerPicture, weights_show_as_colours_that_fade_into_each_other) {
  Shown tower = bare_tower();
  tower.keys("w");
  const Image image = tower.at(0);
  EXPECT_EQ(count_color(image, 0, 0, 255), 0u);
  const std::uint8_t* foot = image.at(400, 587);  // only bone 0, red
  EXPECT_GT(foot[0], 200);
  EXPECT_LT(foot[2], 80);
  const std::uint8_t* tip = image.at(400, 70);  // only bone 3, blue
  EXPECT_GT(tip[2], 200);
  EXPECT_LT(tip[0], 100);
  for (std::uint32_t y = 70; y < 580; ++y)
    for (std::size_t c = 0; c < 3; ++c)
      ASSERT_LT(std::abs(image.at(400, y)[c] - image.at(400, y + 1)[c]), 12) << y;
}

// T-54: bones and matrices are drawn over the image, and can be removed again.
TEST(TowerPicture, bones_matrices_and_help_are_overlaid_and_removed) {
  Shown tower = bare_tower();
  const Image plain = tower.at(0.65);
  for (const char* key : {"b", "m", "n", "f1"}) {
    tower.keys(key);
    EXPECT_GT(different_pixels(plain, tower.at(0.65), 60), 300u) << key;
    tower.keys(key);
    EXPECT_EQ(largest_difference(plain, tower.at(0.65)), 0) << key;
  }
}

// Requirement T-50 of docs/tutorials.md.
TEST(TowerPicture, window_is_the_tutorials) {
  const Shown tower("tower");
  EXPECT_EQ(tower.demo.window.x, 100);
  EXPECT_EQ(tower.demo.window.y, 100);
  EXPECT_EQ(tower.demo.window.width, 800);
  EXPECT_EQ(tower.demo.window.height, 600);
  EXPECT_TRUE(tower.demo.window.resizable);
  EXPECT_EQ(tower.demo.application->title(), "Skeletal Animation Technique");
}

TEST(TowerPicture, moves_by_itself_until_it_is_closed) {
  Shown tower("tower");
  Image before = tower.step(0);
  for (int frame = 1; frame <= 4; ++frame) {
    const Image now = tower.step(0.2);
    EXPECT_GT(different_pixels(before, now, 60), 300u) << frame;
    EXPECT_FALSE(tower.demo.application->wants_to_quit());
    before = now;
  }
}

TEST(TowerPicture, escape_quits) {
  const Shown tower("tower");
  EXPECT_FALSE(tower.demo.application->wants_to_quit());
  tower.demo.application->handle(KeyEvent{Key::escape, Press::down, {}});
  EXPECT_TRUE(tower.demo.application->wants_to_quit());
}

// Requirement T-52 of docs/tutorials.md.
TEST(TowerPicture, many_events_in_one_frame_are_one_update) {
  Shown burst("tower"), quiet("tower");
  (void)quiet.step(0.1);
  (void)burst.step(0);
  const std::vector<InputEvent> moves(1000, MouseMoveEvent{10, 10});
  ASSERT_TRUE(burst.run().frame(moves, 0.1).ok());
  EXPECT_EQ(largest_difference(burst.run().picture(), quiet.run().picture()), 0);
}

TEST(TowerPicture, file_without_the_strip_is_an_error) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  const auto demo = make_demo("tower", std::move(*scene), {});
  ASSERT_FALSE(demo.ok());
  EXPECT_THAT(to_string(demo.error()), ::testing::HasSubstr("no frame \"bone0\"; expected bone0 to bone3"));
  auto bones = read_x_file(asset_path("tower.x"));
  ASSERT_TRUE(bones.ok());
  for (Node& node : bones->nodes) node.meshes.clear();
  const auto empty = make_demo("tower", std::move(*bones), {});
  ASSERT_FALSE(empty.ok());
  EXPECT_THAT(to_string(empty.error()), ::testing::HasSubstr("expected the tower's strip"));
}

}  // namespace
}  // namespace skelter::test
