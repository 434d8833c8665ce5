// The crowd demo's picture: members in the colours of their levels, counters over it.

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace skelter::test
