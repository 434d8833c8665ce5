#include "viewer/internal/viewer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

#include "skelter/system/file.h"
#include "viewer/command/command.h"
#include "viewer/command/internal/actions.h"
#include "viewer/command/keys.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/image/export_job.h"
#include "viewer/image/graphics.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/stopwatch.h"
#include "viewer/playing/internal/timeline.h"
#include "viewer/report/report.h"
#include "viewer/report/report_revision.h"

namespace skelter {
namespace {

constexpr double kReloadEvery_s = 0.5;
constexpr double kClickReach = 4;  // mouse movement that still counts as a click, in points

Graphics::Place place_of(const ViewRectangle& view, const FrameSize& size) {
  Graphics::Place place;
  place.left = static_cast<std::uint32_t>(std::lround(view.x));
  place.width = std::max(1u, static_cast<std::uint32_t>(std::lround(view.width)));
  place.height = std::max(1u, static_cast<std::uint32_t>(std::lround(view.height)));
  const auto upper = static_cast<std::uint32_t>(std::lround(view.y));
  place.lower = size.height > upper + place.height ? size.height - upper - place.height : 0;
  return place;
}

void clear_frame(const FrameSize& size) {
  glViewport(0, 0, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0.80f, 0.82f, 0.85f, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

}  // namespace

struct Viewer::Parts {
  // A mouse button held over the view.
  struct Drag {
    std::optional<MouseButton> button;
    bool moves = false;  // pans the camera instead of turning it
    bool is_click = false;
    double x = 0, y = 0, from_x = 0, from_y = 0;
  };

  ViewerData data;
  std::optional<Graphics> graphics;
  Drag drag;
  double since_reload_s = 0;
  std::unique_ptr<ExportJob> exporting;
  ReportRevision revision;

  void press(const MouseButtonEvent& event);
  void move(const MouseMoveEvent& event);
  void go_on_exporting();
};

Viewer::Viewer(ViewerOptions options) : parts_(std::make_unique<Parts>()) {
  ViewerData& data = parts_->data;
  data.options = std::move(options);
  data.recent = std::move(data.options.remembered.recent);
  data.state.panels = data.options.remembered.panels;
  data.state.panels.help = false;
  if (!data.options.files.empty()) (void)open_paths(data, data.options.files);  // open_paths() reports errors
  if (!data.options.graph.empty()) {
    data.state.panels.tab = kGraphTab;
    if (const auto opened = open_graph(data, data.options.graph); !opened) {
      say(data, opened.error());
      data.failed.push_back({data.options.graph, opened.error()});
    }
  }
  (void)model_pose(data);  // compiles a script's clip before the GL context allocates memory
}

Viewer::~Viewer() = default;

Result<void> Viewer::gain_context() {
  const Stopwatch gaining;
  const ViewerOptions& options = parts_->data.options;
  Result<Graphics> graphics =
      Graphics::create({options.shader_folder, options.debug_shaders, options.max_upload_bytes});
  if (!graphics) return graphics.error();
  parts_->graphics = std::move(*graphics);
  parts_->data.upload_needed = true;
  parts_->data.stages.context = gaining.ms();
  return {};
}

void Viewer::lose_context() {
  parts_->graphics.reset();
}

void Viewer::Parts::press(const MouseButtonEvent& event) {
  if (event.press != Press::down) {
    const bool clicked =
        drag.button == MouseButton::left && drag.is_click && event.button == MouseButton::left;
    drag.button.reset();
    if (clicked) pick(data, event.x, event.y);
    return;
  }
  if (!data.view.contains(event.x, event.y)) return;
  drag = {event.button, event.button != MouseButton::left || event.modifiers.shift,
          true,         event.x,
          event.y,      event.x,
          event.y};
}

void Viewer::Parts::move(const MouseMoveEvent& event) {
  if (!drag.button) return;
  const double dx = event.x - drag.x, dy = event.y - drag.y, unit = data.pixels_per_point;
  drag.x = event.x;
  drag.y = event.y;
  if (std::hypot(event.x - drag.from_x, event.y - drag.from_y) > kClickReach * unit) drag.is_click = false;
  if (drag.is_click) return;
  data.state.file_camera = kNone;
  if (drag.moves)
    pan(data.state.camera, dx, dy, data.view.height);
  else
    turn(data.state.camera, dx / unit, dy / unit);
}

void Viewer::handle(const InputEvent& event) {
  ViewerData& data = parts_->data;
  if (const auto* key = std::get_if<KeyEvent>(&event)) press_key(data, *key);
  if (const auto* text = std::get_if<TextEvent>(&event)) type_character(data, text->character);
  if (const auto* button = std::get_if<MouseButtonEvent>(&event)) parts_->press(*button);
  if (const auto* mouse = std::get_if<MouseMoveEvent>(&event)) parts_->move(*mouse);
  if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
    data.state.file_camera = kNone;
    zoom(data.state.camera, wheel->steps, data.document() == nullptr ? 1 : data.document()->extent);
  }
  // open_paths() reports errors.
  if (const auto* drop = std::get_if<DropEvent>(&event)) (void)open_paths(data, drop->paths);
  if (std::get_if<CloseEvent>(&event) != nullptr) data.wants_to_quit = true;
}

void Viewer::update(double step_s) {
  ViewerData& data = parts_->data;
  data.message.left_s = std::max(0.0, data.message.left_s - step_s);
  parts_->since_reload_s += step_s;
  if (parts_->since_reload_s >= kReloadEvery_s) {
    parts_->since_reload_s = 0;
    reload_changed(data);
    reload_changed_graph(data);
  }
  go_on_reading(data);
  const Stopwatch posing;
  play(data, step_s);
  follow(data.stages.pose, posing.ms());
  const Stopwatch comparing;
  update_comparison(data);
  if (data.comparison) follow(data.stages.overlay, comparing.ms());
}

// Writes one video frame per window frame.
void Viewer::Parts::go_on_exporting() {
  const auto failed = [&](const Error& error) {
    say(data, error);
    exporting.reset();
  };
  if (data.to_export && !exporting) {
    auto started = ExportJob::start(data, *std::exchange(data.to_export, std::nullopt),
                                    std::exchange(data.take_frames, nullptr));
    if (!started) return failed(started.error());
    exporting = std::move(*started);
  }
  if (!exporting) return;
  if (std::exchange(data.cancel_export, false)) {
    say(data, "export stopped");
    exporting.reset();
  } else if (const Result<void> stepped = exporting->step(data, *graphics); !stepped) {
    failed(stepped.error());
  } else if (exporting->is_done()) {
    if (exporting->writes_file()) say(data, "wrote " + exporting->settings().path);
    exporting.reset();
  }
  data.export_progress = exporting ? std::optional<double>(exporting->progress()) : std::nullopt;
}

Result<void> Viewer::draw(const FrameSize& size) {
  return draw(size, {0, 0, double(size.width), double(size.height)});
}

Result<void> Viewer::draw(const FrameSize& size, const ViewRectangle& picture) {
  ViewerData& data = parts_->data;
  ++data.stages.frames;
  data.view = picture;
  data.pixels_per_point = size.pixels_per_point;
  if (data.upload_needed) {
    data.upload_needed = false;
    if (Result<void> uploaded = parts_->graphics->upload(data); !uploaded) return uploaded;
  }
  if (const auto reloaded = parts_->graphics->reload_changed_shaders(); !reloaded)
    say(data, reloaded.error());
  if (data.fit_needed && data.document() != nullptr) {
    data.fit_needed = false;
    const std::uint32_t chosen = data.state.file_camera;  // may come from the command line
    fit_view(data);
    data.state.file_camera = chosen;
  }
  parts_->go_on_exporting();
  clear_frame(size);
  const Graphics::Place place = place_of(data.view, size);
  if (is_side_by_side(data)) data.view.width /= 2;  // picking and labels use only the left half
  return parts_->graphics->draw_all(data, place);
}

double Viewer::rest_s() const {
  const ViewerData& data = parts_->data;
  const bool at_work = is_busy() || is_reading(data) || data.upload_needed || data.fit_needed ||
                       data.wants_to_quit || data.wants_new_context || has_changed_file(data);
  return at_work ? 0 : picture_rest_s(data);
}
bool Viewer::wants_to_quit() const {
  return parts_->data.wants_to_quit;
}
bool Viewer::wants_new_context() {
  return std::exchange(parts_->data.wants_new_context, false);
}
std::string Viewer::title() const {
  const Document* document = parts_->data.document();
  return document == nullptr ? "Skelter" : file_name(document->path) + " - Skelter";
}

std::vector<Error> Viewer::not_opened() const {
  std::vector<Error> errors;
  for (const FailedFile& failed : parts_->data.failed) {
    const auto& named = parts_->data.options.files;
    if (failed.path == parts_->data.options.graph ||
        std::find(named.begin(), named.end(), failed.path) != named.end())
      errors.push_back(failed.why);
  }
  return errors;
}
const ViewerState& Viewer::state() const {
  return parts_->data.state;
}
Result<void> Viewer::restore(const ViewerState& state) {
  return restore_state(parts_->data, state);
}
std::string Viewer::report() const {
  return report_text(parts_->data);
}
std::string Viewer::report_now() const {
  return now_text(parts_->data, parts_->revision.of(parts_->data));
}
const StageTimes& Viewer::stages() const {
  return parts_->data.stages;
}
bool Viewer::is_busy() const {
  return parts_->exporting || parts_->data.to_export;
}
Result<void> Viewer::command(const std::string& line) {
  return run_command(parts_->data, line);
}
ViewerConfig Viewer::config() const {
  return {parts_->data.recent, parts_->data.state.panels};
}
ViewerData& Viewer::data() {
  return parts_->data;
}
const ViewerData& Viewer::data() const {
  return parts_->data;
}

}  // namespace skelter
