#include "compile/compile_graph/internal/graph_source.h"

#include <algorithm>

#include "compile/build_pack/internal/blob_writer.h"
#include "compile/compile_graph/profile_rates.h"
#include "compile/compile_graph/reader.h"
#include "play/internal/format/graph_header.h"
#include "runtime/internal/format/blob.h"
#include "runtime/pack/internal/checksum.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

using compile::GraphFile;
using compile::JsonSpot;
using compile::profile_rates;

}  // namespace

bool GraphSource::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::error; });
}

GraphSource read_graph_source(std::string_view json, const std::string& file, const GraphReading& reading) {
  return compile::GraphReader(reading).run(json, file);
}

namespace {

// Calls `use` with each list of a graph and the corresponding list of `to`, in the order of the blob.
template <class To, class Use>
void each_list(const GraphDescription& graph, To& to, const Use& use) {
  use(graph.parameters, to.parameters);
  use(graph.motions, to.motions);
  use(graph.points, to.points);
  use(graph.triangles, to.triangles);
  use(graph.edges, to.edges);
  use(graph.clip_markers, to.clip_markers);
  use(graph.markers, to.markers);
  use(graph.groups, to.groups);
  use(graph.machines, to.machines);
  use(graph.nodes, to.nodes);
  use(graph.moments, to.moments);
  use(graph.transitions, to.transitions);
  use(graph.ops, to.ops);
  use(graph.constants, to.constants);
  use(graph.layers, to.layers);
  use(graph.slots, to.slots);
  use(graph.event_rules, to.event_rules);
  use(graph.profiles, to.profiles);
  use(graph.profile_rates, to.profile_rates);
}

// Precomputes values that are needed often at run time.
void note_what_follows(GraphDescription& graph) {
  for (GraphClipMarkers& markers : graph.clip_markers)
    if (markers.group != kNone16)
      markers.cycles = static_cast<std::uint16_t>(graph.groups[markers.group].intervals / markers.count);
  for (const GraphOp& op : graph.ops) {
    const bool compares = op.code == GraphOpCode::compare;
    if (op.code == GraphOpCode::truth || (compares && op.operands[0] == GraphOperand::parameter))
      graph.parameters[op.a].in_conditions = 1;
    if (compares && op.operands[1] == GraphOperand::parameter) graph.parameters[op.b].in_conditions = 1;
  }
  for (GraphNode& node : graph.nodes) {
    const auto look = [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t i = first; i < first + count; ++i) node.timed |= graph.transitions[i].timed;
    };
    look(node.first_transition, node.transition_count);
    look(graph.machines[node.machine].first_any, graph.machines[node.machine].any_count);
  }
}

}  // namespace

AlignedBytes build_graph(const GraphDescription& description) {
  GraphDescription graph = description;
  note_what_follows(graph);
  Strings strings;
  for (const std::string& text : graph.strings) strings.add(text);
  strings.add(graph.name);
  GraphHeader header;
  header.name = static_cast<std::uint32_t>(graph.strings.size());
  header.top_layers = graph.top_layers;
  header.clip_count = graph.clip_count;
  header.mask_count = graph.mask_count;
  BlobWriter writer(sizeof(GraphHeader));
  each_list(graph, header, [&](const auto& list, BlobArray& at) { at = writer.add(list); });
  header.string_begin = writer.add(strings.begin);
  header.strings = writer.add(strings.text);
  // The hash is computed over the blob with 0 in the hash's own field.
  header.hash = std::max<std::uint64_t>(pack_checksum(writer.finish(header).span()), 1);
  return writer.finish(header);
}

AlignedBytes build_graph(const GraphSource& source, const Skeleton& skeleton) {
  GraphDescription graph = source.graph;
  graph.profile_rates = profile_rates(source.profile_masks, skeleton, skeleton.parents);
  return build_graph(graph);
}

GraphRecords view_of(const GraphDescription& graph) {
  GraphRecords view;
  view.top_layers = graph.top_layers;
  view.clip_count = graph.clip_count;
  view.mask_count = graph.mask_count;
  each_list(graph, view, [](const auto& list, auto& span) { span = list; });
  view.first_profile_mask = graph.mask_count;
  return view;
}

