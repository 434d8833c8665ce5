#include "cli/commands/graph_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "cli/output/console.h"
#include "cli/output/json_text.h"
#include "compile/json/internal/json_spot.h"
#include "core/internal/close_name.h"
#include "load/internal/configured.h"
#include "load/internal/reference_list.h"
#include "play/internal/graph_probe.h"
#include "skelter/load.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/clip.h"

namespace skelter::cli {
namespace {

using compile::JsonError;
using compile::JsonErrors;
using compile::JsonSpot;

constexpr std::size_t kMaxEvents = 4096;  // per update
constexpr std::uint32_t kMaxUpdates = 1'000'000;

// --- the script --------------------------------------------------------------------------------------------

struct Play {
  std::uint32_t slot = 0;
  SlotPlay play;
};
struct Step {
  double dt_s = 0;
  std::uint32_t repeat = 1;
  std::vector<std::pair<std::uint32_t, float>> set;
  std::vector<std::uint32_t> fire, stop;
  std::vector<Play> play;
  std::optional<JsonSpot> plays;  // location of `play` in the script
};

// Reads the steps of a script and collects errors with their JSON pointers.
class ScriptReader {
 public:
  ScriptReader(const GraphRecords& graph, const GraphCharacter& character, std::string file,
               std::string_view text)
      : graph_(graph), character_(character), text_(text), errors_(std::move(file), "graph.bad-script") {}

  std::vector<Step> read() {
    std::vector<Step> steps;
    json_ = compile::parse_json(text_, errors_);
    if (!json_) return steps;
    places_ = {text_, compile::json_tokens(text_), *json_};
    errors_.use(places_);
    const JsonSpot root(*json_, "", errors_);
    const auto list = root.is_object({"steps"}) ? root.required("steps") : std::nullopt;
    std::uint32_t updates = 0;
    const auto add = [&](const JsonSpot& spot) {
      if (updates > kMaxUpdates) return;
      steps.push_back(read_step(spot));
      updates += steps.back().repeat;
      if (updates > kMaxUpdates) spot.member("repeat").value_or(spot).fail("more than a million updates");
    };
    if (list) list->each_element(add);
    return steps;
  }
  // Returns the first error in text order.
  std::optional<Error> error() const {
    if (errors_.empty()) return std::nullopt;
    const std::vector<JsonError>& all = errors_.all();
    const JsonError& first = *std::min_element(
        all.begin(), all.end(), [](const JsonError& a, const JsonError& b) { return a.offset < b.offset; });
    const compile::TextPosition at = compile::TextPositions(text_).at(first.offset);
    return Error{
        Status::bad_data, first.code, first.message, {errors_.file(), at.line, {}, first.pointer, at.column}};
  }

 private:
  Step read_step(const JsonSpot& spot) {
    Step step;
    if (!spot.is_object({"dt_s", "repeat", "set", "fire", "play_slot", "stop_slot"})) return step;
    if (const auto dt = spot.required("dt_s")) step.dt_s = dt->number({0});
    if (const auto repeat = spot.member("repeat")) step.repeat = repeat->whole(0, kMaxUpdates);
    if (const auto set = spot.member("set"); set && set->is_object())
      set->each_member([&](const std::string& name, const JsonSpot& value) {
        step.set.emplace_back(parameter(value, name, false), number_of(value));
      });
    if (const auto fire = spot.member("fire"))
      fire->each_element(
          [&](const JsonSpot& name) { step.fire.push_back(parameter(name, name.text(), true)); });
    if (const auto stop = spot.member("stop_slot"))
      stop->each_element([&](const JsonSpot& name) { step.stop.push_back(slot(name)); });
    step.plays = spot.member("play_slot");
    if (step.plays)
      step.plays->each_element([&](const JsonSpot& play) { step.play.push_back(read_play(play)); });
    return step;
  }

