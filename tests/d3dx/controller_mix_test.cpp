// Mixing: section 3.3 of d3dx-behaviour.md, and the pitfalls in section 7 that concern it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "d3dx/sets.h"
#include "support/near.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::make_controller_of;
using test::must;
using test::near;
using test::radians;
using test::still_at;
using test::turned;
using test::x_of;

ControllerSettings in_mode(ControllerMode mode) {
  ControllerSettings settings;
  settings.mode = mode;
  return settings;
}

constexpr ControllerMode kModes[] = {ControllerMode::standard, ControllerMode::d3dx};

TEST(ControllerMix, weights_are_proportions) {
  for (const ControllerMode mode : kModes)
    for (const auto& [first, second] : {std::pair{0.75, 0.25}, {3.0, 1.0}, {0.3, 0.1}}) {
      Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)}, in_mode(mode));
      must(controller.set_track_weight(0, first));
      must(controller.set_track_weight(1, second));
      must(controller.advance(0));
      EXPECT_NEAR(x_of(controller), 28.75, 1e-12);
    }
}

// The sum of three weights of 1e308 is out of range.
TEST(ControllerMix, weights_that_no_sum_can_hold_are_refused_and_the_largest_mix) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100), still_at("c", 15)});
  for (const std::uint32_t track : {0u, 1u, 2u}) {
    const auto refused = controller.set_track_weight(track, 1e308);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(to_string(refused.error()), "track " + std::to_string(track) + ": weight above 1e100");
    must(controller.set_track_weight(track, 1e100));
  }
  EXPECT_FALSE(controller.key_track_weight(0, 1e101, 0).ok());
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 40, 1e-9);
}

TEST(ControllerMix, two_tracks_of_weight_1_give_the_mean) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 52.5, 1e-12);
}

TEST(ControllerMix, the_priority_blend_moves_from_low_to_high) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.set_track_priority(1, Priority::high));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 52.5, 1e-12);  // from the initial priority blend of 0.5
  must(controller.set_priority_blend(1));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 100, 1e-12);
  must(controller.set_priority_blend(0));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 5, 1e-12);
}

TEST(ControllerMix, one_priority_alone_is_used_whatever_the_blend) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.set_track_priority(1, Priority::high));
  must(controller.set_priority_blend(1));
  must(controller.set_track_enabled(1, false));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 5, 1e-12);
  must(controller.set_priority_blend(0));
  must(controller.set_track_enabled(1, true));
  must(controller.set_track_enabled(0, false));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 100, 1e-12);
}

// First, the tracks of each priority are mixed with their own weights.
TEST(ControllerMix, each_priority_is_mixed_before_the_blend) {
  Controller controller =
      make_controller_of({still_at("a", 0), still_at("b", 10), still_at("c", 100), still_at("d", 200)});
  must(controller.set_track_weight(1, 3));
  must(controller.set_track_priority(2, Priority::high));
  must(controller.set_track_priority(3, Priority::high));
  must(controller.set_track_weight(3, 0.25));
  must(controller.set_priority_blend(0.2));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 0.8 * 7.5 + 0.2 * 120, 1e-12);
}

TEST(ControllerMix, with_all_weights_0_outputs_stay_as_they_are) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.advance(0));
  must(controller.set_track_weight(0, 0));
  must(controller.set_track_weight(1, 0));
  must(controller.advance(0.1));
  EXPECT_NEAR(x_of(controller), 52.5, 1e-12);
}

TEST(ControllerMix, outputs_that_nothing_moves_may_return_to_rest) {
  ControllerSettings settings;
  settings.unmoved_at_rest = true;
  Controller controller = make_controller_of({still_at("a", 5)}, settings);
  AffineParts rest;
  rest.translation.x = -1;
  must(controller.register_output("Body", rest));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller), 5);
  must(controller.set_track_enabled(0, false));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller), -1);
}

