#include "play/fade_stack.h"
#include "play/internal/format/graph_header.h"
#include "play/internal/format/graph_records.h"
#include "runtime/internal/format/blob.h"

#include <algorithm>
#include <cmath>

#include "play/graph/block.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/root_motion.h"

namespace skelter {

using graph_state::is_simple;

namespace {

bool is_range(std::uint64_t first, std::uint64_t count, std::size_t size) {
  return first + count <= size;
}
bool is_index_or_none(std::uint16_t index, std::size_t size) {
  return index == kNone16 || index < size;
}
bool is_time(double seconds) {
  return seconds >= 0 && std::isfinite(seconds);
}

// --- list entries ------------------------------------------------------------------------------------------

// Visits every transition of a machine.
template <class Visit>
void visit_transitions(const GraphRecords& graph, const GraphMachine& machine, const Visit& visit) {
  std::for_each_n(graph.transitions.begin() + machine.first_any, machine.any_count, visit);
  for (const GraphNode& node : graph.nodes.subspan(machine.first_state, machine.state_count))
    std::for_each_n(graph.transitions.begin() + node.first_transition, node.transition_count, visit);
}

// Whether the weight of a motion may be below 1.
bool may_be_empty(const GraphRecords& graph, std::uint32_t index) {
  if (index >= graph.motions.size()) return true;
  const GraphMotion& motion = graph.motions[index];
  const auto is_empty = [&](std::uint16_t inside) { return may_be_empty(graph, inside); };
  switch (motion.kind) {
    case GraphMotionKind::clip:
      return false;
    case GraphMotionKind::blend:
    case GraphMotionKind::blend2: {
      const auto points = graph.points.subspan(motion.first, motion.count);
      return std::any_of(points.begin(), points.end(), [&](const auto& p) { return is_empty(p.motion); });
    }
    case GraphMotionKind::machine: {
      const GraphMachine& machine = graph.machines[motion.first];
      const auto nodes = graph.nodes.subspan(machine.first_state, machine.state_count);
      return std::any_of(nodes.begin(), nodes.end(), [&](const auto& n) { return is_empty(n.motion); });
    }
    case GraphMotionKind::layers:
      return graph.layers[motion.first].slot != kNone16 || is_empty(graph.layers[motion.first].motion);
    default:
      return true;
  }
}

// Whether the weight of a motion may differ from joint to joint, because of profiles or masks inside.
bool may_be_uneven(const GraphRecords& graph, std::uint32_t index) {
  const GraphMotion& motion = graph.motions[index];
  if (motion.kind < GraphMotionKind::machine || !may_be_empty(graph, index)) return false;
  if (motion.kind == GraphMotionKind::machine) {
    const GraphMachine& machine = graph.machines[motion.first];
    bool uneven = false;
    visit_transitions(graph, machine,
                      [&](const GraphTransition& t) { uneven = uneven || t.profile != kNone16; });
    for (const GraphNode& node : graph.nodes.subspan(machine.first_state, machine.state_count))
      uneven = uneven || may_be_uneven(graph, node.motion);
    return uneven;
  }
  const auto layers = graph.layers.subspan(motion.first, motion.count);
  return std::any_of(layers.begin(), layers.end(), [&](const GraphLayer& layer) {
    return (layer.mode == GraphLayerMode::override && layer.mask != kNone16) ||
           (layer.motion != kNone16 && may_be_uneven(graph, layer.motion));
  });
}

std::uint32_t lines_of_machine(const GraphRecords& graph, const GraphMachine& machine) {
  bool twice = false, profiled = false;
  visit_transitions(graph, machine, [&](const GraphTransition& transition) {
    twice = twice || transition.restart != 0;
    profiled = profiled || transition.profile != kNone16;
  });
  std::uint32_t most[kMaxStackEntries] = {};  // in descending order
  for (std::uint32_t i = 0; i < machine.state_count; ++i) {
    const GraphNode& node = graph.nodes[machine.first_state + i];
    std::uint32_t lines = worst_lines_of_motion(graph, node.motion);
    for (std::uint32_t& place : most)
      if (lines > place) std::swap(lines, place);
  }
  // With restart or a profile, every entry of the stack may list the largest state, and each fade is a stage.
  std::uint32_t sum = profiled ? kMaxStackEntries - 1 : 0;
  for (const std::uint32_t lines : most) sum += twice || profiled ? most[0] : lines;
  return sum;
}

std::uint32_t lines_of_point(const GraphRecords& graph, const GraphMotion& motion, std::uint32_t point) {
  return worst_lines_of_motion(graph, graph.points[motion.first + point].motion);
}

std::uint32_t lines_of_blend(const GraphRecords& graph, const GraphMotion& motion) {
  std::uint32_t most = 0;
  for (std::uint32_t i = 0, before = 0; i < motion.count; ++i) {
    const std::uint32_t lines = lines_of_point(graph, motion, i);
    most = std::max(most, before + lines);
    before = lines;
  }
  return most;
}

std::uint32_t lines_of_blend2(const GraphRecords& graph, const GraphMotion& motion) {
  std::uint32_t most = 0;
  for (const GraphTriangle& triangle :
       graph.triangles.subspan(motion.first_triangle, motion.triangle_count)) {
    std::uint32_t sum = 0;
    for (const std::uint16_t corner : triangle.corners) sum += lines_of_point(graph, motion, corner);
    most = std::max(most, sum);
  }
  return most;
}

// --- checks ------------------------------------------------------------------------------------------------

// The position of a motion in the tree.
struct Place {
  std::uint16_t state = kNone16, layer = kNone16;  // the innermost ones that contain the motion
  std::uint16_t group = kNone16;                   // group of its outermost motion
  bool inside = false;                             // inside a blend
};

class Checker {
 public:
  Checker(const GraphRecords& graph, BlobReader& reader) : g_(graph), reader_(reader) {}

