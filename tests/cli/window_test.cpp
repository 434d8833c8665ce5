// The demonstrations' windows on a virtual display, with real keys: they open, move, pause, turn, respond,
// and close with Escape.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/window_runner.h"

namespace skelter::test {
namespace {

class Window : public WindowTest {
 protected:
  Ran play(const std::string& title, const std::string& arguments, const std::string& actions) {
    return WindowTest::play(title, "demo " + arguments, actions + "quit Escape\n");
  }
};

TEST_F(Window, tower_opens_where_the_tutorial_put_it_and_escape_quits) {
  const Ran ran = play("Skeletal Animation Technique", "tower --keys 'b w m'",
                       "xdotool getwindowgeometry --shell $W\nshot a.png\nother_shot b.png a.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("X=100\nY=100\nWIDTH=800\nHEIGHT=600\n"));
  const Image a = shot("a.png");
  EXPECT_EQ(a.width, 800u);
  EXPECT_EQ(a.height, 600u);
  std::size_t blue = 0, black = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    blue += a.rgba[i] == 0 && a.rgba[i + 1] == 0 && a.rgba[i + 2] == 255 ? 1 : 0;
    black += a.rgba[i] == 0 && a.rgba[i + 1] == 0 && a.rgba[i + 2] == 0 ? 1 : 0;
  }
  EXPECT_GT(blue, 10000u);
  EXPECT_GT(black, 300000u);
  EXPECT_NE(shot("b.png"), a) << "the tower stands still";
  const cli::Json end = state();
  EXPECT_EQ(end["demo"], "tower");
  EXPECT_EQ(end["title"], "Skeletal Animation Technique");
  EXPECT_EQ(end["window"]["number"], 1);
  EXPECT_EQ(end["window"]["width"], 800);
  EXPECT_EQ(end["window"]["height"], 600);
  EXPECT_GE(end["window"]["frames"], 2);
  EXPECT_EQ(end["window"]["keys_down"], 1);
}

TEST_F(Window, space_pauses_and_continues) {
  const Ran ran = play("Skeletal Animation Technique", "tower",
                       "press space\nshot a.png\nrests\nshot b.png\npress space\nother_shot c.png b.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image a = shot("a.png");
  EXPECT_EQ(shot("b.png"), a);
  EXPECT_NE(shot("c.png"), a);
}

// The speed is 0, so that nothing else changes the image.
TEST_F(Window, mouse_turns_and_wheel_zooms_the_character) {
  const Ran ran = play("Skelter: character", "character --clip walk --keys 'minus minus minus minus minus'",
                       "xdotool getwindowgeometry --shell $W\nat 300 300\nshot a.png\nframes 5\n"
                       "shot still.png\nbutton_down\nat 420 320\nbutton_up\nshot b.png\n"
                       "wheel_up\nshot c.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("X=200\nY=200\nWIDTH=800\nHEIGHT=600\n"));
  const Image a = shot("a.png"), b = shot("b.png"), c = shot("c.png");
  EXPECT_EQ(shot("still.png"), a);
  EXPECT_NE(b, a) << "dragging turns nothing";
  EXPECT_NE(c, b) << "the wheel zooms nothing";
}

// In a wider window, the tower keeps its proportions, so its width does not change.
TEST_F(Window, resizing_keeps_proportions) {
  const Ran ran = play("Skeletal Animation Technique", "tower --keys 'b w m'",
                       "resize 1100 600\npress space\nshot a.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image a = shot("a.png");
  ASSERT_EQ(a.width, 1100u);
  std::uint32_t left = 0, right = 1000;  // begin of the line that mentions the help key
  while (left < a.width && a.at(left, 585)[2] < 128) ++left;
  while (right > left && a.at(right, 585)[2] < 128) --right;
  EXPECT_NEAR(right - left + 1, 90, 2);  // 444.90 - 355.10 at the base, as at 800 x 600
  EXPECT_NEAR((left + right) / 2.0, 549.5, 2);
}

TEST_F(Window, help_keys_show_the_keys) {
  const Ran ran = play("Skeletal Animation Technique", "tower",
                       "press space\nshot a.png\npress F1\nshot b.png\npress question\nshot c.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image plain = shot("a.png");
  EXPECT_NE(shot("b.png"), plain);
  EXPECT_EQ(shot("c.png"), plain);
}

TEST_F(Window, tower_keys_show_bones_weights_and_matrices) {
  const Ran ran = play("Skeletal Animation Technique", "tower",
                       "press space\nshot a.png\npress w\nshot w.png\npress w\npress b\nshot b.png\n"
                       "press b\npress m\nshot m.png\npress m\npress Right\nshot step.png\n"
                       "press Left\nshot back.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image plain = shot("a.png");
  for (const char* name : {"w.png", "b.png", "m.png", "step.png"}) EXPECT_NE(shot(name), plain) << name;
  EXPECT_EQ(shot("back.png"), plain);
}

// B-60, B-61: the window is dark blue, 640 x 480, at the origin, and has a fixed size. A digit acts on
// release.
TEST_F(Window, blend_is_where_the_article_put_it_and_digits_act_on_release) {
  const Ran ran =
      play("Blended Skeletal Animation Demo", "blend",
           "xdotool getwindowgeometry --shell $W\nkey_down 1\nshot down.png\nkey_up 1\nshot up.png\n"
           "press space\nshot all.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("X=0\nY=0\nWIDTH=640\nHEIGHT=480\n"));
  // The bar of the left arm is yellow while the arm is on.
  const auto filled = [&](const char* name) {
    const Image image = shot(name);
    const std::uint8_t* p = image.at(150, 16);
    return p[0] == 255 && p[1] == 255 && p[2] == 0;
  };
  EXPECT_TRUE(filled("down.png"));
  EXPECT_FALSE(filled("up.png"));
  EXPECT_TRUE(filled("all.png"));
}

TEST_F(Window, skinmesh_title_shows_the_skinning_method) {
  const Ran ran = play("skinmesh: mannequin.x", "skinmesh",
                       "press 1\nxdotool getwindowname $W\npress 3\nxdotool getwindowname $W\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("1 blended, not indexed - "));
  EXPECT_THAT(ran.out, ::testing::HasSubstr("3 software - "));
}

TEST_F(Window, character_survives_a_lost_context) {
  const Ran ran = play("Skelter: character", "character",
                       "shot a.png\nxdotool key --window $W d\nuntil_ok 'a new window' is number 2\n"
                       "find_window\nshot b.png\nother_shot c.png b.png\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image before = shot("a.png"), after = shot("b.png");
  EXPECT_EQ(after.width, before.width);
  EXPECT_NE(shot("c.png"), after) << "the animation does not go on";
  std::size_t shirt = 0;
  for (std::size_t i = 0; i < after.rgba.size(); i += 4)
    shirt += after.rgba[i + 2] > after.rgba[i] + 40 ? 1 : 0;
  EXPECT_GT(shirt, 500u) << "the picture did not come back";
}

TEST_F(Window, display_that_does_not_answer_gives_images) {
  const Ran ran = folder_.run_with("env -u WAYLAND_DISPLAY DISPLAY=:987", {"demo", "tower"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/demo-tower.png\nout/demo-tower.webp\n");
  EXPECT_THAT(ran.err, ::testing::HasSubstr("no display is available"));
}

TEST_F(Window, state_belongs_to_a_window_not_an_image) {
  const Ran ran = folder_.run({"demo", "tower", "--out", "a.png", "--state", "a.json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "--state: is written while a window is open; it cannot be combined with --out\n");
}

}  // namespace
}  // namespace skelter::test
