// Sections 2.2 to 2.5 of the D3DX behaviour; see docs/d3dx-migration.md.
#include "skelter/d3dx/keyframed_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "d3dx/sets.h"
#include "support/near.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::make_set;
using test::move_keys;
using test::must;
using test::near;
using test::radians;
using test::said;
using test::turn_keys;
using testing::HasSubstr;

// --- 2.5 playback ------------------------------------------------------------------------------------------

TEST(KeyframedSet, positions_fold_as_in_the_table) {
  const struct {
    Loop playback;
    double position_s, periodic_s;
  } table[] = {{Loop::loop, 1.25, 0.25},     {Loop::loop, -0.25, 0.75},    {Loop::loop, 1, 0},
               {Loop::once, 1.25, 1},        {Loop::once, -0.25, 0},       {Loop::pingpong, 0.75, 0.75},
               {Loop::pingpong, 1.25, 0.75}, {Loop::pingpong, 1.75, 0.25}, {Loop::pingpong, 2.25, 0.25},
               {Loop::pingpong, -0.25, 0.25}};
  for (const auto& row : table)
    EXPECT_NEAR(test::run_to("run", 1, 1, row.playback)->periodic_position(row.position_s), row.periodic_s,
                1e-12);
}

// The wrap example of the tutorial documents, with a period of 1.5.
TEST(KeyframedSet, positions_fold_at_a_period_of_1_5) {
  const double positions[] = {3.7, -0.25, 1.5, 1.75};
  const double loop[] = {0.7, 1.25, 0, 0.25}, once[] = {1.5, 0, 1.5, 1.5},
               pingpong[] = {0.7, 0.25, 1.5, 1.25};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(periodic_position(positions[i], 1.5, Loop::loop), loop[i], 1e-12);
    EXPECT_NEAR(periodic_position(positions[i], 1.5, Loop::once), once[i], 1e-12);
    EXPECT_NEAR(periodic_position(positions[i], 1.5, Loop::pingpong), pingpong[i], 1e-12);
  }
}

TEST(KeyframedSet, a_single_pose_always_stands_at_0) {
  auto set = make_set("pose");
  must(set->add_animation(move_keys("Body", {{0, {7, 0, 0}}})));
  for (const double position_s : {-3.0, 0.0, 5.0}) EXPECT_EQ(set->periodic_position(position_s), 0);
  EXPECT_EQ(set->sample(0, 0).translation.x, 7);
}

// The period itself is not folded to 0: GetSRT(P) of a looping set returns its last key.
TEST(KeyframedSet, sampling_at_the_period_gives_the_last_key) {
  const auto set = test::run_to("run", 4);
  EXPECT_EQ(set->sample(0, 1).translation.x, 4);
  EXPECT_EQ(set->sample(0, set->periodic_position(1)).translation.x, 0);
}

// --- 2.3 channels ------------------------------------------------------------------------------------------

TEST(KeyframedSet, vectors_move_linearly_and_stand_still_outside_their_keys) {
  auto set = make_set("run");
  must(set->add_animation(move_keys("Body", {{100, {1, 0, 0}}, {300, {5, 2, 0}}})));
  EXPECT_TRUE(near(set->sample(0, 0).translation, {1, 0, 0}, 0));
  EXPECT_TRUE(near(set->sample(0, 0.15).translation, {2, 0.5, 0}, 1e-12));
  EXPECT_TRUE(near(set->sample(0, 0.3).translation, {5, 2, 0}, 0));
  EXPECT_TRUE(near(set->sample(0, 9).translation, {5, 2, 0}, 0));
}

