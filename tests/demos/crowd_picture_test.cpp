// Images of the crowd demo: members in the colours of their levels, with counters on top.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "demos/overlays.h"
#include "demos/shown.h"

namespace skelter::test {
namespace {

TEST(CrowdPicture, levels_show_as_colours_that_l_takes_away) {
  Shown crowd("crowd");
  crowd.keys("minus minus");
  crowd.size = {320, 200, 1};
  const Image colored = crowd.at(1);
  crowd.keys("l");
  const Image plain = crowd.at(1);
  EXPECT_GT(different_pixels(colored, plain, 20), 800u);
  EXPECT_EQ(crowd.demo.application->title(), "Skelter: crowd of 125");
}

TEST(CrowdPicture, is_the_same_every_time_and_moves) {
  Shown a("crowd"), b("crowd");
  for (Shown* one : {&a, &b}) {
    one->keys("minus minus");
    one->size = {320, 200, 1};
  }
  const Image now = a.at(1);
  EXPECT_EQ(largest_difference(now, b.at(1)), 0);
  EXPECT_GT(different_pixels(now, a.at(1.4), 20), 300u);
}

TEST(CrowdPicture, help_documents_the_keys) {
  Shown crowd("crowd");
  crowd.keys("minus minus");
  crowd.size = {640, 400, 1};
  const Image plain = crowd.at(1);
  crowd.keys("f1");
  EXPECT_GT(different_pixels(plain, crowd.at(1), 20), 10000u);
}

// Nothing is compiled before the first image. Then one part is compiled between two images: the skeleton,
// four clips, the skins.
TEST(CrowdPicture, first_image_does_not_wait_for_clips) {
  Shown crowd("crowd");
  crowd.keys("minus minus");
  crowd.size = {320, 200, 1};
  const auto text = [&] { return overlay_demo(crowd).overlay(800, 600).text(); };
  EXPECT_THAT(text(), ::testing::HasSubstr("loading: skeleton (1 of 6)"));
  (void)crowd.step(0.02);
  EXPECT_THAT(text(), ::testing::HasSubstr("loading: skeleton (1 of 6)"));
  Image loading;
  for (const char* part : {"walk (2", "run (3", "idle (4", "wave (5", "skins (6"}) {
    loading = crowd.step(0.02);
    EXPECT_THAT(text(), ::testing::HasSubstr("loading: " + std::string(part) + " of 6)"));
  }
  const Image crowded = crowd.step(0.02);
  EXPECT_THAT(text(), ::testing::HasSubstr("125 mannequins"));
  EXPECT_THAT(text(), ::testing::HasSubstr("125 evaluated now"));
  EXPECT_GT(different_pixels(loading, crowded, 20), 800u);
}

// The cost in an image is assumed, and an image has no frame rate. A window shows measured numbers.
TEST(CrowdPicture, numbers_that_were_not_measured_are_marked) {
  Shown crowd("crowd");
  crowd.keys("minus minus");
  crowd.size = {320, 200, 1};
  const auto text = [&] { return overlay_demo(crowd).overlay(800, 600).text(); };
  (void)crowd.at(1);
  EXPECT_THAT(text(), ::testing::HasSubstr("ms, if a joint takes 30 ns (assumed)"));
  EXPECT_THAT(text(), ::testing::Not(::testing::HasSubstr("frames/s")));
  for (int frame = 0; frame < 3; ++frame) (void)crowd.step(0.025);
  EXPECT_THAT(text(), ::testing::Not(::testing::HasSubstr("assumed")));
  EXPECT_THAT(text(), ::testing::HasSubstr("40 frames/s"));
}

// --- posed by the graphics card ----------------------------------------------------------------------------

Shown crowd_of(std::uint32_t members, bool on_card) {
  DemoOptions options;
  options.members = members;
  options.poses_on_card = on_card;
  Shown crowd("crowd", options);
  crowd.size = {640, 400, 1};
  return crowd;
}

// The half without the numbers on the left, which name the processor that computes the poses.
Image right_half(const Image& image) {
  Image half(image.width / 2, image.height);
  for (std::uint32_t y = 0; y < half.height; ++y)
    std::copy_n(image.at(image.width - half.width, y), std::size_t{4} * half.width,
                half.rgba.begin() + std::ptrdiff_t{4} * half.width * y);
  return half;
}

// On the CPU, distant members are posed every few frames and interpolated between two poses. Everything else
// is the same, so only a few pixels at edges differ.
TEST(CrowdPicture, of_poses_by_the_card_looks_as_that_of_the_processor) {
  Shown by_processor = crowd_of(125, false), by_card = crowd_of(125, true);
  by_processor.keys("b");  // turns off the budget
  const Image expected = right_half(by_processor.at(1)), posed = right_half(by_card.at(1));
  if (overlay_demo(by_card).overlay(800, 600).text().find("4.3") != std::string::npos)
    GTEST_SKIP() << "no compute shaders";
  EXPECT_THAT(overlay_demo(by_card).overlay(800, 600).text(),
              ::testing::HasSubstr("poses by the graphics card"));
  EXPECT_LE(different_pixels(expected, posed, 20), 60u);
  EXPECT_GT(different_pixels(posed, right_half(by_card.at(1.4)), 20), 300u) << "it moves";
}

TEST(CrowdPicture, g_switches_the_posing_processor_during_play) {
  Shown crowd = crowd_of(125, true);
  crowd.size = {320, 200, 1};
  const auto text = [&] { return overlay_demo(crowd).overlay(800, 600).text(); };
  (void)crowd.at(1);
  if (text().find("4.3") != std::string::npos) GTEST_SKIP() << "no compute shaders";
  EXPECT_THAT(text(), ::testing::HasSubstr("poses by the graphics card"));
  crowd.keys("g");
  (void)crowd.step(0.02);
  EXPECT_THAT(text(), ::testing::HasSubstr("budget 0.50 ms"));
  crowd.keys("g");
  (void)crowd.step(0.02);
  EXPECT_THAT(text(), ::testing::HasSubstr("125 evaluated now"));
  EXPECT_THAT(text(), ::testing::HasSubstr("no budget"));
}

TEST(CrowdPicture, numbers_of_members_that_cannot_be_posed_are_refused) {
  const auto refusal = [](std::uint32_t members, bool on_card) {
    DemoOptions options;
    options.members = members;
    options.poses_on_card = on_card;
    const auto made = make_demo("crowd", Scene(), options);
    EXPECT_FALSE(made.ok());
    if (made.ok()) return std::string();
    EXPECT_EQ(made.error().status, Status::invalid_argument);
    EXPECT_EQ(made.error().code, "demo.members");
    return made.error().message;
  };
  EXPECT_EQ(refusal(124, true), "124 members; expected 125 to 128000");
  EXPECT_EQ(refusal(4001, false), "4001 members; expected 125 to 4000, or poses by the graphics card");
  EXPECT_EQ(refusal(128'001, true), "128001 members; expected 125 to 128000");
}

}  // namespace
}  // namespace skelter::test
