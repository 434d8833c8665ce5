#include "cli/output/report/graph_show.h"

#include <fmt/format.h>

#include <array>

#include "cli/output/text_table.h"
#include "play/internal/format/graph_records.h"

namespace skelter::cli {
namespace {

constexpr std::array<const char*, 3> kModes = {"base", "override", "additive"};
constexpr std::array<const char*, 4> kTypes = {"float", "int", "bool", "trigger"};

class Shower {
 public:
  explicit Shower(const ShownGraph& graph) : graph_(graph), g_(graph.view) {
    layer_paths_.resize(g_.layers.size());
    machine_paths_.resize(g_.machines.size());
    state_paths_.resize(g_.nodes.size());
    name_layers(0, g_.top_layers, "");
  }

  std::string name(std::uint32_t string) const { return std::string(g_.string(string)); }
  const std::string& path_of_state(std::size_t node) const { return state_paths_[node]; }
  const std::string& path_of_machine(std::size_t machine) const { return machine_paths_[machine]; }
  const std::string& path_of_layer(std::size_t layer) const { return layer_paths_[layer]; }

  // Describes a motion: "blend speed: idle 0, walk 1.4, run 4; sync feet".
  std::string motion(std::uint16_t index, bool outermost = true) const {
    const GraphMotion& m = g_.motions[index];
    std::string text;
    switch (m.kind) {
      case GraphMotionKind::none:
        text = "none";
        break;
      case GraphMotionKind::clip:
        text = graph_.source.clips[m.first];
        break;
      case GraphMotionKind::blend:
      case GraphMotionKind::blend2: {
        const bool two = m.kind == GraphMotionKind::blend2;
        text = fmt::format("blend {}{}:", name(g_.parameters[m.parameters[0]].name),
                           two ? ", " + name(g_.parameters[m.parameters[1]].name) : "");
        for (std::size_t i = 0; i < m.count; ++i) {
          const GraphPoint& p = g_.points[m.first + i];
          const std::string inside = motion(p.motion, false);
          const bool blend = g_.motions[p.motion].kind >= GraphMotionKind::blend;
          text += fmt::format("{} {} {}", i == 0 ? "" : ",", blend ? "(" + inside + ")" : inside,
                              short_number(p.x));
          if (two) text += " " + short_number(p.y);
        }
        break;
      }
      case GraphMotionKind::machine:
        text = fmt::format("state machine with {} states", g_.machines[m.first].state_count);
        break;
      case GraphMotionKind::layers:
        text = fmt::format("graph with {} layers", m.count);
        break;
    }
    if (!outermost || m.kind > GraphMotionKind::blend2) return text;
    if (m.group != kNone16) text += "; sync " + name(g_.groups[m.group].name);
    if (m.match_speed != 0) text += "; speed matching";
    if (m.rate_parameter != kNone16)
      text += "; rate " + name(g_.parameters[m.rate_parameter].name);
    else if (m.rate != 1)
      text += "; rate " + short_number(m.rate);
    return text;
  }

  std::string to(const GraphTransition& t) const { return name(g_.nodes[t.to].name); }
  const std::string& when(const GraphTransition& t) const {
    return graph_.source.conditions[static_cast<std::size_t>(&t - g_.transitions.data())];
  }

 private:
  void name_layers(std::uint32_t first, std::uint32_t count, const std::string& before) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      layer_paths_[i] = before + name(g_.layers[i].name);
      if (g_.layers[i].motion != kNone16) name_motion(g_.layers[i].motion, layer_paths_[i]);
    }
  }
  void name_motion(std::uint16_t index, const std::string& path) {
    const GraphMotion& m = g_.motions[index];
    if (m.kind == GraphMotionKind::layers) name_layers(m.first, m.count, path + "/");
    if (m.kind != GraphMotionKind::machine) return;
    machine_paths_[m.first] = path;
    const GraphMachine& machine = g_.machines[m.first];
    for (std::size_t i = machine.first_state; i < std::size_t{machine.first_state} + machine.state_count;
         ++i) {
      state_paths_[i] = path + "/" + name(g_.nodes[i].name);
      name_motion(g_.nodes[i].motion, state_paths_[i]);
    }
  }

  const ShownGraph& graph_;
  const GraphRecords& g_;
  std::vector<std::string> layer_paths_, machine_paths_, state_paths_;
};

