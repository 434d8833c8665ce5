#pragma once
// Weights of motions and stacks at one time: rules "blend", "blend2", "fade weights" and "matched speed".

#include <algorithm>
#include <cmath>
#include <span>

#include "play/fade_stack.h"
#include "play/graph/block.h"

namespace skelter::graph_state {

// A clip of a simple motion, and the clip's weight in the motion.
struct Leaf {
  std::uint16_t motion;
  double inside;
};
struct Leaves {  // uninitialized, because it is created often
  Leaf of[kMaxGraphLines];
  std::uint32_t count = 0;
  operator std::span<const Leaf>() const { return {of, count}; }  // NOLINT(google-explicit-constructor)
};

// Shares closer than this to 0 or 1 become 0 or 1, so that a value of 1.4 is exactly on a point at 1.4.
// Parameters are floats, but smoothed ones move in double.
inline constexpr double kMinShare = 1e-7;
inline double whole_share(double share) {
  return share < kMinShare ? 0 : share > 1 - kMinShare ? 1 : share;
}

// A graph instance at one time: now, or ahead_s seconds later.
struct GraphInstance {
  const GraphRecords& graph;
  std::span<const GraphClip> clips;
  Block block;
  double ahead_s = 0;

  // The value of a smoothed parameter at that time.
  double smoothed(const GraphParameterRecord& record, const Parameter& kept) const {
    const double value = block.smoothed[record.smoothed], way = kept.target - value;
    const double step = record.max_rate * ahead_s;
    if (std::abs(way) <= step) return kept.target;
    const double then = value + std::copysign(step, way);
    return static_cast<float>(then) == kept.target ? kept.target : then;
  }
  [[gnu::always_inline]] double value(std::uint32_t parameter) const {
    const Parameter& kept = block.parameters[parameter];
    return kept.value == kept.target ? kept.value : value_on_its_way(parameter);
  }
  double value_on_its_way(std::uint32_t parameter) const {
    const Parameter& kept = block.parameters[parameter];
    const GraphParameterRecord& record = graph.parameters[parameter];
    return record.smoothed == kNone16 ? kept.value : smoothed(record, kept);
  }
  [[gnu::always_inline]] double layer_weight(const GraphLayer& layer) const {
    if (layer.weight_parameter == kNone16)
      return layer.mode == GraphLayerMode::override ? std::clamp<double>(layer.weight, 0.0, 1.0)
                                                    : layer.weight;
    const double weight = value(layer.weight_parameter);
    if (layer.mode == GraphLayerMode::override) return whole_share(weight);
    return std::abs(weight) < kMinShare ? 0 : weight;
  }
};

// The two points of a blend on either side of a parameter's value, and the fraction of the way from the first
// to the second.
struct Neighbours {
  const GraphPoint* first;
  double to_second;
};
[[gnu::always_inline]] inline Neighbours neighbours(const GraphInstance& at, const GraphMotion& motion) {
  const GraphPoint* point = &at.graph.points[motion.first];
  const GraphPoint* const last = point + motion.count - 1;
  const double x = at.value(motion.parameters[0]);
  if (!(x > point->x)) return {point, 0};
  if (!(x < last->x)) return {last, 0};
  while (point[1].x <= x) ++point;
  if (static_cast<float>(x) == point[1].x) return {point + 1, 0};
  const double from = point->x;
  return {point, static_cast<float>(x) == point->x ? 0 : whole_share((x - from) / (point[1].x - from))};
}

// Whether the weights inside a clip or a blend of clips are constant.
inline bool stands(const GraphInstance& at, const GraphMotion& motion) {
  if (motion.kind != GraphMotionKind::blend) return true;
  const Parameter& kept = at.block.parameters[motion.parameters[0]];
  return kept.value == kept.target;
}

// Up to three points of a blend with their weights.
struct Corners {
  std::uint16_t point[3];
  double weight[3];
  int count;
};
Corners find_corners(const GraphInstance& at, const GraphMotion& motion);

// Calls put(motion, weight) for the clips of a simple motion with a weight above 0, in the order of the file.
// Returns true for a clip or a blend of clips, the most common motions, because their weights depend only on
// their parameter.
template <class Put>
void visit_nested(const GraphInstance& at, std::uint16_t index, double weight, const Put& put);
template <class Put>
[[gnu::always_inline]] inline bool visit_leaves(const GraphInstance& at, std::uint16_t index, double weight,
                                                const Put& put) {
  const GraphMotion& motion = at.graph.motions[index];
  if (motion.kind == GraphMotionKind::clip) {
    put(index, weight);
    return true;
  }
  if (motion.kind != GraphMotionKind::blend) {
    visit_nested(at, index, weight, put);
    return false;
  }
  const Neighbours at_x = neighbours(at, motion);
  bool plain = true;
  double share = 1 - at_x.to_second;
  for (const GraphPoint* point = at_x.first;; share = at_x.to_second, ++point) {
    if (share > 0) {
      const GraphMotionKind kind = at.graph.motions[point->motion].kind;
      if (kind == GraphMotionKind::clip)
        put(point->motion, weight * share);
      else if (kind != GraphMotionKind::none)
        visit_nested(at, point->motion, weight * share, put), plain = false;
    }
    if (point != at_x.first || !(at_x.to_second > 0)) return plain;
  }
}
template <class Put>
void visit_nested(const GraphInstance& at, std::uint16_t index, double weight, const Put& put) {
  const GraphMotion& motion = at.graph.motions[index];
  if (motion.kind == GraphMotionKind::none) return;
  if (motion.kind != GraphMotionKind::blend2) return (void)visit_leaves(at, index, weight, put);
  const Corners corners = find_corners(at, motion);
  for (int i = 0; i < corners.count; ++i)
    if (corners.weight[i] > 0) {
      const std::uint16_t inner = at.graph.points[motion.first + corners.point[i]].motion;
      if (at.graph.motions[inner].kind != GraphMotionKind::none)
        visit_leaves(at, inner, weight * corners.weight[i], put);
    }
}
inline Leaves leaves_of(const GraphInstance& at, std::uint16_t index) {
  Leaves leaves;
  visit_leaves(at, index, 1, [&](std::uint16_t motion, double weight) {
    if (leaves.count < kMaxGraphLines) leaves.of[leaves.count++] = {motion, weight};
  });
  return leaves;
}

template <class L>
const GraphClip& clip_of(const GraphInstance& at, const L& leaf) {
  return at.clips[at.graph.motions[leaf.motion].first];
}

// Seconds in which the position of a motion without a group moves from 0 to 1 (rule "unsynced blends"); 0
// without clips. `L` is Leaf or a type with the same members.
template <class L>
[[gnu::always_inline]] inline double duration_of(const GraphInstance& at, std::span<const L> leaves) {
  const auto duration_s = [&](const L& leaf) { return clip_of(at, leaf).duration_s; };
  if (leaves.size() == 1) return duration_s(leaves[0]);
  double sum = 0, weights = 0;
  for (const L& leaf : leaves) {
    sum += leaf.inside * duration_s(leaf);
    weights += leaf.inside;
  }
  return weights > 0 ? sum / weights : 0;
}

// Rule "matched speed". `cycle_s`: duration of the group's cycle, from the weights of all members; 0: use
// only the motion's own weights.
template <class L>
[[gnu::always_inline]] inline double matched_speed(const GraphInstance& at, const GraphMotion& motion,
                                                   std::span<const L> leaves, double cycle_s) {
  double strides = 0, seconds = 0, weights = 0, free_speed = 0;
  for (const L& leaf : leaves) {
    const GraphMotion& clip_motion = at.graph.motions[leaf.motion];
    const GraphClip& clip = clip_of(at, leaf);
    if (motion.group != kNone16 && clip_motion.markers == kNone16) {
      if (clip.stride_m != 0 && clip.duration_s > 0)
        free_speed += leaf.inside * clip.stride_m / clip.duration_s;
      continue;
    }
    const double cycles = motion.group != kNone16 ? at.graph.clip_markers[clip_motion.markers].cycles : 1;
    strides += leaf.inside * cycles * clip.stride_m;
    seconds += leaf.inside * cycles * clip.duration_s;
    weights += leaf.inside;
  }
  if (!(seconds > 0)) return 1;
  const double speed = cycle_s > 0 ? strides / cycle_s : strides * weights / seconds;
  if (speed < 0.05) return 1;
  return std::clamp((std::abs(at.value(motion.parameters[0])) - free_speed) / speed, 0.5, 2.0);
}

template <class L>
[[gnu::always_inline]] inline double rate_of(const GraphInstance& at, const GraphMotion& motion,
                                             std::span<const L> leaves, double cycle_s = 0) {
  const double rate = motion.rate_parameter == kNone16 ? motion.rate : at.value(motion.rate_parameter);
  return motion.match_speed == 0 ? rate : rate * matched_speed(at, motion, leaves, cycle_s);
}

// Seconds until the end of a state's motion; infinite if the motion loops, is synced or never ends.
double left_s(const GraphInstance& at, const StateInstance& instance);

// Progress of a fade.
inline double faded(const GraphTransition& transition, double elapsed_s) {
  return play_state::faded(elapsed_s, transition.fade_s, transition.curve,
                           transition.kind == FadeKind::inertialize);
}

using play_state::StackWeights;

inline void weigh_stack(const GraphRecords& graph, const Machine& machine, double ahead_s,
                        StackWeights& out) {
  play_state::weigh_stack(
      machine.count,
      [&](std::uint32_t k) {
        return faded(fade_of(graph, machine.entries[k]), machine.entries[k].elapsed_s + ahead_s);
      },
      [&](std::uint32_t k) { return fade_of(graph, machine.entries[k]).kind == FadeKind::inertialize; }, out);
}

// Whether two instances of a stack play the same motion, because machines and sub-graphs exist only once
// (rule "fade weights").
inline bool is_active_with(const GraphRecords& graph, const Machine& machine, std::uint8_t a,
                           std::uint8_t b) {
  if (a == b) return true;
  const std::uint16_t state = machine.instances[a].state;
  return state == machine.instances[b].state && !is_simple(graph.motions[graph.nodes[state].motion]);
}

// --- markers -----------------------------------------------------------------------------------------------

struct Reciprocals {
  double of[kMaxGroupIntervals + 1] = {};
  constexpr Reciprocals() {
    for (std::uint32_t i = 1; i <= kMaxGroupIntervals; ++i) of[i] = 1.0 / i;
  }
};
inline constexpr Reciprocals kReciprocals;

// The interval between a marker of a clip and the next marker.
struct Interval {
  double begin_s, length_s;
  // The folded clip time at a fraction of the interval.
  double time_in_clip_s(double part, double duration_s) const {
    const double time_s = begin_s + part * length_s;
    return time_s < duration_s ? time_s : time_s - duration_s;
  }
};

// The markers of a clip, and the clip's duration.
struct Markers {
  const GraphMarker* of;
  std::uint32_t count, offset;
  double duration_s;

