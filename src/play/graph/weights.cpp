// Computes the weights in a sub-step. One walk over layers, machines and motions makes a flat array of items.
// advance_time() uses it to move positions and groups, report_events() to make events and root motion, and
// make_list() to make the pose list. The state does not change. Implements rules "blend", "fade weights",
// "layers" and related ones.
#include <algorithm>

#include "play/graph/list.h"
#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

// The weight of a motion or of several layers together, at joints with mask 1.
struct Strength {
  double middle = 0;   // in the middle of the sub-step
  double in_list = 0;  // at the end of the sub-step, in the list
  double moves = 0;    // in the middle, for root motion (rule "inertialized root motion")
};

Strength weigh_layers(Step& step, std::uint32_t first, std::uint32_t count, bool newest);

// Calls a function with parameters and fades set to the end of the sub-step.
template <class What>
auto at_end(Step& step, const What& what) {
  struct Back {
    double& ahead_s;
    double middle_s;
    ~Back() { ahead_s = middle_s; }
  } const back{step.at.ahead_s, step.at.ahead_s};
  step.at.ahead_s = step.clock.h_s;
  return what();
}

// --- motions -----------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void put_clip(Step& step, const GraphMotion& outer, std::uint16_t leaf,
                                            double weight, double in_list) {
  Walk& walk = step.walk;
  if (walk.item_count == kMaxItems) return;  // cannot happen after read_graph
  const GraphMotion& motion = step.at.graph.motions[leaf];
  const GraphClip& clip = step.at.clips[motion.first];
  Item& item = step.scratch.items[walk.item_count];
  item.inside = item.weight.sync = item.weight.event = item.weight.root = weight;
  item.weight.line = in_list;
  item.clip = motion.first;
  item.motion = leaf;
  item.group = motion.markers == kNone16 ? kNone16 : outer.group;
  item.mask = kNone16;
  item.source = walk.source_count;
  item.additive = clip.additive;
  item.has_events = !clip.events.empty();
  item.stays = in_list > 0;
  step.scratch.members[walk.member_count] = static_cast<std::uint8_t>(walk.item_count++);
  walk.member_count += item.group != kNone16;
}

// Sets the list weights of a motion's items, from `begin` on, to those at the end of the sub-step. Adds items
// for clips that have weight only then. Returns the sum.
double put_end(Step& step, const GraphMotion& motion, std::uint16_t index, std::uint32_t begin) {
  for (Item& item : items_from(step, begin)) item.weight.line = 0, item.stays = false;
  std::uint32_t next = begin;  // known clips are in the same order; new ones are at the end
  const std::uint32_t end = step.walk.item_count;
  Item* const items = step.scratch.items;
  at_end(step, [&] {
    visit_leaves(step.at, index, 1, [&](std::uint16_t leaf, double weight) {
      std::uint32_t i = next;
      while (i < end && items[i].motion != leaf) ++i;
      if (i == end || step.walk.item_count != end) return put_clip(step, motion, leaf, 0, weight);
      items[i].weight.line = weight;
      items[i].stays = true;
      next = i + 1;
    });
  });
  double sum = 0;
  for (const Item& item : items_from(step, begin)) sum += item.weight.line;
  return sum;
}

[[gnu::always_inline]] inline Strength weigh_simple(Step& step, std::uint16_t index, StateInstance& instance,
                                                    bool newest) {
  const GraphMotion& motion = step.at.graph.motions[index];
  if (motion.kind == GraphMotionKind::none) return {};
  Walk& walk = step.walk;
  const double h_s = step.clock.h_s;
  const std::uint32_t begin = walk.item_count;
  double sum = 0;
  const bool plain = visit_leaves(
      step.at, index, 1, [&](std::uint16_t leaf, double weight) __attribute__((always_inline)) {
        put_clip(step, motion, leaf, weight, weight);
        sum += weight;
      });
  const bool changes = walk.varies && !(plain && stands(step.at, motion));
  if (begin == walk.item_count && !changes) return {};
  const bool synced = motion.group != kNone16;
  Source& source = step.scratch.sources[walk.source_count];
  double position = instance.position;
  source.from = synced ? instance.time_s : position;
  source.per_s = 1;
  if (h_s > 0 && begin != walk.item_count) {
    const std::span<const Item> leaves = items_from(step, begin);
    source.rate = rate_of(step.at, motion, leaves);
    if (!synced)
      source.per_s = move_position(motion, position, duration_of(step.at, leaves), source.rate, h_s);
  }
  source.to = synced ? instance.time_s + h_s : position;
  source.instance = synced ? nullptr : &instance;
  source.layer = walk.layer;
  source.state = walk.state;
  source.motion = index;
  source.kind = synced ? Source::Kind::synced : Source::Kind::unsynced;
  source.loops = synced || motion.loops != 0;
  source.newest = newest;
  const double in_list = changes ? put_end(step, motion, index, begin) : sum;
  if (begin != walk.item_count) ++walk.source_count;
  return {sum, in_list, sum};
}