TEST(KeyframedSet, rotations_turn_the_shorter_way) {
  auto set = make_set("turn");
  const Quatd quarter = from_axis_angle(kY, radians(90));
  const Quatd negated{-quarter.x, -quarter.y, -quarter.z, -quarter.w};
  must(set->add_animation(turn_keys("A", {{0, {}}, {1000, quarter}})));
  must(set->add_animation(turn_keys("B", {{0, {}}, {1000, negated}})));  // section 7, item 10
  must(set->add_animation(
      turn_keys("C", {{0, from_axis_angle(kZ, radians(170))}, {1000, from_axis_angle(kZ, radians(-170))}})));
  for (const std::uint32_t animation : {0u, 1u})
    EXPECT_TRUE(near(set->sample(animation, 0.5).rotation, {0, 0.382683, 0, 0.923880}, 1e-6));
  EXPECT_TRUE(near(set->sample(0, 0.25).rotation, {0, 0.195090, 0, 0.980785}, 1e-6));
  EXPECT_TRUE(near(set->sample(2, 0.5).rotation, {0, 0, 1, 0}, 1e-9));  // 180 degrees, not 0
}

TEST(KeyframedSet, of_two_keys_at_one_time_the_later_counts_from_then_on) {
  auto set = make_set("jump");
  must(set->add_animation(
      move_keys("Body", {{0, {0, 0, 0}}, {500, {1, 0, 0}}, {500, {9, 0, 0}}, {1000, {9, 0, 0}}})));
  EXPECT_NEAR(set->sample(0, 0.499).translation.x, 0.998, 1e-9);
  EXPECT_EQ(set->sample(0, 0.5).translation.x, 9);
}

TEST(KeyframedSet, keys_out_of_order_are_sorted_and_a_warning_says_so) {
  auto set = make_set("run");
  Diagnostics diagnostics;
  must(set->add_animation(move_keys("Body", {{1000, {4, 0, 0}}, {0, {0, 0, 0}}, {0, {1, 0, 0}}}),
                          &diagnostics));
  // The sort is stable, so the later of the two keys at 0 counts.
  EXPECT_EQ(set->sample(0, 0).translation.x, 1);
  EXPECT_NEAR(set->sample(0, 0.5).translation.x, 2.5, 1e-12);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(to_string(diagnostics.entries()[0]),
            "set \"run\", animation \"Body\": keys are not in time order; they were sorted");
}

// Section 7, item 7: there is no interpolation from the last key to the first.
TEST(KeyframedSet, a_loop_does_not_interpolate_over_its_seam) {
  const auto set = test::run_to("run", 4);
  EXPECT_NEAR(set->sample(0, set->periodic_position(0.999)).translation.x, 3.996, 1e-9);
  EXPECT_NEAR(set->sample(0, set->periodic_position(1.001)).translation.x, 0.004, 1e-9);
}

TEST(KeyframedSet, absent_parts_are_the_rest_or_the_identity) {
  for (const Absent absent : {Absent::rest, Absent::identity}) {
    KeyframedSetSettings settings;
    settings.absent = absent;
    auto set = must(KeyframedSet::create(settings));
    AnimationKeys keys = turn_keys("Hand", {{0, from_axis_angle(kZ, 0.3)}});
    keys.rest.translation = {0, 5, 0};
    keys.rest.stretch = linear_part(scale_matrix(Vec3d{2, 2, 2}));
    must(set->add_animation(keys));
    const AffineParts sampled = set->sample(0, 0);
    const bool rest = absent == Absent::rest;
    EXPECT_TRUE(near(sampled.translation, {0, rest ? 5.0 : 0.0, 0}, 0));
    EXPECT_EQ(sampled.stretch(1, 1), rest ? 2 : 1);
  }
}

// --- 2.4 matrix keys ---------------------------------------------------------------------------------------

Mat4d quarter_turn() {
  return rotation_matrix(from_axis_angle(kY, radians(90)));
}

std::shared_ptr<KeyframedSet> matrix_set(MatrixKeys mode, const Mat4d& second) {
  KeyframedSetSettings settings;
  settings.ticks_per_second = 1;
  settings.matrix_keys = mode;
  auto set = must(KeyframedSet::create(settings));
  AnimationKeys keys;
  keys.name = "Body";
  keys.matrix = {{0, Mat4d{}}, {100, second}};
  must(set->add_animation(keys));
  return set;
}