  void run() {
    check_names();
    std::uint16_t smoothed = 0;
    for (const GraphParameterRecord& p : g_.parameters) check_parameter(p, smoothed);
    for (const double c : g_.constants) require(!std::isnan(c), "a constant of a graph is not a number");
    for (const GraphMarker& m : g_.markers)
      require(is_string(m.name) && is_time(m.time_s), "a marker of a graph has no time or no name");
    for (const GraphGroup& group : g_.groups)
      require(is_string(group.name) && group.intervals >= 1 && group.intervals <= kMaxGroupIntervals,
              "a sync group has no intervals or too many");
    for (const GraphClipMarkers& m : g_.clip_markers) check_clip_markers(m);
    check_profiles();
    for (const GraphEventRule& rule : g_.event_rules)
      require(is_string(rule.name) && rule.reporting <= GraphReporting::all && !std::isnan(rule.min_weight),
              "an event rule is out of range");
    require(g_.event_rules.size() <= kMaxGraphEventRules, "a graph has too many event rules");
    for (const GraphOp& op : g_.ops) check_op(op);
    for (const GraphMoment& m : g_.moments)
      require(m.kind <= GraphMomentKind::meet && !std::isnan(m.x) &&
                  is_index_or_none(m.parameter, g_.parameters.size()),
              "a time of a graph is not a number");
    for (const GraphMachine& m : g_.machines) check_machine(m);
    for (std::size_t i = 0; i < g_.nodes.size(); ++i) check_node(static_cast<std::uint16_t>(i));
    for (const GraphTransition& t : g_.transitions) check_transition(t);
    for (std::size_t i = 0; i < g_.slots.size(); ++i) check_slot(i);
    check_layer_instances();
    require(g_.top_layers >= 1 && g_.top_layers <= g_.layers.size(), "a graph has no layers");
    if (!reader_.ok()) return;
    check_layers(0, g_.top_layers, {}, 0);
  }
  bool too_deep() const { return too_deep_; }

 private:
  bool require(bool condition, const char* what) { return reader_.require(condition, what); }
  bool is_string(std::uint32_t index) const { return index + std::uint64_t{1} < g_.string_begin.size(); }
  bool is_number(std::uint16_t parameter) const {
    return parameter < g_.parameters.size() && g_.parameters[parameter].type == GraphParameterType::number;
  }

  void check_names() {
    bool rising =
        !g_.string_begin.empty() && g_.string_begin[0] == 0 && g_.string_begin.back() == g_.strings.size();
    for (std::size_t i = 1; rising && i < g_.string_begin.size(); ++i)
      rising = g_.string_begin[i] >= g_.string_begin[i - 1];
    require(rising && is_string(g_.name), "names of a graph are out of order");
  }