inline Strength weigh_slot(Step& step, std::uint16_t index, bool newest) {
  const Slot& slot = step.at.block.slots[index];
  if (slot.count == 0) return {};
  Walk& walk = step.walk;
  const double h_s = step.clock.h_s, duration_s = step.at.clips[slot.newest_clip()].duration_s;
  const double strength = slot_strength(slot, duration_s, step.at.ahead_s);
  const double share = slot_newest(slot, step.at.ahead_s);
  const double in_list = slot_strength(slot, duration_s, h_s);  // at the end
  const double share_in_list = slot_newest(slot, h_s);
  Strength all;
  for (std::uint32_t k = 0; k < slot.count && walk.item_count < kMaxItems; ++k) {
    const Play& play = slot.plays[k];
    const bool top = k + 1u == slot.count;
    const GraphClip& clip = step.at.clips[slot.clips[k]];
    Source& source = step.scratch.sources[walk.source_count];
    source = {};
    source.from = play.time_s;
    source.to = std::min(play.time_s + h_s, clip.duration_s);
    source.per_s = 1;
    source.layer = walk.layer;
    source.state = kNone16;
    source.kind = Source::Kind::slot;
    source.newest = newest && top;
    Item& item = step.scratch.items[walk.item_count++];
    ItemWeights& weight = item.weight;
    item.inside = 1;
    weight.sync = weight.event = weight.root = strength * (top ? share : 1 - share);
    weight.line = in_list * (top ? share_in_list : 1 - share_in_list);
    item.clip = slot.clips[k];
    item.motion = 0;
    item.group = item.mask = kNone16;
    item.source = walk.source_count++;
    item.additive = clip.additive;
    item.has_events = !clip.events.empty();
    all.middle += weight.event;
    all.in_list += weight.line;
    all.moves += weight.root;
  }
  return all;
}

// --- machines ----------------------------------------------------------------------------------------------

Strength weigh_machine(Step& step, std::uint16_t index, bool newest);

// Adds the items of a motion that is not simple.
inline Strength weigh_nested(Step& step, std::uint16_t index, bool newest) {
  const GraphMotion& motion = step.at.graph.motions[index];
  return motion.kind == GraphMotionKind::machine ? weigh_machine(step, motion.first, newest)
                                                 : weigh_layers(step, motion.first, motion.count, newest);
}

inline Strength weigh_state(Step& step, StateInstance& instance, bool newest) {
  const GraphRecords& graph = step.at.graph;
  const std::uint16_t motion = graph.nodes[instance.state].motion;
  step.walk.state = instance.state;
  return is_simple(graph.motions[motion]) ? weigh_simple(step, motion, instance, newest)
                                          : weigh_nested(step, motion, newest);
}

// Implements rule "fade weights".
Strength weigh_stack_of(Step& step, Machine& machine, bool newest) {
  const GraphRecords& graph = step.at.graph;
  StackWeights weights, later;
  weigh_stack(graph, machine, step.at.ahead_s, weights);
  const StackWeights* in_list = &weights;
  if (step.clock.h_s > 0) {
    weigh_stack(graph, machine, step.clock.h_s, later);
    in_list = &later;
  }
  for (std::uint32_t k = 1; k < machine.count; ++k)  // needs stages
    if (fade_of(graph, machine.entries[k]).profile != kNone16) step.list.is_current = false;
  const double* const of = step.wanted.keeps_poses ? in_list->full : in_list->linear;
  Strength strength;
  std::uint32_t seen = 0;  // a bit for each instance
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const std::uint8_t instance = machine.entries[k].instance;
    if ((seen >> instance & 1) != 0) continue;
    double full = 0, linear = 0, line = 0;
    bool top = false;
    for (std::uint32_t i = k; i < machine.count; ++i) {
      if (!is_active_with(graph, machine, instance, machine.entries[i].instance)) continue;
      seen |= 1u << machine.entries[i].instance;
      full += weights.full[i];
      linear += weights.linear[i];
      line += of[i];
      top = top || i + 1 == machine.count;
    }
    const std::uint32_t begin = step.walk.item_count;
    const Strength inside = weigh_state(step, machine.instances[instance], newest && top);
    for (Item& item : items_from(step, begin)) {
      item.weight.sync *= full;
      item.weight.event *= full;
      item.weight.root *= linear;
      item.weight.line *= line;
    }
    strength.middle += full * inside.middle;
    strength.in_list += line * inside.in_list;
    strength.moves += linear * inside.moves;
  }
  return strength;
}

