// The interface that every set implements, including procedural ones.
#include "skelter/d3dx/animation_set.h"

#include <gtest/gtest.h>

#include <cmath>

#include "d3dx/sets.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::must;
using test::said;

// A set that an application implements: it bobs up and down. Also used for the broken sets in the tests
// below.
class Bobbing final : public AnimationSet {
 public:
  std::string_view name() const override { return "bob"; }
  double period_s() const override { return period; }
  Loop playback() const override { return Loop::loop; }
  std::uint32_t animation_count() const override { return static_cast<std::uint32_t>(names.size()); }
  std::string_view animation_name(std::uint32_t animation) const override { return names[animation]; }
  AffineParts sample(std::uint32_t /*animation*/, double periodic_position_s) const override {
    AffineParts parts;
    parts.translation.y = amplitude * std::sin(2 * test::kPi * periodic_position_s / period);
    return parts;
  }
  std::span<const CallbackKey> callback_keys() const override { return keys; }

  double period = 2, amplitude = 1;
  std::vector<std::string> names{"Body"};
  std::vector<CallbackKey> keys{{0.5, 42}};
};

// T-20 with a controller: a set implemented by an application.
TEST(AnimationSet, a_procedural_set_plays_like_any_other) {
  Controller controller = must(Controller::create());
  must(controller.register_output("Body"));
  const std::uint32_t set = must(controller.register_set(std::make_shared<Bobbing>()));
  must(controller.set_track_set(0, set));
  must(controller.set_track_enabled(0, true));
  std::vector<std::uint64_t> passed;
  const auto note = [&](const Callback& callback) -> Result<void> {
    passed.push_back(callback.value);
    return {};
  };
  must(controller.advance(0.5, note));
  EXPECT_NEAR(controller.pose()[0].translation.y, 1, 1e-12);
  must(controller.advance(2.75, note));  // 3.25 folds to 1.25, and the key at 2.5 is passed
  EXPECT_NEAR(controller.pose()[0].translation.y, std::sin(2 * test::kPi * 1.25 / 2), 1e-12);
  EXPECT_EQ(passed, (std::vector<std::uint64_t>{42, 42}));
}

TEST(AnimationSet, animations_are_found_exactly_before_ignoring_case) {
  Bobbing set;
  set.names = {"BODY", "Body"};
  EXPECT_EQ(set.find_animation("Body"), 1u);
  EXPECT_EQ(set.find_animation("body"), kNone);
  EXPECT_EQ(set.find_animation("Body", NameMatch::ignore_case), 1u);
  EXPECT_EQ(set.find_animation("body", NameMatch::ignore_case), 0u);
  EXPECT_EQ(set.find_animation("Bod", NameMatch::ignore_case), kNone);
}

TEST(AnimationSet, broken_promises_are_named) {
  Bobbing set;
  must(validate_set(set));
  set.period = -1;
  EXPECT_EQ(said(validate_set(set)), "set \"bob\": period -1.000000 s; expected a finite number, 0 or more");
  set.period = 1;
  set.names = {"A", "B", "A"};
  EXPECT_EQ(said(validate_set(set)), "set \"bob\": two animations are named \"A\"; names must be unique");
  set.names = {""};
  EXPECT_EQ(said(validate_set(set)),
            "set \"bob\": animation 0 has no name; expected the name of the object that it moves");
  set.names = {"A"};
  set.keys = {{0.5, 1}, {0.25, 1}};
  EXPECT_EQ(said(validate_set(set)), "set \"bob\": callback keys are not sorted by time");
  set.keys = {{NAN, 1}};
  EXPECT_EQ(said(validate_set(set)), "set \"bob\": a callback time is not finite");
}

TEST(AnimationSet, a_controller_refuses_a_broken_set_and_finds_poses_that_are_not_finite) {
  Controller controller = must(Controller::create());
  must(controller.register_output("Body"));
  auto set = std::make_shared<Bobbing>();
  set->period = INFINITY;
  EXPECT_EQ(said(controller.register_set(set)),
            "set \"bob\": period inf s; expected a finite number, 0 or more");
  set->period = 1;
  must(controller.set_track_set(0, must(controller.register_set(set))));
  must(controller.set_track_enabled(0, true));
  must(controller.advance(0.1));
  must(controller.validate());
  set->amplitude = NAN;
  must(controller.advance(0.1));
  EXPECT_EQ(said(controller.validate()),
            "output \"Body\": the pose is not finite; a set returned numbers that are not finite");
  set->amplitude = 1;
  must(controller.advance(0.1));
  set->period = -2;
  EXPECT_EQ(said(controller.validate()),
            "set \"bob\": period -2.000000 s; expected a finite number, 0 or more");
}

}  // namespace
}  // namespace skelter
