// A fast path for the most common kind of sub-step (24 of 25 in the example graph): no slot plays, no machine
// is inside another, no clip passes a marker or an event, and at most one motion plays in each sync group. It
// does the work of compute_weights(), advance_time() and report_events() with the same arithmetic in the same
// order, but layer by layer, and writes the pose list directly. For any other sub-step it returns false
// before it changes anything. A test runs both paths and compares every byte.
#include <algorithm>
#include <cmath>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

constexpr std::uint32_t kMaxPlainLayers = 8, kMaxPlainGroups = 4;

// A clip with weight.
struct PlainClip {
  double inside;  // weight in its motion in the middle of the step
  double line;    // weight at the end of the step
  const GraphClip* clip;
  std::uint16_t motion;  // the leaf of the motion
  std::uint16_t markers;
  std::uint16_t index;  // index of the clip
  Interval interval;    // clips with markers only
};
const GraphClip& clip_of(const GraphInstance&, const PlainClip& leaf) {
  return *leaf.clip;
}

// The clips with weight in the middle of the step, and clips that gain weight only at its end.
struct PlainClips {
  PlainClip of[4];
  std::uint32_t count = 0;

  // Returns false if the sub-step is not plain.
  [[gnu::always_inline]] bool put(const GraphInstance& at, std::uint16_t leaf, double inside, double line) {
    const GraphMotion& motion = at.graph.motions[leaf];
    if (motion.kind != GraphMotionKind::clip) return motion.kind == GraphMotionKind::none;
    PlainClip& made = of[count++];
    made.inside = inside;
    made.line = line;
    made.clip = &at.clips[motion.first];
    made.motion = leaf;
    made.markers = motion.markers;
    made.index = motion.first;
    return true;
  }
};

// The weights of an instance in its machine, as in StackWeights. `line`: weight at the end of the step.
struct Shares {
  double full, linear, line;
};
constexpr Shares kWholeShare{1, 1, 1};

// The path of an instance in the step: positions or, for a motion with a group, seconds in the state.
struct PlainWay {
  double from, to;
  double group_from = kAsleep, group_to = kAsleep, whole = kAsleep;
  bool synced, loops;
};

struct Moved {
  StateInstance* instance;
  double position;  // position at the end
};

struct PlainLayer {
  double weight, in_list;  // weights in the middle and at the end of the step
  double strength;         // strength of its entries
  std::uint32_t split;     // first entry of the layer
  std::uint16_t mask;      // mask of the entries
  bool gives_root;
};

struct PlainGroups {
  double to[kMaxPlainGroups];               // positions at the end of the step
  std::uint32_t has_members = 0, stay = 0;  // bit masks of groups with members in the middle, and at the end
};

// The results of a step, collected before it changes anything.
struct PlainStep {
  PlainLayer layer;  // the current layer
  PlainGroups groups;
  bool profiled = false;
  std::uint32_t line_count = 0, moved_count = 0, fading_count = 0, root_count = 0;
  double weights[kMaxGraphLines];  // weights of list entries
  Moved moved[kMaxPlainLayers * kMaxStackEntries];
  std::uint16_t fading[kMaxPlainLayers];  // machines with a fade
};

void put_line(Step& step, PlainStep& plain, const PoseListEntry& line, double weight) {
  plain.weights[plain.line_count] = weight;
  PoseListEntry& made = step.wanted.lines[plain.line_count++];
  made = line;
  made.weight = static_cast<float>(weight);
}

// --- clips -------------------------------------------------------------------------------------------------

// Finds the clips with weight in the middle of the step. Returns false if the sub-step is not plain.
[[gnu::always_inline]] inline bool find_clips(const Step& step, const GraphMotion& motion,
                                              std::uint16_t index, PlainClips& clips, bool& changes) {
  if (motion.kind == GraphMotionKind::none) return true;
  if (motion.kind == GraphMotionKind::clip) return clips.put(step.at, index, 1, 1);
  if (motion.kind != GraphMotionKind::blend) return false;
  const Neighbours at_x = neighbours(step.at, motion);
  const double first = 1 - at_x.to_second, second = at_x.to_second;
  changes = step.changes.moves && !stands(step.at, motion);
  if (first > 0 && !clips.put(step.at, at_x.first->motion, first, first)) return false;
  return !(second > 0) || clips.put(step.at, at_x.first[1].motion, second, second);
}