  // The rates are checked by CharacterData, which has the skeleton.
  void check_profiles() {
    for (const GraphProfile& p : g_.profiles) require(is_string(p.name), "a profile of a graph has no name");
    const std::size_t count = g_.profiles.size();
    require(count + g_.mask_count < kNone16, "a graph has more than 65534 masks");
    require(g_.profile_rates.size() % std::max<std::size_t>(kLanes * count, 1) == 0 &&
                (count != 0 || g_.profile_rates.empty()),
            "the number of rates does not match the profiles of a graph");
    for (const float rate : g_.profile_rates)
      require(rate == 0 || (rate >= 0.25f && rate <= 1), "a rate of a profile is not 0 or from 0.25 to 1");
  }

  void check_parameter(const GraphParameterRecord& p, std::uint16_t& smoothed) {
    require(p.smoothed == (p.max_rate > 0 ? smoothed++ : kNone16),
            "smoothed parameters are not numbered consecutively");
    require(is_string(p.name) && p.type <= GraphParameterType::trigger && std::isfinite(p.min) &&
                std::isfinite(p.max) && p.min <= p.initial && p.initial <= p.max && p.max_rate >= 0 &&
                std::isfinite(p.max_rate) && is_time(p.buffer_s),
            "a parameter of a graph is out of range");
    require(p.max_rate == 0 || p.type == GraphParameterType::number,
            "a parameter that is not a number has a rate");
  }

  void check_clip_markers(const GraphClipMarkers& m) {
    if (!require(m.clip < g_.clip_count && is_index_or_none(m.group, g_.groups.size()) && m.count >= 1 &&
                     m.offset < m.count && is_range(m.first_marker, m.count, g_.markers.size()),
                 "markers of a clip are out of range"))
      return;
    for (std::uint32_t i = 1; i < m.count; ++i)
      require(g_.markers[m.first_marker + i].time_s > g_.markers[m.first_marker + i - 1].time_s,
              "markers of a clip do not increase");
    const std::uint32_t intervals = m.group == kNone16 ? m.count : g_.groups[m.group].intervals;
    require(std::uint32_t{m.cycles} * m.count == intervals,
            "the markers of a clip do not match the intervals of its group");
  }

  void check_operand(GraphOperand operand, std::uint16_t index) {
    require(operand <= GraphOperand::left, "a condition has an unknown operand");
    if (operand == GraphOperand::constant)
      require(index < g_.constants.size(), "a condition refers to a constant that does not exist");
    if (operand == GraphOperand::parameter)
      require(index < g_.parameters.size() && g_.parameters[index].type <= GraphParameterType::integer,
              "a condition refers to a number that does not exist");
    if (operand == GraphOperand::parameter && reader_.ok()) check_in_conditions(index);
  }
  // Checks that a parameter read by conditions is marked.
  void check_in_conditions(std::uint16_t parameter) {
    require(g_.parameters[parameter].in_conditions == 1, "a parameter that conditions read is not marked");
  }
  void check_op(const GraphOp& op) {
    switch (op.code) {
      case GraphOpCode::compare:
        require(op.comparison <= GraphComparison::not_equal, "a condition has an unknown comparison");
        check_operand(op.operands[0], op.a);
        check_operand(op.operands[1], op.b);
        break;
      case GraphOpCode::truth:
        require(op.a < g_.parameters.size() && g_.parameters[op.a].type >= GraphParameterType::boolean,
                "a condition refers to a boolean or trigger that does not exist");
        if (reader_.ok()) check_in_conditions(op.a);
        break;
      case GraphOpCode::passed:
        require(op.a < g_.constants.size(), "a condition refers to a constant that does not exist");
        break;
      case GraphOpCode::event:
        require(op.a < g_.event_rules.size() && g_.event_rules[op.a].in_conditions == 1,
                "a condition refers to an event that does not exist");
        break;
      case GraphOpCode::in:
        require(op.a < g_.nodes.size(), "a condition refers to a state that does not exist");
        break;
      default:
        require(op.code <= GraphOpCode::either, "a condition has an unknown operation");
    }
  }

