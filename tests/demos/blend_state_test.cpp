// The keys of the blend demo, without a window. Source of amounts and keys: docs/demos.md.

#include "demos/blend/blend_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skelter::test {
namespace {

using demos::BlendState;
using demos::kBlendSets;
using ::testing::HasSubstr;

KeyEvent up(Key key) {
  return {key, Press::up, {}};
}
Key letter(char c) {
  return static_cast<Key>(c);
}
std::vector<bool> on_of(const BlendState& state) {
  std::vector<bool> on;
  for (std::size_t i = 0; i < kBlendSets; ++i) on.push_back(state.on(i));
  return on;
}

// B-62, B-31: at the start, all five sets are on, with amounts 1.5, 1.5, 1.2, 1.2 and 1.0.
TEST(BlendState, starts_with_the_five_sets_at_their_amounts) {
  const BlendState state(false);
  EXPECT_EQ(on_of(state), (std::vector<bool>{true, true, true, true, true, false}));
  EXPECT_EQ(state.amount(0), 1.5);
  EXPECT_EQ(state.amount(1), 1.5);
  EXPECT_EQ(state.amount(2), 1.2);
  EXPECT_EQ(state.amount(3), 1.2);
  EXPECT_EQ(state.amount(4), 1.0);
}

// Requirement B-61 of docs/tutorials.md.
TEST(BlendState, digits_act_when_they_are_let_go) {
  BlendState state(false);
  state.handle({letter('1'), Press::down, {}});
  state.handle({letter('1'), Press::repeat, {}});
  EXPECT_TRUE(state.on(0));
  state.handle(up(letter('1')));
  EXPECT_FALSE(state.on(0));
  state.handle(up(letter('1')));
  EXPECT_TRUE(state.on(0));
}

TEST(BlendState, every_digit_has_its_set) {
  for (std::size_t i = 0; i < kBlendSets; ++i) {
    BlendState state(false);
    const bool before = state.on(i);
    state.handle(up(static_cast<Key>('1' + i)));
    for (std::size_t other = 0; other < kBlendSets; ++other)
      EXPECT_EQ(state.on(other), other == i ? !before : demos::blend_sets()[other].on) << i << other;
  }
}

TEST(BlendState, number_pad_digits_work_too) {
  BlendState state(false);
  state.handle(up(Key::pad_3));
  EXPECT_FALSE(state.on(2));
  state.handle(up(Key::pad_0));
  state.handle(up(Key::pad_7));
  EXPECT_EQ(on_of(state), (std::vector<bool>{true, true, false, true, true, false}));
}

TEST(BlendState, space_switches_all_on) {
  BlendState state(false);
  for (const char key : {'1', '3', '5'}) state.handle(up(letter(key)));
  state.handle(up(Key::space));
  EXPECT_EQ(on_of(state), (std::vector<bool>{true, true, true, true, true, false}));
}

TEST(BlendState, plus_and_minus_change_the_last_amount_within_its_range) {
  BlendState state(false);
  state.handle(up(letter('4')));
  state.handle(up(Key::equal));
  EXPECT_NEAR(state.amount(3), 1.3, 1e-12);
  EXPECT_EQ(state.amount(0), 1.5);
  state.handle(up(Key::pad_minus));
  EXPECT_NEAR(state.amount(3), 1.2, 1e-12);
  for (int i = 0; i < 40; ++i) state.handle(up(Key::minus));
  EXPECT_EQ(state.amount(3), 0);
  for (int i = 0; i < 40; ++i) state.handle(up(Key::pad_plus));
  EXPECT_EQ(state.amount(3), demos::kLargestAmount);
}

TEST(BlendState, n_changes_between_the_printed_sum_and_proper_rotations) {
  BlendState state(false);
  EXPECT_EQ(state.mode(), MixMode::additive);
  state.handle(up(letter('N')));
  EXPECT_EQ(state.mode(), MixMode::elements);
  EXPECT_EQ(BlendState(true).mode(), MixMode::elements);
}

// B-18, B-19: the article's clock.
TEST(BlendState, faithful_has_the_articles_clock) {
  const EvaluateOptions faithful = BlendState(true).evaluate_options();
  EXPECT_TRUE(faithful.extra_tick);
  EXPECT_TRUE(faithful.tick_is_ms);
  const EvaluateOptions ours = BlendState(false).evaluate_options();
  EXPECT_EQ(ours.loop, Loop::loop);
  EXPECT_FALSE(ours.tick_is_ms);
}

TEST(BlendState, layers_are_the_sets_that_are_on_and_there) {
  BlendState state(false);
  state.handle(up(letter('2')));
  const auto layers = state.layers({10u, 11u, 12u, std::nullopt, 14u, 15u}, 0.25);
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[0].clip, 10u);
  EXPECT_EQ(layers[0].weight, 1.5);
  EXPECT_EQ(layers[0].time_s, 0.25);
  EXPECT_EQ(layers[1].clip, 12u);
  EXPECT_EQ(layers[2].clip, 14u);
}

// B-51 in our coordinate system, where z has the opposite sign.
TEST(BlendState, camera_looks_from_the_front_right_and_above) {
  const auto view = view_matrix(demos::blend_camera());
  ASSERT_TRUE(view.ok());
  EXPECT_NEAR(view->m[14], -871.779789, 1e-6);
  EXPECT_NEAR(view->m[12], 0, 1e-9);
  EXPECT_NEAR((*view)(2, 0), 0.688247, 1e-6);
  EXPECT_NEAR((*view)(2, 1), 0.229416, 1e-6);
  EXPECT_NEAR((*view)(2, 2), 0.688247, 1e-6);
}

// B-52: parameters that the article's listing omits.
TEST(BlendState, projection_is_the_one_that_the_documents_name) {
  const Camera camera = demos::blend_camera();
  EXPECT_EQ(camera.fov_y_deg, 45);
  EXPECT_EQ(camera.aspect, 0);  // 0 uses the window's aspect
  EXPECT_EQ(camera.near_distance, 1);
  EXPECT_EQ(camera.far_distance, 10000);
}

// Requirement B-53 of docs/tutorials.md.
TEST(BlendState, key_guide_is_yellow_in_the_upper_left_corner) {
  demos::Overlay overlay;
  add_key_guide(overlay, BlendState(false), {0u, 1u, 2u, 3u, 4u, std::nullopt});
  ASSERT_FALSE(overlay.texts.empty());
  EXPECT_LT(overlay.texts[0].x, 20);
  EXPECT_LT(overlay.texts[0].y, 20);
  EXPECT_EQ(overlay.texts[0].color, (Vec3{1, 1, 0}));
  for (const char* line : {"1  left arm", "2  right arm", "3  left leg", "4  right leg", "5  body",
                           "Space  all on", "Escape  quit", "not in this file"})
    EXPECT_THAT(overlay.text(), HasSubstr(line));
}

}  // namespace
}  // namespace skelter::test