// Halfway from the identity to a quarter turn about y, the modes differ. The rows of D3D's matrices are our
// columns, and D3D's z axis points the other way, which changes the sign of sines.
TEST(KeyframedSet, matrix_keys_are_read_in_three_modes) {
  const Mat4d second = translation_matrix(Vec3d{10, 0, 0}) * quarter_turn();
  const double half = std::sqrt(0.5);
  const Mat4d by_elements = compose(matrix_set(MatrixKeys::elements, second)->sample(0, 50));
  EXPECT_TRUE(near(linear_part(by_elements), {{0.5, 0, -0.5, 0, 1, 0, 0.5, 0, 0.5}}, 1e-9));
  EXPECT_NEAR(by_elements.m[12], 5, 1e-9);
  const Mat4d by_parts = compose(matrix_set(MatrixKeys::decompose, second)->sample(0, 50));
  EXPECT_TRUE(near(linear_part(by_parts), {{half, 0, -half, 0, 1, 0, half, 0, half}}, 1e-9));
  EXPECT_NEAR(by_parts.m[12], 5, 1e-9);
  const auto nearest = matrix_set(MatrixKeys::nearest, second);
  EXPECT_TRUE(near(compose(nearest->sample(0, 49)), Mat4d{}, 1e-12));
  // In the exact middle, the later key counts.
  EXPECT_TRUE(near(compose(nearest->sample(0, 50)), second, 1e-9));
}

// The example of the tutorial documents: tick 25 of 100.
TEST(KeyframedSet, matrix_keys_at_a_quarter_of_the_way) {
  const Mat4d second = translation_matrix(Vec3d{10, 0, 0}) * quarter_turn();
  const Mat4d by_elements = compose(matrix_set(MatrixKeys::elements, second)->sample(0, 25));
  EXPECT_TRUE(near(Vec3d{by_elements(0, 0), by_elements(1, 0), by_elements(2, 0)}, {0.75, 0, -0.25}, 1e-9));
  EXPECT_NEAR(by_elements.m[12], 2.5, 1e-9);
  const Mat4d by_parts = compose(matrix_set(MatrixKeys::decompose, second)->sample(0, 25));
  EXPECT_TRUE(near(Vec3d{by_parts(0, 0), by_parts(1, 0), by_parts(2, 0)}, {0.923880, 0, -0.382683}, 1e-6));
  EXPECT_NEAR(by_parts.m[12], 2.5, 1e-9);
}

TEST(KeyframedSet, matrices_win_over_parts_and_a_warning_says_so) {
  auto set = make_set("both");
  AnimationKeys keys = move_keys("Body", {{0, {1, 0, 0}}});
  keys.matrix = {{0, translation_matrix(Vec3d{2, 0, 0})}};
  Diagnostics diagnostics;
  must(set->add_animation(keys, &diagnostics));
  EXPECT_EQ(set->sample(0, 0).translation.x, 2);
  ASSERT_NE(diagnostics.find("control.matrix-and-parts"), nullptr);
  EXPECT_EQ(to_string(*diagnostics.find("control.matrix-and-parts")),
            "set \"both\", animation \"Body\": has both matrix keys and keys of other types; the matrix keys "
            "are used");
}

