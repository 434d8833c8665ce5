#include "web/keys.h"

#include <algorithm>
#include <iterator>

namespace skelter::web {
namespace {

struct NamedKey {
  std::string_view name;  // value of KeyboardEvent.code
  Key key;
};

constexpr NamedKey kKeys[] = {
    {"Space", Key::space},
    {"Minus", Key::minus},
    {"Equal", Key::equal},
    {"Slash", Key::slash},
    {"Escape", Key::escape},
    {"Enter", Key::enter},
    {"Tab", Key::tab},
    {"Backspace", Key::backspace},
    {"Insert", Key::insert},
    {"Delete", Key::del},
    {"ArrowRight", Key::right},
    {"ArrowLeft", Key::left},
    {"ArrowDown", Key::down},
    {"ArrowUp", Key::up},
    {"PageUp", Key::page_up},
    {"PageDown", Key::page_down},
    {"Home", Key::home},
    {"End", Key::end},
    {"NumpadSubtract", Key::pad_minus},
    {"NumpadAdd", Key::pad_plus},
    {"NumpadEnter", Key::enter},
};

// Converts names such as "KeyA", "Digit7", "Numpad7", "F12".
Key numbered_key(std::string_view name) {
  const auto after = [&](std::string_view start) {
    return name.substr(0, start.size()) == start ? name.substr(start.size()) : std::string_view();
  };
  const auto is_digit = [](std::string_view text) {
    return text.size() == 1 && text[0] >= '0' && text[0] <= '9';
  };
  if (const auto letter = after("Key"); letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z')
    return Key(letter[0]);
  if (const auto digit = after("Digit"); is_digit(digit)) return Key(digit[0]);
  if (const auto digit = after("Numpad"); is_digit(digit)) return Key(code(Key::pad_0) + digit[0] - '0');
  if (const auto digit = after("F"); is_digit(digit) && digit[0] > '0')
    return Key(code(Key::f1) + digit[0] - '1');
  if (const auto digit = after("F1"); is_digit(digit) && digit[0] <= '2')
    return Key(code(Key::f10) + digit[0] - '0');
  return Key::none;
}

Key key_of(std::string_view name) {
  const auto* const end = std::end(kKeys);
  const auto* const found =
      std::find_if(std::begin(kKeys), end, [&](const NamedKey& key) { return key.name == name; });
  return found == end ? numbered_key(name) : found->key;
}

Modifiers modifiers_of(const Json& json) {
  return {flag_of(json, "shift"), flag_of(json, "control"), flag_of(json, "alt")};
}

Result<Press> press_of(const Json& json) {
  const std::string press = text_of(json, "press").value_or("down");
  if (press == "down") return Press::down;
  if (press == "up") return Press::up;
  if (press == "repeat") return Press::repeat;
  return wrong_call("web.event", "press \"" + press + "\"; expected down, up or repeat");
}

// Makes one event per character of a UTF-8 text.
std::vector<InputEvent> characters(std::string_view text) {
  std::vector<InputEvent> events;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t character = length == 1 ? first : first & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      character = character << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    events.push_back(TextEvent{character});
    i += length;
  }
  return events;
}

Result<std::vector<InputEvent>> button_events(const Json& json) {
  const auto press = press_of(json);
  if (!press) return press.error();
  const std::string name = text_of(json, "button").value_or("left");
  MouseButtonEvent event;
  event.button = name == "right"    ? MouseButton::right
                 : name == "middle" ? MouseButton::middle
                                    : MouseButton::left;
  if (event.button == MouseButton::left && name != "left")
    return wrong_call("web.event", "button \"" + name + "\"; expected left, right or middle");
  event.press = *press;
  event.x = number_of(json, "x").value_or(0);
  event.y = number_of(json, "y").value_or(0);
  event.modifiers = modifiers_of(json);
  return std::vector<InputEvent>{event};
}

Result<std::vector<InputEvent>> key_events(const Json& json) {
  const auto press = press_of(json);
  if (!press) return press.error();
  const Key key = key_of(text_of(json, "key").value_or(""));
  if (key == Key::none) return std::vector<InputEvent>{};  // the viewer does not use this key
  return std::vector<InputEvent>{KeyEvent{key, *press, modifiers_of(json)}};
}

}  // namespace

Result<std::vector<InputEvent>> events_of(const Json& json) {
  const std::string type = text_of(json, "type").value_or("");
  if (type == "key") return key_events(json);
  if (type == "button") return button_events(json);
  if (type == "move")
    return std::vector<InputEvent>{
        MouseMoveEvent{number_of(json, "x").value_or(0), number_of(json, "y").value_or(0)}};
  if (type == "wheel") return std::vector<InputEvent>{WheelEvent{number_of(json, "steps").value_or(0)}};
  if (type == "text") return characters(text_of(json, "text").value_or(""));
  return wrong_call("web.event", "type \"" + type + "\"; expected key, button, move, wheel or text");
}

}  // namespace skelter::web
