#include "skelter/compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compile/build_clip/internal/clip.h"
#include "compile/compile_graph/reader.h"
#include "compile/json/internal/json_spot.h"
#include "core/internal/close_name.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

using compile::Json;
using compile::JsonErrors;
using compile::JsonSpot;

// No motion needs a higher rate.
constexpr double kMaxSamplesHz = 1000;
constexpr compile::NumberRange kPositive{0, compile::NumberRange::kAny, true};

class ConfigReader {
 public:
  ConfigReader(const Scene& scene, const std::string& file, JsonErrors& errors)
      : scene_(scene), file_(file), errors_(errors) {}

  CompileSettings read(const Json& json) {
    settings_.clips.resize(scene_.clips.size());
    const JsonSpot root(json, "", errors_);
    if (!root.is_object({"skeleton", "clips", "graphs"})) return {};
    if (const auto skeleton = root.member("skeleton")) read_skeleton(*skeleton);
    if (const auto clips = root.member("clips")) read_clips(*clips);
    if (const auto graphs = root.member("graphs"))
      graphs->each_element([&](const JsonSpot& graph) { read_graph(graph); });
    return std::move(settings_);
  }

 private:
  // --- skeleton --------------------------------------------------------------------------------------------

  void read_skeleton(const JsonSpot& spot) {
    if (!spot.is_object({"masks", "lods", "error_bound", "shell_distance", "max_influences"})) return;
    if (const auto masks = spot.member("masks"))
      masks->each_element([&](const JsonSpot& mask) { read_mask(mask); });
    if (const auto lods = spot.member("lods"))
      lods->each_element([&](const JsonSpot& lod) { read_lod(lod); });
    if (const auto bound = spot.member("error_bound")) {
      const double value = distance_of(*bound);
      for (ClipSettings& clip : settings_.clips) clip.error_bound = value;
    }
    if (const auto shell = spot.member("shell_distance")) {
      const double value = distance_of(*shell);
      for (ClipSettings& clip : settings_.clips) clip.shell_distance = value;
    }
    if (const auto most = spot.member("max_influences"))
      settings_.max_influences = most->whole(1, kMaxInfluences);
  }

  static double distance_of(const JsonSpot& spot) {
    const double distance = spot.number(kPositive);
    if (distance > 0 && !is_float_distance(distance))
      spot.fail(fmt::format("{}; expected {}", distance, kFloatDistance));
    return distance;
  }

  void read_mask(const JsonSpot& spot) {
    if (!spot.is_object({"name", "base_weight", "entries"})) return;
    MaskSettings mask;
    if (const auto name = spot.required("name")) {
      mask.name = name->text();
      for (const MaskSettings& other : settings_.masks)
        if (other.name == mask.name) name->fail(fmt::format("\"{}\" is the name of another mask", mask.name));
    }
    if (const auto weight = spot.member("base_weight")) mask.base_weight = weight_of(*weight);
    if (const auto entries = spot.member("entries"))
      entries->each_element([&](const JsonSpot& entry) { mask.entries.push_back(mask_entry(entry)); });
    settings_.masks.push_back(std::move(mask));
  }

  MaskSettings::Entry mask_entry(const JsonSpot& spot) const {
    MaskSettings::Entry entry;
    if (!spot.is_object({"joint", "weight", "subtree"})) return entry;
    if (const auto joint = spot.required("joint")) entry.joint = node_name(*joint);
    if (const auto weight = spot.member("weight")) entry.weight = weight_of(*weight);
    if (const auto subtree = spot.member("subtree")) entry.subtree = subtree->boolean();
    return entry;
  }

  static float weight_of(const JsonSpot& spot) { return static_cast<float>(spot.number({0, 1})); }

  void read_lod(const JsonSpot& spot) {
    if (!spot.is_object({"dropped_subtrees"})) return;
    std::vector<std::string> names;
    if (const auto dropped = spot.required("dropped_subtrees"))
      dropped->each_element([&](const JsonSpot& joint) { names.push_back(node_name(joint)); });
    settings_.lods.push_back(std::move(names));
  }

  std::string node_name(const JsonSpot& spot) const {
    std::string name = spot.text();
    if (find_node(scene_, name) == kNone)
      spot.fail(fmt::format("no node is named \"{}\"; {}", name, known_nodes(name)));
    return name;
  }

  std::string known_nodes(std::string_view unknown_name) const {
    std::vector<std::string> names;
    for (const Node& node : scene_.nodes)
      if (!node.name.empty()) names.push_back(node.name);
    return names.empty() ? "no node has a name" : known_names(unknown_name, names, "nodes");
  }

  // --- clips -----------------------------------------------------------------------------------------------

  // "*" is applied first, regardless of its position, so that the entry of a clip overrides it.
  void read_clips(const JsonSpot& spot) {
    if (!spot.is_object()) return;
    if (const auto all = spot.member("*"))
      for (std::uint32_t clip = 0; clip < scene_.clips.size(); ++clip) read_clip_settings(*all, clip);
    std::map<std::uint32_t, std::string> named;
    spot.each_member([&](const std::string& key, const JsonSpot& entry) {
      if (key == "*") return;
      const std::optional<std::uint32_t> clip = clip_named(entry, key);
      if (!clip) return;
      const auto [earlier, is_new] = named.emplace(*clip, key);
      if (!is_new)
        entry.fail(fmt::format("refers to the same clip as \"{}\"; use one entry", earlier->second));
      read_clip_settings(entry, *clip);
    });
  }

