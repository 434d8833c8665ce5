#pragma once
// Small graphs for tests, written as trees and converted to a blob without parsing text.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "compile/build_pack/internal/blob_writer.h"
#include "play/internal/format/graph_header.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::test::graphs {

// Tolerance for weights, positions and times of the vectors.
inline constexpr double kExact = 1e-6;

struct MadeClip {
  std::string name = {};
  double duration_s = 1;
  bool loops = true;
  double speed_m_s = 0;
  std::vector<std::pair<std::string, double>> markers = {};
  std::vector<std::pair<std::string, double>> events = {};
  bool additive = false;
};

struct MadeParameter {
  std::string name = {};
  GraphParameterType type = GraphParameterType::number;
  float initial = 0, min = -1e9f, max = 1e9f, max_rate = 0;
  double buffer_s = 0;
};

// One operation of a condition. Conditions are lists of these in the order of evaluation.
struct Op {
  GraphOpCode code = GraphOpCode::truth;
  std::string name = {};  // parameter, event or state
  GraphComparison comparison = GraphComparison::less;
  GraphOperand operand = GraphOperand::constant;  // the left operand; the right one is `x`
  double x = 0;
};
using When = std::vector<Op>;
inline When is(std::string name) {
  return {{GraphOpCode::truth, std::move(name)}};
}
inline When number(std::string name, GraphComparison comparison, double x) {
  return {{GraphOpCode::compare, std::move(name), comparison, GraphOperand::parameter, x}};
}
inline When time_from(double x) {
  return {{GraphOpCode::compare, "", GraphComparison::greater_equal, GraphOperand::time, x}};
}
inline When left_to(double x) {
  return {{GraphOpCode::compare, "", GraphComparison::less_equal, GraphOperand::left, x}};
}
inline When done() {
  return {{GraphOpCode::done, ""}};
}
inline When passed(double x) {
  return {{GraphOpCode::passed, "", {}, {}, x}};
}
inline When event(std::string name) {
  return {{GraphOpCode::event, std::move(name)}};
}
inline When in(std::string path) {
  return {{GraphOpCode::in, std::move(path)}};
}
inline When operator!(When a) {
  a.push_back({GraphOpCode::negate, ""});
  return a;
}
inline When join(When a, const When& b, GraphOpCode code) {
  a.insert(a.end(), b.begin(), b.end());
  a.push_back({code, ""});
  return a;
}
inline When operator&&(const When& a, const When& b) {
  return join(a, b, GraphOpCode::both);
}
inline When operator||(const When& a, const When& b) {
  return join(a, b, GraphOpCode::either);
}

struct MadeMachine;
struct MadeLayer;
struct MadeMotion {
  GraphMotionKind kind = GraphMotionKind::none;
  std::string clip = {};
  std::vector<std::string> parameters = {};
  std::vector<std::pair<std::vector<float>, MadeMotion>> points = {};
  std::vector<GraphTriangle> triangles = {};
  std::vector<GraphEdge> edges = {};
  std::string sync = {};
  bool match_speed = false;
  int loops = -1;  // -1: as the clip is set
  float rate = 1;
  std::string rate_parameter = {};
  std::shared_ptr<MadeMachine> machine = {};
  std::vector<MadeLayer> layers = {};
};
struct MadeTransition {
  std::string to = {};
  When when = {};
  double fade_s = 0.2;
  FadeCurve curve = FadeCurve::linear;
  GraphInterrupt interrupt = GraphInterrupt::next;
  bool restart = false;
  FadeKind kind = FadeKind::crossfade;
  GraphEnter enter = GraphEnter::start;
  double enter_phase = 0;
  bool force = false, self = false;
  std::string profile = {};
};
struct MadeState {
  std::string name = {};
  MadeMotion motion = {};
  std::vector<MadeTransition> transitions = {};
};
struct MadeMachine {
  std::vector<MadeState> states = {};  // the first one is the entry state
  std::vector<MadeTransition> any = {};
  bool history = false;
};
struct MadeLayer {
  std::string name = "body";
  MadeMotion motion = {};
  bool slot = false;
  double fade_in_s = 0.1, fade_out_s = 0.2;
  GraphLayerMode mode = GraphLayerMode::base;
  float weight = 1;
  std::string weight_parameter = {};
  int mask = -1;
  float root_motion = -1;  // 1 for the base layer and 0 for others
};
struct MadeRule {
  std::string name = {};
  float min_weight = 0;
  GraphReporting reporting = GraphReporting::dominant;
  bool leaving = false;
};
struct MadeGraph {
  std::vector<MadeClip> clips = {};
  std::vector<MadeParameter> parameters = {};
  std::vector<std::string> groups = {};
  std::vector<MadeLayer> layers = {};
  std::vector<MadeRule> rules = {};
  std::vector<std::string> profiles = {};  // their masks follow the other masks
  int masks = 4;
};

