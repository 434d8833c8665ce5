#include "viewer/state/state_json.h"

#include <array>
#include <optional>
#include <type_traits>

#include "compile/internal/json_values.h"
#include "compile/json/internal/json_spot.h"
#include "skelter/system/file.h"
#include "system/internal/paths.h"

namespace skelter {
namespace {

using compile::JsonErrors;
using compile::JsonSpot;
using compile::NumberRange;

// --- every member once, for reading and writing: io(name, member, range of a number) ---

template <class Io>
void visit(Io& io, Timeline& t) {
  io("time_s", t.time_s);
  io("playing", t.playing);
  io("backward", t.backward);
  io("speed", t.speed, NumberRange{Timeline::kSlowest, Timeline::kFastest});
  io("loop", t.loop);
  io("from_s", t.from_s);
  io("to_s", t.to_s);
}

template <class Io>
void visit(Io& io, OrbitCamera& c) {
  io("target", c.target);
  io("distance", c.distance, NumberRange{0, NumberRange::kAny, true});
  io("azimuth_deg", c.azimuth_deg);
  io("elevation_deg", c.elevation_deg, NumberRange{-90, 90});
  io("fov_y_deg", c.fov_y_deg, NumberRange{0, 180, true});
  io("parallel", c.parallel);
}

template <class Io>
void visit(Io& io, ShownParts& s) {
  io("meshes", s.meshes);
  io("skeleton", s.skeleton);
  io("names", s.names);
  io("axes", s.axes);
  io("wireframe", s.wireframe);
  io("normals", s.normals);
  io("bounds", s.bounds);
  io("grid", s.grid);
  io("shadow", s.shadow);
  io("file_lights", s.file_lights);
  io("shading", s.shading);
}

template <class Io>
void visit(Io& io, VertexLocation& v) {
  io("node", v.node);
  io("instance", v.instance);
  io("primitive", v.primitive);
  io("vertex", v.vertex);
}

template <class Io>
void visit(Io& io, Selection& s) {
  io("node", s.node);
  io("isolated", s.isolated);
  io("vertex", s.vertex);
}

template <class Io>
void visit(Io& io, WeightFade& f) {
  io("from", f.from, NumberRange{0});
  io("to", f.to, NumberRange{0});
  io("begin_s", f.begin_s);
  io("duration_s", f.duration_s, NumberRange{0});
  io("linear", f.linear);
}

template <class Io>
void visit(Io& io, TrackState& t) {
  io("clip", t.clip);
  io("enabled", t.enabled);
  io("weight", t.weight, NumberRange{0});
  io("speed", t.speed);
  io("position_s", t.position_s);
  io("high_priority", t.high_priority);
  io("additive", t.additive);
  io("mask", t.mask);
  io("fade", t.fade);
}

template <class Io>
void visit(Io& io, MixState& m) {
  io("on", m.on);
  io("priority_blend", m.priority_blend);
  io("time_s", m.time_s);
  io("tracks", m.tracks);
}

template <class Io>
void visit(Io& io, GraphSetting& s) {
  io("parameter", s.parameter);
  io("value", s.value);
}

template <class Io>
void visit(Io& io, GraphPlayState& g) {
  io("on", g.on);
  io("file", g.file);
  io("name", g.name);
  io("set", g.set);
  io("travels", g.travels);
  io("seconds", g.seconds, NumberRange{GraphPlayState::kMinSeconds, GraphPlayState::kMaxSeconds});
  io("zoom", g.zoom, NumberRange{0, NumberRange::kAny, true});
  io("pan_x", g.pan_x);
  io("pan_y", g.pan_y);
}

template <class Io>
void visit(Io& io, LightState& l) {
  const NumberRange factor{0, LightState::kStrongest};
  io("exposure", l.exposure, factor);
  io("strength", l.strength, factor);
  io("environment", l.environment, factor);
  io("azimuth_deg", l.azimuth_deg, NumberRange{-360, 360});
  io("elevation_deg", l.elevation_deg, NumberRange{-90, 90});
}

template <class Io>
void visit(Io& io, CompareState& c) {
  io("with", c.with);
  io("clip", c.clip);
  io("file", c.file);
  io("side_by_side", c.side_by_side);
}

template <class Io>
void visit(Io& io, MatrixState& m) {
  io("expression", m.expression);
  io("point", m.point);
  io("rows", m.rows);
  io("shown", m.shown);
}

template <class Io>
void visit(Io& io, MorphSetting& m) {
  io("name", m.name);
  io("weight", m.weight);
}

template <class Io>
void visit(Io& io, OpenPanels& p) {
  io("browser", p.browser);
  io("inspector", p.inspector);
  io("timeline", p.timeline);
  io("help", p.help);
  io("tab", p.tab);
  io("browser_width", p.browser_width);
  io("inspector_width", p.inspector_width);
}

template <class Io>
void visit(Io& io, ViewerState& s) {
  io("files", s.files);
  io("active_file", s.active_file);
  io("clip", s.clip);
  io("up", s.up);
  io("ticks_per_second", s.ticks_per_second, NumberRange{0, NumberRange::kAny, true});
  io("timeline", s.timeline);
  io("camera", s.camera);
  io("file_camera", s.file_camera);
  io("shown", s.shown);
  io("light", s.light);
  io("hidden", s.hidden);
  io("selection", s.selection);
  io("mix", s.mix);
  io("graph", s.graph);
  io("compare", s.compare);
  io("matrix", s.matrix);
  io("panels", s.panels);
  io("morphs", s.morphs);
}

// Absolute paths of the files and of the graph, stored with a saved view.
struct SavedPaths {
  std::vector<std::string> absolute_files;
  std::string absolute_graph_file;
};

template <class Io>
void visit(Io& io, SavedPaths& p) {
  io("absolute_files", p.absolute_files);
  io("absolute_graph_file", p.absolute_graph_file);
}

template <class Io>
void visit(Io& io, ViewerConfig& c) {
  io("recent", c.recent);
  io("panels", c.panels);
}

// Enumerators that have a JSON name.
constexpr std::array kLoopModes{Loop::once, Loop::loop, Loop::pingpong};
constexpr std::array kShadings{Shading::lit, Shading::unlit, Shading::weights};
constexpr std::array kCompared{CompareWith::nothing, CompareWith::clip, CompareWith::file,
                               CompareWith::compiled};
constexpr std::array kUpAxes{UpAxis::y, UpAxis::z, UpAxis::minus_z};
constexpr const auto& choices(UpAxis) {
  return kUpAxes;
}
constexpr const auto& choices(Loop) {
  return kLoopModes;
}
constexpr const auto& choices(Shading) {
  return kShadings;
}
constexpr const auto& choices(CompareWith) {
  return kCompared;
}

// --- reading and writing -----------------------------------------------------------------------------------

class StateReader {
 public:
  explicit StateReader(const JsonSpot& spot) : spot_(spot) {}

