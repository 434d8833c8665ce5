// Reports the events of clips, states and slots: rules "passed events" to "state events".
#include <algorithm>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

// Adds an event to the list. If the list is full, the event is dropped and counted.
void report(Step& step, const GraphEvent& event) {
  GraphEvents* const events = step.wanted.events;
  if (events == nullptr) return;
  if (events->count >= events->events.size()) {
    if (events->dropped != 0xFFFFFFFF) ++events->dropped;
    return;
  }
  GraphEvent& place = events->events[events->count++];
  place = event;
  place.instance = step.wanted.graph_instance;
}

// --- events of clips ---------------------------------------------------------------------------------------

// Whether a clip may pass an event. Returns false, which is the usual case, only for a path inside one cycle
// and one interval without an event nearby.
bool may_pass(const Step& step, const Item& item) {
  constexpr double kMany = 0x1p30;  // cycles; beyond this, times are too inexact
  const GraphClip& clip = step.at.clips[item.clip];
  const Source& source = source_of(step, item);
  double from_s = source.from, to_s = source.to;
  if (item.group != kNone16) {
    const double from = step.scratch.group_before[item.group], to = step.at.block.groups[item.group];
    const double whole = floor_of(from);
    if (!(to < whole + 1) || whole > kMany) return true;
    const Interval in = interval_of(step, item, whole);
    from_s = in.begin_s + (from - whole) * in.length_s;
    to_s = from_s + (to - from) * in.length_s;
  } else if (source.kind == Source::Kind::unsynced) {
    const double whole = source.loops ? floor_of(from_s) : 0;
    if (whole > kMany || whole < -kMany) return true;
    from_s = (from_s - whole) * clip.duration_s;
    to_s = (to_s - whole) * clip.duration_s;
  }
  return is_event_near(clip, source.loops, from_s, to_s);
}

struct Reporter {
  double weight = 0;  // sum over the items for which it reports
  bool reports = false;
};

// Rule "reporting clip": the item with the largest weight in a group or, without a group, in a motion.
Reporter reporter_of(const Step& step, const Item& item) {
  Reporter reporter{0, true};
  bool before = true;
  for (const Item& other : items_from(step, 0)) {
    if (&other == &item) before = false;
    const bool together = item.group != kNone16 ? other.group == item.group
                                                : other.source == item.source && other.group == kNone16;
    if (!together) continue;
    reporter.weight += other.weight.event;
    if (before ? other.weight.event >= item.weight.event : other.weight.event > item.weight.event)
      reporter.reports = false;
  }
  return reporter;
}

// Seconds from the beginning of the sub-step until a clip reaches a play time.
double seconds_until(const Step& step, const Item& item, const Way& way, double play_time_s) {
  if (item.group == kNone16) return (play_time_s - way.from_s) / way.per_s;
  const Markers markers = markers_of(step.at, item.motion);
  const double clip_cycles = floor_of((play_time_s - markers.begin_s(0)) / markers.duration_s);
  const double in_cycle_s = std::max(play_time_s - clip_cycles * markers.duration_s, markers.begin_s(0));
  std::uint32_t i = markers.count - 1;
  while (markers.begin_s(i) > in_cycle_s) --i;
  const double to = clip_cycles * markers.count + i - markers.offset +
                    std::min((in_cycle_s - markers.begin_s(i)) / markers.length_s(i), 1.0);
  // Adds up the intervals; whole cycles are added at once.
  double position = step.scratch.group_before[item.group], seconds = 0;
  const double intervals = step.at.graph.groups[item.group].intervals;
  const double cycles = std::max(0.0, floor_of((to - position) / intervals));
  if (cycles > 0) {
    for (double k = 0; k < intervals; ++k) seconds += cycles * interval_s(step, item.group, k);
    position += cycles * intervals;
  }
  while (position < to) {
    const double whole = floor_of(position), end = std::min(whole + 1, to);
    seconds += (end - position) * interval_s(step, item.group, whole);
    position = end;
  }
  return seconds / step.scratch.group_rate[item.group];
}

struct Passed {
  std::size_t event;  // index among the clip's events
  std::int64_t cycle;
  double play_time_s;
};

// Reports an event if rules "reporting clip" and "event weight" allow it.
void report_passed(Step& step, const Item& item, const Way& way, const Passed& passed) {
  const Source& source = source_of(step, item);
  const std::uint16_t rule_index = step.at.clips[item.clip].events[passed.event].rule;
  static constexpr GraphEventRule kDefault;
  const GraphEventRule& rule = rule_index == kNone16 ? kDefault : step.at.graph.event_rules[rule_index];
  double weight = item.weight.event;
  bool reports = source.newest || rule.leaving != 0;
  if (rule.reporting == GraphReporting::dominant) {
    const Reporter all = reporter_of(step, item);
    weight = all.weight;
    reports = all.reports && (reports || item.group != kNone16);
  }
  constexpr double kRounding = 1e-7;  // rounding of float sums
  if (!reports || !(weight > 0) || weight < rule.min_weight - kRounding) return;
  if (rule_index != kNone16) step.changes.reported |= std::uint64_t{1} << rule_index;
  if (step.wanted.events == nullptr) return;
  GraphEvent event;
  event.weight = static_cast<float>(weight);
  event.clip = item.clip;
  event.event = static_cast<std::uint16_t>(passed.event);
  event.layer = source.layer;
  event.state = source.state;
  event.cycle = passed.cycle;
  event.at_s = step.clock.begin_s + std::max(0.0, seconds_until(step, item, way, passed.play_time_s));
  if (event.at_s > step.clock.now_s - kSame) event.at_s = step.clock.now_s;
  report(step, event);
}