  // floor(number / count) for an integer `number`, without a division.
  double cycles(double number) const {
    if (count > kMaxGroupIntervals) return floor_of(number / count);
    const double about = floor_of(number * kReciprocals.of[count]), rest = number - about * count;
    return rest < 0 ? about - 1 : rest < count ? about : about + 1;
  }

  double begin_s(std::uint32_t i) const { return of[i].time_s; }
  double length_s(std::uint32_t i) const {
    return i + 1 < count ? of[i + 1].time_s - of[i].time_s : duration_s + of[0].time_s - of[i].time_s;
  }
  // The index of the clip's interval for interval `whole` of the group.
  std::uint32_t interval(double whole) const {
    const double number = whole + offset;
    if (number >= 0 && number < 0x1p32) return static_cast<std::uint32_t>(number) % count;
    return static_cast<std::uint32_t>(number - count * cycles(number));
  }
  Interval interval_at(double whole) const {
    const std::uint32_t i = interval(whole);
    return {begin_s(i), length_s(i)};
  }
  // Play time, not folded, at a position of the group (rule "markers").
  double play_time_s(double position) const {
    const double whole = floor_of(position);
    const double cycle = cycles(whole + offset);
    const auto i = static_cast<std::uint32_t>(whole + offset - cycle * count);
    return cycle * duration_s + begin_s(i) + (position - whole) * length_s(i);
  }
  // play_time_s for two positions, which are usually in the same interval.
  void play_times_s(double from, double to, double& from_s, double& to_s) const {
    const double whole = floor_of(from), cycle = cycles(whole + offset);
    const auto i = static_cast<std::uint32_t>(whole + offset - cycle * count);
    const double begin = cycle * duration_s + begin_s(i), length = length_s(i);
    from_s = begin + (from - whole) * length;
    to_s = to >= whole && to < whole + 1 ? begin + (to - whole) * length : play_time_s(to);
  }
  // play_time_s, folded.
  double time_in_clip_s(double position) const {
    const double whole = floor_of(position);
    return interval_at(whole).time_in_clip_s(position - whole, duration_s);
  }
  // The position, below `count`, at a clip time: the inverse of rule "markers".
  double position(double time_s) const {
    std::uint32_t i = count - 1;
    if (time_s < begin_s(0))
      time_s += duration_s;
    else
      while (begin_s(i) > time_s) --i;
    return (i + count - offset) % count + std::min((time_s - begin_s(i)) / length_s(i), 1.0);
  }
};
inline Markers markers_of(const GraphInstance& at, std::uint16_t leaf) {
  const GraphMotion& motion = at.graph.motions[leaf];
  const GraphClipMarkers& markers = at.graph.clip_markers[motion.markers];
  return {&at.graph.markers[markers.first_marker], markers.count, markers.offset,
          at.clips[motion.first].duration_s};
}

// --- phases ------------------------------------------------------------------------------------------------

inline double fraction(double position) {
  return position - floor_of(position);
}

}  // namespace skelter::graph_state
