// The demonstrations' windows on a virtual display, with real keys: they open, move, pause, turn, listen, and
// close with Escape.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

// Runs a script with $SKELTER on a virtual screen; it finds the window by its title as $W and has `shot
// NAME`.
constexpr const char* kDemoScript = R"SH(
fail() { echo "$1" >&2; kill "$P" 2>/dev/null; exit 9; }
press() { xdotool key --window "$W" "$1"; sleep 0.4; }
shot() { import -silent -window "$W" "$1"; }
"$SKELTER" demo "$@" & P=$!
W=$(timeout 20 xdotool search --sync --onlyvisible --name "$TITLE" | head -n 1)
[ -n "$W" ] || fail "no window"
sleep 1
)SH";

class Window : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"xvfb-run", "xdotool", "import"})
      if (folder_.shell(std::string("command -v ") + tool).code != 0) GTEST_SKIP() << "no " << tool;
  }
  // The rest of the script after the window is open. Without Escape the script must end the program itself.
  Ran play(const std::string& title, const std::string& arguments, const std::string& actions) {
    folder_.write("play.sh", std::string(kDemoScript) + actions);
    return folder_.shell("SKELTER='" SKELTER_COMMAND "' TITLE='" + title +
                         "' timeout 60 xvfb-run -a -s '-screen 0 1280x900x24 -nolisten tcp' bash play.sh " +
                         arguments);
  }
  Image shot(const std::string& name) {
    auto image = decode_image_file(folder_.path(name));
    EXPECT_TRUE(image.ok()) << to_string(image.error());
    return image.ok() ? *image : Image(1, 1);
  }
  CommandFolder folder_;
};

constexpr const char* kEscape = "xdotool key --window \"$W\" Escape; wait $P; exit $?\n";

TEST_F(Window, tower_opens_where_the_tutorial_put_it_and_escape_quits) {
  const Ran ran = play(
      "Skeletal Animation Technique", "tower",
      std::string("xdotool getwindowgeometry --shell $W\nshot a.png\nsleep 0.3\nshot b.png\n") + kEscape);
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
}