  void check_transitions(std::uint32_t first, std::uint32_t count, std::uint16_t from,
                         std::uint16_t machine) {
    if (!require(is_range(first, count, g_.transitions.size()), "transitions are out of range")) return;
    for (const GraphTransition& t : g_.transitions.subspan(first, count))
      require(t.from == from && t.to < g_.nodes.size() && g_.nodes[t.to].machine == machine,
              "a transition does not connect two states of the same machine");
  }
  void check_machine(const GraphMachine& m) {
    const auto index = static_cast<std::uint16_t>(&m - g_.machines.data());
    if (!require(m.state_count >= 1 && is_range(m.first_state, m.state_count, g_.nodes.size()) &&
                     m.entry >= m.first_state && m.entry - m.first_state < m.state_count,
                 "states of a machine are out of range"))
      return;
    for (const GraphNode& node : g_.nodes.subspan(m.first_state, m.state_count))
      require(node.machine == index, "a state belongs to a different machine");
    check_transitions(m.first_any, m.any_count, kNone16, index);
  }
  void check_node(std::uint16_t index) {
    const GraphNode& node = g_.nodes[index];
    if (!require(node.machine < g_.machines.size() && is_string(node.name) &&
                     node.motion < g_.motions.size() &&
                     is_range(node.first_moment, node.moment_count, g_.moments.size()),
                 "a state of a graph is out of range"))
      return;
    const GraphMachine& m = g_.machines[node.machine];
    require(index >= m.first_state && index - m.first_state < m.state_count,
            "a state is outside its machine");
    check_transitions(node.first_transition, node.transition_count, index, node.machine);
    if (!reader_.ok()) return;
    const auto timed = [&](std::uint32_t first, std::uint32_t count) {
      const auto of = g_.transitions.subspan(first, count);
      return std::any_of(of.begin(), of.end(), [](const GraphTransition& t) { return t.timed != 0; });
    };
    require((node.timed != 0) == (timed(node.first_transition, node.transition_count) ||
                                  timed(m.first_any, m.any_count)) &&
                (node.timed != 0 || node.moment_count == 0),
            "the `timed` flag of a state is wrong");
  }
  void check_transition(const GraphTransition& t) {
    require(is_time(t.fade_s) && t.enter_phase >= 0 && t.enter_phase <= 1 && t.op_count >= 1 &&
                t.op_count <= kMaxConditionOps && is_range(t.first_op, t.op_count, g_.ops.size()) &&
                is_index_or_none(t.profile, g_.profiles.size()) && play_state::is_fade(t.curve, t.kind) &&
                t.enter <= GraphEnter::phase && t.interrupt <= GraphInterrupt::both &&
                is_index_or_none(t.from, g_.nodes.size()) && t.to < g_.nodes.size(),
            "a transition is out of range");
    if (!reader_.ok()) return;
    int depth = 0;
    bool timed = false;
    for (const GraphOp& op : g_.ops.subspan(t.first_op, t.op_count)) {
      const bool binary = op.code == GraphOpCode::both || op.code == GraphOpCode::either;
      const int needs = binary ? 2 : op.code == GraphOpCode::negate ? 1 : 0;
      require(depth >= needs, "a condition pops more values than it pushed");
      depth += 1 - needs;
      const bool compares_time = op.code == GraphOpCode::compare && (op.operands[0] >= GraphOperand::time ||
                                                                     op.operands[1] >= GraphOperand::time);
      timed = timed || compares_time || op.code == GraphOpCode::done || op.code == GraphOpCode::passed ||
              op.code == GraphOpCode::event;
    }
    require(t.timed == (timed ? 1 : 0), "the `timed` flag of a transition is wrong");
    require(depth == 1, "a condition does not produce exactly one value");
  }

  void check_slot(std::size_t index) {
    const GraphSlot& slot = g_.slots[index];
    require(is_time(slot.fade_in_s) && is_time(slot.fade_out_s) && slot.layer < g_.layers.size() &&
                g_.layers[slot.layer].slot == index,
            "a slot of a graph is out of range");
  }
  void check_layer_instances() {
    std::uint32_t instances = 0;
    for (const GraphLayer& layer : g_.layers) {
      require(is_string(layer.name) && layer.mode <= GraphLayerMode::additive &&
                  is_index_or_none(layer.mask, g_.mask_count) && std::isfinite(layer.weight) &&
                  layer.root_motion >= 0 && layer.root_motion <= 1,
              "a layer of a graph is out of range");
      require(layer.weight_parameter == kNone16 || is_number(layer.weight_parameter),
              "the weight of a layer is not a number");
      if (layer.slot != kNone16) {
        require(layer.motion == kNone16 && layer.instance == kNone16 && layer.slot < g_.slots.size() &&
                    g_.slots[layer.slot].layer == &layer - g_.layers.data(),
                "a layer and its slot do not refer to each other");
        continue;
      }
      if (!require(layer.motion < g_.motions.size(), "a layer has no motion")) return;
      const bool simple = is_simple(g_.motions[layer.motion]);
      require(layer.instance == (simple ? instances : kNone16),
              "state instances of layers are not numbered consecutively");
      instances += simple ? 1 : 0;
    }
  }