// Sets the weights at the end of the step if the parameter of a blend is moving, like put_end() in
// weights.cpp.
bool find_later(GraphInstance& at, double h_s, const GraphMotion& motion, PlainClips& clips) {
  for (std::uint32_t i = 0; i < clips.count; ++i) clips.of[i].line = 0;
  at.ahead_s = h_s;
  const Neighbours at_x = neighbours(at, motion);
  at.ahead_s = h_s / 2;
  const std::uint32_t end = clips.count;
  std::uint32_t next = 0;
  for (int i = 0; i < 2; ++i) {
    const double weight = i == 0 ? 1 - at_x.to_second : at_x.to_second;
    if (!(weight > 0)) continue;
    const std::uint16_t leaf = at_x.first[i].motion;
    std::uint32_t k = next;
    while (k < end && clips.of[k].motion != leaf) ++k;
    if (k == end || clips.count != end) {
      if (!clips.put(at, leaf, 0, weight)) return false;
    } else {
      clips.of[k].line = weight;
      next = k + 1;
    }
  }
  return true;
}

// Like move_group() in groups.cpp, but only inside one interval and for only one motion.
[[gnu::always_inline]] inline bool move_plain_group(Step& step, PlainStep& plain, std::uint16_t index,
                                                    double rate, const Shares& shares,
                                                    std::span<PlainClip> clips, PlainWay& way) {
  const double position = step.at.block.groups[index], whole = floor_of(position);
  double lengths = 0, weights = 0;
  bool has = false, leads = false, stays = false;
  for (PlainClip& clip : clips) {
    if (clip.markers == kNone16) continue;
    has = true;
    stays = stays || clip.line > 0;
    leads = leads || clip.inside > 0;
    clip.interval = markers_of(step.at, clip.motion).interval_at(whole);
    const double own = clip.inside * shares.full * plain.layer.weight;
    if (!(own > 0)) continue;
    lengths += own * clip.interval.length_s;
    weights += own;
  }
  if (!has) return true;
  PlainGroups& groups = plain.groups;
  if (!leads || !(position >= 0) || (groups.has_members >> index & 1) != 0) return false;
  groups.has_members |= 1u << index;
  groups.stay |= (stays ? 1u : 0u) << index;
  way.whole = whole;
  way.group_from = way.group_to = position;
  const double rest_s = weights > 0 ? std::max(rate, 0.0) * step.clock.h_s : 0;
  if (rest_s > 0) {
    const double length_s = lengths / weights;
    if (!(rest_s < (whole + 1 - position) * length_s)) return false;
    way.group_to += rest_s / length_s;
  }
  groups.to[index] = way.group_to;
  return way.group_to < whole + 1;
}

// Returns true only if the clips certainly pass no event.
[[gnu::always_inline]] inline bool passes_nothing(std::span<const PlainClip> clips, const PlainWay& way) {
  for (const PlainClip& leaf : clips) {
    const GraphClip& clip = *leaf.clip;
    if (clip.events.empty()) continue;
    double from = way.from, to = way.to;
    if (way.synced && leaf.markers != kNone16) {
      from = leaf.interval.begin_s + (way.group_from - way.whole) * leaf.interval.length_s;
      to = from + (way.group_to - way.group_from) * leaf.interval.length_s;
    } else if (!way.synced) {
      const double whole = way.loops ? floor_of(from) : 0;
      from = (from - whole) * clip.duration_s;
      to = (to - whole) * clip.duration_s;
    }
    if (is_event_near(clip, way.loops, from, to)) return false;
  }
  return true;
}

