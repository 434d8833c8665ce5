#include "compile/compile_graph/reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "play/internal/format/graph_records.h"

namespace skelter::compile {
namespace {

// Graph states store integers as floats, which are not always exact above this limit.
constexpr double kMaxInteger = 16'777'216;
constexpr float kAnyFloat = 3e38f;
constexpr std::size_t kShownNames = 24;  // maximum number of names listed in a message

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Normalises a path, so that each file has only one name: "a/b/../c" becomes "a/c".
std::string plain_path(const std::string& path) {
  std::vector<std::string> parts;
  std::string part;
  const bool rooted = !path.empty() && path[0] == '/';
  const auto end_part = [&] {
    if (part == ".." && !parts.empty() && parts.back() != "..")
      parts.pop_back();
    else if (!part.empty() && part != ".")
      parts.push_back(part);
    part.clear();
  };
  for (const char c : path) {
    if (c == '/')
      end_part();
    else
      part += c;
  }
  end_part();
  return (rooted ? "/" : "") + fmt::format("{}", fmt::join(parts, "/"));
}

// Returns the name of a graph: "assets/hero.graph.json" gives "hero".
std::string graph_name(const std::string& path) {
  const std::string file = path.substr(folder_of(path).size());
  return file.substr(0, file.find('.', 1));
}

std::string range_text(bool has_least, float least, bool has_most, float most) {
  if (has_least && has_most) return fmt::format("{} to {}", least, most);
  return has_least ? fmt::format("{} or more", least) : fmt::format("at most {}", most);
}

}  // namespace

std::string graph_path(const std::string& from, const std::string& name) {
  return plain_path(!name.empty() && name[0] == '/' ? name : folder_of(from) + name);
}

bool is_path_name(std::string_view name) {
  return !name.empty() && name.find_first_of("/()") == std::string_view::npos;
}

const std::array<std::string_view, kJsonFaults>& graph_codes() {
  static constexpr std::array<std::string_view, kJsonFaults> kCodes = {
      "graph.bad-json",    "graph.duplicate-key", "graph.unknown-key",
      "graph.missing-key", "graph.bad-type",      "graph.bad-value"};
  return kCodes;
}

GraphFile::GraphFile(std::string path_, std::string text_)
    : path(std::move(path_)), text(std::move(text_)), errors(path, graph_codes()) {
  if (text.size() > kMaxGraphText) {
    errors.add(
        {graph_codes()[0], fmt::format("{} bytes; expected at most {}", text.size(), kMaxGraphText), ""});
    return;
  }
  json = parse_json(text, errors);
  if (!json) return;
  places = JsonPositions(text, json_tokens(text), *json);
  errors.use(places);
}

void append_diagnostics(const GraphFile& file, std::vector<Diagnostic>& out) {
  std::vector<const JsonError*> order;
  for (const JsonError& error : file.errors.all()) order.push_back(&error);
  std::stable_sort(order.begin(), order.end(),
                   [](const JsonError* a, const JsonError* b) { return a->offset < b->offset; });
  TextPositions places(file.text);
  const JsonError* last = nullptr;
  for (const JsonError* error : order) {
    // Skips repeated errors from other uses of a sub-graph, and further errors at the same position.
    if (last != nullptr && last->offset == error->offset) continue;
    last = error;
    const TextPosition place = places.at(error->offset);
    out.push_back({error->severity,
                   error->code,
                   error->message,
                   {file.path, place.line, std::nullopt, error->pointer, place.column},
                   1});
  }
}

std::string unknown_name(std::string_view kind, std::string_view name, std::vector<std::string_view> known) {
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::string message = fmt::format("unknown {} \"{}\"", kind, name);
  if (known.empty()) return message + fmt::format("; there is no {}", kind);
  constexpr std::size_t kMaxCompared = 300;
  const std::string_view nearest =
      known.size() <= kMaxCompared ? nearest_name(name, known) : std::string_view();
  const std::size_t more = known.size() > kShownNames ? known.size() - kShownNames : 0;
  known.resize(known.size() - more);
  message += fmt::format("; expected {}", fmt::join(known, ", "));
  if (more != 0) message += fmt::format(" and {} more", more);
  return known.size() > 1 && !nearest.empty() ? message + fmt::format("; nearest: {}", nearest) : message;
}

GraphReader::GraphReader(const GraphReading& reading) : reading_(reading) {
  if (reading.character == nullptr) return;
  for (const GraphCharacter::Clip& clip : reading.character->clips) {
    clip_names_.emplace(clip.name, static_cast<std::uint16_t>(out_.clips.size()));
    out_.clips.push_back(clip.name);
  }
  for (const GraphCharacter::Mask& mask : reading.character->masks) {
    mask_names_.emplace(mask.name, static_cast<std::uint16_t>(out_.masks.size()));
    out_.masks.push_back(mask.name);
  }
}

GraphSource GraphReader::run(std::string_view json, const std::string& path) {
  files_.push_back(std::make_unique<GraphFile>(path, std::string(json)));
  GraphFile& file = *files_.back();
  g_.name = graph_name(path);
  open_files_.push_back(graph_path("", path));
  if (file.json) {
    Scope scope;
    scope.file = &file;
    g_.top_layers = read_file(scope, {}, nullptr, {}).second;
    finish();
  }
  for (const auto& each : files_) {
    append_diagnostics(*each, out_.diagnostics);
    out_.files.push_back(each->path);
  }
  g_.clip_count = static_cast<std::uint16_t>(out_.clips.size());
  g_.mask_count = static_cast<std::uint16_t>(out_.masks.size());
  return std::move(out_);
}

// --- a file ------------------------------------------------------------------------------------------------

std::pair<std::uint16_t, std::uint16_t> GraphReader::read_file(Scope& scope, const Where& where,
                                                               const JsonSpot* use, const With& with) {
  const JsonSpot root(*scope.file->json, "", scope.file->errors);
  if (!root.is_object({"skelter_graph", "parameters", "clips", "sync", "events", "profiles", "layers"}))
    return {0, 0};
  if (const auto version = root.required("skelter_graph")) {
    if (!version->is_number())
      version->wrong_type("1, the version of the format");
    else if (version->json() != 1)
      version->fail(fmt::format("{}; expected 1, the version of the format", version->json().dump()));
  }
  if (const auto parameters = root.member("parameters")) {
    read_parameters(scope, *parameters, use, with);
  } else {
    read_parameters(scope, root, use, with);
  }
  if (const auto groups = root.member("sync")) read_groups(scope, *groups);
  if (const auto clips = root.member("clips")) read_clips(*clips, scope);
  if (const auto events = root.member("events")) read_events(*events);
  if (const auto profiles = root.member("profiles")) read_profiles(scope, *profiles);
  const auto layers = root.required("layers");
  if (!layers) states_known_ = false;
  return layers ? read_layers(scope, *layers, where) : std::pair<std::uint16_t, std::uint16_t>{0, 0};
}

void GraphReader::read_parameters(Scope& scope, const JsonSpot& spot, const JsonSpot* use, const With& with) {
  const bool there = spot.pointer() != "";
  if (there && !spot.is_object()) scope.unread_parameters.all = true;
  if (there && !scope.unread_parameters.all)
    spot.each_member([&](const std::string& name, const JsonSpot& each) {
      if (!room(each)) return;
      if (const auto parameter = read_parameter(each, name))
        add_parameter(scope, name, *parameter, each, use, with);
      else
        scope.unread_parameters.names.insert(name);
    });
  if (use == nullptr) return;
  std::vector<std::string_view> known;
  for (const auto& [name, index] : scope.parameters) known.push_back(name);
  for (const auto& [name, outer] : with)
    if (scope.parameters.find(name) == scope.parameters.end() && !scope.unread_parameters.has(name))
      outer.spot.fail_as("graph.unknown-parameter",
                         unknown_name(fmt::format("parameter of {}", scope.file->path), name, known));
}

std::optional<GraphParameterRecord> GraphReader::read_parameter(const JsonSpot& spot,
                                                                const std::string& name) {
  GraphParameterRecord p;
  if (!spot.is_object()) return std::nullopt;
  const auto type = spot.required("type");
  if (!type) return std::nullopt;
  const std::size_t chosen = choice(*type, {"float", "int", "bool", "trigger"});
  if (chosen == kNone) return std::nullopt;
  p.type = static_cast<GraphParameterType>(chosen);
  if (name.empty() || is_condition_word(name))
    spot.fail(fmt::format("\"{}\" {}; choose a different name", name,
                          name.empty() ? "is not a valid name" : "is a keyword of conditions"));
  switch (p.type) {
    case GraphParameterType::number:
      (void)spot.is_object({"type", "default", "min", "max", "max_rate"});
      break;
    case GraphParameterType::integer:
      (void)spot.is_object({"type", "default", "min", "max"});
      break;
    case GraphParameterType::boolean: {
      (void)spot.is_object({"type", "default"});
      p.min = 0;
      p.max = 1;
      if (const auto initial = spot.member("default")) p.initial = initial->boolean() ? 1 : 0;
      return p;
    }
    case GraphParameterType::trigger: {
      (void)spot.is_object({"type", "buffer_s"});
      p.min = 0;
      p.max = 1;
      if (const auto buffer = spot.member("buffer_s")) p.buffer_s = buffer->number({0, NumberRange::kAny});
      return p;
    }
  }
  const bool whole = p.type == GraphParameterType::integer;
  const double most = whole ? kMaxInteger : double{kAnyFloat};
  const auto read = [&](const JsonSpot& each, double least, double greatest) {
    const double value = each.number({least, greatest});
    if (whole && each.is_number() && value != std::trunc(value))
      each.fail(fmt::format("{}; expected an integer", value));
    return static_cast<float>(std::clamp(value, least, greatest));
  };
  if (whole) {
    p.min = -static_cast<float>(kMaxInteger);
    p.max = static_cast<float>(kMaxInteger);
  }
  if (const auto min = spot.member("min")) p.min = read(*min, -most, most);
  if (const auto max = spot.member("max")) {
    p.max = read(*max, -most, most);
    if (max->is_number() && p.max < p.min) {
      max->fail(fmt::format("{}; expected min, {}, or more", p.max, p.min));
      p.max = p.min;
    }
  }
  if (const auto initial = spot.member("default")) {
    const float value = read(*initial, -most, most);
    if (initial->is_number() && (value < p.min || value > p.max))
      initial->fail(fmt::format(
          "{}; expected {}", value,
          range_text(spot.member("min").has_value(), p.min, spot.member("max").has_value(), p.max)));
    p.initial = value;
  }
  p.initial = std::clamp(p.initial, p.min, p.max);
  if (const auto rate = spot.member("max_rate"); rate && !whole)
    p.max_rate = static_cast<float>(std::min(rate->number({0, NumberRange::kAny, true}), double{kAnyFloat}));
  return p;
}

// A parameter of a sub-graph is bound to the one given in `with` or, if there is none, to the outer parameter
// with the same name. Otherwise it is a new parameter.
void GraphReader::add_parameter(Scope& scope, const std::string& name, const GraphParameterRecord& p,
                                const JsonSpot& spot, const JsonSpot* use, const With& with) {
  const auto mapped = with.find(name);
  const auto same = parameter_names_.find(name);
  if (use != nullptr && (mapped != with.end() || same != parameter_names_.end())) {
    const std::uint16_t index = mapped != with.end() ? mapped->second.index : same->second;
    if (index == kNone16) {
      scope.unread_parameters.names.insert(name);
      return;
    }
    const GraphParameterType type = g_.parameters[index].type;
    if (type != p.type)
      (mapped != with.end() ? mapped->second.spot : *use)
          .fail_as("graph.unknown-parameter",
                   fmt::format("\"{}\" of {} is {}, but \"{}\" here is {}; use the same type", name,
                               scope.file->path, type_name(p.type), g_.strings[g_.parameters[index].name],
                               type_name(type)));
    parameter_used_[index] = true;
    if (type != p.type)
      scope.unread_parameters.names.insert(name);
    else
      scope.parameters[name] = index;
    return;
  }
  const auto index = static_cast<std::uint16_t>(g_.parameters.size());
  g_.parameters.push_back(p);
  g_.parameters.back().name = string(name);
  parameter_spots_.push_back(spot);
  parameter_used_.push_back(false);
  parameter_names_[name] = index;
  scope.parameters[name] = index;
}

void GraphReader::read_clips(const JsonSpot& spot, const Scope& scope) {
  if (!spot.is_object()) return;
  spot.each_member([&](const std::string& name, const JsonSpot& each) {
    const std::uint16_t clip = clip_index(each, name);
    if (!each.is_object({"markers"})) return;
    if (const auto markers = each.member("markers")) read_marks(*markers, scope, clip, name);
  });
}

void GraphReader::read_marks(const JsonSpot& spot, const Scope& scope, std::uint16_t clip,
                             const std::string& name) {
  ClipMarks marks{{}, scope.file->path};
  const std::size_t errors = spot.error_count();
  const bool known = reading_.character != nullptr && clip != kNone16;
  const double duration_s =
      known ? reading_.character->clips[clip].duration_s : std::numeric_limits<double>::infinity();
  const std::string expected = known
                                   ? fmt::format("increasing times below the clip's duration, {}", duration_s)
                                   : "increasing times from 0";
  spot.each_element([&](const JsonSpot& each) {
    if (!each.is_list()) return each.wrong_type("a marker, [name, seconds]");
    if (each.size() != 2)
      return each.fail(fmt::format("a list of {}; expected a marker, [name, seconds]", each.size()));
    const std::string mark = each.element(0).text();
    if (!each.element(1).is_number()) return each.element(1).wrong_type("a time in seconds");
    const double time_s = each.element(1).json().get<double>();
    const auto bad = [&](std::string what) {
      each.fail_as("graph.bad-markers",
                   fmt::format("{} at {} {}; expected {}", mark, time_s, what, expected));
    };
    if (time_s < 0) return bad("is before the clip's start");
    if (!marks.marks.empty() && time_s <= marks.marks.back().second)
      return bad(fmt::format("is not after {} at {}", marks.marks.back().first, marks.marks.back().second));
    if (time_s >= duration_s) return bad("is not before the clip's end");
    if (!room(each, marks.marks.size())) return;
    marks.marks.emplace_back(mark, time_s);
  });
  if (clip == kNone16) return;
  if (spot.error_count() != errors) bad_marks_.insert(clip);
  const auto [known_marks, is_new] = clip_marks_.emplace(clip, marks);
  if (!is_new && known_marks->second.marks != marks.marks && bad_marks_.insert(clip).second)
    spot.fail_as("graph.bad-markers",
                 fmt::format("\"{}\" has different markers in {}", name, known_marks->second.file));
}

void GraphReader::read_groups(Scope& scope, const JsonSpot& spot) {
  if (!spot.is_object()) {
    scope.unread_groups.all = true;
    return;
  }
  spot.each_member([&](const std::string& name, const JsonSpot& each) {
    const std::size_t errors = each.error_count();
    std::vector<std::string> marks;
    each.each_element([&](const JsonSpot& mark) {
      if (!mark.is_text()) return mark.wrong_type("the name of a marker");
      if (std::find(marks.begin(), marks.end(), mark.text()) != marks.end())
        return mark.fail(fmt::format("\"{}\" is listed twice", mark.text()));
      marks.push_back(mark.text());
    });
    if (each.is_list() && each.size() == 0) each.fail("an empty list; expected names of markers");
    const auto known = group_names_.find(name);
    if (known != group_names_.end()) {  // The group belongs to an outer graph; both share one group.
      if (group_marks_[known->second] != marks)
        each.fail_as("graph.bad-markers",
                     fmt::format("sync group \"{}\" has different markers in the outer graph", name));
      if (each.error_count() != errors) bad_groups_.insert(known->second);
      scope.groups[name] = known->second;
      return;
    }
    if (g_.groups.size() >= kMaxGroups) return each.fail(fmt::format("more than {} sync groups", kMaxGroups));
    const auto index = static_cast<std::uint16_t>(g_.groups.size());
    g_.groups.push_back({string(name), 1});
    group_marks_.push_back(std::move(marks));
    group_names_[name] = index;
    scope.groups[name] = index;
    if (each.error_count() != errors) bad_groups_.insert(index);
  });
}

void GraphReader::read_events(const JsonSpot& spot) {
  if (!spot.is_object()) return;
  spot.each_member([&](const std::string& name, const JsonSpot& each) {
    if (!each.is_object({"min_weight", "speaks", "leaving"})) return;
    event_uses_.push_back({each, name, kNone});
    const std::size_t before = g_.event_rules.size();
    const auto index = event_rule(each, name);
    GraphEventRule rule = index ? g_.event_rules[*index] : GraphEventRule();
    if (const auto weight = each.member("min_weight"))
      rule.min_weight = static_cast<float>(weight->number({0, 1}));
    if (const auto speaks = each.member("speaks"))
      if (const std::size_t chosen = choice(*speaks, {"dominant", "all"}); chosen != kNone)
        rule.reporting = static_cast<GraphReporting>(chosen);
    if (const auto leaving = each.member("leaving")) rule.leaving = leaving->boolean() ? 1 : 0;
    // A rule in the outer graph is read first and takes precedence.
    if (index && *index == before) g_.event_rules[*index] = rule;
  });
}

void GraphReader::read_profiles(Scope& scope, const JsonSpot& spot) {
  constexpr double kFastest = 4;  // maximum rate; rule "profiles"
  if (!spot.is_object()) {
    scope.unread_profiles.all = true;
    return;
  }
  spot.each_member([&](const std::string& name, const JsonSpot& each) {
    if (!each.is_object({"default", "joints", "below"})) {
      scope.unread_profiles.names.insert(name);
      return;
    }
    MaskSettings mask;
    mask.name = fmt::format("{}:{}", graph_name(scope.file->path), name);
    mask.base_weight = static_cast<float>(1 / kFastest);
    if (const auto rate = each.member("default"))
      mask.base_weight = static_cast<float>(rate->number({1, kFastest}) / kFastest);
    bool below = true;
    if (const auto subtree = each.member("below")) below = subtree->boolean();
    if (const auto joints = each.member("joints"); joints && joints->is_object())
      joints->each_member([&](const std::string& joint, const JsonSpot& rate) {
        mask.entries.push_back({joint, static_cast<float>(rate.number({1, kFastest}) / kFastest), below});
        if (reading_.character == nullptr || reading_.character->joints.empty()) return;
        const auto& known = reading_.character->joints;
        if (std::find(known.begin(), known.end(), joint) == known.end())
          rate.fail_as("graph.unknown-joint", unknown_name("joint", joint, {known.begin(), known.end()}));
      });
    if (!room(each)) return;
    const auto index = static_cast<std::uint16_t>(g_.profiles.size());
    g_.profiles.push_back({string(name)});
    out_.profile_masks.push_back(std::move(mask));
    scope.profiles[name] = index;
  });
}

// --- layers ------------------------------------------------------------------------------------------------

std::pair<std::uint16_t, std::uint16_t> GraphReader::read_layers(Scope& scope, const JsonSpot& spot,
                                                                 const Where& where) {
  if (!spot.is_list() || spot.size() == 0) states_known_ = false;
  if (!spot.is_list()) {
    spot.wrong_type("a list of layers");
    return {0, 0};
  }
  if (spot.size() == 0) {
    spot.fail("an empty list; expected at least one layer");
    return {0, 0};
  }
  if (!room(spot, spot.size())) return {0, 0};
  // The layers of a list must be contiguous, so their slots are reserved before their contents are read.
  const auto first = static_cast<std::uint16_t>(g_.layers.size());
  const auto count = static_cast<std::uint16_t>(spot.size());
  g_.layers.resize(g_.layers.size() + count);
  for (std::uint16_t i = 0; i < count; ++i) layer_spots_.push_back(spot.element(i));
  std::set<std::string> names;
  for (std::uint16_t i = 0; i < count; ++i)
    read_layer(scope, spot.element(i), static_cast<std::uint16_t>(first + i), where, i == 0, names);
  return {first, count};
}

void GraphReader::read_layer(Scope& scope, const JsonSpot& spot, std::uint16_t index, Where where, bool first,
                             std::set<std::string>& names) {
  GraphLayer layer;
  layer.parent_state = where.state;
  layer.parent_layer = where.layer;
  layer.mode = first ? GraphLayerMode::base : GraphLayerMode::override;
  layer.name = string("");
  g_.layers[index] = layer;
  if (!spot.is_object({"name", "motion", "slot", "mode", "weight", "mask", "root_motion"})) {
    states_known_ = false;
    return;
  }
  std::string name;
  if (const auto named = spot.required("name")) {
    name = named->text();
    if (named->is_text() && !is_path_name(name))
      named->fail(
          fmt::format("\"{}\"; expected a name without / or parentheses, as it is part of paths", name));
    else if (named->is_text() && !names.insert(name).second)
      named->fail(fmt::format("\"{}\" is the name of another layer", name));
  }
  states_known_ = states_known_ && is_path_name(name);
  layer.name = string(name);
  const std::size_t errors_before_mode = spot.error_count();
  if (first) {
    if (const auto mode = spot.member("mode"))
      mode->fail("the first layer must not have a mode, because nothing is below it");
  } else if (const auto mode = spot.required("mode")) {
    if (choice(*mode, {"override", "additive"}) == 1) layer.mode = GraphLayerMode::additive;
  }
  where.any_kind = where.any_kind || spot.error_count() != errors_before_mode;
  const bool additive = layer.mode == GraphLayerMode::additive;
  layer.root_motion = first ? 1 : 0;
  if (const auto weight = spot.member("weight")) {
    double value = layer.weight;
    number_or_parameter(scope, *weight, additive ? NumberRange{} : NumberRange{0, 1}, value,
                        layer.weight_parameter);
    layer.weight = static_cast<float>(value);
  }
  if (const auto mask = spot.member("mask"); mask && (mask->is_text() || (mask->text(), false)))
    layer.mask = mask_index(*mask, mask->text());
  if (const auto root = spot.member("root_motion"))
    layer.root_motion = static_cast<float>(root->number({0, 1}));
  const auto motion = spot.member("motion");
  const auto slot = spot.member("slot");
  if (!motion && !slot) spot.fail(JsonFault::missing_key, "has no \"motion\" or \"slot\"; expected one");
  if (motion && slot) slot->fail("cannot be combined with \"motion\"");
  g_.layers[index] = layer;
  where.base = where.base && first;
  where.additive = where.additive || additive;
  where.layer = index;
  where.path += (where.path.empty() ? "" : "/") + name;
  if (motion) {
    const std::uint16_t made = read_motion(scope, *motion, where);
    g_.layers[index].motion = made;
  } else if (slot) {
    read_slot(*slot, index);
    if (where.base)
      slot->fail_as("graph.none-in-base",
                    "a slot in the first layer has no pose while nothing is played; add a motion");
  }
}

void GraphReader::read_slot(const JsonSpot& spot, std::uint16_t layer) {
  GraphSlot slot;
  slot.fade_in_s = slot.fade_out_s = 0.2;  // same defaults as for transitions
  slot.layer = layer;
  if (spot.is_object({"fade_in_s", "fade_out_s"})) {
    if (const auto in = spot.member("fade_in_s")) slot.fade_in_s = in->number({0, NumberRange::kAny});
    if (const auto out = spot.member("fade_out_s")) slot.fade_out_s = out->number({0, NumberRange::kAny});
  }
  if (!room(spot)) return;
  g_.layers[layer].slot = static_cast<std::uint16_t>(g_.slots.size());
  g_.slots.push_back(slot);
}

// --- helpers -----------------------------------------------------------------------------------------------

std::uint32_t GraphReader::string(std::string_view text) {
  const auto known = strings_.find(text);
  if (known != strings_.end()) return known->second;
  const auto index = static_cast<std::uint32_t>(g_.strings.size());
  g_.strings.emplace_back(text);
  strings_.emplace(text, index);
  return index;
}

std::uint16_t GraphReader::constant(double value) {
  if (value == 0) value = 0;  // turns -0 into 0
  const auto [known, is_new] = constants_.emplace(value, static_cast<std::uint16_t>(g_.constants.size()));
  if (is_new) g_.constants.push_back(value);
  return known->second;
}

std::optional<std::uint16_t> GraphReader::event_rule(const JsonSpot& spot, std::string_view name) {
  for (std::size_t i = 0; i < g_.event_rules.size(); ++i)
    if (g_.strings[g_.event_rules[i].name] == name) return static_cast<std::uint16_t>(i);
  if (g_.event_rules.size() >= kMaxGraphEventRules) {
    spot.fail(fmt::format("more than {} events have rules or occur in conditions", kMaxGraphEventRules));
    return std::nullopt;
  }
  GraphEventRule rule;
  rule.name = string(name);
  g_.event_rules.push_back(rule);
  return static_cast<std::uint16_t>(g_.event_rules.size() - 1);
}

// Without a character every name is accepted and gets the next index.
std::uint16_t GraphReader::index_of(const JsonSpot& spot, const std::string& name, std::string_view kind,
                                    std::string_view code, Names& known, std::vector<std::string>& names) {
  if (const auto found = known.find(name); found != known.end()) return found->second;
  if (reading_.character != nullptr || !room(spot, names.size())) {
    spot.fail_as(code, unknown_name(kind, name, {names.begin(), names.end()}));
    return kNone16;
  }
  names.push_back(name);
  return known[name] = static_cast<std::uint16_t>(names.size() - 1);
}

std::uint16_t GraphReader::clip_index(const JsonSpot& spot, const std::string& name) {
  return index_of(spot, name, "clip", "graph.unknown-clip", clip_names_, out_.clips);
}

std::uint16_t GraphReader::mask_index(const JsonSpot& spot, const std::string& name) {
  return index_of(spot, name, "mask", "graph.unknown-mask", mask_names_, out_.masks);
}

void GraphReader::number_or_parameter(Scope& scope, const JsonSpot& spot, const NumberRange& range,
                                      double& value, std::uint16_t& parameter) {
  if (spot.is_text())
    parameter = number_parameter(scope, spot);
  else if (!spot.is_number())
    spot.wrong_type("a number or the name of a float parameter");
  else
    value = std::clamp(spot.number(range), double{-kAnyFloat}, double{kAnyFloat});
}

std::uint16_t GraphReader::number_parameter(Scope& scope, const JsonSpot& spot) {
  if (!spot.is_text()) {
    spot.wrong_type("the name of a float parameter");
    return kNone16;
  }
  const std::string name = spot.text();
  if (is_unread(scope.unread_parameters, name)) return kNone16;
  const auto found = find_parameter(scope, name);
  if (found && found->type == GraphParameterType::number) return found->index;
  std::vector<std::string_view> known;
  for (const auto& [each, index] : scope.parameters)
    if (g_.parameters[index].type == GraphParameterType::number) known.push_back(each);
  spot.fail_as("graph.unknown-parameter",
               found ? fmt::format("\"{}\" is {}; expected a float parameter{}{}", name,
                                   type_name(found->type), known.empty() ? "" : ": ", fmt::join(known, ", "))
                     : unknown_name("float parameter", name, known));
  return kNone16;
}

bool GraphReader::is_unread(const Unread& unread, std::string_view name) {
  names_known_ = names_known_ && !unread.has(name);
  return unread.has(name);
}

std::optional<ConditionNames::Parameter> GraphReader::find_parameter(const Scope& scope,
                                                                     std::string_view name) {
  const auto found = scope.parameters.find(name);
  if (found == scope.parameters.end()) return std::nullopt;
  parameter_used_[found->second] = true;
  return ConditionNames::Parameter{found->second, g_.parameters[found->second].type};
}

std::size_t GraphReader::choice(const JsonSpot& spot, std::initializer_list<std::string_view> words) const {
  const std::vector<std::string_view> known(words);
  if (!spot.is_text()) {
    spot.wrong_type(fmt::format("{}", fmt::join(known, ", ")));
    return kNone;
  }
  const std::string word = spot.text();
  const auto found = std::find(known.begin(), known.end(), word);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  spot.fail(fmt::format("\"{}\"; expected {}; nearest: {}", word, fmt::join(known, ", "),
                        nearest_name(word, known)));
  return kNone;
}

bool GraphReader::room(const JsonSpot& spot, std::size_t count) {
  if (full_) return false;
  std::size_t errors = 0;
  for (const auto& file : files_) errors += file->errors.all().size();
  const std::size_t most =
      std::max({g_.motions.size(), g_.points.size(), g_.nodes.size(), g_.transitions.size(), g_.layers.size(),
                g_.parameters.size(), g_.constants.size(), g_.markers.size()});
  if (most + count < kMaxGraphRecords && errors < kMaxGraphErrors) return true;
  full_ = true;
  spot.fail(errors >= kMaxGraphErrors
                ? fmt::format("{} errors so far; the rest is not read", errors)
                : fmt::format("more than {} motions, states or transitions", kMaxGraphRecords));
  return false;
}

}  // namespace skelter::compile
