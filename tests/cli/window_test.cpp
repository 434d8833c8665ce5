// The demonstration's window on a virtual display: it opens, moves, pauses, turns, and closes with Escape.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

// Runs a script with $SKELTER on a virtual screen; it finds the window by its title as $W and has `shot
// NAME`.
constexpr const char* kScript = R"SH(
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
    folder_.write("play.sh", std::string(kScript) + actions);
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

TEST_F(Window, help_keys_show_the_keys_in_the_title) {
  const Ran ran = play("Skeletal Animation Technique", "tower",
                       std::string("press F1\nxdotool getwindowname $W\n") + kEscape);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("Escape: quit"));
}

TEST_F(Window, display_that_does_not_answer_gives_pictures) {
  const Ran ran = folder_.run_with("env -u WAYLAND_DISPLAY DISPLAY=:987", {"demo", "tower"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/demo-tower.png\nout/demo-tower.webp\n");
  EXPECT_THAT(ran.err, ::testing::HasSubstr("no display answers"));
}

}  // namespace
}  // namespace skelter::test