  static float number_of(const JsonSpot& value) {
    if (value.json().is_boolean()) return value.boolean() ? 1.0f : 0.0f;
    if (value.is_text() && value.text() == "nan") return std::numeric_limits<float>::quiet_NaN();
    if (!value.is_number()) value.wrong_type("a number, true, false or \"nan\"");
    return value.is_number() ? value.json().get<float>() : 0;
  }

  // A trigger is an element of a list; any other parameter is the key of a value.
  std::uint32_t parameter(const JsonSpot& spot, const std::string& name, bool trigger) {
    const auto is_trigger = [](const GraphParameterRecord& p) {
      return p.type == GraphParameterType::trigger;
    };
    const auto fail = [&](std::string what) {
      trigger ? spot.fail(std::move(what)) : spot.fail_at_key(std::move(what));
      return 0u;
    };
    const std::uint32_t found = find_parameter(graph_, name);
    if (found != kNone && is_trigger(graph_.parameters[found]) == trigger) return found;
    if (found != kNone)
      return fail(trigger ? "is not a trigger; set it instead" : "is a trigger; fire it instead");
    std::vector<std::string> known;
    for (const GraphParameterRecord& parameter : graph_.parameters)
      if (is_trigger(parameter) == trigger) known.emplace_back(graph_.string(parameter.name));
    return fail(unknown(trigger ? "trigger" : "parameter", name, known));
  }
  static std::string unknown(std::string_view what, std::string_view name,
                             const std::vector<std::string>& known) {
    if (known.empty()) return fmt::format("no such {}; the graph has none", what);
    return fmt::format("no such {}; {}", what, known_names(name, known, fmt::format("{}s", what)));
  }
  // Returns the index of a name, or reports an error.
  static std::uint32_t chosen(const JsonSpot& spot, std::string_view what,
                              const std::vector<std::string>& names) {
    const std::string name = spot.text();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) spot.fail(unknown(what, name, names));
    return found == names.end() ? 0 : static_cast<std::uint32_t>(found - names.begin());
  }
  std::uint32_t slot(const JsonSpot& spot) {
    std::vector<std::string> paths;
    for (const GraphSlot& known : graph_.slots) paths.push_back(layer_path(graph_, known.layer));
    return chosen(spot, "slot", paths);
  }
  std::uint32_t clip(const JsonSpot& spot) {
    std::vector<std::string> names;
    for (const GraphCharacter::Clip& known : character_.clips) names.push_back(known.name);
    return chosen(spot, "clip", names);
  }
  Play read_play(const JsonSpot& spot) {
    Play play;
    if (!spot.is_object({"slot", "clip", "fade_in_s", "fade_out_s"})) return play;
    if (const auto name = spot.required("slot")) play.slot = slot(*name);
    if (const auto name = spot.required("clip")) play.play.clip = clip(*name);
    if (const auto fade = spot.member("fade_in_s")) play.play.fade_in_s = fade->number({0});
    if (const auto fade = spot.member("fade_out_s")) play.play.fade_out_s = fade->number({0});
    return play;
  }

  const GraphRecords& graph_;
  const GraphCharacter& character_;
  std::string_view text_;
  JsonErrors errors_;
  compile::JsonPositions places_;
  std::optional<Json> json_;
};

// --- the character -----------------------------------------------------------------------------------------

// Stores the clips in the form that the runtime needs.
class RunClips {
 public:
  RunClips(const GraphRecords& graph, const GraphCharacter& character, const CharacterData* data)
      : events_(character.clips.size()) {
    for (std::size_t i = 0; i < character.clips.size(); ++i) {
      const GraphCharacter::Clip& clip = character.clips[i];
      events_[i].resize(std::max(clip.events.size(), data ? data->clips()[i].events.size() : 0));
      if (data != nullptr) {
        clips_.push_back(graph_clip(graph, data->clips()[i], events_[i]));
        continue;
      }
      for (std::size_t k = 0; k < clip.events.size(); ++k)
        events_[i][k] = {clip.events[k].first,
                         static_cast<std::uint16_t>(find_event_rule(graph, clip.events[k].second))};
      clips_.push_back(
          straight_graph_clip(clip.duration_s, clip.speed_m_s, clip.loops, clip.additive, events_[i]));
    }
  }
  std::span<const GraphClip> clips() const { return clips_; }