TEST_F(Window, space_pauses_and_goes_on) {
  const Ran ran = play(
      "Skeletal Animation Technique", "tower",
      std::string("press space\nshot a.png\nsleep 0.4\nshot b.png\npress space\nsleep 0.3\nshot c.png\n") +
          kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image a = shot("a.png");
  EXPECT_EQ(shot("b.png"), a);
  EXPECT_NE(shot("c.png"), a);
}

TEST_F(Window, mouse_turns_and_wheel_zooms_the_character) {
  const Ran ran =
      play("Skelter: character", "character",
           std::string(
               "xdotool getwindowgeometry --shell $W\npress space\nshot a.png\n"
               "xdotool mousemove --window $W 300 300; sleep 0.1\nxdotool mousedown 1; sleep 0.1\n"
               "xdotool mousemove --window $W 420 320; sleep 0.1\nxdotool mouseup 1; sleep 0.3\nshot b.png\n"
               "xdotool click 4; sleep 0.4\nshot c.png\n") +
               kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("X=200\nY=200\nWIDTH=800\nHEIGHT=600\n"));
  const Image a = shot("a.png"), b = shot("b.png"), c = shot("c.png");
  EXPECT_NE(b, a) << "dragging turns nothing";
  EXPECT_NE(c, b) << "the wheel zooms nothing";
}

// Twice as wide: the tower keeps its pixels' proportions, so it stays as wide as the height says.
TEST_F(Window, resizing_keeps_proportions) {
  const Ran ran =
      play("Skeletal Animation Technique", "tower",
           std::string("xdotool windowsize $W 1100 600; sleep 0.6\npress space\nshot a.png\n") + kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image a = shot("a.png");
  ASSERT_EQ(a.width, 1100u);
  std::uint32_t left = 0, right = a.width - 1;
  while (left < a.width && a.at(left, 585)[2] < 128) ++left;
  while (right > left && a.at(right, 585)[2] < 128) --right;
  EXPECT_NEAR(right - left + 1, 90, 2);  // 444.90 - 355.10 at the foot, as in 800 x 600
  EXPECT_NEAR((left + right) / 2.0, 549.5, 2);
}

TEST_F(Window, help_keys_show_the_keys) {
  const Ran ran = play(
      "Skeletal Animation Technique", "tower",
      std::string("press space\nshot a.png\npress F1\nshot b.png\npress question\nshot c.png\n") + kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image plain = shot("a.png");
  EXPECT_NE(shot("b.png"), plain);
  EXPECT_EQ(shot("c.png"), plain);
}

TEST_F(Window, tower_keys_show_bones_weights_and_matrices) {
  const Ran ran =
      play("Skeletal Animation Technique", "tower",
           std::string("press space\nshot a.png\npress w\nshot w.png\npress w\npress b\nshot b.png\n"
                       "press b\npress m\nshot m.png\npress m\npress Right\nshot step.png\n"
                       "press Left\nshot back.png\n") +
               kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image plain = shot("a.png");
  for (const char* name : {"w.png", "b.png", "m.png", "step.png"}) EXPECT_NE(shot(name), plain) << name;
  EXPECT_EQ(shot("back.png"), plain);
}

// B-60, B-61: dark blue, 640 x 480 at the origin, of fixed size; a digit acts when it is let go.
TEST_F(Window, blend_is_where_the_article_put_it_and_digits_act_when_let_go) {
  const Ran ran =
      play("Blended Skeletal Animation Demo", "blend",
           std::string("xdotool getwindowgeometry --shell $W\nxdotool keydown --window $W 1; sleep 0.4\n"
                       "shot down.png\nxdotool keyup --window $W 1; sleep 0.4\nshot up.png\n"
                       "press space\nshot all.png\n") +
               kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("X=0\nY=0\nWIDTH=640\nHEIGHT=480\n"));
  // The bar of the left arm: filled yellow while it is on.
  const auto filled = [&](const char* name) {
    const Image image = shot(name);
    const std::uint8_t* p = image.at(150, 16);
    return p[0] == 255 && p[1] == 255 && p[2] == 0;
  };
  EXPECT_TRUE(filled("down.png"));
  EXPECT_FALSE(filled("up.png"));
  EXPECT_TRUE(filled("all.png"));
}

TEST_F(Window, skinmesh_title_tells_the_way_of_skinning) {
  const Ran ran =
      play("skinmesh: mannequin.x", "skinmesh",
           std::string("press 1\nxdotool getwindowname $W\npress 3\nxdotool getwindowname $W\n") + kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("1 blended, not indexed - "));
  EXPECT_THAT(ran.out, ::testing::HasSubstr("3 software - "));
}

TEST_F(Window, character_survives_a_lost_context) {
  const Ran ran =
      play("Skelter: character", "character",
           std::string("shot a.png\npress d\nsleep 0.5\n"
                       "W=$(xdotool search --onlyvisible --name \"$TITLE\" | tail -n 1)\n"  // a new one
                       "shot b.png\nsleep 0.3\nshot c.png\n") +
               kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Image before = shot("a.png"), after = shot("b.png");
  EXPECT_EQ(after.width, before.width);
  EXPECT_NE(shot("c.png"), after) << "the animation does not go on";
  std::size_t shirt = 0;
  for (std::size_t i = 0; i < after.rgba.size(); i += 4)
    shirt += after.rgba[i + 2] > after.rgba[i] + 40 ? 1 : 0;
  EXPECT_GT(shirt, 500u) << "the picture did not come back";
}

TEST_F(Window, display_that_does_not_answer_gives_pictures) {
  const Ran ran = folder_.run_with("env -u WAYLAND_DISPLAY DISPLAY=:987", {"demo", "tower"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/demo-tower.png\nout/demo-tower.webp\n");
  EXPECT_THAT(ran.err, ::testing::HasSubstr("no display answers"));
}

}  // namespace
}  // namespace skelter::test