// Adds the root motion of the first layer; the layers above have none.
std::uint32_t find_root(const GraphInstance& at, std::span<const PlainClip> clips, const PlainWay& way,
                        double share, RootMotionLayer* parts) {
  std::uint32_t count = 0;
  for (const PlainClip& leaf : clips) {
    const GraphClip& clip = *leaf.clip;
    const double weight = leaf.inside * share;
    if (!(weight > 0) || clip.additive) continue;
    Way passed{way.from, way.to, 1};
    if (way.synced && leaf.markers != kNone16)
      markers_of(at, leaf.motion).play_times_s(way.group_from, way.group_to, passed.from_s, passed.to_s);
    else if (!way.synced)
      passed = {way.from * clip.duration_s, way.to * clip.duration_s, 1};
    parts[count++] = {root_of(clip, passed, way.loops), weight};
  }
  return count;
}

// The number of clips with weight, or kAny if the parameter of the motion is moving. Each number has its own
// code to avoid one- and two-iteration loops, which mispredict.
constexpr std::uint32_t kAny = 0;

// Advances an instance and writes its list entries for the end of the step.
template <std::uint32_t kCount, bool kSynced>
bool move_as(Step& step, PlainStep& plain, const GraphMotion& motion, const Shares& shares, PlainClips& clips,
             Moved& moved) {
  constexpr bool kChanges = kCount == kAny;
  const double h_s = step.clock.h_s;
  const StateInstance& instance = *moved.instance;
  std::span<PlainClip> all(clips.of, kChanges ? clips.count : kCount);
  PlainWay way;
  way.synced = kSynced;
  way.loops = kSynced || motion.loops != 0;
  double rate = 0;
  if (!kChanges || clips.count != 0) {
    rate = rate_of<PlainClip>(step.at, motion, all);
    if (!kSynced) move_position(motion, moved.position, duration_of<PlainClip>(step.at, all), rate, h_s);
  }
  if (kChanges) {
    if (!find_later(step.at, h_s, motion, clips)) return false;
    all = {clips.of, clips.count};
  }
  way.from = kSynced ? instance.time_s : instance.position;
  way.to = kSynced ? instance.time_s + h_s : moved.position;
  if (kSynced && !move_plain_group(step, plain, motion.group, rate, shares, all, way)) return false;
  if (step.wanted.finds_events && !passes_nothing(all, way)) return false;
  if (plain.layer.gives_root)
    plain.root_count += find_root(step.at, all, way, shares.linear, root_parts(step) + plain.root_count);

  if (step.wanted.lines == nullptr) return true;
  PoseListEntry line;
  line.mask = plain.layer.mask;
  line.loop = way.loops ? Loop::loop : Loop::once;
  const double part = kSynced ? 0 : way.loops ? fraction(way.to) : std::clamp(way.to, 0.0, 1.0);
  double sum = 0;
  for (const PlainClip& leaf : all) {
    sum += leaf.line;
    const double weight = leaf.line * shares.line, cycle_s = leaf.clip->duration_s;
    if (weight == 0) continue;
    if (plain.line_count == step.at.graph.max_entries) return false;
    double time_s = cycle_s * part;
    if (kSynced)
      time_s = leaf.markers == kNone16 ? looped_s(way.to, cycle_s)
                                       : leaf.interval.time_in_clip_s(way.group_to - way.whole, cycle_s);
    line.clip = leaf.index;
    line.time_s = static_cast<float>(time_s);
    put_line(step, plain, line, weight);
  }
  plain.layer.strength += shares.line * sum;
  return true;
}

bool move_instance(Step& step, PlainStep& plain, const GraphMotion& motion, const Shares& shares,
                   PlainClips& clips, bool changes, Moved& moved) {
  const bool synced = motion.group != kNone16;
  if (changes)
    return synced ? move_as<kAny, true>(step, plain, motion, shares, clips, moved)
                  : move_as<kAny, false>(step, plain, motion, shares, clips, moved);
  if (clips.count == 1)
    return synced ? move_as<1, true>(step, plain, motion, shares, clips, moved)
                  : move_as<1, false>(step, plain, motion, shares, clips, moved);
  return synced ? move_as<2, true>(step, plain, motion, shares, clips, moved)
                : move_as<2, false>(step, plain, motion, shares, clips, moved);
}

