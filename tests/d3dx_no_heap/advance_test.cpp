// A step must not allocate on the heap, even with ramps, jumps, switches, callbacks and three mixed tracks.
#include <gtest/gtest.h>

#include "d3dx/sets.h"
#include "support/peak_heap.h"

namespace skelter {
namespace {

using test::must;
using test::peak_heap_bytes;

TEST(ControllerMemory, a_step_allocates_nothing) {
  std::vector<test::TickCallback> callbacks;
  for (int i = 0; i < 10; ++i) callbacks.push_back({i * 100.0, 1, ""});
  const auto run = test::run_to("run", 4, 1, Loop::pingpong, callbacks);
  Controller controller =
      test::make_controller_of({run, test::still_at("stand", 1), test::run_to("walk", 2)});
  must(controller.register_set(test::still_at("sit", 3)));
  must(controller.key_track_speed(0, -3, 0.1, 0.5, FadeCurve::smooth));
  must(controller.key_track_weight(0, 0.25, 0.2, 0.4));
  must(controller.key_track_position(0, 0.4, 0.3));
  must(controller.key_track_enabled(1, false, 0.35));
  must(controller.key_priority_blend(1, 0, 1));
  std::uint64_t passed = 0;
  bool all_ok = true;
  EXPECT_EQ(peak_heap_bytes([&] {
              for (int i = 0; i < 30; ++i)
                all_ok = controller
                             .advance(0.05,
                                      [&](const Callback& callback) -> Result<void> {
                                        passed += callback.value;
                                        return {};
                                      })
                             .ok() &&
                         all_ok;
            }),
            0u);
  EXPECT_TRUE(all_ok);
  EXPECT_GT(passed, 10u);
}

}  // namespace
}  // namespace skelter
