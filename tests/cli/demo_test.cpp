// skelter demo without a display: it makes images instead of opening a window, and finds the bundled files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

TEST(Demo, without_a_display_a_strip_and_one_cycle_are_written) {
  const CommandFolder folder;
  const Ran ran = folder.run({"demo", "tower"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/demo-tower.png\nout/demo-tower.webp\n");
  const auto strip = decode_image_file(folder.path("out/demo-tower.png"));
  ASSERT_TRUE(strip.ok()) << to_string(strip.error());
  EXPECT_EQ(strip->width, 6 * 320u);
  EXPECT_THAT(folder.read("out/demo-tower.webp"), HasSubstr("ANMF"));
}

// Each frame of the image strip is a small version of the window, including its text. The tower's matrices
// must end to the left of the tower, which at rest begins at x 331 of 800 in these rows.
TEST(Demo, images_without_a_display_are_small_windows) {
  const CommandFolder folder;
  ASSERT_EQ(folder.run({"demo", "tower"}).code, 0);
  const auto strip = decode_image_file(folder.path("out/demo-tower.png"));
  ASSERT_TRUE(strip.ok());
  std::size_t letters = 0;
  for (std::uint32_t y = 118; y < 232; ++y)  // rows 295 to 580 of 600
    for (std::uint32_t x = 0; x < 140; ++x) {
      const std::uint8_t* p = strip->at(x, y);
      const bool lit = p[0] + p[1] + p[2] > 150;
      letters += lit ? 1 : 0;
      if (x > 90) {
        ASSERT_FALSE(lit && x < 130 && y < 190) << x << " " << y;
      }
    }
  EXPECT_GT(letters, 300u);
}

TEST(Demo, character_is_the_default) {
  const CommandFolder folder;
  const Ran ran = folder.run({"demo"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/demo-character.png\nout/demo-character.webp\n");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out/demo-character.png", "out/demo-character.webp"}));
}

TEST(Demo, out_writes_one_image_even_with_a_display) {
  const CommandFolder folder;
  const Ran ran = folder.run_with("env DISPLAY=:0", {"demo", "tower", "--out", "t.png", "--time", "0.65"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"t.png"}));
  const auto image = decode_image_file(folder.path("t.png"));
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->width, 800u);
  EXPECT_EQ(image->height, 600u);
  const Ran film =
      folder.run({"demo", "tower", "--out", "t.webp", "--from", "0", "--to", "0.2", "--fps", "20"});
  EXPECT_EQ(film.code, 0) << film.err;
}

TEST(Demo, faithful_tower_stretches_the_image) {
  const CommandFolder folder;
  ASSERT_EQ(folder.run({"demo", "tower", "--keys", "b w m", "--out", "a.png", "--time", "0"}).code, 0);
  ASSERT_EQ(folder.run({"demo", "tower", "--faithful", "--out", "b.png", "--time", "0"}).code, 0);
  // At rest, the base covers x from 355.10 to 444.90, or from 340.13 to 459.87 if the image is stretched. Row
  // 585 is just above the base.
  const auto blue_from = [&](const char* name) {
    const auto image = decode_image_file(folder.path(name));
    std::uint32_t x = 0;
    while (image.ok() && x < image->width && image->at(x, 585)[2] < 128) ++x;
    return x;
  };
  EXPECT_NEAR(blue_from("a.png"), 355, 1);
  EXPECT_NEAR(blue_from("b.png"), 340, 1);
}

TEST(Demo, every_demonstration_makes_an_image_and_a_video) {
  const CommandFolder folder;
  for (const char* name : {"character", "tower", "blend", "skinmesh", "crowd"}) {
    const std::string still = std::string(name) + ".png", film = std::string(name) + ".webp";
    const Ran ran = folder.run({"demo", name, "--keys", "minus minus", "--out", still, "--time", "0.5"});
    EXPECT_EQ(ran.code, 0) << name << ran.err;
    EXPECT_TRUE(decode_image_file(folder.path(still)).ok()) << name;
    std::vector<std::string> line = {"demo", name,   "--keys", "minus minus", "--out",
                                     film,   "--to", "0.1",    "--fps",       "20"};
    if (name != std::string_view("crowd")) line.push_back("--faithful");  // the crowd is from no tutorial
    const Ran filmed = folder.run(line);
    EXPECT_EQ(filmed.code, 0) << name << filmed.err;
    EXPECT_THAT(folder.read(film), HasSubstr("ANMF")) << name;
  }
}

TEST(Demo, keys_are_pressed_at_the_start) {
  const CommandFolder folder;
  ASSERT_EQ(folder.run({"demo", "tower", "--out", "a.png"}).code, 0);
  ASSERT_EQ(folder.run({"demo", "tower", "--keys", "w", "--out", "b.png"}).code, 0);
  EXPECT_NE(folder.read("a.png"), folder.read("b.png"));
}

TEST(Demo, a_crowd_is_posed_by_the_processor_that_the_option_names) {
  const CommandFolder folder;
  const std::vector<std::string> line{"demo",  "crowd",  "--members", "125",    "--out",
                                      "a.png", "--time", "0.2",       "--poses"};
  for (const char* who : {"cpu", "gpu"}) {
    std::vector<std::string> whole = line;
    whole.emplace_back(who);
    const Ran ran = folder.run(whole);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(decode_image_file(folder.path("a.png")).ok()) << who;
  }
  const Ran many = folder.run({"demo", "crowd", "--members", "5000", "--out", "a.png"});
  EXPECT_EQ(many.code, 2);
  EXPECT_EQ(many.err, "demo crowd: 5000 members; expected 125 to 4000, or poses by the graphics card\n");
}

TEST(Demo, any_file_can_be_the_character) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran =
      folder.run({"demo", "character", "bend.x", "--clip", "bend", "--out", "a.png", "--time", "0.5"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(folder.has("a.png"));
}

TEST(Demo, bundled_files_are_read_from_the_folder_in_the_environment) {
  const CommandFolder folder;
  const Ran ran =
      folder.run_with("env -u DISPLAY SKELTER_ASSETS=/nowhere", {"demo", "tower", "--out", "a.png"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(
      ran.err,
      "tower.x: bundled file is missing; looked in /nowhere; SKELTER_ASSETS can set a different folder\n");
  ASSERT_EQ(folder.shell("mkdir assets && cp '" + asset("tower.x") + "' assets/").code, 0);
  EXPECT_EQ(folder.run_with("env -u DISPLAY SKELTER_ASSETS=assets", {"demo", "tower", "--out", "a.png"}).code,
            0);
}

TEST(Demo, bundled_files_are_found_when_the_command_was_installed) {
  const CommandFolder folder;
  ASSERT_EQ(
      folder
          .shell("mkdir -p usr/bin usr/share/skelter/assets && cp '" SKELTER_COMMAND "' usr/bin/ && cp '" +
                 asset("tower.x") + "' usr/share/skelter/assets/")
          .code,
      0);
  const Ran ran = folder.shell("env -u DISPLAY usr/bin/skelter demo tower --out a.png");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST(Demo, image_folder_that_cannot_be_made_is_an_error) {
  const CommandFolder folder;
  folder.write("out", "a file in the way");
  const Ran ran = folder.run({"demo", "tower"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("out: folder cannot be created"));
}

}  // namespace
}  // namespace skelter::test
