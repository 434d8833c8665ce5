// The events that an update reports.
#include <algorithm>
#include <cmath>

#include "play/graph/run.h"

namespace skelter::graph_state {

void Run::tell(const GraphEvent& event) {
  if (events_ == nullptr) return;
  if (events_->count >= events_->events.size()) {
    if (events_->dropped != 0xFFFFFFFF) ++events_->dropped;
    return;
  }
  GraphEvent& place = events_->events[events_->count++];
  place = event;
  place.instance = instance_;
}

void Run::tell_state(GraphEventKind kind, std::uint16_t state, double at_s, std::uint16_t transition) {
  GraphEvent event;
  event.kind = kind;
  event.transition = transition;
  event.state = state;
  event.layer = g_.machines[g_.nodes[state].machine].layer;
  event.at_s = at_s;
  tell(event);
}

void Run::tell_slot_ended(std::uint16_t slot, std::uint16_t clip, double at_s) {
  GraphEvent event;
  event.kind = GraphEventKind::slot_ended;
  event.clip = clip;
  event.layer = g_.slots[slot].layer;
  event.at_s = at_s;
  tell(event);
}

// Of plays that others pushed out since the last update.
void Run::tell_pending(std::uint16_t index) {
  Slot& slot = at_.block.slots[index];
  for (std::uint32_t i = 0; i < slot.pending_count; ++i) tell_slot_ended(index, slot.pending[i], 0);
  std::fill_n(slot.pending, slot.pending_count, std::uint16_t{0});
  slot.pending_count = 0;
}

// --- of clips
// ------------------------------------------------------------------------------------------------

void Run::tell_passed() {
  for (const Item& item : std::span(scratch_.items, item_count_)) {
    if (item.tells && may_pass(item)) pass(item, way_of(item));
  }
}

// False for most: ways inside one round, and one interval, with no event near. Sure only then.
bool Run::may_pass(const Item& item) const {
  constexpr double kMany = 0x1p30;  // rounds, beyond which times are not that exact
  const GraphClip& clip = at_.clips[item.clip];
  const Source& source = source_of(item);
  double from_s = source.from, to_s = source.to;
  if (item.group != kNone16) {
    const double from = scratch_.group_before[item.group], to = at_.block.groups[item.group];
    const double whole = floor_of(from);
    if (!(to < whole + 1) || whole > kMany) return true;
    const Interval in = interval_of(item, whole);
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

namespace {

// Far more than anybody wants to hear of one step.
constexpr double kMostRoundsTold = 4096;

}  // namespace

// The rule of runtime/events.h, with moments that are a billionth apart taken for one.
void Run::pass(const Item& item, const Way& way) {
  if (way.to_s == way.from_s) return;
  const GraphClip& clip = at_.clips[item.clip];
  const bool backward = way.to_s < way.from_s;
  const double slack_s = backward ? -kSame : kSame;
  const double low_s = (backward ? way.to_s : way.from_s) + slack_s;
  const double high_s = (backward ? way.from_s : way.to_s) + slack_s;
  double round = 0, last = 0;
  if (source_of(item).loops) {
    if (!(clip.duration_s > 0)) return;
    round = floor_of(low_s / clip.duration_s) - (backward ? 1 : 0);
    last = floor_of(high_s / clip.duration_s);
    if (!can_count(round) || !can_count(last)) return;
    if (last - round > kMostRoundsTold) {
      if (events_ != nullptr) events_->dropped = 0xFFFFFFFF;
      last = round + kMostRoundsTold;
    }
  }
  for (; round <= last; ++round)
    for (std::size_t i = 0; i < clip.events.size(); ++i) {
      const double at_s = round * clip.duration_s + clip.events[i].time_s;
      if (backward ? at_s >= low_s && at_s < high_s : at_s > low_s && at_s <= high_s)
        tell_clip_event(item, way, i, static_cast<std::int64_t>(round), at_s);
    }
}

// Rule "reporting clip": of a group its heaviest item, else the heaviest of a motion.
Run::Voiced Run::voiced(const Item& item) const {
  Voiced voiced{item.event, true};
  double sum = 0;
  bool before = true;
  for (const Item& other : std::span(scratch_.items, item_count_)) {
    if (&other == &item) before = false;
    const bool together = item.group != kNone16 ? other.group == item.group
                                                : other.source == item.source && other.group == kNone16;
    if (!together) continue;
    sum += other.event;
    if (before ? other.event >= item.event : other.event > item.event) voiced.speaks = false;
  }
  voiced.weight = sum;
  return voiced;
}

void Run::tell_clip_event(const Item& item, const Way& way, std::size_t index, std::int64_t round,
                          double play_time_s) {
  const Source& source = source_of(item);
  const std::uint16_t rule_index = at_.clips[item.clip].events[index].rule;
  static constexpr GraphEventRule kDefault;
  const GraphEventRule& rule = rule_index == kNone16 ? kDefault : g_.event_rules[rule_index];
  double weight = item.event;
  bool speaks = source.newest || rule.leaving != 0;
  if (rule.speaks == GraphSpeaks::dominant) {
    const Voiced all = voiced(item);
    weight = all.weight;
    speaks = all.speaks && (speaks || item.group != kNone16);
  }
  constexpr double kRounding = 1e-7;  // of floats
  if (!speaks || !(weight > 0) || weight < rule.min_weight - kRounding) return;
  if (rule_index != kNone16) told_ |= std::uint64_t{1} << rule_index;
  if (events_ == nullptr) return;
  GraphEvent event;
  event.weight = static_cast<float>(weight);
  event.clip = item.clip;
  event.event = static_cast<std::uint16_t>(index);
  event.layer = source.layer;
  event.state = source.state;
  event.round = round;
  event.at_s = begin_s_ + std::max(0.0, seconds_until(item, way, play_time_s));
  if (event.at_s > now_s_ - kSame) event.at_s = now_s_;
  tell(event);
}

double Run::seconds_until(const Item& item, const Way& way, double play_time_s) const {
  if (item.group == kNone16) return (play_time_s - way.from_s) / way.per_s;
  const Markers markers = markers_of(at_, item.motion);
  const double rounds = floor_of((play_time_s - markers.begin_s(0)) / markers.duration_s);
  const double in_round_s = std::max(play_time_s - rounds * markers.duration_s, markers.begin_s(0));
  std::uint32_t i = markers.count - 1;
  while (markers.begin_s(i) > in_round_s) --i;
  const double to = rounds * markers.count + i - markers.offset +
                    std::min((in_round_s - markers.begin_s(i)) / markers.length_s(i), 1.0);
  // From interval to interval, whole cycles at once.
  double position = scratch_.group_before[item.group], seconds = 0;
  const double intervals = g_.groups[item.group].intervals;
  const double cycles = std::max(0.0, floor_of((to - position) / intervals));
  if (cycles > 0) {
    for (double k = 0; k < intervals; ++k) seconds += cycles * interval_s(item.group, k);
    position += cycles * intervals;
  }
  while (position < to) {
    const double whole = floor_of(position), end = std::min(whole + 1, to);
    seconds += (end - position) * interval_s(item.group, whole);
    position = end;
  }
  return seconds / scratch_.group_rate[item.group];
}

// By time; at one moment clips, left, slot_ended, entered; else as they came, which is the order of the list.
void Run::sort_events(std::uint32_t first) {
  GraphEvent* const events = events_->events.data();
  // Sums that should be equal differ by rounding (rule "parameter values"). States: outer machines first, as
  // in the list.
  const auto moment = [](const GraphEvent& e) { return floor_of(e.at_s / kSame + 0.5); };
  const auto machine = [&](const GraphEvent& e) {
    return e.state == kNone16 || e.kind == GraphEventKind::clip ? 0 : g_.nodes[e.state].machine;
  };
  const auto before = [&](const GraphEvent& a, const GraphEvent& b) {
    if (const double x = moment(a), y = moment(b); x != y) return x < y;
    return a.kind != b.kind ? a.kind < b.kind : machine(a) < machine(b);
  };
  for (std::uint32_t i = first + 1; i < events_->count; ++i) {
    const GraphEvent moved = events[i];
    std::uint32_t k = i;
    for (; k > first && before(moved, events[k - 1]); --k) events[k] = events[k - 1];
    events[k] = moved;
  }
}

}  // namespace skelter::graph_state
