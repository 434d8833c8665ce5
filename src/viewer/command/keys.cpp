#include "viewer/command/keys.h"

#include <algorithm>

#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

// Handles Ctrl shortcuts. Returns false for other keys.
bool press_command(ViewerData& data, Key key) {
  switch (code(key)) {
    case 'O':
      data.dialogs.open = true;
      return true;
    case 'S':
      data.dialogs.save_view = data.document() != nullptr;
      return true;
    case 'E':
      data.state.panels.inspector = true;
      data.state.panels.tab = kExportTab;
      return true;
    case 'Q':
      data.wants_to_quit = true;
      return true;
    default:
      return false;
  }
}

bool press_time(ViewerData& data, const KeyEvent& event) {
  Timeline& timeline = data.state.timeline;
  const double duration_s = data.duration_s();
  const int frames = event.modifiers.shift ? 10 : 1;
  switch (code(event.key)) {
    case code(Key::space):
      if (timeline.playing)
        timeline.playing = false;
      else
        start_playing(data);
      return true;
    case 'B':
      timeline.backward = !timeline.backward;
      timeline.playing = true;
      return true;
    case code(Key::left):
      step_frames(timeline, -frames, frame_rate(data), duration_s);
      return true;
    case code(Key::right):
      step_frames(timeline, frames, frame_rate(data), duration_s);
      return true;
    case code(Key::home):
      seek(timeline, timeline.range(duration_s).from_s, duration_s);
      return true;
    case code(Key::end):
      seek(timeline, timeline.range(duration_s).to_s, duration_s);
      timeline.playing = false;
      return true;
    case 'L':
      timeline.loop = timeline.loop == Loop::loop       ? Loop::pingpong
                      : timeline.loop == Loop::pingpong ? Loop::once
                                                        : Loop::loop;
      return true;
    case code(Key::page_up):
      next_clip(data, -1);
      return true;
    case code(Key::page_down):
      next_clip(data, 1);
      return true;
    default:
      return false;
  }
}

// Steps through a graph's recording instead of a clip.
bool press_recording(ViewerData& data, const KeyEvent& event) {
  if (!data.state.graph.on || !data.graph.recording) return false;
  const int frames = event.modifiers.shift ? 10 : 1;
  const std::deque<GraphFrame>& recorded = data.graph.recording->frames();
  switch (code(event.key)) {
    case code(Key::left):
      (void)step_graph(data, -frames);
      return true;
    case code(Key::right):
      (void)step_graph(data, frames);
      return true;
    case code(Key::home):
      (void)seek_graph(data, recorded.front().time_s);
      return true;
    case code(Key::end):
      (void)seek_graph(data, recorded.back().time_s);
      return true;
    default:
      return false;
  }
}

bool press_camera(ViewerData& data, const KeyEvent& event) {
  const bool opposite = event.modifiers.control;
  switch (code(event.key)) {
    case 'F':
      fit_view(data);
      return true;
    case 'O':
      data.state.camera.parallel = !data.state.camera.parallel;
      return true;
    case code(Key::pad_1):
      look(data, opposite ? AxisView::back : AxisView::front);
      return true;
    case code(Key::pad_3):
      look(data, opposite ? AxisView::left : AxisView::right);
      return true;
    case code(Key::pad_7):
      look(data, opposite ? AxisView::bottom : AxisView::top);
      return true;
    default:
      return false;
  }
}

bool press_shown(ViewerData& data, Key key) {
  for (const ShownToggle& toggle : shown_toggles())
    if (key == Key(toggle.key)) {
      bool& part = data.state.shown.*toggle.part;
      part = !part;
      return true;
    }
  switch (code(key)) {
    case 'W':
      data.state.shown.shading = Shading::weights;
      return true;
    case 'U':
      data.state.shown.shading = Shading::unlit;
      return true;
    case 'N':
      data.state.shown.shading = Shading::lit;
      return true;
    case 'I':
      data.state.selection.isolated = data.state.selection.node != kNone && !data.state.selection.isolated;
      return true;
    default:
      return false;
  }
}

void press_window(ViewerData& data, const KeyEvent& event) {
  OpenPanels& panels = data.state.panels;
  switch (code(event.key)) {
    case code(Key::f1):
    case 'H':
      panels.help = !panels.help;
      return;
    case code(Key::f2):
      panels.browser = !panels.browser;
      return;
    case code(Key::f3):
      panels.inspector = !panels.inspector;
      return;
    case code(Key::f4):
      panels.timeline = !panels.timeline;
      return;
    case code(Key::f5):
      if (const auto reloaded = reload_file(data, data.state.active_file); !reloaded)
        say(data, reloaded.error());
      return;
    case code(Key::f12):
      if (data.document() != nullptr) take_screenshot(data);
      return;
    case code(Key::tab):
      show_next_file(data, event.modifiers.shift ? -1 : 1);
      return;
    case code(Key::escape):
      if (panels.help)
        panels.help = false;
      else if (data.dialogs.open || data.dialogs.save_view || data.dialogs.textures)
        data.dialogs = {};
      else
        data.state.selection = {};
      return;
    default:
      return;
  }
}

}  // namespace

void press_key(ViewerData& data, const KeyEvent& event) {
  if (event.press == Press::up) return;
  if (event.modifiers.control && press_command(data, event.key)) return;
  if (press_camera(data, event)) return;
  if (event.modifiers.control) return;
  if (press_recording(data, event)) return;
  if (press_time(data, event)) return;
  if (event.press == Press::repeat) return;  // the keys below are toggles
  if (!press_shown(data, event.key)) press_window(data, event);
}

// Handles characters that need different keys on different keyboard layouts.
void type_character(ViewerData& data, std::uint32_t character) {
  Timeline& timeline = data.state.timeline;
  const auto set_speed = [&](double speed) {
    timeline.speed = std::clamp(speed, Timeline::kSlowest, Timeline::kFastest);
  };
  if (character == '?') data.state.panels.help = !data.state.panels.help;
  if (character == '[') set_speed(timeline.speed / 2);
  if (character == ']') set_speed(timeline.speed * 2);
  if (character == '\\') set_speed(1);
}

}  // namespace skelter
