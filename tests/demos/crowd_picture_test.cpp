// The crowd demo's picture: members in the colours of their levels, counters over it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

// Nothing is compiled before the first picture is there; then one part between two pictures: the skeleton,
// four clips, the skins.
TEST(CrowdPicture, first_picture_does_not_wait_for_clips) {
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

// A picture's cost is a guess, and it has no frame rate; what a window shows is measured.
TEST(CrowdPicture, numbers_that_nobody_measured_say_so) {
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

}  // namespace
}  // namespace skelter::test
