#include "viewer/state_json.h"

#include <cmath>

namespace skelter {
namespace {

ViewerJson index_or_null(std::uint32_t index) {
  return index == kNone ? ViewerJson(nullptr) : ViewerJson(index);
}
ViewerJson or_null(const std::optional<double>& value) {
  return value ? ViewerJson(*value) : ViewerJson(nullptr);
}
// Reads members with their names in messages; the first thing that is wrong is kept.
class Members {
 public:
  Members(const ViewerJson& json, std::string place, const std::string& file, std::optional<Error>& error)
      : json_(json), place_(std::move(place)), file_(file), error_(error) {}

  void read(const char* name, double& out) {
    if (const ViewerJson* value = find(name)) {
      if (value->is_number() && std::isfinite(value->get<double>()))
        out = value->get<double>();
      else
        fail(name, "a number");
    }
  }
  void read(const char* name, bool& out) {
    if (const ViewerJson* value = find(name)) {
      if (value->is_boolean())
        out = value->get<bool>();
      else
        fail(name, "true or false");
    }
  }
  void read(const char* name, std::uint32_t& out) {
    if (const ViewerJson* value = find(name)) {
      if (value->is_number_unsigned() && value->get<std::uint64_t>() < kNone)
        out = value->get<std::uint32_t>();
      else if (value->is_null())
        out = kNone;
      else
        fail(name, "a whole number from 0");
    }
  }
  void read(const char* name, std::optional<double>& out) {
    const ViewerJson* value = find(name);
    if (value == nullptr || value->is_null()) return;
    double number = 0;
    read(name, number);
    out = number;
  }
  void read(const char* name, std::string& out) {
    if (const ViewerJson* value = find(name)) {
      if (value->is_string())
        out = value->get<std::string>();
      else
        fail(name, "a text");
    }
  }
  void read(const char* name, Vec3d& out) {
    if (const ViewerJson* value = find(name)) {
      const bool fine = value->is_array() && value->size() == 3 && (*value)[0].is_number() &&
                        (*value)[1].is_number() && (*value)[2].is_number();
      if (fine)
        out = {(*value)[0].get<double>(), (*value)[1].get<double>(), (*value)[2].get<double>()};
      else
        fail(name, "three numbers");
    }
  }
  // One of the words in `choices`, by its place.
  template <class E>
  void read_choice(const char* name, E& out, std::initializer_list<E> choices) {
    std::string text;
    if (find(name) == nullptr) return;
    read(name, text);
    std::string expected;
    for (const E choice : choices) {
      if (to_text(choice) == text) {
        out = choice;
        return;
      }
      expected += (expected.empty() ? "" : ", ") + to_text(choice);
    }
    fail(name, ("one of " + expected).c_str());
  }
  // Members of an object inside this one; an absent one has none.
  Members inside(const char* name) {
    static const ViewerJson kEmpty = ViewerJson::object();
    const ViewerJson* value = find(name);
    if (value != nullptr && !value->is_object() && !value->is_null()) fail(name, "an object");
    const bool fine = value != nullptr && value->is_object();
    return {fine ? *value : kEmpty, place_ + "/" + name, file_, error_};
  }
  template <class Read>
  void each(const char* name, Read read_entry) {
    const ViewerJson* value = find(name);
    if (value == nullptr) return;
    if (!value->is_array()) return fail(name, "a list");
    for (std::size_t i = 0; i < value->size(); ++i)
      read_entry((*value)[i], place_ + "/" + name + "/" + std::to_string(i));
  }
  Members entry(const ViewerJson& json, const std::string& place) { return {json, place, file_, error_}; }
  void expect(bool fine, const char* name, const char* expected) {
    if (!fine) fail(name, expected);
  }
  bool has(const char* name) const { return find(name) != nullptr && !find(name)->is_null(); }

 private:
  const ViewerJson* find(const char* name) const {
    const auto at = json_.find(name);
    return at == json_.end() ? nullptr : &*at;
  }
  void fail(const char* name, const char* expected) {
    if (error_) return;
    error_ = Error{Status::bad_data,
                   "viewer.state",
                   std::string("is not what a saved view has; expected ") + expected,
                   {file_, 0, {}, place_ + "/" + name}};
  }

