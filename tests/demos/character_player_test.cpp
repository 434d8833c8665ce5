// What plays the character: ours fades, the tutorial's switches hard and keeps the position.

#include "demos/character_player.h"

#include <gtest/gtest.h>

#include "skelter/formats/x/read.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::CharacterPlayer;

constexpr double kBound = 1.8 / 18000;  // of compiled clips: H / 18,000

class Figure : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    scene_ = std::move(*scene);
    hand_ = find_node(scene_, "right_hand");
  }
  CharacterPlayer player(bool faithful) {
    auto made = CharacterPlayer::create(scene_, faithful, {}, 0.25);
    EXPECT_TRUE(made.ok());
    return std::move(*made);
  }
  std::uint32_t clip(const char* name) const { return *choose_clip(scene_, name); }
  Vec3d hand(const CharacterPlayer& figure) const { return translation_part(figure.pose({}).world[hand_]); }
  Vec3d hand_in(const char* name, double time_s) const {
    return translation_part(evaluate(scene_, clip(name), time_s).world[hand_]);
  }
  Scene scene_;
  std::uint32_t hand_ = 0;
};

// C-40, C-46: half speed.
TEST_F(Figure, plays_the_clip_at_its_speed) {
  CharacterPlayer figure = player(false);
  ASSERT_TRUE(figure.start(clip("walk")).ok());
  ASSERT_TRUE(figure.set_speed(0.5).ok());
  ASSERT_TRUE(figure.advance(1).ok());
  EXPECT_NEAR(figure.position_s(), 0.5, 1e-9);
  EXPECT_LT(length(hand(figure) - hand_in("walk", 0.5)), kBound);
}

TEST_F(Figure, fades_within_a_quarter_of_a_second_and_never_jumps) {
  CharacterPlayer figure = player(false);
  ASSERT_TRUE(figure.start(clip("idle")).ok());
  ASSERT_TRUE(figure.advance(0.5).ok());
  Vec3d before = hand(figure);
  ASSERT_TRUE(figure.change(clip("run")).ok());
  EXPECT_TRUE(figure.in_transition());
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(figure.advance(0.005).ok());
    const Vec3d now = hand(figure);
    EXPECT_LT(length(now - before), 0.05) << i;  // 10 m/s
    before = now;
  }
  EXPECT_FALSE(figure.in_transition());
  EXPECT_LT(length(hand(figure) - hand_in("run", 0.3)), kBound);
}

// C-43
TEST_F(Figure, tutorials_switch_is_hard_and_keeps_the_position) {
  CharacterPlayer figure = player(true);
  ASSERT_TRUE(figure.start(clip("walk")).ok());
  ASSERT_TRUE(figure.set_speed(0.5).ok());
  ASSERT_TRUE(figure.advance(0.8).ok());
  EXPECT_NEAR(figure.position_s(), 0.4, 1e-9);
  ASSERT_TRUE(figure.change(clip("wave")).ok());
  ASSERT_TRUE(figure.advance(0.2).ok());
  EXPECT_FALSE(figure.in_transition());
  EXPECT_NEAR(figure.position_s(), 0.5, 1e-9);
  EXPECT_LT(length(hand(figure) - hand_in("wave", 0.5)), 1e-5);
}

TEST_F(Figure, clips_that_do_not_come_round_stay_at_their_end) {
  EXPECT_TRUE(demos::comes_round(scene_, clip("walk")));
  EXPECT_FALSE(demos::comes_round(scene_, clip("sit")));
  CharacterPlayer figure = player(false);
  ASSERT_TRUE(figure.start(clip("sit")).ok());
  ASSERT_TRUE(figure.advance(7).ok());
  EvaluateOptions once;
  once.wrap = Wrap::once;
  const Pose seated = evaluate(scene_, clip("sit"), 7, once);
  EXPECT_LT(length(hand(figure) - translation_part(seated.world[hand_])), kBound);
}

// C-45, C-63
TEST_F(Figure, model_matrix_moves_the_whole_figure_and_the_static_part_follows_its_bone) {
  CharacterPlayer figure = player(false);
  ASSERT_TRUE(figure.start(clip("walk")).ok());
  ASSERT_TRUE(figure.advance(0.3).ok());
  const Pose here = figure.pose({}), there = figure.pose(translation_matrix(Vec3d{5, 0, 0}));
  for (std::size_t n = 0; n < here.world.size(); ++n)
    ASSERT_LT(length(translation_part(there.world[n]) - translation_part(here.world[n]) - Vec3d{5, 0, 0}),
              1e-9);
  const std::uint32_t watch = find_node(scene_, "watch"), bone = scene_.nodes[watch].parent;
  const Mat4d expected = there.world[bone] * to_double(scene_.nodes[watch].rest);
  EXPECT_LT(length(translation_part(there.world[watch]) - translation_part(expected)), 1e-6);
  // C-63: neither the skin nor the static part is moved twice.
  for (const char* mesh : {"mannequin", "watch"}) {
    const std::uint32_t node = find_node(scene_, mesh);
    const auto before = skin(scene_, here, node, 0).positions, after = skin(scene_, there, node, 0).positions;
    ASSERT_FALSE(before.empty());
    for (std::size_t v = 0; v < before.size(); ++v)
      ASSERT_LT(length(after[v] - before[v] - Vec3d{5, 0, 0}), 1e-5) << mesh << " vertex " << v;
  }
}

}  // namespace
}  // namespace skelter::test