 private:
  std::vector<std::vector<GraphClipEvent>> events_;
  std::vector<GraphClip> clips_;
};

// Mask weights of joints by name. "*" stands for a joint that no mask names.
class MaskNumbers {
 public:
  MaskNumbers(const GraphCharacter& character, const GraphSource& source)
      : character_(character), source_(source) {
    joints_ = {"*"};
    const auto add = [&](const std::string& joint) {
      if (std::find(joints_.begin(), joints_.end(), joint) == joints_.end()) joints_.push_back(joint);
    };
    for (const auto& mask : character.masks)
      for (const auto& [joint, weight] : mask.joints) add(joint);
    for (const MaskSettings& profile : source.profile_masks)
      for (const MaskSettings::Entry& entry : profile.entries) add(entry.joint);
  }
  const std::vector<std::string>& joints() const { return joints_; }

  double weight(std::uint16_t mask, const std::string& joint) const {
    if (mask == kNone16) return 1;
    if (mask < character_.masks.size()) {
      for (const auto& [name, weight] : character_.masks[mask].joints)
        if (name == joint) return weight;
      return 0;
    }
    const MaskSettings& profile = source_.profile_masks[mask - character_.masks.size()];
    double weight = profile.base_weight;
    for (const MaskSettings::Entry& entry : profile.entries)
      if (entry.joint == joint) weight = entry.weight;
    return weight;
  }

  // Returns the weights of all pose list entries, except for stages and for the second entry of a clip
  // instance.
  std::vector<double> weights(std::span<const PoseListEntry> list, std::span<const GraphLine> origins,
                              const std::string& joint) const {
    std::vector<double> all, items;
    for (const PoseListEntry& line : list) all.push_back(line.weight * weight(line.mask, joint));
    apply_stages(
        list, [&](const PoseListEntry& line) { return character_.clips[line.clip].additive; }, all);
    for (std::size_t i = list.size(); i-- > 0;)
      if (origins[i].same_as != kNone16) all[origins[i].same_as] += all[i];
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].clip != kPoseListStage && origins[i].same_as == kNone16) items.push_back(all[i]);
    return items;
  }

 private:
  const GraphCharacter& character_;
  const GraphSource& source_;
  std::vector<std::string> joints_;
};

// --- playing -----------------------------------------------------------------------------------------------

class ScriptedGraph {
 public:
  ScriptedGraph(const GraphRecords& graph, const GraphInput& input, const RunClips& clips, bool described)
      : graph_(graph),
        character_(*input.character),
        clips_(clips),
        masks_(*input.character, input.source),
        described_(described),
        memory_(graph.state_bytes / sizeof(double)),
        lines_(graph.max_entries),
        events_(kMaxEvents) {
    start(graph_, state());
  }

  Status act(const Step& step) {
    for (const auto& [parameter, value] : step.set) skelter::set(graph_, state(), parameter, value);
    for (const std::uint32_t trigger : step.fire) fire(graph_, state(), trigger);
    for (const Play& play : step.play)
      if (const Status status = play_slot(graph_, clips_.clips(), state(), play.slot, play.play);
          status != Status::ok)
        return status;
    for (const std::uint32_t slot : step.stop) (void)stop_slot(graph_, clips_.clips(), state(), slot);
    return Status::ok;
  }

