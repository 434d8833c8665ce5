// The character of the blend demo: sets that are found by name or made by splitting a clip, its size and
// position, and how the sets move it.

#include "demos/blend/blend_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "skelter/formats/x/read.h"
#include "support/assets.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using demos::BlendScene;
using demos::BlendState;
using demos::make_blend_scene;
using ::testing::HasSubstr;

Scene mannequin() {
  auto scene = read_x_file(asset_path("mannequin.x"));
  EXPECT_TRUE(scene.ok());
  return std::move(*scene);
}

// Distance of a node from its rest position.
double moved(const BlendScene& blend, const Pose& pose, const char* node) {
  const std::uint32_t index = find_node(blend.scene, node);
  return length(translation_part(pose.world[index]) - translation_part(rest_pose(blend.scene).world[index]));
}

Pose pose_of(const BlendScene& blend, const BlendState& state, double time_s) {
  return evaluate_mix(blend.scene, state.layers(blend.clips, time_s), state.mode(), state.evaluate_options());
}

TEST(BlendScene, bundled_figure_has_all_six_sets_and_the_articles_size) {
  Diagnostics notes;
  const auto blend = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(blend.ok());
  for (std::size_t i = 0; i < demos::kBlendSets; ++i) {
    ASSERT_TRUE(blend->clips[i].has_value()) << i;
    EXPECT_EQ(blend->scene.clips[*blend->clips[i]].name, demos::blend_sets()[i].clip);
  }
  const Bounds box = pose_bounds(blend->scene, rest_pose(blend->scene));
  EXPECT_NEAR(box.size().y, 513, 0.01);
  EXPECT_NEAR(length(box.center()), 0, 0.01);
  EXPECT_TRUE(notes.empty());
}

// B-36, B-63: a limb that is off hangs at rest while the other limbs continue to move.
TEST(BlendScene, limb_that_is_off_hangs_at_rest_while_the_others_move) {
  Diagnostics notes;
  const auto blend = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(blend.ok());
  BlendState state(false);
  state.handle({static_cast<Key>('5'), Press::up, {}});  // the body would move all limbs
  state.handle({static_cast<Key>('1'), Press::up, {}});
  const Pose pose = pose_of(*blend, state, 0.3);
  EXPECT_NEAR(moved(*blend, pose, "left_hand"), 0, 1e-3);
  EXPECT_GT(moved(*blend, pose, "right_hand"), 20);
  EXPECT_GT(moved(*blend, pose, "left_foot"), 20);
}

// B-63: models have their arms away from the body, here by 45 degrees. B-36: there are no masks. Each set
// drives only its own limb, and the limb of a set that is off is at rest.
TEST(BlendScene, each_set_moves_its_own_limb_alone) {
  Diagnostics notes;
  const auto blend = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(blend.ok());
  const char* const ends[] = {"left_hand", "right_hand", "left_foot", "right_foot", "head"};
  for (std::size_t on = 0; on < 4; ++on) {
    BlendState state(false);
    for (std::size_t set = 0; set < 5; ++set)
      if (set != on) state.handle({static_cast<Key>('1' + set), Press::up, {}});
    const Pose pose = pose_of(*blend, state, 0.3);
    for (std::size_t limb = 0; limb < 5; ++limb)
      if (limb == on)
        EXPECT_GT(moved(*blend, pose, ends[limb]), 20) << ends[limb];
      else
        EXPECT_NEAR(moved(*blend, pose, ends[limb]), 0, 1e-3)
            << ends[limb] << " while " << ends[on] << " moves";
  }
  BlendState off(false);
  for (char key = '1'; key <= '5'; ++key) off.handle({static_cast<Key>(key), Press::up, {}});
  const Pose rests = pose_of(*blend, off, 0.3);
  for (const char* end : ends) EXPECT_EQ(moved(*blend, rests, end), 0) << end;
  off.handle({static_cast<Key>('5'), Press::up, {}});
  const Pose body = pose_of(*blend, off, 0.3);
  for (const char* end : ends) EXPECT_GT(moved(*blend, body, end), 0.5) << end << " is carried by the body";
}

TEST(BlendScene, arm_that_is_off_hangs_next_to_the_body) {
  Diagnostics notes;
  const Scene modelled = mannequin();
  const auto blend = make_blend_scene(modelled, notes);
  ASSERT_TRUE(blend.ok());
  BlendState state(false);
  for (const char key : {'1', '2', '5'}) state.handle({static_cast<Key>(key), Press::up, {}});
  const Pose off = pose_of(*blend, state, 0.3);
  for (const std::string side : {"left", "right"}) {
    const auto slope_of = [&](const Scene& scene, const Pose& pose) {
      const Vec3d arm = translation_part(pose.world[find_node(scene, side + "_hand")]) -
                        translation_part(pose.world[find_node(scene, side + "_upper_arm")]);
      return std::hypot(arm.x, arm.z) / -arm.y;
    };
    EXPECT_GT(slope_of(modelled, rest_pose(modelled)), 0.7) << side;
    EXPECT_LT(slope_of(blend->scene, off), 0.02) << side;
  }
  // Only the rest pose changes. The inverse bind matrices still fit the vertices as they were modelled.
  EXPECT_EQ(blend->scene.skins, modelled.skins);
}