Moved& keep(PlainStep& plain, StateInstance& instance) {
  Moved& moved = plain.moved[plain.moved_count++];
  moved = {&instance, instance.position};
  return moved;
}

// --- stacks ------------------------------------------------------------------------------------------------

// Like weigh_stack_of() in weights.cpp, provided that no instance is on the stack twice.
bool find_stack(Step& step, PlainStep& plain, Machine& machine, double* before) {
  if (machine.count == 0) return false;
  const GraphRecords& graph = step.at.graph;
  StackWeights middle, end;
  weigh_stack(graph, machine, step.clock.h_s / 2, middle);
  weigh_stack(graph, machine, step.clock.h_s, end);
  std::uint32_t seen = 0;
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const std::uint8_t number = machine.entries[k].instance;
    if ((seen >> number & 1) != 0) return false;
    seen |= 1u << number;
    plain.profiled = plain.profiled || (k != 0 && fade_of(graph, machine.entries[k]).profile != kNone16);
    StateInstance& instance = machine.instances[number];
    before[number] = instance.position;
    const std::uint16_t index = graph.nodes[instance.state].motion;
    const GraphMotion& motion = graph.motions[index];
    PlainClips clips;
    bool changes = false;
    if (!find_clips(step, motion, index, clips, changes)) return false;
    Moved& moved = keep(plain, instance);
    const Shares shares{middle.full[k], middle.linear[k],
                        step.wanted.keeps_poses ? end.full[k] : end.linear[k]};
    if ((clips.count != 0 || changes) && !move_instance(step, plain, motion, shares, clips, changes, moved))
      return false;
  }
  return true;
}

// --- layers ------------------------------------------------------------------------------------------------

// Sets the weights of a layer. Returns false if the layer is not plain.
[[gnu::always_inline]] inline bool begin_layer(Step& step, PlainStep& plain, const GraphLayer& layer) {
  PlainLayer& own = plain.layer;
  own.split = plain.line_count;
  own.strength = 0;
  own.mask = kNone16;
  own.weight = own.in_list = 1;
  own.gives_root = false;
  if (layer.mode == GraphLayerMode::base) {
    own.gives_root = step.wanted.root != nullptr;
    return layer.root_motion == 1;
  }
  own.weight = own.in_list = step.at.layer_weight(layer);
  if (step.changes.moves && layer.weight_parameter != kNone16) {
    step.at.ahead_s = step.clock.h_s;
    own.in_list = step.at.layer_weight(layer);
    step.at.ahead_s = step.clock.h_s / 2;
  }
  if (layer.mode == GraphLayerMode::override) return layer.mask != kNone16 && layer.root_motion == 0;
  own.mask = layer.mask;
  return true;
}

// Like put_override() and put_additive() in weights.cpp.
[[gnu::always_inline]] inline bool end_layer(Step& step, PlainStep& plain, const GraphLayer& layer) {
  const PlainLayer& own = plain.layer;
  if (layer.mode == GraphLayerMode::base || plain.line_count == own.split) return true;
  double share = own.in_list, stage = 0;
  if (layer.mode == GraphLayerMode::override) {
    stage = own.in_list * own.strength;
    share = !(own.in_list > 0) ? 0 : own.strength > 0 ? 1 / own.strength : 1;
  }
  if (share == 0) plain.line_count = own.split;
  if (share != 1)
    for (std::uint32_t i = own.split; i < plain.line_count; ++i) {
      const double line = plain.weights[i] * share;
      if (line == 0) return false;
      step.wanted.lines[i].weight = static_cast<float>(line);
    }
  if (!(stage > 0)) return true;
  if (plain.line_count == step.at.graph.max_entries) return false;
  PoseListEntry line;
  line.clip = kPoseListStage;
  line.mask = layer.mask;
  line.time_s = 0;
  line.split = static_cast<std::uint8_t>(own.split);
  put_line(step, plain, line, stage);
  return true;
}