inline MadeMotion clip(std::string name) {
  MadeMotion motion = {};
  motion.kind = GraphMotionKind::clip;
  motion.clip = std::move(name);
  return motion;
}
inline MadeMotion synced(MadeMotion motion, std::string group = "feet") {
  motion.sync = std::move(group);
  return motion;
}
inline MadeMotion none() {
  return {};
}
inline MadeMotion blend(std::string parameter, std::vector<std::pair<float, MadeMotion>> points) {
  MadeMotion motion = {};
  motion.kind = GraphMotionKind::blend;
  motion.parameters = {std::move(parameter)};
  for (auto& [x, inner] : points) motion.points.push_back({{x, 0}, std::move(inner)});
  return motion;
}
inline MadeMotion machine(std::vector<MadeState> states, std::vector<MadeTransition> any = {},
                          bool history = false) {
  MadeMotion motion = {};
  motion.kind = GraphMotionKind::machine;
  motion.machine = std::make_shared<MadeMachine>(MadeMachine{std::move(states), std::move(any), history});
  return motion;
}
inline MadeMotion sub_graph(std::vector<MadeLayer> layers) {
  MadeMotion motion = {};
  motion.kind = GraphMotionKind::layers;
  motion.layers = std::move(layers);
  return motion;
}
inline MadeLayer layer(std::string name, MadeMotion motion, GraphLayerMode mode = GraphLayerMode::base) {
  MadeLayer made;
  made.name = std::move(name);
  made.motion = std::move(motion);
  made.mode = mode;
  return made;
}

