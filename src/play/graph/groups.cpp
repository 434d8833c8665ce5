// Advances sync groups, and puts them to sleep or wakes them: rules "group speed", "sleeping groups" and
// "matched speed".
#include <algorithm>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

// --- members -----------------------------------------------------------------------------------------------

void find_members_of_layers(Step& step, std::uint32_t first, std::uint32_t count);

void find_members(Step& step, std::uint16_t index) {
  const GraphRecords& graph = step.at.graph;
  const GraphMotion& motion = graph.motions[index];
  bool* const has_members = step.scratch.has_members;
  if (is_simple(motion)) {
    if (motion.group == kNone16 || has_members[motion.group]) return;
    visit_leaves(step.at, index, 1, [&](std::uint16_t leaf, double) {
      if (graph.motions[leaf].markers != kNone16) has_members[motion.group] = true;
    });
  } else if (motion.kind == GraphMotionKind::layers) {
    find_members_of_layers(step, motion.first, motion.count);
  } else {
    const Machine& machine = step.at.block.machines[motion.first];
    for (std::uint32_t k = 0; k < machine.count; ++k)
      find_members(step, graph.nodes[machine.instances[machine.entries[k].instance].state].motion);
  }
}

void find_members_of_layers(Step& step, std::uint32_t first, std::uint32_t count) {
  for (const GraphLayer& layer : step.at.graph.layers.subspan(first, count))
    if (layer.motion != kNone16) find_members(step, layer.motion);
}

// Whether a group with members sleeps or a group without members is awake.
bool groups_changed(Step& step) {
  const std::size_t count = step.at.graph.groups.size();
  const bool from_items = step.list.is_current && !step.list.is_written;
  if (!step.list.is_current) {
    std::fill_n(step.scratch.has_members, count, false);
    find_members_of_layers(step, 0, step.at.graph.top_layers);
  }
  for (std::uint16_t i = 0; i < count; ++i) {
    bool has = !from_items && step.scratch.has_members[i];
    if (from_items) for_members(step, i, [&](const Item& item) { has |= item.stays; });
    if (has != (step.at.block.groups[i] >= 0)) return true;
  }
  return false;
}

// Sets the position at which the group's clip with the largest weight is at time 0.
void wake_group(Step& step, std::uint16_t group) {
  const Item* wakes = nullptr;
  for_members(step, group, [&](const Item& item) {
    if (!(item.inside > 0)) return;
    if (wakes == nullptr || item.weight.sync > wakes->weight.sync ||
        (item.weight.sync == wakes->weight.sync && item.inside > wakes->inside))
      wakes = &item;
  });
  step.at.block.groups[group] = markers_of(step.at, wakes->motion).position(0);
}

// --- the position ------------------------------------------------------------------------------------------

// The rate of the leading motion. A matched speed uses the cycle of the whole group; if no other motion
// plays, this is the motion's own cycle.
double rate_in_group(Step& step, std::uint16_t group, const Item& leads) {
  const GraphRecords& graph = step.at.graph;
  const Source& source = source_of(step, leads);
  if (graph.motions[source.motion].match_speed == 0) return source.rate;
  double seconds = 0, weights = 0;
  bool alone = true;
  for_members(step, group, [&](const Item& item) {
    if (!(item.weight.sync > 0)) return;
    alone = alone && item.source == leads.source;
    seconds += item.weight.sync * graph.clip_markers[graph.motions[item.motion].markers].cycles *
               step.at.clips[item.clip].duration_s;
    weights += item.weight.sync;
  });
  if (alone || !(weights > 0)) return source.rate;
  std::uint32_t begin = 0, end = 0;  // range of the motion's items; some may have no group
  for (std::uint32_t i = 0; i < step.walk.item_count; ++i)
    if (step.scratch.items[i].source == leads.source) {
      if (end == 0) begin = i;
      end = i + 1;
    }
  step.at.ahead_s = step.clock.h_s / 2;
  const double rate =
      rate_of(step.at, graph.motions[source.motion],
              std::span<const Item>(step.scratch.items + begin, end - begin), seconds / weights);
  step.at.ahead_s = 0;
  return rate;
}

void keep_intervals(Step& step, std::uint16_t group, double whole) {
  step.scratch.group_whole[group] = whole;
  for_members(step, group,
              [&](Item& item) { item.interval = markers_of(step.at, item.motion).interval_at(whole); });
}

// Moves the position interval by interval; whole cycles are added at once.
void move_group(Step& step, std::uint16_t group, double rate, double weights) {
  double& position = step.at.block.groups[group];
  const double before = position;
  step.scratch.group_before[group] = before;
  step.scratch.group_rate[group] = rate;
  keep_intervals(step, group, floor_of(position));
  double rest_s = weights > 0 ? rate * step.clock.h_s : 0;
  const double intervals = step.at.graph.groups[group].intervals;
  for (std::uint32_t i = 0; rest_s > 0; ++i) {
    const double whole = floor_of(position);
    const double length_s = interval_s(step, group, whole), left_s = (whole + 1 - position) * length_s;
    if (rest_s < left_s) {
      position += rest_s / length_s;
      break;
    }
    position = whole + 1;
    rest_s -= left_s;
    if (i != 0) continue;
    double cycle_s = 0;
    for (double k = 0; k < intervals; ++k) cycle_s += interval_s(step, group, k);
    const double cycles = floor_of(rest_s / cycle_s);
    if (!can_count(position + cycles * intervals)) {
      position = before;
      return;
    }
    position += cycles * intervals;
    rest_s -= cycles * cycle_s;
  }
}

}  // namespace

double interval_s(const Step& step, std::uint16_t group, double whole) {
  double sum = 0, weights = 0;
  for_members(step, group, [&](const Item& item) {
    if (!(item.weight.sync > 0)) return;
    sum += item.weight.sync * interval_of(step, item, whole).length_s;
    weights += item.weight.sync;
  });
  return sum / weights;
}

void move_groups(Step& step) {
  const bool moves = step.clock.h_s > 0;
  for (std::uint16_t i = 0; i < step.at.graph.groups.size(); ++i) {
    double& position = step.at.block.groups[i];
    const Item* leads = nullptr;  // the item with the largest weight; of several, the first
    double weights = 0;
    for_members(step, i, [&](const Item& item) {
      if (!(item.inside > 0)) return;
      if (leads == nullptr || item.weight.sync > leads->weight.sync) leads = &item;
      weights += std::max(item.weight.sync, 0.0);
    });
    step.scratch.group_whole[i] = kAsleep;
    if (leads == nullptr) {
      position = kAsleep;
      if (moves) step.scratch.group_before[i] = kAsleep;
      continue;
    }
    if (position < 0) wake_group(step, i);
    if (moves) move_group(step, i, std::max(rate_in_group(step, i, *leads), 0.0), weights);
  }
}

void refresh_groups(Step& step) {
  if (step.at.graph.groups.empty() || !groups_changed(step)) return;
  step.clock.h_s = 0;
  compute_weights(step);
  move_groups(step);
}

}  // namespace skelter::graph_state