[[gnu::always_inline]] inline bool find_layer(Step& step, PlainStep& plain, const GraphLayer& layer) {
  const GraphRecords& graph = step.at.graph;
  const Block& block = step.at.block;
  if (layer.slot != kNone16) return block.slots[layer.slot].count == 0;
  std::uint16_t index = layer.motion;
  StateInstance* instance = nullptr;
  if (layer.instance != kNone16) {
    instance = &block.instances[layer.instance];
  } else {
    const GraphMotion& holder = graph.motions[layer.motion];
    if (holder.kind != GraphMotionKind::machine) return false;
    Machine& machine = block.machines[holder.first];
    double* const before = step.scratch.before[holder.first];
    if (machine.count != 1) {
      plain.fading[plain.fading_count++] = holder.first;
      return begin_layer(step, plain, layer) && find_stack(step, plain, machine, before) &&
             end_layer(step, plain, layer);
    }
    const std::uint8_t of = machine.entries[0].instance;
    instance = &machine.instances[of];
    before[of] = instance->position;
    index = graph.nodes[instance->state].motion;
  }
  PlainClips clips;
  bool changes = false;
  const GraphMotion& motion = graph.motions[index];
  if (!find_clips(step, motion, index, clips, changes)) return false;
  Moved& moved = keep(plain, *instance);
  if (clips.count == 0 && !changes) return true;
  return begin_layer(step, plain, layer) &&
         move_instance(step, plain, motion, kWholeShare, clips, changes, moved) &&
         end_layer(step, plain, layer);
}

// --- the step ----------------------------------------------------------------------------------------------

// Whether the sub-step is plain. Writes list entries, but changes nothing else.
[[gnu::always_inline]] inline bool find_plain_step(Step& step, PlainStep& plain) {
  const GraphRecords& graph = step.at.graph;
  if (step.wanted.always_generally || graph.top_layers > kMaxPlainLayers ||
      graph.groups.size() > kMaxPlainGroups)
    return false;
  for (const GraphLayer& layer : graph.layers.first(graph.top_layers))
    if (!find_layer(step, plain, layer)) return false;
  for (std::size_t i = 0; i < graph.groups.size(); ++i)
    if ((plain.groups.has_members >> i & 1) == 0 && step.at.block.groups[i] >= 0) return false;
  return true;
}

[[gnu::always_inline]] inline void advance_plainly(Step& step, const PlainStep& plain) {
  for (const Moved& moved : std::span(plain.moved, plain.moved_count)) {
    moved.instance->time_s += step.clock.h_s;
    moved.instance->position = moved.position;
  }
  for (std::size_t i = 0; i < step.at.graph.groups.size(); ++i) {
    double& position = step.at.block.groups[i];
    step.scratch.group_before[i] = position;
    if ((plain.groups.has_members >> i & 1) != 0) position = plain.groups.to[i];
    step.scratch.has_members[i] = (plain.groups.stay >> i & 1) != 0;
  }
  if (plain.root_count != 0) add_root_parts(step, plain.root_count);
  step.list.is_current = step.list.is_written = step.wanted.lines != nullptr && !plain.profiled;
  step.list.line_count = plain.line_count;
  for (std::uint32_t i = 0; i < plain.fading_count; ++i) advance_fades(step, plain.fading[i]);
}

}  // namespace

bool take_plain_step(Step& step) {
  PlainStep plain;
  step.at.ahead_s = step.clock.h_s / 2;
  const bool is_plain = find_plain_step(step, plain);
  step.at.ahead_s = 0;
  if (!is_plain) return false;
  advance_plainly(step, plain);
  if (step.changes.moves) advance_parameters(step);
  return true;
}

}  // namespace skelter::graph_state