Strength weigh_machine(Step& step, std::uint16_t index, bool newest) {
  Machine& machine = step.at.block.machines[index];
  const std::uint16_t outer = step.walk.state;
  Strength strength;
  if (machine.count == 1)
    strength = weigh_state(step, machine.instances[machine.entries[0].instance], newest);
  else if (machine.count != 0)
    strength = weigh_stack_of(step, machine, newest);
  step.walk.state = outer;
  return strength;
}

// --- layers ------------------------------------------------------------------------------------------------

void put_stage(Step& step, std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask) {
  Walk& walk = step.walk;
  if (walk.item_count == kMaxItems) return;  // cannot happen after read_graph
  Source& source = step.scratch.sources[walk.source_count];
  source = {};
  source.layer = walk.layer;
  source.state = kNone16;
  Item& item = step.scratch.items[walk.item_count++];
  item = {};
  item.inside = weight;
  item.weight.line = 1;
  item.clip = kPoseListStage;
  item.group = kNone16;
  item.mask = mask;
  item.source = walk.source_count++;
  item.stage.begin = static_cast<std::uint8_t>(begin);
  item.stage.split = static_cast<std::uint8_t>(split);
}

// Returns 1 - taken, or 0 if it is only rounding.
inline double rest_of(double taken) {
  return taken < play_state::kAll ? 1 - taken : 0;
}

inline bool is_in_list(const Step& step, std::uint32_t begin) {
  const std::span<const Item> own = items_from(step, begin);
  return std::any_of(own.begin(), own.end(), [](const Item& item) { return item.weight.line != 0; });
}

// Rule "layers": puts the items from `begin` on over those from `below` on. In the list their weights sum to
// in_list * strength.in_list, or to 1 if the layer has a mask; additive items without items below keep their
// weights. Layers with a mask do not reduce the weights of events below (rule "event weight").
inline void put_override(Step& step, const GraphLayer& layer, std::uint32_t below, std::uint32_t begin,
                         double weight, double in_list, Strength strength) {
  const double a = in_list * strength.in_list;
  const bool masked = layer.mask != kNone16, poses = strength.in_list > 0;
  const double share = !(in_list > 0) ? 0 : !masked ? in_list : poses ? 1 / strength.in_list : 1;
  for (Item& item : items_from(step, begin)) {
    item.weight.sync *= weight;
    item.weight.event *= weight;
    item.weight.root *= weight * layer.root_motion;
    item.weight.line *= share;
  }
  const double takes = masked ? 0 : weight * strength.middle;
  const double takes_root = weight * strength.moves * layer.root_motion;
  if (takes != 0 || takes_root != 0 || !masked) {
    const double leaves = masked || !(a > 0) ? 1 : rest_of(a), leaves_events = rest_of(takes);
    for (Item& item : std::span(step.scratch.items + below, begin - below)) {
      item.weight.event *= leaves_events;
      item.weight.root *= 1 - takes_root;
      item.weight.line *= leaves;
    }
  }
  if (!masked) return;
  if (a > 0)
    put_stage(step, below, begin, a, layer.mask);
  else if (!poses && is_in_list(step, begin))
    put_stage(step, begin, begin, in_list, layer.mask);
}

inline void put_additive(Step& step, const GraphLayer& layer, std::uint32_t begin, double weight,
                         double in_list) {
  const bool nested =
      layer.motion != kNone16 && step.at.graph.motions[layer.motion].kind == GraphMotionKind::layers;
  for (Item& item : items_from(step, begin)) {
    item.weight.sync *= weight;
    item.weight.event *= weight;
    item.weight.root = 0;
    item.weight.line *= in_list;
    if (!nested && item.clip != kPoseListStage) item.mask = layer.mask;
  }
  if (nested && layer.mask != kNone16 && in_list != 0) put_stage(step, begin, begin, 1, layer.mask);
}

inline Strength weigh_motion_of(Step& step, const GraphLayer& layer, bool newest) {
  if (layer.slot != kNone16) return weigh_slot(step, layer.slot, newest);
  if (layer.instance != kNone16)
    return weigh_simple(step, layer.motion, step.at.block.instances[layer.instance], newest);
  return weigh_nested(step, layer.motion, newest);
}