// A graph and everything that is needed to play it.
class TestGraph {
 public:
  explicit TestGraph(MadeGraph made) : made_(std::move(made)) {
    strings_.push_back("graph");
    for (const MadeRule& rule : made_.rules)
      rules_.push_back({string(rule.name), rule.min_weight, rule.reporting, rule.leaving, 0});
    for (const std::string& group : made_.groups) groups_.push_back({string(group), 1});
    for (const std::string& name : made_.profiles) profiles_.push_back({string(name)});
    for (const MadeParameter& p : made_.parameters) {
      const bool flag = p.type == GraphParameterType::boolean;
      const std::uint16_t smoothed = p.max_rate > 0 ? smoothed_++ : kNone16;
      parameters_.push_back({string(p.name), p.type, 0, smoothed, p.initial, flag ? 0 : p.min,
                             flag ? 1 : p.max, p.max_rate, p.buffer_s});
    }
    add_layers(made_.layers, kNone16, kNone16);
    std::uint16_t instances = 0;
    for (GraphLayer& layer : layers_)
      if (layer.motion != kNone16 && motions_[layer.motion].kind < GraphMotionKind::machine)
        layer.instance = instances++;
    for (std::size_t i = 0; i < nodes_.size(); ++i) add_transitions(i);
    for (std::size_t i = 0; i < machines_.size(); ++i) add_any(i);
    for (std::size_t i = 0; i < nodes_.size(); ++i) add_moments(i);
    write();
    const Problem problem = read_graph(bytes_.span(), view_);
    EXPECT_TRUE(problem.ok()) << problem.what;
    clip_events_.resize(made_.clips.size());
    for (std::size_t i = 0; i < made_.clips.size(); ++i) {
      const MadeClip& c = made_.clips[i];
      for (const auto& [name, time_s] : c.events)
        clip_events_[i].push_back({time_s, static_cast<std::uint16_t>(find_event_rule(view_, name))});
      clips_.push_back(straight_graph_clip(c.duration_s, c.speed_m_s, c.loops, c.additive, clip_events_[i]));
    }
    const Problem fits = check_clips(view_, clips_);
    EXPECT_TRUE(fits.ok()) << fits.what;
  }
  const GraphRecords& view() const { return view_; }
  const AlignedBytes& bytes() const { return bytes_; }
  std::span<const GraphClip> clips() const { return clips_; }
  const MadeGraph& made() const { return made_; }
  std::uint16_t clip(const std::string& name) const {
    for (std::size_t i = 0; i < made_.clips.size(); ++i)
      if (made_.clips[i].name == name) return static_cast<std::uint16_t>(i);
    ADD_FAILURE() << "no clip " << name;
    return kNone16;
  }
  std::uint16_t node(const std::string& name) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (strings_[nodes_[i].name] == name) return static_cast<std::uint16_t>(i);
    ADD_FAILURE() << "no state " << name;
    return kNone16;
  }

 private:
  std::uint32_t string(const std::string& text) {
    const auto found = std::find(strings_.begin(), strings_.end(), text);
    if (found != strings_.end()) return static_cast<std::uint32_t>(found - strings_.begin());
    strings_.push_back(text);
    return static_cast<std::uint32_t>(strings_.size() - 1);
  }
  std::uint16_t parameter(const std::string& name) const {
    for (std::size_t i = 0; i < made_.parameters.size(); ++i)
      if (made_.parameters[i].name == name) return static_cast<std::uint16_t>(i);
    return kNone16;
  }
  std::uint16_t rule(const std::string& name) {
    const std::uint32_t wanted = string(name);
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (rules_[i].name == wanted) return static_cast<std::uint16_t>(i);
    rules_.push_back({wanted});
    return static_cast<std::uint16_t>(rules_.size() - 1);
  }
  std::uint16_t constant(double x) {
    constants_.push_back(x);
    return static_cast<std::uint16_t>(constants_.size() - 1);
  }

  void add_layers(const std::vector<MadeLayer>& layers, std::uint16_t state, std::uint16_t parent) {
    const std::size_t first = layers_.size();
    for (const MadeLayer& made : layers) {
      GraphLayer layer;
      layer.name = string(made.name);
      layer.mask = made.mask < 0 ? kNone16 : static_cast<std::uint16_t>(made.mask);
      layer.weight = made.weight;
      layer.weight_parameter = parameter(made.weight_parameter);
      layer.mode = made.mode;
      layer.root_motion = made.root_motion >= 0               ? made.root_motion
                          : made.mode == GraphLayerMode::base ? 1
                                                              : 0;
      layer.parent_state = state;
      layer.parent_layer = parent;
      if (made.slot) {
        layer.slot = static_cast<std::uint16_t>(slots_.size());
        slots_.push_back({made.fade_in_s, made.fade_out_s, static_cast<std::uint16_t>(layers_.size())});
      }
      layers_.push_back(layer);
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (layers[i].slot) continue;
      layers_[first + i].motion =
          add_motion(layers[i].motion, state, static_cast<std::uint16_t>(first + i), "", false);
    }
  }

  std::uint16_t add_motion(const MadeMotion& made, std::uint16_t state, std::uint16_t layer,
                           const std::string& group, bool inside) {
    const auto index = static_cast<std::uint16_t>(motions_.size());
    motions_.emplace_back();
    GraphMotion m;
    m.kind = made.kind;
    m.rate = made.rate;
    m.rate_parameter = parameter(made.rate_parameter);
    m.match_speed = made.match_speed;
    const std::string& sync = inside ? group : made.sync;
    if (!inside && !sync.empty()) m.group = group_of(sync);
    for (std::size_t i = 0; i < made.parameters.size(); ++i) m.parameters[i] = parameter(made.parameters[i]);
    bool loops = true;
    if (made.kind == GraphMotionKind::clip) {
      m.first = clip(made.clip);
      m.markers = markers(m.first, sync);
      m.phase_leaf = m.markers == kNone16 ? kNone16 : index;
      loops = made_.clips[m.first].loops;
    } else if (made.kind == GraphMotionKind::blend || made.kind == GraphMotionKind::blend2) {
      m.first = static_cast<std::uint16_t>(points_.size());
      m.count = static_cast<std::uint16_t>(made.points.size());
      points_.resize(points_.size() + made.points.size());
      for (std::size_t i = 0; i < made.points.size(); ++i) {
        const auto& [at, inner] = made.points[i];
        const std::uint16_t child = add_motion(inner, state, layer, sync, true);
        points_[m.first + i] = {at[0], at[1], child};
        if (m.phase_leaf == kNone16) m.phase_leaf = motions_[child].phase_leaf;
        if (inner.kind == GraphMotionKind::clip) loops = made_.clips[clip(inner.clip)].loops;
      }
      m.first_triangle = static_cast<std::uint16_t>(triangles_.size());
      m.triangle_count = static_cast<std::uint16_t>(made.triangles.size());
      triangles_.insert(triangles_.end(), made.triangles.begin(), made.triangles.end());
      m.first_edge = static_cast<std::uint16_t>(edges_.size());
      m.edge_count = static_cast<std::uint16_t>(made.edges.size());
      edges_.insert(edges_.end(), made.edges.begin(), made.edges.end());
    } else if (made.kind == GraphMotionKind::machine) {
      m.first = add_machine(*made.machine, state, layer);
    } else if (made.kind == GraphMotionKind::layers) {
      m.first = static_cast<std::uint16_t>(layers_.size());
      m.count = static_cast<std::uint16_t>(made.layers.size());
      add_layers(made.layers, state, layer);
    }
    m.loops = made.loops >= 0 ? made.loops : loops;
    motions_[index] = m;
    return index;
  }

  std::uint16_t group_of(const std::string& name) {
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (strings_[groups_[i].name] == name) return static_cast<std::uint16_t>(i);
    ADD_FAILURE() << "no group " << name;
    return kNone16;
  }

  // The first pattern of a group is the reference. Other patterns are rotated to match it.
  std::uint16_t markers(std::uint16_t clip, const std::string& group) {
    const MadeClip& made = made_.clips[clip];
    if (made.markers.empty()) return kNone16;
    const std::uint16_t g = group.empty() ? kNone16 : group_of(group);
    for (std::size_t i = 0; i < clip_markers_.size(); ++i)
      if (clip_markers_[i].clip == clip && clip_markers_[i].group == g) return static_cast<std::uint16_t>(i);
    GraphClipMarkers record{
        clip, g, static_cast<std::uint16_t>(markers_.size()), static_cast<std::uint16_t>(made.markers.size()),
        0,    1};
    std::vector<std::string> names;
    for (const auto& [name, time_s] : made.markers) {
      markers_.push_back({time_s, string(name), 0});
      names.push_back(name);
    }
    if (g != kNone16) {
      if (patterns_[g].empty()) patterns_[g] = names;
      const auto fits = [&] {
        for (std::size_t i = 0; i < 64; ++i)
          if (names[(i + record.offset) % names.size()] != patterns_[g][i % patterns_[g].size()])
            return false;
        return true;
      };
      while (!fits() && record.offset < names.size()) ++record.offset;
      std::uint32_t& n = groups_[g].intervals;
      n = n / std::gcd(n, record.count) * record.count;
    }
    clip_markers_.push_back(record);
    return static_cast<std::uint16_t>(clip_markers_.size() - 1);
  }

  std::uint16_t add_machine(const MadeMachine& made, std::uint16_t state, std::uint16_t layer) {
    const auto index = static_cast<std::uint16_t>(machines_.size());
    GraphMachine m;
    m.first_state = m.entry = static_cast<std::uint16_t>(nodes_.size());
    m.state_count = static_cast<std::uint16_t>(made.states.size());
    m.layer = layer;
    m.parent_state = state;
    m.history = made.history;
    machines_.push_back(m);
    made_machines_.push_back(&made);
    for (const MadeState& s : made.states) {
      GraphNode node;
      node.name = string(s.name);
      node.machine = index;
      nodes_.push_back(node);
      made_states_.push_back(&s);
    }
    for (std::size_t i = 0; i < made.states.size(); ++i) {
      const auto node = static_cast<std::uint16_t>(m.first_state + i);
      const std::uint16_t motion = add_motion(made.states[i].motion, node, layer, "", false);
      nodes_[node].motion = motion;
    }
    return index;
  }

  void add_transitions(std::size_t node) {
    nodes_[node].first_transition = static_cast<std::uint16_t>(transitions_.size());
    nodes_[node].transition_count = static_cast<std::uint16_t>(made_states_[node]->transitions.size());
    for (const MadeTransition& t : made_states_[node]->transitions)
      add_transition(t, nodes_[node].machine, static_cast<std::uint16_t>(node));
  }
  void add_any(std::size_t index) {
    machines_[index].first_any = static_cast<std::uint16_t>(transitions_.size());
    machines_[index].any_count = static_cast<std::uint16_t>(made_machines_[index]->any.size());
    for (const MadeTransition& t : made_machines_[index]->any)
      add_transition(t, static_cast<std::uint16_t>(index), kNone16);
  }
  void add_transition(const MadeTransition& made, std::uint16_t machine, std::uint16_t from) {
    GraphTransition t;
    t.fade_s = made.fade_s;
    t.enter_phase = made.enter_phase;
    t.first_op = static_cast<std::uint32_t>(ops_.size());
    t.op_count = static_cast<std::uint16_t>(made.when.size());
    t.from = from;
    for (std::uint32_t i = 0; i < machines_[machine].state_count; ++i)
      if (made_machines_[machine]->states[i].name == made.to)
        t.to = static_cast<std::uint16_t>(machines_[machine].first_state + i);
    for (std::size_t i = 0; i < made_.profiles.size(); ++i)
      if (made_.profiles[i] == made.profile) t.profile = static_cast<std::uint16_t>(i);
    t.curve = made.curve;
    t.kind = made.kind;
    t.enter = made.enter;
    t.interrupt = made.interrupt;
    t.restart = made.restart;
    t.force = made.force;
    t.self = made.self;
    for (const Op& op : made.when) {
      GraphOp code{op.code};
      if (op.code == GraphOpCode::truth) code.a = parameter(op.name);
      if (op.code == GraphOpCode::in) code.a = node(op.name);
      if (op.code == GraphOpCode::passed) code.a = constant(op.x);
      if (op.code == GraphOpCode::event) {
        code.a = rule(op.name);
        rules_[code.a].in_conditions = 1;
      }
      if (op.code == GraphOpCode::compare) {
        code.comparison = op.comparison;
        code.operands[0] = op.operand;
        code.a = op.operand == GraphOperand::parameter ? parameter(op.name) : 0;
        code.b = constant(op.x);
      }
      if (op.code == GraphOpCode::truth) parameters_[code.a].in_conditions = 1;
      if (op.code == GraphOpCode::compare && op.operand == GraphOperand::parameter)
        parameters_[code.a].in_conditions = 1;
      const bool at_time = op.operand == GraphOperand::time || op.operand == GraphOperand::left;
      if ((op.code == GraphOpCode::compare && at_time) || op.code == GraphOpCode::done ||
          op.code == GraphOpCode::passed || op.code == GraphOpCode::event)
        t.timed = 1;
      ops_.push_back(code);
    }
    transitions_.push_back(t);
  }
  void add_moments(std::size_t index) {
    GraphNode& node = nodes_[index];
    node.first_moment = static_cast<std::uint16_t>(moments_.size());
    const auto look = [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t i = first; i < first + count; ++i) node.timed |= transitions_[i].timed;
    };
    look(node.first_transition, node.transition_count);
    look(machines_[node.machine].first_any, machines_[node.machine].any_count);
    const auto add = [&](const MadeTransition& t) {
      for (const Op& op : t.when) {
        if (op.code == GraphOpCode::done) moments_.push_back({0, GraphMomentKind::done});
        if (op.code == GraphOpCode::passed) moments_.push_back({op.x, GraphMomentKind::passed});
        if (op.code == GraphOpCode::compare && op.operand == GraphOperand::time)
          moments_.push_back({op.x, GraphMomentKind::time});
        if (op.code == GraphOpCode::compare && op.operand == GraphOperand::left)
          moments_.push_back({op.x, GraphMomentKind::left});
      }
    };
    if (motions_[node.motion].group == kNone16) {
      for (const MadeTransition& t : made_states_[index]->transitions) add(t);
      for (const MadeTransition& t : made_machines_[node.machine]->any) add(t);
    }
    node.moment_count = static_cast<std::uint16_t>(moments_.size() - node.first_moment);
  }

  void write() {
    for (GraphClipMarkers& m : clip_markers_)
      if (m.group != kNone16) m.cycles = static_cast<std::uint16_t>(groups_[m.group].intervals / m.count);
    BlobWriter writer(sizeof(GraphHeader));
    GraphHeader header;
    header.top_layers = static_cast<std::uint16_t>(made_.layers.size());
    header.clip_count = static_cast<std::uint16_t>(made_.clips.size());
    header.mask_count = static_cast<std::uint16_t>(made_.masks);
    header.parameters = writer.add(parameters_);
    header.motions = writer.add(motions_);
    header.points = writer.add(points_);
    header.triangles = writer.add(triangles_);
    header.edges = writer.add(edges_);
    header.clip_markers = writer.add(clip_markers_);
    header.markers = writer.add(markers_);
    header.groups = writer.add(groups_);
    header.machines = writer.add(machines_);
    header.nodes = writer.add(nodes_);
    header.moments = writer.add(moments_);
    header.transitions = writer.add(transitions_);
    header.ops = writer.add(ops_);
    header.constants = writer.add(constants_);
    header.layers = writer.add(layers_);
    header.slots = writer.add(slots_);
    header.event_rules = writer.add(rules_);
    header.profiles = writer.add(profiles_);
    std::vector<std::uint32_t> begin = {0};
    std::vector<char> text;
    for (const std::string& s : strings_) {
      text.insert(text.end(), s.begin(), s.end());
      begin.push_back(static_cast<std::uint32_t>(text.size()));
    }
    header.string_begin = writer.add(begin);
    header.strings = writer.add(text);
    const AlignedBytes plain = writer.finish(header);
    header.hash = 1469598103934665603u;
    for (const std::byte b : plain.span())
      header.hash = (header.hash ^ static_cast<std::uint8_t>(b)) * 1099511628211u;
    bytes_ = writer.finish(header);
  }

  MadeGraph made_;
  std::uint16_t smoothed_ = 0;
  std::vector<std::string> strings_ = {};
  std::vector<GraphParameterRecord> parameters_ = {};
  std::vector<GraphMotion> motions_ = {};
  std::vector<GraphPoint> points_ = {};
  std::vector<GraphTriangle> triangles_ = {};
  std::vector<GraphEdge> edges_ = {};
  std::vector<GraphClipMarkers> clip_markers_ = {};
  std::vector<GraphMarker> markers_ = {};
  std::vector<GraphGroup> groups_ = {};
  std::vector<GraphMachine> machines_ = {};
  std::vector<GraphNode> nodes_ = {};
  std::vector<GraphMoment> moments_ = {};
  std::vector<GraphTransition> transitions_ = {};
  std::vector<GraphOp> ops_ = {};
  std::vector<double> constants_ = {};
  std::vector<GraphLayer> layers_ = {};
  std::vector<GraphSlot> slots_ = {};
  std::vector<GraphEventRule> rules_ = {};
  std::vector<GraphProfile> profiles_ = {};
  std::vector<const MadeMachine*> made_machines_ = {};
  std::vector<const MadeState*> made_states_ = {};
  std::map<std::uint16_t, std::vector<std::string>> patterns_;
  AlignedBytes bytes_;
  GraphRecords view_;
  std::vector<std::vector<GraphClipEvent>> clip_events_ = {};
  std::vector<GraphClip> clips_ = {};
};