  Json update(double dt_s) {
    told_ = {events_, 0, 0};
    GraphUpdateJob job;
    job.graph = &graph_;
    job.clips = clips_.clips();
    job.dt_s = dt_s;
    job.states = state();
    job.out_root_motion = {&root_, 1};
    job.out_events = {&told_, 1};
    (void)job.run();  // cannot fail, because the script's numbers were checked
    time_s_ += dt_s;
    std::vector<GraphLine> origins(graph_.max_entries);
    std::vector<double> strengths(graph_.layers.size());
    const GraphProbe probe{&graph_, clips_.clips(), state()};
    const std::uint32_t count = probe.list(lines_, origins, strengths);
    for (std::uint32_t i = count; i-- > 0;)
      if (origins[i].same_as != kNone16) origins[origins[i].same_as].weight += origins[i].weight;
    Json json;
    json["time_s"] = number(time_s_);
    json["list"] = list({lines_.data(), count}, origins);
    json["strengths"] = Json::object();
    for (std::uint32_t i = 0; i < strengths.size(); ++i)
      if (graph_.layers[i].mode != GraphLayerMode::base && !std::isnan(strengths[i]))
        json["strengths"][layer_path(graph_, i)] = number(strengths[i]);
    if (described_) {
      json["joints"] = Json::object();
      for (const std::string& joint : masks_.joints())
        json["joints"][joint] = numbers(masks_.weights({lines_.data(), count}, origins, joint));
    }
    json["machines"] = machines(probe);
    json["sync"] = Json::object();
    for (std::uint32_t i = 0; i < graph_.groups.size(); ++i)
      json["sync"][std::string(graph_.string(graph_.groups[i].name))] =
          probe.position(i) < 0 ? Json(nullptr) : number(probe.position(i));
    json["parameters"] = Json::object();
    for (std::uint32_t i = 0; i < graph_.parameters.size(); ++i)
      if (graph_.parameters[i].type != GraphParameterType::trigger)
        json["parameters"][std::string(graph_.string(graph_.parameters[i].name))] =
            number(value(graph_, state(), i));
    json["events"] = events();
    json["root_motion"] = number(root_.translation.z);
    const PlayCounters counted = counters(graph_, state());
    json["counters"] = {{"bad_values", counted.bad_values},
                        {"sub_step_limit", counted.sub_step_limit},
                        {"stack_overflow", counted.dropped_fades}};
    return json;
  }

 private:
  std::span<std::byte> state() { return std::as_writable_bytes(std::span(memory_)); }
  std::string path(std::uint16_t layer, std::uint16_t state) const { return line_path(graph_, layer, state); }

  Json list(std::span<const PoseListEntry> lines, std::span<const GraphLine> origins) const {
    Json json = Json::array();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].clip == kPoseListStage || origins[i].same_as != kNone16) continue;
      json.push_back({{"layer", layer_path(graph_, origins[i].top_layer)},
                      {"path", path(origins[i].layer, origins[i].state)},
                      {"clip", character_.clips[lines[i].clip].name},
                      {"time_s", number(origins[i].time_s)},
                      {"weight", number(origins[i].weight)}});
    }
    return json;
  }

  Json machines(const GraphProbe& probe) const {
    Json json = Json::object();
    for (std::uint32_t i = 0; i < graph_.machines.size(); ++i) {
      if (!probe.is_active(i)) continue;
      GraphEntry entries[kMaxStackEntries];
      const std::uint32_t count = probe.stack(i, entries);
      const auto name = [&](std::uint32_t k) { return graph_.string(graph_.nodes[entries[k].state].name); };
      Json stack = Json::array();
      for (std::uint32_t k = 0; k < count; ++k)
        stack.push_back({{"state", name(k)},
                         {"a", number(entries[k].a)},
                         {"weight", number(entries[k].weight)},
                         {"time_s", number(entries[k].time_s)}});
      json[machine_path(graph_, i)] = {{"newest", name(count - 1)}, {"stack", stack}};
    }
    return json;
  }

  Json events() const {
    Json json = Json::array();
    for (const GraphEvent& e : std::span(events_).first(told_.count)) {
      std::string name = e.kind == GraphEventKind::left         ? "left"
                         : e.kind == GraphEventKind::entered    ? "entered"
                         : e.kind == GraphEventKind::slot_ended ? "slot_ended"
                                                                : "";
      if (e.kind == GraphEventKind::clip) name = character_.clips[e.clip].events[e.event].second;
      json.push_back({{"name", name},
                      {"clip", e.clip == kNone16 ? Json(nullptr) : Json(character_.clips[e.clip].name)},
                      {"path", path(e.layer, e.state)},
                      {"weight", number(e.weight)},
                      {"at_s", number(e.at_s)}});
    }
    return json;
  }

  const GraphRecords& graph_;
  const GraphCharacter& character_;
  const RunClips& clips_;
  MaskNumbers masks_;
  bool described_;
  std::vector<double> memory_;
  std::vector<PoseListEntry> lines_;
  std::vector<GraphEvent> events_;
  GraphEvents told_;
  RigidMotion root_;
  double time_s_ = 0;
};

