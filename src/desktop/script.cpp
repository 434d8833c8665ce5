#include "desktop/internal/script.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "desktop/internal/frame_clock.h"
#include "desktop/internal/headless.h"
#include "skelter/core/name_match.h"
#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

constexpr double kFrame_s = 1.0 / 60;
constexpr int kDragFrames = 6;

Error script_error(const std::string& message) {
  return {Status::invalid_argument, "viewer.script", message, {}};
}

// Appends the words that exist only in scripts, which name input and output files.
Error with_script_words(Error error) {
  error.message +=
      "; or input: key, type, click, press, move, release, drag, right-drag, shift-drag, wheel, drop, wait, "
      "skip, resize, picture, state, close; docs/viewer.md, \"Scripts\", describes each of them";
  return error;
}

// Guards against accidental waits of a day.
constexpr double kLongestWait_s = 3600;
constexpr double kLargestWindow = 16384;  // pixels per side

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Finds the comment of a line. A # begins a comment only at the start of a word, because "walk.##.png" is a
// name.
std::size_t comment_begin(const std::string& text) {
  std::size_t at = text.find('#');
  while (at != std::string::npos && at > 0 && text[at - 1] != ' ' && text[at - 1] != '\t')
    at = text.find('#', at + 1);
  return at;
}

std::string first_word(const std::string& text) {
  const std::string whole = trimmed(text.substr(0, comment_begin(text)));
  return whole.substr(0, whole.find_first_of(" \t"));
}

// Number of arguments of a word; none for viewer commands, which parse their own arguments.
std::size_t count_of_numbers(const std::string& word) {
  static const std::map<std::string, std::size_t> kCounts = {
      {"click", 2},      {"press", 2}, {"release", 2}, {"move", 2}, {"drag", 4},  {"right-drag", 4},
      {"shift-drag", 4}, {"wheel", 1}, {"wait", 1},    {"skip", 1}, {"resize", 2}};
  const auto found = kCounts.find(word);
  return found == kCounts.end() ? 0 : found->second;
}

Result<std::vector<double>> numbers(const std::string& text, std::size_t count) {
  std::vector<double> values;
  std::istringstream words(text);
  bool good = true;
  for (std::string word; words >> word;) {
    const std::optional<double> value = parse_number(word);
    good = good && value;
    values.push_back(value.value_or(0));
  }
  if (good && values.size() == count) return values;
  return script_error("\"" + text + "\"; expected " + std::to_string(count) +
                      (count == 1 ? " number" : " numbers"));
}

Result<void> check_numbers(const ScriptLine& line) {
  const std::vector<double>& n = line.numbers;
  if (line.word == "resize" && !(n[0] >= 1 && n[1] >= 1 && n[0] <= kLargestWindow && n[1] <= kLargestWindow))
    return script_error("\"" + line.rest + "\"; expected a size in pixels, at most 16384 each way");
  if ((line.word == "wait" || line.word == "skip") && !(n[0] >= 0 && n[0] <= kLongestWait_s))
    return script_error("\"" + line.rest + "\"; expected seconds, 0 to 3600");
  return {};
}

std::optional<Key> plain_key(const std::string& name) {
  static const std::map<std::string, Key> kNamed = {{"space", Key::space},
                                                    {"escape", Key::escape},
                                                    {"enter", Key::enter},
                                                    {"tab", Key::tab},
                                                    {"backspace", Key::backspace},
                                                    {"delete", Key::del},
                                                    {"left", Key::left},
                                                    {"right", Key::right},
                                                    {"up", Key::up},
                                                    {"down", Key::down},
                                                    {"page_up", Key::page_up},
                                                    {"page_down", Key::page_down},
                                                    {"home", Key::home},
                                                    {"end", Key::end},
                                                    {"+", Key::equal},
                                                    {"plus", Key::equal},
                                                    {"-", Key::minus},
                                                    {"minus", Key::minus}};
  if (const auto found = kNamed.find(name); found != kNamed.end()) return found->second;
  if (name.size() == 1 && ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= '0' && name[0] <= '9')))
    return Key(name[0] >= 'a' ? name[0] - 'a' + 'A' : name[0]);
  if (name.size() == 5 && name.compare(0, 4, "pad_") == 0 && name[4] >= '0' && name[4] <= '9')
    return Key(static_cast<int>(Key::pad_0) + name[4] - '0');
  for (int number = 1; number <= 12; ++number)
    if (name == "f" + std::to_string(number)) return Key(static_cast<int>(Key::f1) + number - 1);
  return std::nullopt;
}