  // These go down the tree. They check that indices are in range and that each motion is visited once;
  // otherwise there would be more visits than motions.
  void check_layers(std::uint32_t first, std::uint32_t count, const Place& place, std::uint32_t depth) {
    if (!require(count >= 1 && is_range(first, count, g_.layers.size()), "layers are out of range")) return;
    require(place.layer == kNone16 || first > place.layer, "layers contain themselves");
    for (std::uint32_t i = first; i < first + count && reader_.ok(); ++i) {
      const GraphLayer& layer = g_.layers[i];
      require(layer.parent_state == place.state && layer.parent_layer == place.layer,
              "a layer has the wrong parent");
      require((layer.mode == GraphLayerMode::base) == (i == first),
              "the first layer, and no other, must be the base layer");
      if (layer.motion != kNone16)
        check_motion(layer.motion, {place.state, static_cast<std::uint16_t>(i)}, depth);
    }
  }

  void check_motion(std::uint16_t index, const Place& place, std::uint32_t depth) {
    if (!reader_.ok()) return;
    too_deep_ = too_deep_ || depth >= kMaxMotionDepth;
    if (!require(!too_deep_, "motions of a graph are nested too deeply")) return;
    if (!require(++visits_ <= g_.motions.size(), "a motion of a graph is used twice")) return;
    const GraphMotion& m = g_.motions[index];
    require(m.kind <= GraphMotionKind::layers && std::isfinite(m.rate) && m.loops <= 1,
            "a motion of a graph is out of range");
    require(m.rate_parameter == kNone16 || is_number(m.rate_parameter),
            "the rate of a motion is not a number");
    require(is_index_or_none(m.group, g_.groups.size()), "a motion refers to a group that does not exist");
    require(is_index_or_none(m.phase_leaf, g_.motions.size()) &&
                (m.phase_leaf == kNone16 || (g_.motions[m.phase_leaf].kind == GraphMotionKind::clip &&
                                             g_.motions[m.phase_leaf].markers != kNone16)),
            "the phase of a motion does not come from a clip with markers");
    require(!place.inside || is_simple(m), "a blend contains a machine");
    Place below = place;
    if (!place.inside) below.group = is_simple(m) ? m.group : kNone16;
    if (!reader_.ok()) return;
    if (m.phase_leaf != kNone16) check_clip(g_.motions[m.phase_leaf], below);
    switch (m.kind) {
      case GraphMotionKind::clip:
        return check_clip(m, below);
      case GraphMotionKind::blend:
      case GraphMotionKind::blend2:
        return check_blend(index, below, depth);
      case GraphMotionKind::machine:
        if (!require(m.first < g_.machines.size(), "a motion refers to a machine that does not exist"))
          return;
        return check_machine_inside(index, g_.machines[m.first], place, depth);
      case GraphMotionKind::layers:
        for (std::uint32_t i = 0; i < m.count && m.first + i < g_.layers.size(); ++i)
          require(g_.layers[m.first + i].motion == kNone16 || g_.layers[m.first + i].motion > index,
                  "a motion contains itself");
        return check_layers(m.first, m.count, place, depth + 1);
      default:
        return;
    }
  }

  void check_clip(const GraphMotion& m, const Place& place) {
    require(m.first < g_.clip_count, "a motion refers to a clip that does not exist");
    if (!require(is_index_or_none(m.markers, g_.clip_markers.size()),
                 "a motion refers to markers that do not exist"))
      return;
    require(m.markers == kNone16 || (g_.clip_markers[m.markers].clip == m.first &&
                                     g_.clip_markers[m.markers].group == place.group),
            "the markers of a motion belong to a different clip or group");
  }