// A character with arms that already hang at rest keeps its rest pose.
TEST(BlendScene, arms_that_hang_already_stay) {
  Diagnostics notes;
  const auto once = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(once.ok());
  const auto twice = make_blend_scene(once->scene, notes);
  ASSERT_TRUE(twice.ok());
  const std::uint32_t arm = find_node(once->scene, "left_upper_arm");
  EXPECT_EQ(twice->scene.nodes[arm].rest, once->scene.nodes[arm].rest);
}

// B-38: replacing the arm's own swing by the wave gives a new animation without new data.
TEST(BlendScene, waving_arm_in_the_place_of_the_swinging_one_moves_only_that_arm) {
  Diagnostics notes;
  const auto blend = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(blend.ok());
  BlendState plain(false), waving(false);
  waving.handle({static_cast<Key>('1'), Press::up, {}});
  waving.handle({static_cast<Key>('6'), Press::up, {}});
  const Pose a = pose_of(*blend, plain, 0.5), b = pose_of(*blend, waving, 0.5);
  const auto distance = [&](const char* node) {
    const std::uint32_t index = find_node(blend->scene, node);
    return length(translation_part(a.world[index]) - translation_part(b.world[index]));
  };
  EXPECT_GT(distance("left_hand"), 100);
  EXPECT_NEAR(distance("right_hand"), 0, 1e-9);
  EXPECT_NEAR(distance("left_foot"), 0, 1e-9);
}

// B-32: the printed sum shears, but correctly blended rotations do not.
TEST(BlendScene, only_the_printed_sum_changes_the_size_of_a_limb) {
  Diagnostics notes;
  const auto blend = make_blend_scene(mannequin(), notes);
  ASSERT_TRUE(blend.ok());
  BlendState proper(false), printed(false);
  printed.handle({static_cast<Key>('N'), Press::up, {}});
  const std::uint32_t arm = find_node(blend->scene, "left_upper_arm");
  const auto volume = [&](const BlendState& state) {
    return determinant(linear_part(pose_of(*blend, state, 0.3).local[arm]));
  };
  EXPECT_NEAR(volume(proper), 1, 1e-6);
  EXPECT_GT(std::abs(volume(printed) - 1), 1e-3);
}

// B-70: the clip of a character without the sets is split at shoulders and hips. Together, the sets are the
// whole clip.
TEST(BlendScene, figure_without_sets_is_cut_into_them) {
  Scene scene = mannequin();
  scene.clips.erase(scene.clips.begin() + 6, scene.clips.end());
  Diagnostics notes;
  const auto blend = make_blend_scene(scene, notes);
  ASSERT_TRUE(blend.ok()) << to_string(blend.error());
  ASSERT_NE(notes.find("demo.split"), nullptr);
  EXPECT_EQ(notes.find("demo.split")->message, "clip walk is cut into 5 sets at shoulders and hips");
  std::size_t channels = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(blend->clips[i].has_value()) << i;
    channels += blend->scene.clips[*blend->clips[i]].channels.size();
  }
  EXPECT_FALSE(blend->clips[5].has_value());
  EXPECT_EQ(channels, 100u);  // channels of walk
}

TEST(BlendScene, articles_own_figure_is_cut_and_stood_up) {
  SKELTER_REQUIRE_CORPUS();
  auto tiny = read_x_file(corpus_folder() + "/x/sdk_legacy/tiny_4anim.x");
  ASSERT_TRUE(tiny.ok());
  Diagnostics notes;
  const auto blend = make_blend_scene(std::move(*tiny), notes);
  ASSERT_TRUE(blend.ok());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(blend->clips[i].has_value()) << i;
  EXPECT_NE(notes.find("demo.stood-up"), nullptr);
  const Pose rest = rest_pose(blend->scene);
  const Vec3d head = translation_part(rest.world[find_node(blend->scene, "Bip01_Head")]);
  const Vec3d foot = translation_part(rest.world[find_node(blend->scene, "Bip01_L_Foot")]);
  EXPECT_GT(head.y, foot.y + 300);
}

// Requirement B-64 of docs/tutorials.md.
TEST(BlendScene, file_without_animation_is_a_clean_error) {
  Scene scene = mannequin();
  scene.clips.clear();
  Diagnostics notes;
  const auto blend = make_blend_scene(std::move(scene), notes);
  ASSERT_FALSE(blend.ok());
  EXPECT_THAT(to_string(blend.error()), HasSubstr("no animation set"));
}

TEST(BlendScene, file_without_known_limbs_is_a_clean_error) {
  auto tower = read_x_file(asset_path("tower.x"));
  ASSERT_TRUE(tower.ok());
  Diagnostics notes;
  const auto blend = make_blend_scene(std::move(*tower), notes);
  ASSERT_FALSE(blend.ok());
  EXPECT_THAT(to_string(blend.error()), HasSubstr("no bones with known names"));
}

}  // namespace
}  // namespace skelter::test