// B-36: partial sets drive only the outputs that they contain.
TEST(ControllerMix, an_output_that_one_set_lacks_follows_the_other_fully) {
  auto both = still_at("both", 5);
  must(both->add_animation(test::move_keys("Head", {{0, {7, 0, 0}}})));
  Controller controller = make_controller_of({both, still_at("body", 100)});
  const std::uint32_t head = must(controller.register_output("Head"));
  const std::uint32_t tail = must(controller.register_output("Tail"));
  must(controller.set_track_weight(0, 0.1));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller, head), 7);
  EXPECT_EQ(x_of(controller, tail), 0);
  EXPECT_NEAR(x_of(controller), (0.5 + 100) / 1.1, 1e-9);
}

TEST(ControllerMix, disabled_tracks_and_tracks_without_a_set_contribute_nothing) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.set_track_enabled(1, false));
  must(controller.set_track_enabled(3, true));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller), 5);
}

// --- rotations ---------------------------------------------------------------------------------------------

// The slerp example of the tutorial documents: 10 degrees about x to 80 degrees about y at 0.7, in Direct3D's
// axes.
TEST(ControllerMix, two_rotations_are_mixed_by_slerp) {
  for (const ControllerMode mode : kModes) {
    Controller controller = make_controller_of(
        {turned("a", from_axis_angle(kX, radians(10))), turned("b", from_axis_angle(kY, radians(80)))},
        in_mode(mode));
    must(controller.set_track_weight(0, 0.3));
    must(controller.set_track_weight(1, 0.7));
    must(controller.advance(0));
    EXPECT_TRUE(near(controller.pose()[0].rotation, {0.028219, 0.469737, 0, 0.882355}, 1e-6));
  }
}

// Section 7, item 10: opposite signs of the same rotation must not turn a limb the long way.
TEST(ControllerMix, rotations_take_the_shorter_way) {
  for (const ControllerMode mode : kModes) {
    const Quatd quarter = from_axis_angle(kY, radians(90));
    Controller controller = make_controller_of(
        {turned("a", {}), turned("b", {-quarter.x, -quarter.y, -quarter.z, -quarter.w})}, in_mode(mode));
    must(controller.advance(0));
    EXPECT_TRUE(near(controller.pose()[0].rotation, {0, 0.382683, 0, 0.923880}, 1e-6));
    must(controller.set_track_set(
        0, must(controller.register_set(turned("c", from_axis_angle(kZ, radians(170)))))));
    must(controller.set_track_set(
        1, must(controller.register_set(turned("d", from_axis_angle(kZ, radians(-170)))))));
    must(controller.advance(0));
    EXPECT_TRUE(near(controller.pose()[0].rotation, {0, 0, 1, 0}, 1e-9));
  }
}

// The same for the blend between priorities.
TEST(ControllerMix, the_priority_blend_turns_the_shorter_way) {
  const Quatd quarter = from_axis_angle(kY, radians(90));
  Controller controller =
      make_controller_of({turned("a", {}), turned("b", {-quarter.x, -quarter.y, -quarter.z, -quarter.w})});
  must(controller.set_track_priority(1, Priority::high));
  must(controller.advance(0));
  EXPECT_TRUE(near(controller.pose()[0].rotation, {0, 0.382683, 0, 0.923880}, 1e-6));
}

struct Turn {
  Quatd rotation;
  double weight;
};

Quatd mixed(const std::vector<Turn>& turns, ControllerMode mode) {
  std::vector<std::shared_ptr<KeyframedSet>> sets;
  for (std::size_t i = 0; i < turns.size(); ++i)
    sets.push_back(turned("t" + std::to_string(i), turns[i].rotation));
  Controller controller = make_controller_of(sets, in_mode(mode));
  for (std::uint32_t i = 0; i < turns.size(); ++i) must(controller.set_track_weight(i, turns[i].weight));
  must(controller.advance(0));
  return controller.pose()[0].rotation;
}

const std::vector<Turn> kThree = {{from_axis_angle(kX, radians(70)), 1},
                                  {from_axis_angle(kY, radians(100)), 2},
                                  {from_axis_angle(kZ, radians(-50)), 1}};