constexpr double kMaxCycles = 4096;  // far more than any program needs in one step

// Applies the rule of runtime/events.h, but times that differ by less than 1e-9 s are equal.
void pass(Step& step, const Item& item, const Way& way) {
  if (way.to_s == way.from_s) return;
  const GraphClip& clip = step.at.clips[item.clip];
  const bool backward = way.to_s < way.from_s;
  const double slack_s = backward ? -kSame : kSame;
  const double low_s = (backward ? way.to_s : way.from_s) + slack_s;
  const double high_s = (backward ? way.from_s : way.to_s) + slack_s;
  double cycle = 0, last = 0;
  if (source_of(step, item).loops) {
    if (!(clip.duration_s > 0)) return;
    cycle = floor_of(low_s / clip.duration_s) - (backward ? 1 : 0);
    last = floor_of(high_s / clip.duration_s);
    if (!can_count(cycle) || !can_count(last)) return;
    if (last - cycle > kMaxCycles) {
      if (step.wanted.events != nullptr) step.wanted.events->dropped = 0xFFFFFFFF;
      last = cycle + kMaxCycles;
    }
  }
  for (; cycle <= last; ++cycle)
    for (std::size_t i = 0; i < clip.events.size(); ++i) {
      const double at_s = cycle * clip.duration_s + clip.events[i].time_s;
      if (backward ? at_s >= low_s && at_s < high_s : at_s > low_s && at_s <= high_s)
        report_passed(step, item, way, {i, static_cast<std::int64_t>(cycle), at_s});
    }
}

}  // namespace

void report_events(Step& step) {
  if (step.wanted.root != nullptr) add_root_motion(step);
  if (!step.wanted.finds_events) return;
  for (const Item& item : items_from(step, 0))
    if (item.has_events && may_pass(step, item)) pass(step, item, way_of(step, item));
}

// --- states and slots --------------------------------------------------------------------------------------

void report_state(Step& step, GraphEventKind kind, std::uint16_t state, std::uint16_t transition) {
  const GraphRecords& graph = step.at.graph;
  GraphEvent event;
  event.kind = kind;
  event.transition = transition;
  event.state = state;
  event.layer = graph.machines[graph.nodes[state].machine].layer;
  event.at_s = step.clock.now_s;
  report(step, event);
}

void report_slot_ended(Step& step, std::uint16_t slot, std::uint16_t clip, double at_s) {
  GraphEvent event;
  event.kind = GraphEventKind::slot_ended;
  event.clip = clip;
  event.layer = step.at.graph.slots[slot].layer;
  event.at_s = at_s;
  report(step, event);
}

void report_pending(Step& step, std::uint16_t index) {
  Slot& slot = step.at.block.slots[index];
  for (std::uint32_t k = 0; k < slot.pending_count; ++k) report_slot_ended(step, index, slot.pending[k], 0);
  std::fill_n(slot.pending, slot.pending_count, std::uint16_t{0});
  slot.pending_count = 0;
}

// --- order of events ---------------------------------------------------------------------------------------

// Sorts events by time. At the same time the order is clip, left, slot_ended, entered, and within these the
// order of the list.
void sort_events(Step& step, std::uint32_t first) {
  GraphEvents& reported = *step.wanted.events;
  GraphEvent* const events = reported.events.data();
  // Times are rounded, because sums that should be equal may differ. For states, outer machines come first,
  // as in the list.
  const auto time = [](const GraphEvent& e) { return floor_of(e.at_s / kSame + 0.5); };
  const auto machine = [&](const GraphEvent& e) {
    return e.state == kNone16 || e.kind == GraphEventKind::clip ? 0 : step.at.graph.nodes[e.state].machine;
  };
  const auto before = [&](const GraphEvent& a, const GraphEvent& b) {
    if (const double x = time(a), y = time(b); x != y) return x < y;
    return a.kind != b.kind ? a.kind < b.kind : machine(a) < machine(b);
  };
  for (std::uint32_t i = first + 1; i < reported.count; ++i) {
    const GraphEvent moved = events[i];
    std::uint32_t k = i;
    for (; k > first && before(moved, events[k - 1]); --k) events[k] = events[k - 1];
    events[k] = moved;
  }
}

}  // namespace skelter::graph_state