// --- characters --------------------------------------------------------------------------------------------

GraphCharacter::Clip graph_clip_facts(std::string name, const ClipView& clip) {
  GraphCharacter::Clip facts;
  facts.name = std::move(name);
  facts.duration_s = clip.duration_s;
  facts.loops = clip.loops();
  facts.additive = clip.additive();
  for (const ClipEvent& event : clip.events) facts.events.emplace_back(event.time_s, clip.string(event.name));
  return facts;
}

Result<GraphCharacter> graph_character(const CharacterData& data) {
  GraphCharacter character;
  if (auto prepared = data.prepare_all(); !prepared) return prepared.error();
  for (std::uint32_t i = 0; i < data.clip_count(); ++i) {
    character.clips.push_back(graph_clip_facts(std::string(data.clip_name(i)), data.clips()[i]));
  }
  const Skeleton& skeleton = data.pack().skeleton();  // without the masks of graphs
  for (std::uint32_t i = 0; i < skeleton.mask_count(); ++i)
    character.masks.push_back({std::string(skeleton.mask_name(i)), {}});
  for (std::uint32_t i = 0; i < data.skeleton().joint_count(); ++i)
    character.joints.emplace_back(data.skeleton().name(i));
  return character;
}

namespace {

void read_event(const JsonSpot& spot, GraphCharacter::Clip& clip) {
  if (!spot.is_list()) return spot.wrong_type("an event, [seconds, name]");
  if (spot.size() != 2)
    return spot.fail(fmt::format("a list of {}; expected an event, [seconds, name]", spot.size()));
  const std::string name = spot.element(1).text();
  if (!spot.element(0).is_number()) return spot.element(0).wrong_type("a time in seconds");
  const double time_s = spot.element(0).json().get<double>();
  if (!(time_s >= 0 && time_s <= clip.duration_s))
    return spot.element(0).fail(
        fmt::format("{}; expected 0 to the clip's duration, {}", time_s, clip.duration_s));
  if (!clip.events.empty() && time_s < clip.events.back().first)
    return spot.fail(fmt::format("{} at {} is before {} at {}; events must be in time order", name, time_s,
                                 clip.events.back().second, clip.events.back().first));
  clip.events.emplace_back(time_s, name);
}

void read_clip(const JsonSpot& spot, GraphCharacter::Clip& clip) {
  if (!spot.is_object({"duration_s", "loops", "speed", "additive", "events"})) return;
  clip.duration_s = 1;
  if (const auto duration = spot.required("duration_s"))
    clip.duration_s = duration->number({0, compile::NumberRange::kAny, true});
  if (const auto loops = spot.member("loops")) clip.loops = loops->boolean();
  if (const auto additive = spot.member("additive")) clip.additive = additive->boolean();
  if (const auto speed = spot.member("speed")) clip.speed_m_s = speed->number();
  if (const auto events = spot.member("events"))
    events->each_element([&](const JsonSpot& event) { read_event(event, clip); });
}

}  // namespace

GraphCharacterSource read_graph_character(std::string_view json, const std::string& file) {
  GraphCharacterSource source;
  GraphFile text(file, std::string(json));
  if (text.json) {
    const JsonSpot root(*text.json, "", text.errors);
    if (root.is_object({"clips", "masks"})) {
      if (const auto clips = root.required("clips"); clips && clips->is_object())
        clips->each_member([&](const std::string& name, const JsonSpot& spot) {
          source.character.clips.emplace_back();
          source.character.clips.back().name = name;
          if (name.empty() || name == "none") spot.fail(fmt::format("\"{}\" is not a valid clip name", name));
          read_clip(spot, source.character.clips.back());
        });
      if (const auto masks = root.member("masks"); masks && masks->is_object())
        masks->each_member([&](const std::string& name, const JsonSpot& spot) {
          GraphCharacter::Mask mask{name, {}};
          if (spot.is_object())
            spot.each_member([&](const std::string& joint, const JsonSpot& weight) {
              mask.joints.emplace_back(joint, static_cast<float>(weight.number({0, 1})));
            });
          source.character.masks.push_back(std::move(mask));
        });
    }
  }
  compile::append_diagnostics(text, source.diagnostics);
  return source;
}

}  // namespace skelter
