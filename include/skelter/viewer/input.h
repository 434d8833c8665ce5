#pragma once
// User input as data: windows make these events from the keyboard and the mouse, scripts make them from text.
// Also the size of the image.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace skelter {

// Framebuffer size, in pixels; at least 1 x 1 whenever something is drawn.
struct FrameSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  double pixels_per_point = 1;  // 2 on a HiDPI screen
};

// A key by its position in the US layout. Letters and digits are upper-case ASCII codes: Key('A'), Key('1').
enum class Key : int {
  none = 0,
  space = ' ',
  minus = '-',
  equal = '=',
  slash = '/',
  escape = 256,
  enter,
  tab,
  backspace,
  insert,
  del,
  right,
  left,
  down,
  up,
  page_up,
  page_down,
  home,
  end,
  f1 = 290,
  f2,
  f3,
  f4,
  f5,
  f6,
  f7,
  f8,
  f9,
  f10,
  f11,
  f12,
  pad_0 = 320,
  pad_1,
  pad_2,
  pad_3,
  pad_4,
  pad_5,
  pad_6,
  pad_7,
  pad_8,
  pad_9,
  pad_minus = 333,
  pad_plus = 334,
};
// Returns the code of a key; letters and digits have no enumerator.
constexpr int code(Key key) {
  return static_cast<int>(key);
}

struct Modifiers {
  bool shift = false;
  bool control = false;
  bool alt = false;
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

enum class Press { down, up, repeat };

struct KeyEvent {
  Key key = Key::none;
  Press press = Press::down;
  Modifiers modifiers;
};

enum class MouseButton { left, right, middle };

// Positions are in framebuffer pixels from the upper left corner.
struct MouseButtonEvent {
  MouseButton button = MouseButton::left;
  Press press = Press::down;
  double x = 0, y = 0;
  Modifiers modifiers;
};

struct MouseMoveEvent {
  double x = 0, y = 0;
};

struct WheelEvent {
  double steps = 0;  // positive: away from the user
};

// A typed character, whatever keys the user's layout needs for it.
struct TextEvent {
  std::uint32_t character = 0;  // Unicode
};

struct DropEvent {
  std::vector<std::string> paths;  // files or folders, UTF-8
};

struct CloseEvent {};

using InputEvent =
    std::variant<KeyEvent, MouseButtonEvent, MouseMoveEvent, WheelEvent, DropEvent, CloseEvent, TextEvent>;

}  // namespace skelter