// True if the next command is `picture`. In that case the frames before it are drawn in full.
bool next_is_picture(const std::string& text, std::size_t begin) {
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string word = first_word(text.substr(begin, end - begin));
    if (!word.empty()) return word == "picture";
    begin = end + 1;
  }
  return false;
}

// A running script, with its window and the mouse position.
class Player {
 public:
  Player(DesktopViewer& viewer, HeadlessRun& run) : viewer_(viewer), run_(run) {}

  Result<void> play(const ScriptLine& line) {
    const std::vector<double>& n = line.numbers;
    if (line.key) return key(*line.key);
    if (line.word == "type") return type(line.rest);
    if (line.word == "click") return click(n);
    if (line.word == "drag") return drag(n, MouseButton::left, {});
    if (line.word == "right-drag") return drag(n, MouseButton::right, {});
    if (line.word == "shift-drag") return drag(n, MouseButton::left, {true, false, false});
    if (line.word == "press") return button(n, Press::down);
    if (line.word == "release") return button(n, Press::up);
    if (line.word == "move") return frame({MouseMoveEvent{n[0], n[1]}});
    if (line.word == "wheel") return frame({WheelEvent{n[0]}});
    if (line.word == "drop") return frame({DropEvent{{line.rest}}});
    if (line.word == "wait") return wait(n[0]);
    if (line.word == "skip") return skip(n[0]);
    if (line.word == "resize") return resize(n);
    if (line.word == "picture") return picture(line.rest);
    if (line.word == "state") return state(line.rest);
    if (line.word == "close") return frame({CloseEvent{}});
    return command(line);
  }
  Result<void> finish_work() {
    while (viewer_.viewer().is_busy())
      if (Result<void> framed = frame({}); !framed) return framed;
    return {};
  }

 private:
  Result<void> frame(const std::vector<InputEvent>& events) { return run_.frame(events, kFrame_s); }

  Result<void> key(KeyEvent event) {
    if (Result<void> down = frame({event}); !down) return down;
    event.press = Press::up;
    return frame({event});
  }
  Result<void> type(const std::string& text) {
    for (const char c : text)
      if (Result<void> typed = frame({TextEvent{static_cast<unsigned char>(c)}}); !typed) return typed;
    return {};
  }
  // The mouse moves one frame before the button goes down, because panels sample it once per frame.
  Result<void> button_at(double x, double y, MouseButton which, Press press, const Modifiers& modifiers) {
    if (Result<void> moved = frame({MouseMoveEvent{x, y}}); !moved) return moved;
    return frame({MouseButtonEvent{which, press, x, y, modifiers}});
  }
  Result<void> button(const std::vector<double>& at, Press press) {
    return button_at(at[0], at[1], MouseButton::left, press, {});
  }
  Result<void> click(const std::vector<double>& at) {
    if (Result<void> pressed = button(at, Press::down); !pressed) return pressed;
    return button(at, Press::up);
  }
  Result<void> drag(const std::vector<double>& at, MouseButton which, const Modifiers& modifiers) {
    const double x = at[0], y = at[1], to_x = at[2], to_y = at[3];
    if (Result<void> down = button_at(x, y, which, Press::down, modifiers); !down) return down;
    for (int i = 1; i <= kDragFrames; ++i) {
      const double part = double(i) / kDragFrames;
      Result<void> moved = frame({MouseMoveEvent{x + (to_x - x) * part, y + (to_y - y) * part}});
      if (!moved) return moved;
    }
    return button_at(to_x, to_y, which, Press::up, modifiers);
  }
  Result<void> wait(double seconds) {
    const double frames = std::round(seconds / kFrame_s);
    for (double i = 0; i < frames; ++i)
      if (Result<void> framed = frame({}); !framed) return framed;
    return {};
  }
  // Like `wait`, but with few long frames.
  Result<void> skip(double seconds) {
    for (double left_s = seconds; left_s > 0; left_s -= FrameClock::kLongestStep_s)
      if (Result<void> framed = run_.frame({}, std::min(left_s, FrameClock::kLongestStep_s)); !framed)
        return framed;
    return {};
  }
  Result<void> resize(const std::vector<double>& size) {
    const FrameSize wanted{static_cast<std::uint32_t>(size[0]), static_cast<std::uint32_t>(size[1]), 1};
    if (Result<void> resized = run_.resize(wanted); !resized) return resized;
    return frame({});
  }
  Result<void> picture(const std::string& path) {
    const auto bytes = encode_png(run_.picture());
    if (!bytes) return bytes.error();
    return write_file(path, *bytes, true);
  }
  Result<void> state(const std::string& path) {
    const std::string text = viewer_.viewer().report();
    return write_file(path, {reinterpret_cast<const std::byte*>(text.data()), text.size()}, true);
  }
  Result<void> command(const ScriptLine& line) {
    Result<void> done = viewer_.viewer().command(line.word + (line.rest.empty() ? "" : " " + line.rest));
    if (!done) return done.error().code == "viewer.no-command" ? with_script_words(done.error()) : done;
    if (Result<void> framed = frame({}); !framed) return framed;
    if (Result<void> settled = run_.frame({}, 0); !settled) return settled;  // tabs open one frame later
    return finish_work();
  }