std::string dot_quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string graph_text(const ShownGraph& graph) {
  const GraphRecords& g = graph.view;
  const Shower show(graph);
  std::string text =
      fmt::format("{}: {}, {}, {}, {}, {}\n", show.name(g.name), counted(g.parameters.size(), "parameter"),
                  counted(g.layers.size(), "layer"), counted(g.machines.size(), "machine"),
                  counted(g.nodes.size(), "state"), counted(g.transitions.size(), "transition"));
  text += fmt::format("  state {} bytes, compiled {} bytes, at most {} of {} pose list entries\n",
                      g.state_bytes, graph.blob_bytes, g.max_entries, kMaxGraphLines);
  for (std::uint32_t i = 0; i < g.layers.size(); ++i) {
    const GraphLayer& layer = g.layers[i];
    text += fmt::format("\n{}: {}, {}\n", show.path_of_layer(i), kModes[static_cast<std::size_t>(layer.mode)],
                        counted(worst_lines_of_layers(g, i, 1), "line"));
    text += "  " + (layer.motion == kNone16 ? "slot" : show.motion(layer.motion)) + "\n";
  }
  for (std::size_t m = 0; m < g.machines.size(); ++m) {
    const GraphMachine& machine = g.machines[m];
    text += fmt::format("\n{}\n", show.path_of_machine(m));
    const auto list = [&](std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < first + count; ++i) {
        const GraphTransition& t = g.transitions[i];
        text += fmt::format("    -> {}  when {}, {} s\n", show.to(t), show.when(t), short_number(t.fade_s));
      }
    };
    for (std::size_t i = machine.first_state; i < std::size_t{machine.first_state} + machine.state_count;
         ++i) {
      text += fmt::format("  {}{}: {}\n", show.name(g.nodes[i].name), i == machine.entry ? " (entry)" : "",
                          show.motion(g.nodes[i].motion));
      list(g.nodes[i].first_transition, g.nodes[i].transition_count);
    }
    if (machine.any_count != 0) text += "  any\n";
    list(machine.first_any, machine.any_count);
  }
  return text;
}

Json graph_json(const ShownGraph& graph) {
  const GraphRecords& g = graph.view;
  const Shower show(graph);
  Json parameters = Json::array(), layers = Json::array(), states = Json::array(),
       transitions = Json::array();
  for (const GraphParameterRecord& p : g.parameters)
    parameters.push_back({{"name", show.name(p.name)}, {"type", kTypes[static_cast<std::size_t>(p.type)]}});
  for (std::uint32_t i = 0; i < g.layers.size(); ++i)
    layers.push_back({{"path", show.path_of_layer(i)},
                      {"mode", kModes[static_cast<std::size_t>(g.layers[i].mode)]},
                      {"slot", g.layers[i].slot != kNone16},
                      {"lines", worst_lines_of_layers(g, i, 1)}});
  for (std::size_t i = 0; i < g.nodes.size(); ++i)
    states.push_back({{"path", show.path_of_state(i)},
                      {"entry", g.machines[g.nodes[i].machine].entry == i},
                      {"motion", show.motion(g.nodes[i].motion)}});
  for (const GraphTransition& t : g.transitions) {
    Json from = t.from == kNone16 ? Json(nullptr) : Json(show.path_of_state(t.from));
    transitions.push_back({{"from", std::move(from)},
                           {"to", show.path_of_state(t.to)},
                           {"when", show.when(t)},
                           {"fade_s", number(t.fade_s)}});
  }
  return {{"name", show.name(g.name)},           {"state_bytes", g.state_bytes},
          {"compiled_bytes", graph.blob_bytes},  {"max_lines", g.max_entries},
          {"parameters", std::move(parameters)}, {"layers", std::move(layers)},
          {"states", std::move(states)},         {"transitions", std::move(transitions)}};
}

std::string graph_dot(const ShownGraph& graph) {
  const GraphRecords& g = graph.view;
  const Shower show(graph);
  std::string text = "digraph " + dot_quoted(show.name(g.name)) + " {\n  node [shape=box, style=rounded];\n";
  for (std::size_t m = 0; m < g.machines.size(); ++m) {
    const GraphMachine& machine = g.machines[m];
    text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", m, dot_quoted(show.path_of_machine(m)));
    for (std::size_t i = machine.first_state; i < std::size_t{machine.first_state} + machine.state_count; ++i)
      text += fmt::format("    s{} [label={}{}];\n", i,
                          dot_quoted(show.name(g.nodes[i].name) + "\n" + show.motion(g.nodes[i].motion)),
                          i == machine.entry ? ", peripheries=2" : "");
    if (machine.any_count != 0) text += fmt::format("    any{} [label=any, style=dashed];\n", m);
    text += "  }\n";
  }
  for (const GraphTransition& t : g.transitions) {
    const std::string from =
        t.from == kNone16 ? fmt::format("any{}", g.nodes[t.to].machine) : fmt::format("s{}", t.from);
    text += fmt::format("  {} -> s{} [label={}];\n", from, t.to,
                        dot_quoted(fmt::format("{}\n{} s", show.when(t), short_number(t.fade_s))));
  }
  return text + "}\n";
}

}  // namespace skelter::cli