  void check_blend(std::uint16_t index, Place place, std::uint32_t depth) {
    const GraphMotion& m = g_.motions[index];
    const bool two = m.kind == GraphMotionKind::blend2;
    if (!require(is_range(m.first, m.count, g_.points.size()) && m.count >= (two ? 3 : 2),
                 "points of a blend are out of range"))
      return;
    require(is_number(m.parameters[0]) && (!two || is_number(m.parameters[1])),
            "a blend parameter is not a number");
    place.inside = true;
    const auto points = g_.points.subspan(m.first, m.count);
    for (std::size_t i = 0; i < points.size() && reader_.ok(); ++i) {
      require(std::isfinite(points[i].x) && std::isfinite(points[i].y), "a point of a blend is not a number");
      require(two || i == 0 || points[i].x > points[i - 1].x, "points of a blend do not increase");
      if (!require(points[i].motion < g_.motions.size() && points[i].motion > index,
                   "a point of a blend has no motion"))
        return;
      check_motion(points[i].motion, place, depth + 1);
    }
    if (two) check_triangles(m);
  }

  void check_triangles(const GraphMotion& m) {
    if (!require(is_range(m.first_triangle, m.triangle_count, g_.triangles.size()) && m.triangle_count >= 1 &&
                     is_range(m.first_edge, m.edge_count, g_.edges.size()) && m.edge_count >= 3,
                 "triangles of a blend are out of range"))
      return;
    for (const GraphTriangle& t : g_.triangles.subspan(m.first_triangle, m.triangle_count)) {
      if (!require(t.corners[0] < m.count && t.corners[1] < m.count && t.corners[2] < m.count,
                   "a triangle refers to a point that does not exist"))
        return;
      const auto at = [&](std::size_t i) { return g_.points[m.first + t.corners[i]]; };
      const double area = (double{at(1).x} - at(0).x) * (double{at(2).y} - at(0).y) -
                          (double{at(2).x} - at(0).x) * (double{at(1).y} - at(0).y);
      require(area != 0 && std::isfinite(1 / area), "a triangle of a blend has no area");
    }
    for (const GraphEdge& e : g_.edges.subspan(m.first_edge, m.edge_count))
      require(e.ends[0] < m.count && e.ends[1] < m.count, "an edge refers to a point that does not exist");
  }

  void check_machine_inside(std::uint16_t index, const GraphMachine& machine, const Place& place,
                            std::uint32_t depth) {
    require(machine.parent_state == place.state && machine.layer == place.layer,
            "a machine has the wrong parent");
    require(&machine - g_.machines.data() == machines_++, "machines of a graph are out of order");
    for (std::uint32_t i = 0; i < machine.state_count && reader_.ok(); ++i) {
      const auto state = static_cast<std::uint16_t>(machine.first_state + i);
      const std::uint16_t motion = g_.nodes[state].motion;
      if (!require(motion > index, "a motion contains itself")) return;
      check_motion(motion, {state, place.layer}, depth + 1);
      require(g_.motions[motion].group == kNone16 || g_.nodes[state].moment_count == 0,
              "a synced state has moments");
    }
  }

  const GraphRecords& g_;
  BlobReader& reader_;
  std::size_t visits_ = 0;
  std::ptrdiff_t machines_ = 0;
  bool too_deep_ = false;
};

std::uint32_t find_name(const GraphRecords& graph, std::string_view name, std::size_t count, auto name_of) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (graph.string(name_of(i)) == name) return i;
  return kNone;
}

}  // namespace

std::uint32_t worst_lines_of_motion(const GraphRecords& graph, std::uint32_t index) {
  if (index >= graph.motions.size()) return 0;
  const GraphMotion& motion = graph.motions[index];
  switch (motion.kind) {
    case GraphMotionKind::clip:
      return 1;
    case GraphMotionKind::blend:
      return lines_of_blend(graph, motion);
    case GraphMotionKind::blend2:
      return lines_of_blend2(graph, motion);
    case GraphMotionKind::machine:
      return lines_of_machine(graph, graph.machines[motion.first]);
    case GraphMotionKind::layers:
      return worst_lines_of_layers(graph, motion.first, motion.count);
    default:
      return 0;
  }
}

std::uint32_t worst_lines_of_layers(const GraphRecords& graph, std::uint32_t first, std::uint32_t count) {
  std::uint32_t sum = 0;
  for (const GraphLayer& layer : graph.layers.subspan(first, count)) {
    sum += layer.slot != kNone16 ? 2 : worst_lines_of_motion(graph, layer.motion);
    if (layer.mode == GraphLayerMode::base) continue;
    if (layer.mask == kNone16) {
      const bool override = layer.mode == GraphLayerMode::override;
      sum += override && layer.motion != kNone16 && may_be_uneven(graph, layer.motion) ? 1 : 0;
      continue;
    }
    const bool nested =
        layer.motion != kNone16 && graph.motions[layer.motion].kind == GraphMotionKind::layers;
    sum += layer.mode == GraphLayerMode::override || nested ? 1 : 0;
  }
  return sum;
}

