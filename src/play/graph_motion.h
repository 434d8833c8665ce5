#pragma once
// What motions and stacks weigh at a moment: blends (R13, R14), fades (R21), rates (R13).

#include <algorithm>
#include <cmath>
#include <span>

#include "play/fade_stack.h"
#include "play/graph_state.h"

namespace skelter::graph_state {

// A clip of a simple motion, and what it weighs inside it.
struct Leaf {
  std::uint16_t motion;
  double weight;
};
struct Leaves {  // not set at first: there are many, and short
  Leaf of[kMostGraphLines];
  std::uint32_t count = 0;
};

// One instance at a moment: now, or so many seconds ahead.
struct Instance {
  const GraphView& graph;
  std::span<const GraphClip> clips;
  Block block;
  double ahead_s = 0;

  // How far a smoothed parameter is then.
  double smoothed(const GraphParameter& record, const Parameter& kept) const {
    const double value = block.smoothed[record.smoothed], way = kept.target - value;
    const double step = record.max_rate * ahead_s;
    if (std::abs(way) <= step) return kept.target;
    const double then = value + (way < 0 ? -step : step);
    return static_cast<float>(then) == kept.target ? kept.target : then;
  }
  double value(std::uint32_t parameter) const {
    const Parameter& kept = block.parameters[parameter];
    if (kept.value == kept.target) return kept.value;
    const GraphParameter& record = graph.parameters[parameter];
    return record.smoothed == kNone16 ? kept.value : smoothed(record, kept);
  }
  const GraphClip& clip_of(const Leaf& leaf) const { return clips[graph.motions[leaf.motion].first]; }
  double layer_weight(const GraphLayer& layer) const {
    const double weight = layer.weight_parameter == kNone16 ? layer.weight : value(layer.weight_parameter);
    return layer.mode == GraphLayerMode::override ? std::clamp(weight, 0.0, 1.0) : weight;
  }
};

void add_blend(const Instance& at, const GraphMotion& motion, double weight, Leaves& out);
void add_blend2(const Instance& at, const GraphMotion& motion, double weight, Leaves& out);

// Clips with a weight above 0, in the order of the file. Of simple motions.
inline void add_leaves(const Instance& at, std::uint16_t index, double weight, Leaves& out) {
  const GraphMotion& motion = at.graph.motions[index];
  if (motion.kind == GraphMotionKind::clip) {
    if (out.count < kMostGraphLines) out.of[out.count++] = {index, weight};
  } else if (motion.kind == GraphMotionKind::blend) {
    add_blend(at, motion, weight, out);
  } else if (motion.kind == GraphMotionKind::blend2) {
    add_blend2(at, motion, weight, out);
  }
}

// Seconds that a position goes from 0 to 1 in, of a motion without a group (R6); 0 without clips.
inline double duration_of(const Instance& at, const Leaves& leaves) {
  if (leaves.count == 1) return at.clip_of(leaves.of[0]).duration_s;
  double sum = 0, weights = 0;
  for (std::uint32_t i = 0; i < leaves.count; ++i) {
    sum += leaves.of[i].weight * at.clip_of(leaves.of[i]).duration_s;
    weights += leaves.of[i].weight;
  }
  return weights > 0 ? sum / weights : 0;
}

double matched_speed(const Instance& at, const GraphMotion& motion, const Leaves& leaves);

inline double rate_of(const Instance& at, const GraphMotion& motion, const Leaves& leaves) {
  const double rate = motion.rate_parameter == kNone16 ? motion.rate : at.value(motion.rate_parameter);
  return motion.match_speed == 0 ? rate : rate * matched_speed(at, motion, leaves);
}

// Until the motion of a state, which does not loop, is at its end; infinite if it never is.
double left_s(const Instance& at, const Voice& voice);

// How far a fade is.
inline double faded(const GraphTransition& transition, double elapsed_s) {
  return play_state::faded(elapsed_s, transition.fade_s, transition.curve,
                           transition.kind == GraphFadeKind::inertialize);
}

using play_state::StackWeights;

inline void weigh_stack(const GraphView& graph, const Machine& machine, double ahead_s, StackWeights& out) {
  play_state::weigh_stack(
      machine.count,
      [&](std::uint32_t k) {
        return faded(fade_of(graph, machine.entries[k]), machine.entries[k].elapsed_s + ahead_s);
      },
      [&](std::uint32_t k) { return fade_of(graph, machine.entries[k]).kind == GraphFadeKind::inertialize; },
      out);
}

// Whether two voices of a stack are heard as one: machines and sub-graphs are there once (R19).
inline bool is_heard_with(const GraphView& graph, const Machine& machine, std::uint8_t a, std::uint8_t b) {
  if (a == b) return true;
  const std::uint16_t state = machine.voices[a].state;
  return state == machine.voices[b].state && !is_simple(graph.motions[graph.nodes[state].motion]);
}

// --- markers
// -------------------------------------------------------------------------------------------------

// A clip's markers with its duration.
struct Markers {
  const GraphMarker* of;
  std::uint32_t count, offset;
  double duration_s;

  double begin_s(std::uint32_t i) const { return of[i].time_s; }
  double length_s(std::uint32_t i) const {
    return i + 1 < count ? of[i + 1].time_s - of[i].time_s : duration_s + of[0].time_s - of[i].time_s;
  }
  // Which of its intervals is number `whole` of the group's.
  std::uint32_t interval(double whole) const {
    const double number = whole + offset;
    return static_cast<std::uint32_t>(number - count * floor_of(number / count));
  }
  // Play time, not folded, of a position of the group (R7).
  double play_time_s(double position) const {
    const double whole = floor_of(position);
    const double rounds = floor_of((whole + offset) / count);
    const auto i = static_cast<std::uint32_t>(whole + offset - rounds * count);
    return rounds * duration_s + begin_s(i) + (position - whole) * length_s(i);
  }
  // The same, folded.
  double time_in_clip_s(double position) const {
    const double whole = floor_of(position);
    const std::uint32_t i = interval(whole);
    const double time_s = begin_s(i) + (position - whole) * length_s(i);
    return time_s < duration_s ? time_s : time_s - duration_s;
  }
  // The position, below `count`, at a time in the clip: R7 inverted.
  double position(double time_s) const {
    std::uint32_t i = count - 1;
    if (time_s < begin_s(0))
      time_s += duration_s;
    else
      while (begin_s(i) > time_s) --i;
    return (i + count - offset) % count + std::min((time_s - begin_s(i)) / length_s(i), 1.0);
  }
};
inline Markers markers_of(const Instance& at, std::uint16_t leaf) {
  const GraphMotion& motion = at.graph.motions[leaf];
  const GraphClipMarkers& markers = at.graph.clip_markers[motion.markers];
  return {&at.graph.markers[markers.first_marker], markers.count, markers.offset,
          at.clips[motion.first].duration_s};
}

// --- phases
// --------------------------------------------------------------------------------------------------

inline double fraction(double position) {
  return position - floor_of(position);
}

}  // namespace skelter::graph_state