  template <class T, class... Range>
  void operator()(std::string_view name, T& out, const Range&... range) {
    if (const auto member = spot_.member(name)) read(*member, out, range...);
  }

  // Null stands for a missing member, or for kNone in an index.
  template <class T>
  static void read(const JsonSpot& spot, T& out) {
    if constexpr (std::is_enum_v<T>) {
      read_choice(spot, out);
    } else if (!spot.is_null() && spot.is_object()) {
      StateReader inner(spot);
      visit(inner, out);
    }
  }

 private:
  static void read(const JsonSpot& spot, double& out, const NumberRange& range = {}) {
    out = spot.number(range);
  }
  static void read(const JsonSpot& spot, bool& out) { out = spot.boolean(); }
  static void read(const JsonSpot& spot, std::string& out) { out = spot.text(); }
  static void read(const JsonSpot& spot, std::uint32_t& out) {
    out = spot.is_null() ? kNone : spot.whole(0, kNone - 1);
  }
  static void read(const JsonSpot& spot, Vec3d& out) {
    std::vector<double> numbers;
    read(spot, numbers);
    if (numbers.size() == 3)
      out = {numbers[0], numbers[1], numbers[2]};
    else
      spot.fail(std::to_string(numbers.size()) + " numbers; expected 3");
  }
  template <class T, class... Range>
  static void read(const JsonSpot& spot, std::optional<T>& out, const Range&... range) {
    if (!spot.is_null()) read(spot, out.emplace(), range...);
  }
  template <class T>
  static void read(const JsonSpot& spot, std::vector<T>& out) {
    spot.each_element([&](const JsonSpot& element) { read(element, out.emplace_back()); });
  }
  template <class E>
  static void read_choice(const JsonSpot& spot, E& out) {
    const std::string text = spot.text();
    std::string expected;
    for (const E choice : choices(out)) {
      if (to_text(choice) == text) {
        out = choice;
        return;
      }
      expected += (expected.empty() ? "" : ", ") + to_text(choice);
    }
    spot.fail("\"" + text + "\"; expected one of " + expected);
  }

  const JsonSpot& spot_;
};

class StateWriter {
 public:
  template <class T, class... Range>
  void operator()(std::string_view name, T& value, const Range&...) {
    json_[std::string(name)] = written(value);
  }

  template <class T>
  static ViewerJson written(T& value) {
    if constexpr (std::is_enum_v<T>) {
      return to_text(value);
    } else {
      StateWriter inner;
      visit(inner, value);
      return std::move(inner.json_);
    }
  }