// Adds layers over one another; returns the sum of the layers that are not additive.
Strength weigh_layers(Step& step, std::uint32_t first, std::uint32_t count, bool newest) {
  constexpr double kWhole = 1 - 1e-6;
  Walk& walk = step.walk;
  const std::uint16_t outer = walk.layer;
  const std::uint32_t below = walk.item_count;
  const bool nested = first >= step.at.graph.top_layers;
  Strength all;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const GraphLayer& layer = step.at.graph.layers[i];
    walk.layer = static_cast<std::uint16_t>(i);
    const std::uint32_t begin = walk.item_count;
    const Strength strength = weigh_motion_of(step, layer, newest);
    if (begin == walk.item_count) continue;
    if (layer.mode == GraphLayerMode::base) {
      all = strength;
      if (layer.root_motion != 1)
        for (Item& item : items_from(step, begin)) item.weight.root *= layer.root_motion;
      continue;
    }
    const double weight = step.at.layer_weight(layer);
    const bool changes = walk.varies && layer.weight_parameter != kNone16;
    const double in_list = changes ? at_end(step, [&] { return step.at.layer_weight(layer); }) : weight;
    if (layer.mode == GraphLayerMode::additive) {
      put_additive(step, layer, begin, weight, in_list);
      continue;
    }
    put_override(step, layer, below, begin, weight, in_list, strength);
    if (nested && layer.mask != kNone16 && all.in_list < kWhole)
      step.list.is_current = false;  // strength differs from joint to joint
    all.middle += (1 - all.middle) * weight * strength.middle;
    all.in_list += (1 - all.in_list) * in_list * strength.in_list;
    all.moves += (1 - all.moves) * weight * strength.moves;
  }
  walk.layer = outer;
  return all;
}

}  // namespace

void compute_weights(Step& step) {
  const double h_s = step.clock.h_s;
  step.walk = {};
  step.walk.varies = step.changes.moves && h_s > 0;
  step.list.is_current = true;
  step.list.is_written = false;
  step.at.ahead_s = h_s / 2;
  weigh_layers(step, 0, step.at.graph.top_layers, true);
  step.at.ahead_s = 0;
}

// --- the list ----------------------------------------------------------------------------------------------

Interval interval_of(const Step& step, const Item& item, double whole) {
  return whole == step.scratch.group_whole[item.group] ? item.interval
                                                       : markers_of(step.at, item.motion).interval_at(whole);
}

Way way_of(const Step& step, const Item& item) {
  if (item.group != kNone16) {
    Way way{};
    markers_of(step.at, item.motion)
        .play_times_s(step.scratch.group_before[item.group], step.at.block.groups[item.group], way.from_s,
                      way.to_s);
    return way;
  }
  const Source& source = source_of(step, item);
  if (source.kind != Source::Kind::unsynced) return {source.from, source.to, source.per_s};
  const double cycle_s = step.at.clips[item.clip].duration_s;
  return {source.from * cycle_s, source.to * cycle_s, source.per_s * cycle_s};
}

namespace {

// The current clip time.
inline double time_of(const Step& step, const Item& item) {
  const double duration_s = step.at.clips[item.clip].duration_s;
  if (item.group != kNone16) {
    const double position = step.at.block.groups[item.group];
    if (position < 0) return 0;
    const double whole = floor_of(position);
    return interval_of(step, item, whole).time_in_clip_s(position - whole, duration_s);
  }
  const Source& source = source_of(step, item);
  if (source.kind == Source::Kind::slot) return source.to;
  if (source.kind == Source::Kind::synced) return looped_s(source.to, duration_s);
  return duration_s * (source.loops ? fraction(source.to) : std::clamp(source.to, 0.0, 1.0));
}

}  // namespace

std::uint32_t make_list(Step& step, PoseListEntry* lines) {
  if (!step.list.is_current) return ListMaker(step.at, step.wanted.keeps_poses, lines).make();
  std::uint8_t place[kMaxItems];  // index of each item's list entry
  std::uint8_t count = 0;
  for (std::uint32_t i = 0; i < step.walk.item_count; ++i) {
    const Item& item = step.scratch.items[i];
    place[i] = count;
    if (item.weight.line == 0 || count == step.at.graph.max_entries) continue;
    PoseListEntry& line = lines[count++];
    if (item.clip == kPoseListStage)
      line = {kPoseListStage,         item.mask, static_cast<float>(item.inside), 0, place[item.stage.begin],
              place[item.stage.split]};
    else
      line = {item.clip,
              item.mask,
              static_cast<float>(item.weight.line),
              static_cast<float>(time_of(step, item)),
              0,
              0,
              source_of(step, item).loops ? Loop::loop : Loop::once};
  }
  return count;
}

}  // namespace skelter::graph_state