// k = w / W, which is 2/3 and then 1/4.
TEST(ControllerMix, d3dx_mode_chains_slerps_in_the_order_of_tracks) {
  const Quatd by_hand =
      slerp(slerp(kThree[0].rotation, kThree[1].rotation, 2.0 / 3), kThree[2].rotation, 0.25);
  EXPECT_TRUE(near(mixed(kThree, ControllerMode::d3dx), by_hand, 1e-12));
  const Quatd reversed = mixed({kThree[2], kThree[1], kThree[0]}, ControllerMode::d3dx);
  EXPECT_GT(length(Quatd{reversed.x - by_hand.x, reversed.y - by_hand.y, reversed.z - by_hand.z,
                         reversed.w - by_hand.w}),
            0.01);
}

TEST(ControllerMix, the_default_mode_sums_three_rotations_in_any_order) {
  Quatd sum{0, 0, 0, 0};
  for (const Turn& turn : kThree)  // all have w > 0, and all products of two are positive
    sum = {sum.x + turn.weight * turn.rotation.x, sum.y + turn.weight * turn.rotation.y,
           sum.z + turn.weight * turn.rotation.z, sum.w + turn.weight * turn.rotation.w};
  const Quatd expected = normalized(sum);
  std::vector<Turn> turns = kThree;
  // With the opposite sign, one of them is still the same rotation.
  turns[1].rotation = {-turns[1].rotation.x, -turns[1].rotation.y, -turns[1].rotation.z,
                       -turns[1].rotation.w};
  for (const auto& order : {std::vector<int>{0, 1, 2}, {2, 1, 0}, {1, 2, 0}})
    EXPECT_TRUE(near(mixed({turns[order[0]], turns[order[1]], turns[order[2]]}, ControllerMode::standard),
                     expected, 1e-12));
}

// Three rotations, of which each is more than a quarter of the sphere away from the next. Their signs cannot
// all agree, but the order must still not matter.
TEST(ControllerMix, the_default_mode_does_not_depend_on_order_even_where_signs_cannot_agree) {
  const std::vector<Turn> turns = {{from_axis_angle(kZ, radians(0)), 1},
                                   {from_axis_angle(kZ, radians(120)), 1},
                                   {from_axis_angle(kZ, radians(-115)), 1}};
  const Quatd first = mixed(turns, ControllerMode::standard);
  EXPECT_TRUE(near(mixed({turns[2], turns[0], turns[1]}, ControllerMode::standard), first, 1e-12));
  EXPECT_TRUE(near(mixed({turns[1], turns[2], turns[0]}, ControllerMode::standard), first, 1e-12));
}

// Half angles of 100, 185 and 15 degrees. The rotations with weights 2 and 1 agree in sign with the one of
// weight 3 (85 degrees away on either side), but not with each other, and not all agree with the identity.
// Measured from the heaviest rotation, the sum is 3 + 2 (cos 85, sin 85) + (cos 85, -sin 85).
TEST(ControllerMix, the_heaviest_of_three_rotations_decides_the_signs) {
  const std::vector<Turn> turns = {{from_axis_angle(kZ, radians(200)), 3},
                                   {from_axis_angle(kZ, radians(370)), 2},
                                   {from_axis_angle(kZ, radians(30)), 1}};
  const double half = radians(100) + std::atan2(std::sin(radians(85)), 3 + 3 * std::cos(radians(85)));
  const Quatd expected{0, 0, std::sin(half), std::cos(half)};
  for (const auto& order : {std::vector<int>{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
    EXPECT_TRUE(near(mixed({turns[order[0]], turns[order[1]], turns[order[2]]}, ControllerMode::standard),
                     expected, 1e-12));
}

// B-37 with the controller: two sets for the same bone can be swapped.
TEST(ControllerMix, two_sets_on_one_output_may_be_swapped) {
  for (const ControllerMode mode : kModes) {
    const Turn a{from_axis_angle(kX, radians(70)), 0.3}, b{from_axis_angle(kY, radians(100)), 0.8};
    EXPECT_TRUE(near(mixed({a, b}, mode), mixed({b, a}, mode), 1e-6));
  }
}

// B-32: rigid parts stay rigid in every mix.
TEST(ControllerMix, a_mix_of_rotations_is_a_rotation) {
  for (const ControllerMode mode : kModes) {
    const Mat3d linear = to_mat3(mixed(kThree, mode));
    EXPECT_TRUE(near(transposed(linear) * linear, Mat3d{}, 1e-12));
  }
}

}  // namespace
}  // namespace skelter
