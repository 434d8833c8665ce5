// Reads arbitrary bytes as a saved view if they begin like JSON, and otherwise as a viewer script, line by
// line, without the window. The state must always survive saving and opening, and reports must be JSON. Lines
// that read or write files are skipped.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "desktop/internal/script.h"
#include "fuzz/fuzz.h"
#include "system/internal/text.h"
#include "viewer/command/command.h"
#include "viewer/command/internal/actions.h"
#include "viewer/command/keys.h"
#include "viewer/compare/comparison.h"
#include "viewer/figures.h"
#include "viewer/image/orbit.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/report/report.h"

namespace {

using namespace skelter;

constexpr double kFrame_s = 1.0 / 60;

ViewerOptions options_of_figures() {
  ViewerOptions options;
  options.services.read = [](const std::string& file, const FileReading&, Pack*) -> Result<Scene> {
    static const Scene figure = test::figure();
    if (file != "a.x" && file != "b.x")
      return Error{Status::not_found, "fuzz", "is not there", {file, 0, {}, {}}};
    return figure;
  };
  options.services.read_endings = {".x"};
  return options;
}

ViewerState reread(const std::string& text) {
  auto state = viewer_state_from_json(text, "again.json");
  fuzz::expect_ok(state, "a view that was saved is read");
  return *std::move(state);
}

// Bytes that are not UTF-8 are saved as U+FFFD.
void expect_sound(const ViewerData& data, bool utf8) {
  const std::string text = to_json_text(data.state);
  const ViewerState back = reread(text);
  if (utf8) fuzz::expect(back == data.state, "a view comes back as it was saved");
  fuzz::expect(!nlohmann::json::parse(report_text(data), nullptr, false).is_discarded(), "a report is JSON");
}

void one_frame(ViewerData& data, double step_s) {
  play(data, step_s);
  update_comparison(data);
  (void)current_camera(data);
}

bool touches_files(const ScriptLine& line) {
  constexpr std::string_view kWords[] = {"open",  "drop",       "save-view", "convert", "reload",
                                         "state", "screenshot", "picture",   "export",  "answer"};
  return std::find(std::begin(kWords), std::end(kWords), line.word) != std::end(kWords);
}

void play_line(ViewerData& data, const ScriptLine& line) {
  const auto& n = line.numbers;
  if (line.key) return press_key(data, *line.key);
  if (line.word == "type") {
    for (const char c : line.rest) type_character(data, static_cast<unsigned char>(c));
  } else if (line.word == "click") {
    pick(data, n[0], n[1]);
  } else if (line.word == "drag") {
    turn(data.state.camera, n[2] - n[0], n[3] - n[1]);
  } else if (line.word == "shift-drag" || line.word == "right-drag") {
    pan(data.state.camera, n[2] - n[0], n[3] - n[1], data.view.height);
  } else if (line.word == "wheel") {
    zoom(data.state.camera, n[0], data.document()->extent);
  } else if (line.word == "wait" || line.word == "skip") {
    one_frame(data, std::min(n[0], 1.0));
  } else if (n.empty()) {
    (void)run_command(data, line.word + (line.rest.empty() ? "" : " " + line.rest));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, std::min<std::size_t>(size, 4000)));
  ViewerData viewer;
  viewer.options = options_of_figures();
  viewer.view = {0, 0, 640, 480};
  (void)open_paths(viewer, {"a.x"});
  one_frame(viewer, 0);
  fit_view(viewer);
  if (!text.empty() && text[0] == '{') {
    const auto state = viewer_state_from_json(text, "fuzz.json");
    if (!state) return 0;
    fuzz::expect(reread(to_json_text(*state)) == *state, "a view comes back as it was saved");
    (void)restore_state(viewer, *state);
    one_frame(viewer, kFrame_s);
    expect_sound(viewer, true);
    return 0;
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto line = parse_script_line(text.substr(begin, end - begin));
    begin = end + 1;
    if (!line || line->word.empty() || touches_files(*line)) continue;
    play_line(viewer, *line);
    one_frame(viewer, kFrame_s);
  }
  expect_sound(viewer, is_utf8(text));
  return 0;
}