Problem read_graph(ByteSpan blob, GraphRecords& out) {
  BlobReader reader(blob);
  const auto header = reader.header<GraphHeader>();
  if (reader.ok() && header.version != kGraphVersion)
    return {Status::unsupported, "the graph has a different version: compile it again"};
  GraphRecords g;
  g.hash = header.hash;
  g.name = header.name;
  g.top_layers = header.top_layers;
  g.clip_count = header.clip_count;
  g.mask_count = header.mask_count;
  g.parameters = reader.array<GraphParameterRecord>(header.parameters);
  g.motions = reader.array<GraphMotion>(header.motions);
  g.points = reader.array<GraphPoint>(header.points);
  g.triangles = reader.array<GraphTriangle>(header.triangles);
  g.edges = reader.array<GraphEdge>(header.edges);
  g.clip_markers = reader.array<GraphClipMarkers>(header.clip_markers);
  g.markers = reader.array<GraphMarker>(header.markers);
  g.groups = reader.array<GraphGroup>(header.groups);
  g.machines = reader.array<GraphMachine>(header.machines);
  g.nodes = reader.array<GraphNode>(header.nodes);
  g.moments = reader.array<GraphMoment>(header.moments);
  g.transitions = reader.array<GraphTransition>(header.transitions);
  g.ops = reader.array<GraphOp>(header.ops);
  g.constants = reader.array<double>(header.constants);
  g.layers = reader.array<GraphLayer>(header.layers);
  g.slots = reader.array<GraphSlot>(header.slots);
  g.event_rules = reader.array<GraphEventRule>(header.event_rules);
  g.profiles = reader.array<GraphProfile>(header.profiles);
  g.profile_rates = reader.array<float>(header.profile_rates);
  g.first_profile_mask = header.mask_count;
  g.string_begin = reader.array<std::uint32_t>(header.string_begin);
  g.strings = reader.array<char>(header.strings);
  reader.require(header.hash != 0, "a graph has no hash");
  if (g.machines.size() > kMaxMachines || g.groups.size() > kMaxGroups)
    return {Status::limit_exceeded, "a graph has too many machines or groups"};
  for (const std::size_t size : {g.parameters.size(), g.motions.size(), g.points.size(), g.machines.size(),
                                 g.nodes.size(), g.transitions.size(), g.layers.size(), g.slots.size(),
                                 g.groups.size(), g.constants.size(), g.moments.size(), g.markers.size()})
    reader.require(size < kNone16, "a graph has more than 65534 records of one kind");
  if (!reader.ok()) return reader.problem();
  Checker checker(g, reader);
  checker.run();
  if (checker.too_deep()) return {Status::limit_exceeded, reader.problem().what};
  if (!reader.ok()) return reader.problem();
  g.max_entries = worst_lines_of_layers(g, 0, g.top_layers);
  if (g.max_entries > kMaxGraphLines)
    return {Status::limit_exceeded, "a pose list may have more than 32 entries"};
  for (const GraphLayer& layer : g.layers) g.layer_instances += layer.instance != kNone16 ? 1 : 0;
  for (const GraphEventRule& rule : g.event_rules) g.event_conditions += rule.in_conditions;
  for (const GraphParameterRecord& p : g.parameters) {
    g.smoothed += p.max_rate > 0 ? 1 : 0;
    g.triggers += p.type == GraphParameterType::trigger ? 1 : 0;
  }
  g.state_bytes = static_cast<std::uint32_t>(graph_state::Block::bytes(g));
  out = g;
  return {};
}

// --- clips -------------------------------------------------------------------------------------------------

GraphClip graph_clip(const GraphRecords& graph, const ClipView& clip, std::span<GraphClipEvent> events) {
  GraphClip made;
  made.duration_s = clip.duration_s;
  made.view = clip.root_motion.empty() ? nullptr : &clip;
  made.loops = clip.loops();
  made.additive = clip.additive();
  for (std::size_t i = 0; i < clip.events.size(); ++i) {
    const std::uint32_t rule = find_event_rule(graph, clip.string(clip.events[i].name));
    events[i] = {clip.events[i].time_s, static_cast<std::uint16_t>(rule)};
  }
  made.events = events.first(clip.events.size());
  if (made.view == nullptr) return made;
  RigidMotion cycle;
  RootMotionJob job;
  job.clip = &clip;
  job.to_time_s = clip.duration_s;
  job.loop = Loop::once;
  job.out_delta = &cycle;
  if (job.run() == Status::ok) made.stride_m = length(cycle.translation);
  return made;
}

