// Clips of the character demo as in the tutorial: switches have no fade and keep the position.

#include "demos/character/tutorial_character.h"

#include <gtest/gtest.h>

#include "demos/character/clip_loop.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::TutorialCharacter;

class Tutorial : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    scene_ = std::move(*scene);
  }
  std::uint32_t clip(const char* name) const { return *choose_clip(scene_, name); }
  Scene scene_;
};

// Requirement C-43 of docs/tutorials.md.
TEST_F(Tutorial, switch_is_hard_and_keeps_the_position) {
  auto made = TutorialCharacter::create(scene_, {});
  ASSERT_TRUE(made.ok());
  TutorialCharacter& character = *made;
  const std::uint32_t hand = find_node(scene_, "right_hand");
  ASSERT_TRUE(character.start(clip("walk")).ok());
  ASSERT_TRUE(character.set_speed(0.5).ok());
  ASSERT_TRUE(character.advance(0.8).ok());
  EXPECT_NEAR(character.position_s(), 0.4, 1e-9);
  ASSERT_TRUE(character.change(clip("wave")).ok());
  ASSERT_TRUE(character.advance(0.2).ok());
  EXPECT_NEAR(character.position_s(), 0.5, 1e-9);
  const Vec3d expected = translation_part(evaluate(scene_, clip("wave"), 0.5).world[hand]);
  EXPECT_LT(length(translation_part(character.pose().world[hand]) - expected), 1e-5);
}

TEST_F(Tutorial, clips_that_end_in_their_first_pose_come_round) {
  EXPECT_TRUE(demos::wraps_around(scene_, clip("walk")));
  EXPECT_FALSE(demos::wraps_around(scene_, clip("sit")));
}

}  // namespace
}  // namespace skelter::test
