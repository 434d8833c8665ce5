// skelter render: images of the right size that show something.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

Image picture(const CommandFolder& folder, const std::string& name) {
  auto image = decode_image_file(folder.path(name));
  if (image) return *image;
  ADD_FAILURE() << to_string(image.error());
  return {};
}

// Number of pixels that differ from the top left pixel by more than noise.
std::size_t drawn_pixels(const Image& image) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    int difference = 0;
    for (std::size_t c = 0; c < 3; ++c) difference += std::abs(int{image.rgba[i + c]} - int{image.rgba[c]});
    if (difference > 12) ++count;
  }
  return count;
}

// Number of frames in an animated WebP file, counted in the container, as `ffprobe` or `identify` would
// report it.
std::size_t webp_frames(const std::string& bytes) {
  std::size_t count = 0;
  for (std::size_t at = bytes.find("ANMF"); at != std::string::npos; at = bytes.find("ANMF", at + 4)) ++count;
  return count;
}

class Render : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("bend.x", kBendFile); }
  Ran render(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"render", "bend.x", "--out"});
    return folder_.run(arguments);
  }
  CommandFolder folder_;
};

TEST_F(Render, makes_an_image_of_the_requested_size) {
  const Ran ran = render({"a.png", "--size", "320x200", "--background", "000000"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  const Image image = picture(folder_, "a.png");
  EXPECT_EQ(image.width, 320u);
  EXPECT_EQ(image.height, 200u);
  EXPECT_EQ(image.rgba[0], 0);
  EXPECT_GT(drawn_pixels(image), 320u * 200 / 20);
}

TEST_F(Render, size_is_800_by_600_by_default_and_webp_can_hold_one_image) {
  ASSERT_EQ(render({"a.webp", "--clip", "bend", "--time", "0.5"}).code, 0);
  const Image image = picture(folder_, "a.webp");
  EXPECT_EQ(image.width, 800u);
  EXPECT_EQ(image.height, 600u);
}

TEST_F(Render, same_input_gives_the_same_bytes) {
  ASSERT_EQ(render({"a.png", "--size", "200x150", "--clip", "bend", "--time", "0.5"}).code, 0);
  ASSERT_EQ(render({"b.png", "--size", "200x150", "--clip", "bend", "--time", "0.5"}).code, 0);
  EXPECT_EQ(folder_.read("a.png"), folder_.read("b.png"));
}

TEST_F(Render, different_times_give_different_images) {
  ASSERT_EQ(render({"a.png", "--size", "200x150", "--clip", "bend", "--time", "0"}).code, 0);
  ASSERT_EQ(render({"b.png", "--size", "200x150", "--clip", "bend", "--time", "0.9"}).code, 0);
  EXPECT_NE(folder_.read("a.png"), folder_.read("b.png"));
}

// The strip covers x from -1 to 1 and y from 0 to 3, at z from 0 to -0.5. As seen from (0, 1.5, 10) with 45
// degrees, the view is 8.28 high at the target, so the middle column is covered from 0.82 to 0.18 of the
// height, and x = 3 is empty.
TEST_F(Render, camera_looks_where_the_options_say) {
  ASSERT_EQ(render({"a.png", "--size", "300x300", "--camera", "0,1.5,10:0,1.5,0", "--fov", "45",
                    "--background", "0000ff"})
                .code,
            0);
  const Image image = picture(folder_, "a.png");
  const auto is_background = [&](std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* pixel = image.at(x, y);
    return pixel[0] == 0 && pixel[1] == 0 && pixel[2] == 255;
  };
  EXPECT_FALSE(is_background(150, 150));
  EXPECT_FALSE(is_background(150, 120));
  EXPECT_TRUE(is_background(150, 30));
  EXPECT_TRUE(is_background(259, 150));
}

TEST_F(Render, strip_shows_several_times_side_by_side) {
  const Ran ran = render({"strip.png", "--clip", "bend", "--strip", "4", "--size", "100x120"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Image image = picture(folder_, "strip.png");
  EXPECT_EQ(image.width, 400u);
  EXPECT_EQ(image.height, 120u);
}

TEST_F(Render, videos_have_a_frame_per_time) {
  ASSERT_EQ(
      render({"a.webp", "--clip", "bend", "--from", "0", "--to", "0.5", "--fps", "10", "--size", "64x48"})
          .code,
      0);
  EXPECT_EQ(webp_frames(folder_.read("a.webp")), 5u);
  ASSERT_EQ(render({"a.gif", "--clip", "bend", "--fps", "10", "--size", "64x48"}).code, 0);
  EXPECT_THAT(folder_.read("a.gif"), ::testing::StartsWith("GIF89a"));
}

TEST_F(Render, a_video_may_be_numbered_images) {
  ASSERT_EQ(
      render({"a.###.png", "--clip", "bend", "--from", "0", "--to", "0.3", "--fps", "10", "--size", "64x48"})
          .code,
      0);
  EXPECT_THAT(folder_.read("a.001.png"), ::testing::StartsWith("\x89PNG"));
  EXPECT_NE(folder_.read("a.000.png"), folder_.read("a.002.png"));
  EXPECT_FALSE(folder_.has("a.003.png") || folder_.has("a.###.png"));
}

TEST_F(Render, turntable_makes_a_video_of_a_webp) {
  ASSERT_EQ(render({"a.webp", "--turntable", "360", "--to", "0.5", "--fps", "8", "--size", "64x48"}).code, 0);
  EXPECT_EQ(webp_frames(folder_.read("a.webp")), 4u);
  ASSERT_EQ(render({"b.webp", "--turntable", "90", "--time", "0", "--size", "64x48"}).code, 0);
  EXPECT_EQ(webp_frames(folder_.read("b.webp")), 0u);
}

TEST_F(Render, mp4_needs_ffmpeg) {
  // PATH is empty, so `env` itself is called by its full path.
  const Ran ran =
      folder_.run_with("/usr/bin/env -u DISPLAY PATH=/nowhere",
                       {"render", "bend.x", "--out", "a.mp4", "--clip", "bend", "--size", "64x48"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "MP4 needs ffmpeg; .webp and .gif work without\n");
  EXPECT_FALSE(folder_.has("a.mp4"));
}

TEST_F(Render, mp4_is_written_if_ffmpeg_is_installed) {
  if (folder_.shell("command -v ffmpeg").code != 0) GTEST_SKIP() << "no ffmpeg";
  const Ran ran = render({"a.mp4", "--clip", "bend", "--fps", "5", "--size", "64x48"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder_.read("a.mp4").substr(4, 4), "ftyp");
}

TEST_F(Render, image_goes_to_standard_output) {
  const Ran ran = render({"-", "--size", "40x30"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.substr(1, 3), "PNG");
}

TEST_F(Render, older_image_is_replaced) {
  folder_.write("a.png", "old");
  ASSERT_EQ(render({"a.png", "--size", "40x30"}).code, 0);
  EXPECT_EQ(picture(folder_, "a.png").width, 40u);
}

TEST_F(Render, overlays_change_the_image) {
  ASSERT_EQ(render({"plain.png", "--size", "200x150"}).code, 0);
  for (const char* overlay : {"--skeleton", "--wireframe", "--grid"}) {
    ASSERT_EQ(render({"with.png", "--size", "200x150", overlay}).code, 0) << overlay;
    EXPECT_NE(folder_.read("with.png"), folder_.read("plain.png")) << overlay;
  }
  ASSERT_EQ(render({"with.png", "--size", "200x150", "--turntable", "90"}).code, 0);
  EXPECT_NE(folder_.read("with.png"), folder_.read("plain.png"));
}

// In Direct3D, a triangle is a front face if its corners are clockwise as seen from the camera.
TEST_F(Render, cull_omits_back_faces) {
  const auto drawn = [&](const std::string& face, const std::vector<std::string>& flags) {
    folder_.write("one.x", "xof 0303txt 0032\nMesh M { 3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;" + face + ";; }\n");
    std::vector<std::string> arguments = {
        "render",  "one.x",        "--out",  "one.png",  "--size",
        "100x100", "--background", "000000", "--camera", "0.3,0.3,3:0.3,0.3,0"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Ran ran = folder_.run(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return drawn_pixels(picture(folder_, "one.png"));
  };
  const std::size_t front = drawn("0,1,2", {"--cull"});
  EXPECT_GT(front, 500u);
  EXPECT_EQ(drawn("0,2,1", {"--cull"}), 0u);
  EXPECT_NEAR(static_cast<double>(drawn("0,2,1", {})), static_cast<double>(front), 20);
}

TEST_F(Render, animation_without_a_model_is_refused_with_a_hint) {
  folder_.write("swim.x",
                "xof 0303txt 0032\nAnimTicksPerSecond { 30; }\nAnimationSet Swim { Animation { { Upper } "
                "AnimationKey { 2; 2; 0;3;0.0,0.0,0.0;;, 30;3;0.0,0.0,2.0;;; } } }\n");
  const Ran ran = folder_.run({"render", "swim.x", "--out", "a.png"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("swim.x: no mesh"));
  EXPECT_THAT(ran.err, HasSubstr("--with-clips"));
  EXPECT_FALSE(folder_.has("a.png"));
  EXPECT_EQ(
      folder_.run({"render", "bend.x", "--with-clips", "swim.x", "--clip", "Swim", "--out", "a.png"}).code,
      0);
}

TEST_F(Render, impossible_camera_is_a_usage_error) {
  const Ran ran = render({"a.png", "--camera", "1,2,3:1,2,3"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_FALSE(folder_.has("a.png"));
}

TEST_F(Render, missing_texture_warns_and_still_draws) {
  std::string text = kBendFile;
  text.insert(text.find("0;0;0;; }\n  }\n  XSkin") + 8, "TextureFilename { \"clay.png\"; } ");
  folder_.write("bend.x", text);
  const Ran ran = render({"a.png", "--size", "40x30"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("warning: "));
  EXPECT_THAT(ran.err, HasSubstr("clay.png"));
  EXPECT_TRUE(folder_.has("a.png"));
  const Ran strict = render({"b.png", "--size", "40x30", "--warnings-as-errors"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_FALSE(folder_.has("b.png"));
}

}  // namespace
}  // namespace skelter::test