  const ViewerJson& json_;
  std::string place_;
  const std::string& file_;
  std::optional<Error>& error_;
};

void read_timeline(Members members, Timeline& timeline) {
  members.read("time_s", timeline.time_s);
  members.read("playing", timeline.playing);
  members.read("backward", timeline.backward);
  members.read("speed", timeline.speed);
  members.expect(timeline.speed >= Timeline::kSlowest && timeline.speed <= Timeline::kFastest, "speed",
                 "0.01 to 10");
  members.read_choice("loop", timeline.loop, {LoopMode::once, LoopMode::loop, LoopMode::pingpong});
  members.read("from_s", timeline.from_s);
  members.read("to_s", timeline.to_s);
}

void read_camera(Members members, OrbitCamera& camera) {
  members.read("target", camera.target);
  members.read("distance", camera.distance);
  members.expect(camera.distance > 0, "distance", "more than 0");
  members.read("azimuth_deg", camera.azimuth_deg);
  members.read("elevation_deg", camera.elevation_deg);
  members.expect(camera.elevation_deg >= -90 && camera.elevation_deg <= 90, "elevation_deg", "-90 to 90");
  members.read("fov_y_deg", camera.fov_y_deg);
  members.expect(camera.fov_y_deg > 0 && camera.fov_y_deg < 180, "fov_y_deg", "more than 0, below 180");
  members.read("parallel", camera.parallel);
}

void read_shown(Members members, ShownParts& shown) {
  members.read("meshes", shown.meshes);
  members.read("skeleton", shown.skeleton);
  members.read("names", shown.names);
  members.read("axes", shown.axes);
  members.read("wireframe", shown.wireframe);
  members.read("normals", shown.normals);
  members.read("bounds", shown.bounds);
  members.read("grid", shown.grid);
  members.read("shadow", shown.shadow);
  members.read_choice("shading", shown.shading, {Shading::lit, Shading::unlit, Shading::weights});
}

void read_selection(Members members, Selection& selection) {
  members.read("node", selection.node);
  members.read("isolated", selection.isolated);
  if (!members.has("vertex")) return;
  VertexPlace place;
  Members vertex = members.inside("vertex");
  vertex.read("node", place.node);
  vertex.read("instance", place.instance);
  vertex.read("primitive", place.primitive);
  vertex.read("vertex", place.vertex);
  selection.vertex = place;
}

void read_track(Members members, TrackState& track) {
  members.read("clip", track.clip);
  members.read("enabled", track.enabled);
  members.read("weight", track.weight);
  members.expect(track.weight >= 0, "weight", "0 or more");
  members.read("speed", track.speed);
  members.read("position_s", track.position_s);
  members.read("high_priority", track.high_priority);
}

void read_panels(Members members, OpenPanels& panels) {
  members.read("browser", panels.browser);
  members.read("inspector", panels.inspector);
  members.read("timeline", panels.timeline);
  members.read("help", panels.help);
  members.read("tab", panels.tab);
  members.read("browser_width", panels.browser_width);
  members.read("inspector_width", panels.inspector_width);
}

void read_state(Members members, ViewerState& state) {
  members.each("files", [&](const ViewerJson& entry, const std::string&) {
    members.expect(entry.is_string(), "files", "a list of texts");
    if (entry.is_string()) state.files.push_back(entry.get<std::string>());
  });
  members.read("active_file", state.active_file);
  members.read("clip", state.clip);
  read_timeline(members.inside("timeline"), state.timeline);
  read_camera(members.inside("camera"), state.camera);
  members.read("file_camera", state.file_camera);
  read_shown(members.inside("shown"), state.shown);
  read_selection(members.inside("selection"), state.selection);
  Members mix = members.inside("mix");
  mix.read("on", state.mix.on);
  mix.read("priority_blend", state.mix.priority_blend);
  mix.each("tracks", [&](const ViewerJson& entry, const std::string& place) {
    read_track(mix.entry(entry.is_object() ? entry : ViewerJson::object(), place),
               state.mix.tracks.emplace_back());
  });
  Members compare = members.inside("compare");
  compare.read_choice("with", state.compare.with,
                      {CompareWith::nothing, CompareWith::clip, CompareWith::file, CompareWith::compiled});
  compare.read("clip", state.compare.clip);
  compare.read("file", state.compare.file);
  compare.read("side_by_side", state.compare.side_by_side);
  read_panels(members.inside("panels"), state.panels);
  members.each("morph_weights", [&](const ViewerJson& entry, const std::string&) {
    members.expect(entry.is_number(), "morph_weights", "a list of numbers");
    if (entry.is_number()) state.morph_weights.push_back(entry.get<double>());
  });
}

}  // namespace

std::string to_text(LoopMode mode) {
  return mode == LoopMode::once ? "once" : mode == LoopMode::loop ? "loop" : "pingpong";
}
std::string to_text(Shading shading) {
  return shading == Shading::lit ? "lit" : shading == Shading::unlit ? "unlit" : "weights";
}
std::string to_text(CompareWith with) {
  switch (with) {
    case CompareWith::clip:
      return "clip";
    case CompareWith::file:
      return "file";
    case CompareWith::compiled:
      return "compiled";
    default:
      return "nothing";
  }
}

ViewerJson to_json(const OpenPanels& panels) {
  return {{"browser", panels.browser},
          {"inspector", panels.inspector},
          {"timeline", panels.timeline},
          {"help", panels.help},
          {"tab", panels.tab},
          {"browser_width", panels.browser_width},
          {"inspector_width", panels.inspector_width}};
}

ViewerJson to_json(const ViewerState& state) {
  ViewerJson tracks = ViewerJson::array();
  for (const TrackState& track : state.mix.tracks)
    tracks.push_back({{"clip", index_or_null(track.clip)},
                      {"enabled", track.enabled},
                      {"weight", track.weight},
                      {"speed", track.speed},
                      {"position_s", track.position_s},
                      {"high_priority", track.high_priority}});
  ViewerJson vertex;
  if (const auto& v = state.selection.vertex)
    vertex = {
        {"node", v->node}, {"instance", v->instance}, {"primitive", v->primitive}, {"vertex", v->vertex}};
  const Timeline& t = state.timeline;
  const OrbitCamera& c = state.camera;
  const ShownParts& s = state.shown;
  return {{"files", state.files},
          {"active_file", state.active_file},
          {"clip", index_or_null(state.clip)},
          {"timeline",
           {{"time_s", t.time_s},
            {"playing", t.playing},
            {"backward", t.backward},
            {"speed", t.speed},
            {"loop", to_text(t.loop)},
            {"from_s", or_null(t.from_s)},
            {"to_s", or_null(t.to_s)}}},
          {"camera",
           {{"target", to_json(c.target)},
            {"distance", c.distance},
            {"azimuth_deg", c.azimuth_deg},
            {"elevation_deg", c.elevation_deg},
            {"fov_y_deg", c.fov_y_deg},
            {"parallel", c.parallel}}},
          {"file_camera", index_or_null(state.file_camera)},
          {"shown",
           {{"meshes", s.meshes},
            {"skeleton", s.skeleton},
            {"names", s.names},
            {"axes", s.axes},
            {"wireframe", s.wireframe},
            {"normals", s.normals},
            {"bounds", s.bounds},
            {"grid", s.grid},
            {"shadow", s.shadow},
            {"shading", to_text(s.shading)}}},
          {"selection",
           {{"node", index_or_null(state.selection.node)},
            {"isolated", state.selection.isolated},
            {"vertex", vertex}}},
          {"mix", {{"on", state.mix.on}, {"priority_blend", state.mix.priority_blend}, {"tracks", tracks}}},
          {"compare",
           {{"with", to_text(state.compare.with)},
            {"clip", index_or_null(state.compare.clip)},
            {"file", index_or_null(state.compare.file)},
            {"side_by_side", state.compare.side_by_side}}},
          {"panels", to_json(state.panels)},
          {"morph_weights", state.morph_weights}};
}

Result<ViewerJson> parse_json_object(const std::string& text, const std::string& file) {
  ViewerJson json = ViewerJson::parse(text, nullptr, false);
  if (json.is_object()) return json;
  return Error{
      Status::bad_data, "viewer.state", "is no JSON object; expected a saved view", {file, 0, {}, {}}};
}

Result<OpenPanels> panels_from_json(const ViewerJson& json, const std::string& file) {
  OpenPanels panels;
  std::optional<Error> error;
  read_panels(Members(json, "/panels", file, error), panels);
  if (error) return *error;
  return panels;
}

std::string to_json_text(const ViewerState& state) {
  return to_json(state).dump(2) + "\n";
}

Result<ViewerState> viewer_state_from_json(const std::string& text, const std::string& file) {
  const Result<ViewerJson> json = parse_json_object(text, file);
  if (!json) return json.error();
  ViewerState state;
  std::optional<Error> error;
  read_state(Members(*json, "", file, error), state);
  if (error) return *error;
  return state;
}

}  // namespace skelter