// One instance, and the output of its last update.
class Played {
 public:
  explicit Played(const TestGraph& graph) : graph_(graph), memory_(graph.view().state_bytes / 8) {
    lines_.resize(graph.view().max_entries);
    events_.resize(256);
    start(graph.view(), state());
  }
  std::span<std::byte> state() { return std::as_writable_bytes(std::span(memory_)); }
  Played& set(const std::string& name, float value) {
    skelter::set(graph_.view(), state(), find_parameter(graph_.view(), name), value);
    return *this;
  }
  Played& fire(const std::string& name) {
    skelter::fire(graph_.view(), state(), find_parameter(graph_.view(), name));
    return *this;
  }
  Played& play(const std::string& slot, const std::string& clip, double in_s = -1, double out_s = -1) {
    EXPECT_EQ(play_slot(graph_.view(), graph_.clips(), state(), find_slot(graph_.view(), slot),
                        {graph_.clip(clip), in_s, out_s}),
              Status::ok);
    return *this;
  }
  Played& stop(const std::string& slot) {
    EXPECT_EQ(stop_slot(graph_.view(), graph_.clips(), state(), find_slot(graph_.view(), slot)), Status::ok);
    return *this;
  }
  GraphUpdateJob job(double dt_s) {
    GraphUpdateJob made;
    made.graph = &graph_.view();
    made.clips = graph_.clips();
    made.dt_s = dt_s;
    made.states = state();
    made.out_lists = lines_;
    made.out_entry_counts = {&count_, 1};
    made.out_root_motion = {&root_, 1};
    reported_ = {events_, 0, 0};
    made.out_events = {&reported_, 1};
    return made;
  }
  Played& update(double dt_s, int times = 1) {
    for (int i = 0; i < times; ++i) {
      EXPECT_EQ(job(dt_s).run(), Status::ok);
      const Problem sound = check_state(graph_.view(), state());
      EXPECT_TRUE(sound.ok()) << sound.what;
      EXPECT_LE(count_, graph_.view().max_entries);
    }
    return *this;
  }
  std::span<const PoseListEntry> list() const { return {lines_.data(), count_}; }
  // The sum of the weights of a clip's entries, and the time of the first entry, or NaN if there is none.
  double weight(const std::string& clip) const {
    double sum = 0;
    for (const PoseListEntry& line : list())
      if (line.clip == graph_.clip(clip)) sum += line.weight;
    return sum;
  }
  double time(const std::string& clip) const {
    for (const PoseListEntry& line : list())
      if (line.clip == graph_.clip(clip)) return line.time_s;
    return std::nan("");
  }
  const RigidMotion& root() const { return root_; }
  double root_z() const { return root_.translation.z; }
  std::span<const GraphEvent> events() const { return {events_.data(), reported_.count}; }
  // The reported events: "clip:event index", "entered state", "left state" and "ended clip".
  std::vector<std::string> reported() const {
    std::vector<std::string> texts;
    for (const GraphEvent& e : events()) {
      const GraphRecords& g = graph_.view();
      const auto state_name = [&] { return std::string(g.string(g.nodes[e.state].name)); };
      if (e.kind == GraphEventKind::clip)
        texts.push_back(graph_.made().clips[e.clip].events[e.event].first);
      else if (e.kind == GraphEventKind::slot_ended)
        texts.push_back("ended " + graph_.made().clips[e.clip].name);
      else
        texts.push_back((e.kind == GraphEventKind::left ? "left " : "entered ") + state_name());
    }
    return texts;
  }
  std::vector<GraphEvent> clip_events() const {
    std::vector<GraphEvent> found;
    for (const GraphEvent& e : events())
      if (e.kind == GraphEventKind::clip) found.push_back(e);
    return found;
  }
  PlayCounters count() { return counters(graph_.view(), state()); }