// --- the table ---------------------------------------------------------------------------------------------

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

// Prints a row per update: time, parameters, the weight of each clip of each state at a joint that no mask
// names (or within its layer), events.
std::string table(const Json& steps) {
  std::vector<std::string> parameters, items;
  for (const Json& step : steps) {
    for (const auto& [name, value] : step["parameters"].items())
      if (std::find(parameters.begin(), parameters.end(), name) == parameters.end())
        parameters.push_back(name);
    for (const Json& line : step["list"]) {
      const std::string name = line["path"].get<std::string>() + ":" + line["clip"].get<std::string>();
      if (std::find(items.begin(), items.end(), name) == items.end()) items.push_back(name);
    }
  }
  std::string out = "time_s";
  for (const std::string& name : parameters) out += "," + csv_field(name);
  for (const std::string& name : items) out += "," + csv_field(name);
  out += ",root_motion,events\n";
  for (const Json& step : steps) {
    out += step["time_s"].dump();
    for (const std::string& name : parameters) out += "," + step["parameters"][name].dump();
    for (const std::string& name : items) {
      double weight = 0;
      for (const Json& line : step["list"])
        if (line["path"].get<std::string>() + ":" + line["clip"].get<std::string>() == name)
          weight += line["weight"].get<double>();
      out += "," + number(weight).dump();
    }
    std::string events;
    for (const Json& e : step["events"])
      events += (events.empty() ? "" : " ") + e["name"].get<std::string>() + "(" +
                e["path"].get<std::string>() + ")@" + e["at_s"].dump();
    out += "," + step["root_motion"].dump() + "," + csv_field(events) + "\n";
  }
  return out;
}

}  // namespace

int run_graph(const GraphFiles& files, const GraphInput& input, const std::string& script_file, bool csv) {
  const AlignedBytes blob = compiled_graph(input);
  GraphRecords graph;
  if (const Problem problem = read_graph(blob.span(), graph); !problem.ok())
    return report(Error{problem.status, "graph.compiled", problem.what, {files.graph, 0, {}, {}}});
  std::optional<CharacterData> data;
  if (!files.character.empty()) {
    LoadOptions options;
    options.config = files.config;
    auto loaded = load_character(files.character, options);
    if (!loaded) return report(loaded.error());
    if (const auto prepared = loaded->prepare_all(); !prepared) return report(prepared.error());
    data.emplace(std::move(*loaded));
  }
  const RunClips clips(graph, *input.character, data ? &*data : nullptr);
  if (const Problem problem = check_clips(graph, clips.clips()); !problem.ok())
    return report(Error{problem.status, "graph.clips", problem.what, {files.graph, 0, {}, {}}});

  const auto text = read_text(script_file);
  if (!text) return report(text.error());
  ScriptReader reader(graph, *input.character, script_file, *text);
  const std::vector<Step> steps = reader.read();
  if (const auto error = reader.error()) return report(*error);

  ScriptedGraph player(graph, input, clips, !data);
  Json out = {{"steps", Json::array()}};
  for (const Step& step : steps) {
    if (player.act(step) != Status::ok) {
      step.plays->fail("the clip does not fit the slot: one is additive, the other is not");
      return report(*reader.error());
    }
    for (std::uint32_t k = 0; k < step.repeat; ++k) out["steps"].push_back(player.update(step.dt_s));
  }
  return print_answer(csv ? table(out["steps"]) : to_text(out));
}

}  // namespace skelter::cli