  DesktopViewer& viewer_;
  HeadlessRun& run_;
};

}  // namespace

Result<KeyEvent> key_named(const std::string& text) {
  KeyEvent event;
  std::string name = lower_ascii(text);
  for (std::size_t plus = name.find('+'); plus != std::string::npos && plus + 1 < name.size();
       plus = name.find('+')) {
    const std::string modifier = name.substr(0, plus);
    if (modifier == "ctrl")
      event.modifiers.control = true;
    else if (modifier == "shift")
      event.modifiers.shift = true;
    else if (modifier == "alt")
      event.modifiers.alt = true;
    else
      return script_error("\"" + modifier + "\" is not a modifier; expected ctrl, shift or alt");
    name = name.substr(plus + 1);
  }
  const std::optional<Key> key = plain_key(name);
  if (!key)
    return script_error("\"" + name +
                        "\" is not a key; expected a letter, a digit, f1 to f12, pad_0 to pad_9, space, "
                        "escape, enter, tab, backspace, delete, left, right, up, down, home, end, page_up, "
                        "page_down, + or -");
  event.key = *key;
  return event;
}

Result<ScriptLine> parse_script_line(const std::string& text) {
  ScriptLine line;
  const std::string whole = trimmed(text.substr(0, comment_begin(text)));
  line.word = first_word(text);
  line.rest = trimmed(whole.substr(line.word.size()));
  if (line.word == "key") {
    const Result<KeyEvent> key = key_named(line.rest);
    if (!key) return key.error();
    line.key = *key;
  }
  if (const std::size_t count = count_of_numbers(line.word); count != 0) {
    auto read = numbers(line.rest, count);
    if (!read) return read.error();
    line.numbers = std::move(*read);
    if (auto fine = check_numbers(line); !fine) return fine.error();
  }
  return line;
}

Result<void> run_script(DesktopViewer& viewer, const std::string& text, const std::string& file,
                        const FrameSize& size) {
  Result<HeadlessRun> run = HeadlessRun::create(viewer, size);
  if (!run) return run.error();
  run->set_seen(next_is_picture(text, 0));
  if (Result<void> first = run->frame({}, 0); !first) return first;
  if (Result<void> second = run->frame({}, 0); !second) return second;  // panel sizes are now final
  Player player(viewer, *run);
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < text.size() && !viewer.wants_to_quit();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string source = text.substr(begin, end - begin);
    const Result<ScriptLine> line = parse_script_line(source);
    begin = end + 1;
    ++number;
    if (line && !line->word.empty()) run->set_seen(next_is_picture(text, begin));
    const Result<void> played = !line                ? line.error()
                                : line->word.empty() ? Result<void>()
                                                     : player.play(*line);
    if (played) continue;
    Error error = played.error();
    if (error.where.file.empty()) error.where = {file, number, {}, first_word(source)};
    return error;
  }
  return player.finish_work();
}

}  // namespace skelter