 private:
  const TestGraph& graph_;
  std::vector<double> memory_ = {};
  std::vector<PoseListEntry> lines_ = {};
  std::vector<GraphEvent> events_ = {};
  GraphEvents reported_;
  std::uint8_t count_ = 0;
  RigidMotion root_;
};

// The clips of the vectors.
inline std::vector<MadeClip> vector_clips() {
  using Markers = std::vector<std::pair<std::string, double>>;
  const Markers none_;
  return {
      {"idle", 2, true, 0},
      {"walk", 1, true, 1.4, Markers{{"L", 0}, {"R", 0.5}}},
      {"run", 0.6, true, 4, Markers{{"L", 0}, {"R", 0.3}}},
      {"limp", 1.2, true, 0, Markers{{"L", 0}, {"R", 0.8}}},
      {"quad", 1.6, true, 0, Markers{{"L", 0}, {"R", 0.4}, {"L", 0.8}, {"R", 1.2}}},
      {"jump", 0.8, false, 0},
      {"wave", 1.5, true, 0},
      {"a", 1, true, 0},
      {"b", 1, true, 0},
      {"c", 1, true, 0},
      {"d", 1, true, 0},
      {"e", 1, true, 0},
  };
}
inline MadeParameter trigger(std::string name, double buffer_s = 0) {
  return {std::move(name), GraphParameterType::trigger, 0, -1e9f, 1e9f, 0, buffer_s};
}
inline MadeParameter flag(std::string name, bool initial = false) {
  return {std::move(name), GraphParameterType::boolean, initial ? 1.0f : 0.0f};
}
inline MadeParameter real(std::string name, float initial = 0, float max_rate = 0) {
  return {std::move(name), GraphParameterType::number, initial, -1e9f, 1e9f, max_rate};
}

}  // namespace skelter::test::graphs