// Section 7, item 9: matrices that D3DX cannot decompose must survive, with a note about the frame.
TEST(KeyframedSet, mirrored_and_sheared_matrices_survive_and_are_noted) {
  Mat4d mirrored = rotation_matrix(from_axis_angle(Vec3d{1, 2, 3}, 1.0)) * scale_matrix(Vec3d{1, 1, -1});
  Mat4d sheared = rotation_matrix(from_axis_angle(Vec3d{3, 1, 2}, 0.5));
  sheared.m[4] += 0.7;
  for (const Mat4d& matrix : {mirrored, sheared}) {
    auto set = make_set("odd");
    AnimationKeys keys;
    keys.name = "Leaf";
    keys.matrix = {{0, matrix}, {500, translation_matrix(Vec3d{0, 1, 0}) * matrix}, {1000, matrix}};
    Diagnostics diagnostics;
    must(set->add_animation(keys, &diagnostics));
    EXPECT_TRUE(near(compose(set->sample(0, 0)), matrix, 1e-9));
    EXPECT_TRUE(near(compose(set->sample(0, 0.25)), translation_matrix(Vec3d{0, 0.5, 0}) * matrix, 1e-9));
    ASSERT_NE(diagnostics.find("control.matrix-is-no-transform"), nullptr);
    EXPECT_EQ(to_string(*diagnostics.find("control.matrix-is-no-transform")),
              "set \"odd\", animation \"Leaf\": a matrix key contains shear or a reflection; it is kept as a "
              "stretch matrix");
  }
}

// --- 2.2 reading and editing -------------------------------------------------------------------------------

TEST(KeyframedSet, keys_are_read_one_by_one_and_all_at_once) {
  auto set = make_set("run");
  AnimationKeys keys = move_keys("Body", {{0, {1, 0, 0}}, {10, {2, 0, 0}}});
  keys.scale = {{5, {1, 2, 3}}};
  keys.rotation = {{0, {0, 0, 0, 2}}};
  must(set->add_animation(keys));
  EXPECT_EQ(must(set->translation_keys(0)).size(), 2u);
  EXPECT_EQ(must(set->translation_key(0, 1)).value.x, 2);
  EXPECT_EQ(must(set->scale_key(0, 0)).tick, 5);
  EXPECT_EQ(must(set->rotation_key(0, 0)).value.w, 1);  // normalised
  EXPECT_TRUE(must(set->matrix_keys(0)).empty());
  EXPECT_EQ(must(set->scale_keys(0)).size() + must(set->rotation_keys(0)).size(), 2u);
  EXPECT_EQ(said(set->translation_key(0, 2)), "set \"run\", animation \"Body\": key index 2; there are 2");
  EXPECT_EQ(said(set->scale_keys(1)), "set \"run\": animation index 1; there are 1");
  EXPECT_EQ(said(set->matrix_key(0, 0)), "set \"run\", animation \"Body\": key index 0; there are 0");
}

TEST(KeyframedSet, replaced_keys_play_and_find_their_place_in_time) {
  auto set = test::run_to("run", 4);
  must(set->set_translation_key(0, 1, {2000, {6, 0, 0}}));
  EXPECT_EQ(set->period_s(), 2);
  EXPECT_NEAR(set->sample(0, 1).translation.x, 3, 1e-12);
  must(set->set_translation_key(0, 0, {3000, {0, 0, 0}}));
  EXPECT_EQ(must(set->translation_key(0, 0)).tick, 2000);
  EXPECT_EQ(set->period_s(), 3);
  EXPECT_EQ(said(set->set_translation_key(0, 0, {HUGE_VAL, {}})),
            "set \"run\", animation \"Body\": a key is invalid; expected finite numbers");
}

TEST(KeyframedSet, every_kind_of_key_is_replaced_and_removed) {
  auto set = make_set("all");
  AnimationKeys keys = move_keys("Body", {{0, {1, 0, 0}}});
  keys.scale = {{0, {1, 1, 1}}};
  keys.rotation = {{0, {}}};
  must(set->add_animation(keys));
  must(set->set_scale_key(0, 0, {0, {2, 2, 2}}));
  must(set->set_rotation_key(0, 0, {0, {0, 0, 3, 3}}));
  EXPECT_EQ(set->sample(0, 0).stretch(0, 0), 2);
  EXPECT_TRUE(near(set->sample(0, 0).rotation, from_axis_angle(kZ, radians(90)), 1e-9));
  EXPECT_EQ(
      said(set->set_rotation_key(0, 0, {0, {0, 0, 0, 0}})),
      "set \"all\", animation \"Body\": a key is invalid; expected finite numbers and a length above 0");
  must(set->remove_scale_key(0, 0));
  must(set->remove_rotation_key(0, 0));
  must(set->remove_translation_key(0, 0));
  EXPECT_TRUE(near(compose(set->sample(0, 0)), Mat4d{}, 0));

  auto matrices = matrix_set(MatrixKeys::decompose, quarter_turn());
  must(matrices->set_matrix_key(0, 0, {0, translation_matrix(Vec3d{1, 0, 0})}));
  EXPECT_EQ(matrices->sample(0, 0).translation.x, 1);
  must(matrices->remove_matrix_key(0, 1));
  EXPECT_EQ(matrices->period_s(), 0);
  EXPECT_TRUE(near(compose(matrices->sample(0, 0)), translation_matrix(Vec3d{1, 0, 0}), 1e-12));
}