  std::optional<std::uint32_t> clip_named(const JsonSpot& spot, const std::string& name) const {
    const auto clip = choose_clip(scene_, name);
    if (clip) return *clip;
    spot.fail(clip.error().message);
    return std::nullopt;
  }

  void read_clip_settings(const JsonSpot& spot, std::uint32_t clip) {
    if (!spot.is_object({"events", "root_motion", "additive_reference", "loop", "sample_rate_hz"})) return;
    ClipSettings& settings = settings_.clips[clip];
    if (const auto events = spot.member("events")) {
      settings.events.clear();
      events->each_element([&](const JsonSpot& event) { settings.events.push_back(event_of(event, clip)); });
    }
    if (const auto motion = spot.member("root_motion")) settings.root_motion = root_motion_of(*motion);
    if (const auto reference = spot.member("additive_reference"))
      read_additive_reference(*reference, settings);
    if (const auto loop = spot.member("loop")) settings.loop = loop->boolean();
    if (const auto rate = spot.member("sample_rate_hz"))
      settings.sample_rate_hz = rate->number({1, kMaxSamplesHz});
  }

  EventSettings event_of(const JsonSpot& spot, std::uint32_t clip) const {
    EventSettings event;
    if (!spot.is_object({"name", "time_s"})) return event;
    if (const auto name = spot.required("name")) event.name = name->text();
    if (const auto time = spot.required("time_s")) event.time_s = time_inside(*time, clip);
    return event;
  }

  double time_inside(const JsonSpot& spot, std::uint32_t clip) const {
    const double end_s = scene_.clips[clip].duration_s;
    const double time_s = spot.number();
    if (time_s < 0)
      spot.fail(fmt::format("{} is before the clip's start; expected 0 to {}", time_s, end_s));
    else if (time_s > end_s)
      spot.fail(fmt::format("{} is after the clip's end; expected 0 to {}", time_s, end_s));
    return time_s;
  }

  RootMotionSettings root_motion_of(const JsonSpot& spot) const {
    RootMotionSettings motion;
    if (!spot.is_object({"joint", "translation", "rotation"})) return motion;
    if (const auto joint = spot.required("joint")) motion.joint = node_name(*joint);
    if (const auto translation = spot.member("translation")) {
      const std::string axes = translation->text();
      const auto has = [&](char axis) { return std::count(axes.begin(), axes.end(), axis) == 1; };
      motion.translation_x = has('x');
      motion.translation_y = has('y');
      motion.translation_z = has('z');
      if (axes.size() != std::size_t{motion.translation_x} + motion.translation_y + motion.translation_z)
        translation->fail(fmt::format("\"{}\"; expected some of x, y and z, each once", axes));
    }
    if (const auto rotation = spot.member("rotation")) {
      const std::string axes = rotation->text();
      motion.rotation_y = axes == "y";
      if (!axes.empty() && axes != "y") rotation->fail(fmt::format("\"{}\"; expected \"y\" or \"\"", axes));
    }
    return motion;
  }

  void read_additive_reference(const JsonSpot& spot, ClipSettings& settings) const {
    settings.additive = true;
    settings.additive_from = kNone;
    settings.additive_from_s = 0;
    if (spot.is_text()) {
      if (spot.text() != "rest")
        spot.fail(fmt::format("\"{}\"; expected \"rest\" or an object with clip and time_s", spot.text()));
      return;
    }
    if (!spot.is_object({"clip", "time_s"})) return;
    const auto name = spot.required("clip");
    if (!name) return;
    const auto clip = clip_named(*name, name->text());
    if (!clip) return;
    settings.additive_from = *clip;
    if (const auto time = spot.member("time_s")) settings.additive_from_s = time_inside(*time, *clip);
  }

  // Names of graph files are relative to the configuration file.
  void read_graph(const JsonSpot& spot) {
    const std::string name = spot.text();
    if (name.empty() && spot.is_text()) spot.fail("\"\"; expected a graph file");
    const std::string path = compile::graph_path(file_, name);
    if (std::find(settings_.graphs.begin(), settings_.graphs.end(), path) != settings_.graphs.end())
      spot.fail(fmt::format("\"{}\" is listed twice", name));
    settings_.graphs.push_back(path);
  }

  const Scene& scene_;
  const std::string& file_;
  JsonErrors& errors_;
  CompileSettings settings_;
};

}  // namespace

Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene) {
  JsonErrors errors(file, "build.config");
  const std::optional<Json> document = compile::parse_json(json, errors);
  if (!document) return errors.first();
  CompileSettings settings = ConfigReader(scene, file, errors).read(*document);
  if (!errors.empty()) return errors.first();
  return settings;
}

}  // namespace skelter
