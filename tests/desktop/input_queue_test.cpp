// Distribution of simultaneous input over frames.
#include "desktop/input_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace skelter {
namespace {

InputEvent move_to(double x) {
  return MouseMoveEvent{x, 0};
}
InputEvent button(Press press) {
  return MouseButtonEvent{MouseButton::left, press, 0, 0, {}};
}
InputEvent key(Press press) {
  return KeyEvent{Key('A'), press, {}};
}

// One letter per event: m, d and u for the mouse, w for its wheel, and D and U for a key.
std::string frames_of(const std::vector<InputEvent>& events, bool typing = false) {
  InputQueue queue;
  queue.add(events);
  std::string text;
  for (std::vector<InputEvent> share = queue.take(typing); !share.empty(); share = queue.take(typing)) {
    text += text.empty() ? "" : " ";
    for (const InputEvent& event : share) {
      const auto* mouse = std::get_if<MouseButtonEvent>(&event);
      const auto* pressed = std::get_if<KeyEvent>(&event);
      text += mouse != nullptr                            ? (mouse->press == Press::up ? 'u' : 'd')
              : pressed != nullptr                        ? (pressed->press == Press::up ? 'U' : 'D')
              : std::holds_alternative<WheelEvent>(event) ? 'w'
                                                          : 'm';
    }
  }
  return text;
}

TEST(InputQueue, every_button_change_has_its_own_frame) {
  const InputEvent down = button(Press::down), up = button(Press::up);
  EXPECT_EQ(frames_of({down, up, down, up}), "d u d u");
  EXPECT_EQ(frames_of({move_to(1), down, up, move_to(2), down, move_to(3), up}), "m d u m d m u");
}

TEST(InputQueue, moves_are_delivered_together_and_so_are_wheel_steps) {
  const InputEvent wheel = WheelEvent{1};
  EXPECT_EQ(frames_of({move_to(1), move_to(2), move_to(3)}), "mmm");
  EXPECT_EQ(frames_of({wheel, wheel, move_to(1), wheel}), "ww m w");
}

TEST(InputQueue, keys_wait_only_during_text_input) {
  const InputEvent down = key(Press::down), up = key(Press::up);
  EXPECT_EQ(frames_of({down, up, down, up}), "DUDU");
  EXPECT_EQ(frames_of({down, up, down, up}, true), "D UD U");
  EXPECT_EQ(frames_of({key(Press::repeat), up}, true), "D U");
  EXPECT_EQ(frames_of({move_to(1), down, button(Press::down), up}), "mD dU");
}

TEST(InputQueue, later_events_do_not_overtake_waiting_ones) {
  InputQueue queue;
  queue.add({button(Press::down), button(Press::up), key(Press::down)});
  EXPECT_EQ(queue.take(false).size(), 1u);
  queue.add({move_to(1)});
  const std::vector<InputEvent> second = queue.take(false);
  ASSERT_EQ(second.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<MouseButtonEvent>(second[0]));
  EXPECT_TRUE(std::holds_alternative<KeyEvent>(second[1]));
  EXPECT_EQ(queue.take(false).size(), 1u);
  EXPECT_TRUE(queue.take(false).empty());
}

}  // namespace
}  // namespace skelter
