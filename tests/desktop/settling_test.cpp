#include "desktop/internal/settling.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(Settling, four_frames_follow_every_input) {
  Settling settling;
  EXPECT_FALSE(settling.is_settled(true));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(settling.is_settled(false)) << i;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(settling.is_settled(false)) << i;
  EXPECT_FALSE(settling.is_settled(true));
  EXPECT_FALSE(settling.is_settled(false));
  EXPECT_FALSE(settling.is_settled(true));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(settling.is_settled(false)) << i;
  EXPECT_TRUE(settling.is_settled(false));
}

}  // namespace
}  // namespace skelter