GraphClip straight_graph_clip(double duration_s, double speed_m_s, bool loops, bool additive,
                              std::span<const GraphClipEvent> events) {
  GraphClip made;
  made.duration_s = duration_s;
  made.speed_m_s = speed_m_s;
  made.stride_m = std::abs(speed_m_s) * duration_s;
  made.events = events;
  made.loops = loops;
  made.additive = additive;
  return made;
}

namespace {

// Whether the clips of a motion, and of the motions inside it, fit its use.
bool fits(const GraphRecords& graph, std::span<const GraphClip> clips, std::uint32_t index, bool additive,
          bool looping) {
  const GraphMotion& motion = graph.motions[index];
  if (motion.kind == GraphMotionKind::clip) {
    const GraphClip& clip = clips[motion.first];
    return clip.additive == additive && (clip.loops || !looping);
  }
  if (motion.kind == GraphMotionKind::machine) {
    const GraphMachine& machine = graph.machines[motion.first];
    for (const GraphNode& node : graph.nodes.subspan(machine.first_state, machine.state_count))
      if (!fits(graph, clips, node.motion, additive, graph.motions[node.motion].group != kNone16))
        return false;
  }
  if (motion.kind == GraphMotionKind::blend || motion.kind == GraphMotionKind::blend2) {
    for (const GraphPoint& point : graph.points.subspan(motion.first, motion.count))
      if (!fits(graph, clips, point.motion, additive, looping)) return false;
  }
  return true;  // layers of a sub-graph are checked with their own modes
}

}  // namespace

Problem check_clips(const GraphRecords& graph, std::span<const GraphClip> clips) {
  if (clips.size() != graph.clip_count)
    return {Status::bad_data, "the graph was made for a different number of clips"};
  for (const GraphClip& clip : clips) {
    if (!(clip.duration_s >= 0) || !std::isfinite(clip.duration_s) || !std::isfinite(clip.speed_m_s))
      return {Status::bad_data, "a clip of a graph has no duration"};
    double before_s = 0;
    for (const GraphClipEvent& event : clip.events) {
      if (!(event.time_s >= before_s && event.time_s <= clip.duration_s) ||
          !is_index_or_none(event.rule, graph.event_rules.size()))
        return {Status::bad_data, "events of a clip are out of order"};
      before_s = event.time_s;
    }
  }
  for (const GraphClipMarkers& markers : graph.clip_markers)
    if (!(graph.markers[markers.first_marker + markers.count - 1].time_s < clips[markers.clip].duration_s))
      return {Status::bad_data, "a clip is shorter than its markers in the graph"};
  for (const GraphLayer& layer : graph.layers) {
    if (layer.motion == kNone16 || graph.motions[layer.motion].kind == GraphMotionKind::layers) continue;
    // The base layer of a sub-graph inside an additive layer is also additive.
    bool additive = layer.mode == GraphLayerMode::additive;
    for (std::uint16_t above = layer.parent_layer; !additive && above != kNone16;
         above = graph.layers[above].parent_layer)
      additive = graph.layers[above].mode == GraphLayerMode::additive;
    if (!fits(graph, clips, layer.motion, additive, graph.motions[layer.motion].group != kNone16))
      return {Status::bad_data, "additive or non-looping clips are used where the graph does not allow them"};
  }
  return {};
}

// --- names -------------------------------------------------------------------------------------------------

std::uint32_t find_parameter(const GraphView& view, std::string_view name) {
  const GraphRecords& graph = records(view);
  return find_name(graph, name, graph.parameters.size(),
                   [&](std::size_t i) { return graph.parameters[i].name; });
}

std::uint32_t find_slot(const GraphView& view, std::string_view name) {
  const GraphRecords& graph = records(view);
  return find_name(graph, name, graph.slots.size(),
                   [&](std::size_t i) { return graph.layers[graph.slots[i].layer].name; });
}

std::uint32_t find_event_rule(const GraphRecords& graph, std::string_view name) {
  return find_name(graph, name, graph.event_rules.size(),
                   [&](std::size_t i) { return graph.event_rules[i].name; });
}

}  // namespace skelter
