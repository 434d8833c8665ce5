// Actors that play clips over time: speed, fades, ends, and the position of the model.

#include <gtest/gtest.h>

#include "load/internal/actor.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"
#include "viewer/figures.h"

namespace skelter::test {
namespace {

constexpr double kPlayBound = 1.8 / 18000;  // error bound of compiled clips: H / 18,000

class PlayingActor : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    scene_ = std::move(*scene);
    hand_ = find_node(scene_, "right_hand");
    actor_ = *Actor::create(scene_);
  }
  std::uint32_t clip(const char* name) const { return *choose_clip(scene_, name); }
  Vec3d hand() { return translation_part(actor_->node_pose().world[hand_]); }
  Vec3d hand_in(const char* name, double time_s) const {
    return translation_part(evaluate(scene_, clip(name), time_s).world[hand_]);
  }
  Scene scene_;
  std::uint32_t hand_ = 0;
  std::unique_ptr<Actor> actor_;
};

// C-40, C-46: the clip plays at half speed.
TEST_F(PlayingActor, plays_a_clip_at_its_speed) {
  ASSERT_TRUE(actor_->play(clip("walk")).ok());
  actor_->set_speed(0.5);
  actor_->update(1);
  EXPECT_NEAR(actor_->position_s(), 0.5, 1e-9);
  EXPECT_LT(length(hand() - hand_in("walk", 0.5)), kPlayBound);
}

TEST_F(PlayingActor, each_instance_has_its_own_pose) {
  const std::unique_ptr<Actor> other = actor_->another(false);
  ASSERT_TRUE(actor_->play(clip("walk")).ok());
  ASSERT_TRUE(other->play(clip("run")).ok());
  actor_->update(0.3);
  other->update(0.4);
  EXPECT_EQ(&actor_->data(), &other->data());
  EXPECT_EQ(actor_->clip(), clip("walk"));
  EXPECT_EQ(other->clip(), clip("run"));
  EXPECT_LT(length(hand() - hand_in("walk", 0.3)), kPlayBound);
  const Vec3d others = translation_part(other->node_pose().world[hand_]);
  EXPECT_LT(length(others - hand_in("run", 0.4)), kPlayBound);
}

TEST_F(PlayingActor, fades_within_its_time_and_never_jumps) {
  ASSERT_TRUE(actor_->play(clip("idle"), {.loop = Loop::loop}).ok());
  actor_->update(0.5);
  Vec3d before = hand();
  ASSERT_TRUE(actor_->play(clip("run"), {.fade_s = 0.25, .loop = Loop::loop}).ok());
  EXPECT_TRUE(actor_->in_transition());
  for (int i = 0; i < 60; ++i) {
    actor_->update(0.005);
    const Vec3d now = hand();
    EXPECT_LT(length(now - before), 0.05) << i;  // 10 m/s
    before = now;
  }
  EXPECT_FALSE(actor_->in_transition());
  EXPECT_LT(length(hand() - hand_in("run", 0.3)), kPlayBound);
}

TEST_F(PlayingActor, a_clip_that_plays_once_stays_at_its_end) {
  ASSERT_TRUE(actor_->play(clip("sit"), {.loop = Loop::once}).ok());
  actor_->update(7);
  EvaluateOptions once;
  once.loop = Loop::once;
  const Pose seated = evaluate(scene_, clip("sit"), 7, once);
  EXPECT_LT(length(hand() - translation_part(seated.world[hand_])), kPlayBound);
}

// Requirements C-45 and C-63 of docs/tutorials.md.
TEST_F(PlayingActor, a_transform_moves_the_whole_model_and_the_static_part_follows_its_bone) {
  ASSERT_TRUE(actor_->play(clip("walk")).ok());
  actor_->update(0.3);
  const Pose here = actor_->node_pose(), there = actor_->node_pose(translation_matrix(Vec3d{5, 0, 0}));
  for (std::size_t n = 0; n < here.world.size(); ++n)
    ASSERT_LT(length(translation_part(there.world[n]) - translation_part(here.world[n]) - Vec3d{5, 0, 0}),
              1e-9);
  const std::uint32_t watch = find_node(scene_, "watch"), bone = scene_.nodes[watch].parent;
  const Mat4d expected = there.world[bone] * to_double(scene_.nodes[watch].rest);
  EXPECT_LT(length(translation_part(there.world[watch]) - translation_part(expected)), 1e-6);
  // C-63: neither the skin nor the static part is transformed twice.
  for (const char* mesh : {"mannequin", "watch"}) {
    const std::uint32_t node = find_node(scene_, mesh);
    const auto before = skin(scene_, here, node, 0).positions, after = skin(scene_, there, node, 0).positions;
    ASSERT_FALSE(before.empty());
    for (std::size_t v = 0; v < before.size(); ++v)
      ASSERT_LT(length(after[v] - before[v] - Vec3d{5, 0, 0}), 1e-5) << mesh << " vertex " << v;
  }
}

// A scene with more joints than a skeleton can have. "rise" starts at 1 and rises by 4 per second for half a
// second.
TEST(PlayingReference, fades_holds_ends_and_has_a_speed) {
  Scene scene = figure();
  for (std::uint32_t i = 0; i < kMaxJoints; ++i) {
    scene.nodes.push_back(make_node("Copy", kNone, Mat4d{}));
    scene.nodes.back().meshes.push_back({0, kNone});
  }
  constexpr std::uint32_t bend = 0, rise = 1, upper = 1;
  const auto actor = *Actor::create(scene);
  const auto upper_height = [&] { return actor->node_pose().local[upper].m[13]; };
  ASSERT_TRUE(actor->play(rise, {.loop = Loop::once}).ok());
  actor->set_speed(0.5);
  actor->update(0.5);
  EXPECT_TRUE(actor->why_reference().has_value());
  EXPECT_NEAR(actor->position_s(), 0.25, 1e-12);
  EXPECT_NEAR(upper_height(), 2, 1e-9) << "the first clip starts at once";
  EXPECT_FALSE(actor->in_transition());
  actor->update(5);
  EXPECT_NEAR(upper_height(), 3, 1e-9) << "held";
  ASSERT_TRUE(actor->play(bend, {.fade_s = 0.5}).ok());
  actor->update(0.25);
  EXPECT_TRUE(actor->in_transition());
  EXPECT_NEAR(upper_height(), 2, 1e-9) << "half of 3 and of 1";
  actor->update(0.25 + 1e-9);
  EXPECT_FALSE(actor->in_transition());
  EXPECT_NEAR(upper_height(), 1, 1e-9);
}

}  // namespace
}  // namespace skelter::test
