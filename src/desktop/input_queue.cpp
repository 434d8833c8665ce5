#include "desktop/input_queue.h"

namespace skelter {
namespace {

enum class MouseDeed { none, move, button, wheel };

MouseDeed mouse_deed(const InputEvent& event) {
  if (std::holds_alternative<MouseMoveEvent>(event)) return MouseDeed::move;
  if (std::holds_alternative<MouseButtonEvent>(event)) return MouseDeed::button;
  return std::holds_alternative<WheelEvent>(event) ? MouseDeed::wheel : MouseDeed::none;
}

bool is_key(const InputEvent& event, bool up) {
  const auto* key = std::get_if<KeyEvent>(&event);
  return key != nullptr && (key->press == Press::up) == up;
}

}  // namespace

std::vector<InputEvent> InputQueue::take(bool typing) {
  MouseDeed seen = MouseDeed::none;
  bool key_down = false;
  const auto waits = [&](const InputEvent& event) {
    const MouseDeed deed = mouse_deed(event);
    if (deed != MouseDeed::none && seen != MouseDeed::none && (deed != seen || deed == MouseDeed::button))
      return true;
    if (typing && key_down && is_key(event, true)) return true;
    if (deed != MouseDeed::none) seen = deed;
    key_down = key_down || is_key(event, false);
    return false;
  };
  auto end = waiting_.begin();
  while (end != waiting_.end() && !waits(*end)) ++end;
  std::vector<InputEvent> share(waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  return share;
}

}  // namespace skelter