 private:
  static ViewerJson written(double& value) { return value; }
  static ViewerJson written(bool& value) { return value; }
  static ViewerJson written(std::string& value) { return value; }
  static ViewerJson written(std::uint32_t& value) {
    return value == kNone ? ViewerJson() : ViewerJson(value);
  }
  static ViewerJson written(Vec3d& value) { return to_json(value); }
  template <class T>
  static ViewerJson written(std::optional<T>& value) {
    return value ? written(*value) : ViewerJson();
  }
  template <class T>
  static ViewerJson written(std::vector<T>& values) {
    ViewerJson list = ViewerJson::array();
    for (T& value : values) list.push_back(written(value));
    return list;
  }

  ViewerJson json_ = ViewerJson::object();
};

template <class T>
Result<T> from_json(std::string_view text, const std::string& file) {
  JsonErrors errors(file, "viewer.state");
  T read;
  if (const auto json = compile::parse_json(text, errors)) {
    const JsonSpot root(*json, "", errors);
    if (root.is_object()) StateReader::read(root, read);
  }
  if (!errors.empty()) return errors.first();
  return read;
}

// Finds a file of a saved view. Tries the path relative to the view's folder, then the absolute path, then
// (for older versions) the path relative to the working folder.
std::string found_file(const std::string& named, const std::string& absolute, const std::string& folder) {
  if (named.empty()) return named;
  const bool is_relative = absolute_path(named) != named;
  const std::string below = is_relative && !folder.empty() ? folder + "/" + named : named;
  if (file_exists(below)) return is_relative ? absolute_path(below) : below;
  if (!absolute.empty() && file_exists(absolute)) return absolute;
  return file_exists(named) ? named : below;
}

}  // namespace

std::string to_text(Loop mode) {
  return mode == Loop::loop ? "loop" : mode == Loop::pingpong ? "pingpong" : "once";
}
std::string to_text(UpAxis up) {
  constexpr const char* kWords[] = {"y", "z", "-z"};
  return kWords[static_cast<std::size_t>(up)];
}
std::string to_text(Shading shading) {
  constexpr const char* kWords[] = {"lit", "unlit", "weights"};
  return kWords[static_cast<std::size_t>(shading)];
}
std::string to_text(CompareWith with) {
  constexpr const char* kWords[] = {"nothing", "clip", "file", "compiled"};
  return kWords[static_cast<std::size_t>(with)];
}

ViewerJson to_json(const ViewerState& state) {
  ViewerState copy = state;
  return StateWriter::written(copy);
}

ViewerJson camera_json(const OrbitCamera& camera) {
  OrbitCamera copy = camera;
  return StateWriter::written(copy);
}

std::string to_json_text(const ViewerState& state) {
  return compile::dumped(to_json(state), 2) + "\n";
}

std::string to_json_text(const ViewerConfig& config) {
  ViewerConfig copy = config;
  return compile::dumped(StateWriter::written(copy), 2) + "\n";
}

ViewerState with_absolute_paths(ViewerState state) {
  for (std::string& file : state.files) file = absolute_path(file);
  if (!state.graph.file.empty()) state.graph.file = absolute_path(state.graph.file);
  return state;
}

std::string saved_view_text(const ViewerState& state, const std::string& view_file) {
  const std::string folder = parent_folder(view_file);
  ViewerState relative = state;
  SavedPaths absolute;
  for (std::string& file : relative.files) {
    absolute.absolute_files.push_back(absolute_path(file));
    file = path_from(folder, file);
  }
  if (std::string& file = relative.graph.file; !file.empty()) {
    absolute.absolute_graph_file = absolute_path(file);
    file = path_from(folder, file);
  }
  ViewerJson json = to_json(relative);
  json.update(StateWriter::written(absolute));
  return compile::dumped(json, 2) + "\n";
}

Result<ViewerState> viewer_state_from_saved_view(const std::string& text, const std::string& view_file) {
  Result<ViewerState> state = from_json<ViewerState>(text, view_file);
  if (!state) return state;
  const auto absolute = from_json<SavedPaths>(text, view_file);
  if (!absolute) return absolute.error();
  const std::string folder = parent_folder(view_file);
  for (std::size_t i = 0; i < state->files.size(); ++i) {
    const auto& known = absolute->absolute_files;
    state->files[i] = found_file(state->files[i], i < known.size() ? known[i] : "", folder);
  }
  state->graph.file = found_file(state->graph.file, absolute->absolute_graph_file, folder);
  return state;
}

Result<ViewerState> viewer_state_from_json(const std::string& text, const std::string& file) {
  return from_json<ViewerState>(text, file);
}

ViewerConfig viewer_config_from_json(std::string_view text) {
  const auto read = from_json<ViewerConfig>(text, {});
  return read ? *read : ViewerConfig{};
}

}  // namespace skelter
