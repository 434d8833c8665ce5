#include "render/image/internal/picture_file.h"

#include <gtest/gtest.h>

namespace skelter::test {
namespace {

TEST(FrameSequence, is_a_picture_with_a_number_sign_in_its_name) {
  EXPECT_TRUE(is_frame_sequence("out/walk.####.png"));
  EXPECT_TRUE(is_frame_sequence("#.webp"));
  EXPECT_FALSE(is_frame_sequence("walk.png"));
  EXPECT_FALSE(is_frame_sequence("#1/walk.png"));
  EXPECT_FALSE(is_frame_sequence("walk#.gif"));
}

TEST(FrameSequence, numbers_stand_in_the_last_run_with_zeros_in_front) {
  EXPECT_EQ(frame_file("out/walk.####.png", 7), "out/walk.0007.png");
  EXPECT_EQ(frame_file("##.webp", 123), "123.webp");
  EXPECT_EQ(frame_file("take#1/a-##.png", 0), "take#1/a-00.png");
}

}  // namespace
}  // namespace skelter::test