TEST(KeyframedSet, the_period_is_that_of_the_latest_key_and_not_of_callbacks) {
  auto set = make_set("run", Loop::loop, {{9000, 1, ""}});
  must(set->add_animation(move_keys("A", {{0, {}}, {500, {}}})));
  must(set->add_animation(turn_keys("B", {{0, {}}, {1500, {}}})));
  EXPECT_EQ(set->period_s(), 1.5);
  must(set->remove_animation(1));
  EXPECT_EQ(set->period_s(), 0.5);
  EXPECT_EQ(set->animation_count(), 1u);
  must(set->remove_animation(0));
  EXPECT_EQ(set->period_s(), 0);
  EXPECT_EQ(said(set->remove_animation(0)), "set \"run\": animation index 0; there are 0");
}

TEST(KeyframedSet, animations_are_found_by_name) {
  auto set = make_set("run");
  must(set->add_animation(move_keys("Left", {})));
  must(set->add_animation(move_keys("left", {})));
  EXPECT_EQ(must(set->animation_index("left")), 1u);
  EXPECT_EQ(must(set->animation_index("LEFT", NameMatch::ignore_case)), 0u);
  EXPECT_EQ(must(set->animation_index("left", NameMatch::ignore_case)), 1u);  // the exact match comes first
  EXPECT_EQ(said(set->animation_index("Head")),
            "set \"run\": no animation is named \"Head\"; expected one of \"Left\", \"left\"");
}

TEST(KeyframedSet, refuses_what_cannot_be_played) {
  KeyframedSetSettings settings;
  settings.name = "walk";
  settings.ticks_per_second = 0;
  EXPECT_EQ(said(KeyframedSet::create(settings)),
            "set \"walk\": 0.000000 ticks per second; expected a finite number above 0");
  settings.ticks_per_second = 10;
  settings.callbacks = {{NAN, 1, ""}};
  EXPECT_EQ(said(KeyframedSet::create(settings)), "set \"walk\": a callback time is not finite");
  auto set = make_set("walk");
  must(set->add_animation(move_keys("Body", {})));
  EXPECT_EQ(said(set->add_animation(move_keys("Body", {}))),
            "set \"walk\", animation \"Body\": is already in the set");
  EXPECT_EQ(said(set->add_animation(move_keys("", {}))),
            "set \"walk\": an animation has no name; expected the name of the object that it moves");
  EXPECT_EQ(said(set->add_animation(move_keys("Leg", {{0, {NAN, 0, 0}}}))),
            "set \"walk\", animation \"Leg\": a key is not finite");
  EXPECT_THAT(said(set->add_animation(turn_keys("Leg", {{0, {0, 0, 0, 0}}}))),
              HasSubstr("a rotation key is invalid; expected finite numbers and a length above 0"));
}

// Section 7, item 13: a set may be unnamed.
TEST(KeyframedSet, may_be_unnamed) {
  auto set = make_set("");
  must(set->add_animation(move_keys("Body", {})));
  EXPECT_EQ(set->name(), "");
  must(validate_set(*set));
}

}  // namespace
}  // namespace skelter
