// Mixing: sections 3.3 and 7 of the D3DX behaviour as the project restates it (docs/d3dx-migration.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "control/sets.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::make_controller_of;
using test::must;
using test::near;
using test::radians;
using test::still_at;
using test::turned;
using test::x_of;

const Vec3d kZ{0, 0, 1};

TEST(ControllerMix, weights_are_proportions) {
  for (const auto& [first, second] : {std::pair{0.75, 0.25}, {3.0, 1.0}, {0.3, 0.1}}) {
    Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
    must(controller.set_track_weight(0, first));
    must(controller.set_track_weight(1, second));
    must(controller.advance(0));
    EXPECT_NEAR(x_of(controller), 28.75, 1e-12);
  }
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
  EXPECT_NEAR(x_of(controller), 52.5, 1e-12);  // fresh: 0.5
  must(controller.set_priority_blend(1));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 100, 1e-12);
  must(controller.set_priority_blend(0));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 5, 1e-12);
  must(controller.set_priority_blend(1));
  must(controller.set_track_enabled(1, false));  // one group alone: whatever the blend
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 5, 1e-12);
}

}  // namespace
}  // namespace skelter
