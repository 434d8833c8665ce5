// The sub-steps of an update: when they end, and how everything moves on.
#include <algorithm>
#include <cmath>
#include <limits>

#include "play/graph/run.h"

namespace skelter::graph_state {

inline void Run::advance(double h_s) {
  told_ = 0;
  h_s_ = h_s;
  if (!advance_plainly(h_s)) advance_generally(h_s);
  if (moves_) advance_parameters(h_s);
}

void Run::update(double dt_s, std::uint32_t instance, RigidMotion* out_root, CrowdLayer* lines) {
  instance_ = instance;
  lines_ = lines;
  root_ = out_root;
  if (root_ != nullptr) *root_ = {};
  const std::uint32_t first_event = events_ != nullptr ? events_->count : 0;
  for (std::size_t i = 0; i < g_.slots.size(); ++i)
    if (at_.block.slots[i].pending_count != 0) tell_pending(static_cast<std::uint16_t>(i));
  if ((at_.block.header->news & kMoving) != 0) find_moving();
  look(true);
  if (regroup_) refresh_groups();
  if (switched_) show_switch();
  double rest_s = dt_s;
  for (std::uint32_t i = 0; rest_s > 0; ++i) {
    double h_s = rest_s;
    const double moment_s = find_moment();
    if (i < kMostSubSteps) {
      if (moment_s < rest_s - kSame) h_s = moment_s;
    } else {
      count(at_.block.header->sub_step_limit);
    }
    rest_s -= h_s;
    begin_s_ = now_s_;
    now_s_ = dt_s - rest_s;
    advance(h_s);
    look(false);
    if (regroup_) refresh_groups();
    if (switched_) show_switch();
  }
  if (switch_ != nullptr && switch_->line_count != 0) switch_->since_s = dt_s - switch_->since_s;
  if ((at_.block.header->news & kFired) != 0) age_triggers(dt_s);
  if (events_ != nullptr && events_->count > first_event + 1) sort_events(first_event);
}

void Run::glide(double h_s) {
  if ((at_.block.header->news & kMoving) != 0) find_moving();
  if (h_s > 0) advance(h_s);
}

// Whether a smoothed parameter is on its way.
void Run::find_moving() {
  for_smoothed([&](const GraphParameter&, Parameter& kept) { moves_ = moves_ || kept.value != kept.target; });
  if (!moves_) at_.block.header->news &= static_cast<std::uint16_t>(~kMoving);
}

// Rule "triggers": counted and dropped at ends of updates only.
void Run::age_triggers(double dt_s) {
  std::uint16_t& news = at_.block.header->news;
  news &= static_cast<std::uint16_t>(~kFired);
  for (std::size_t i = 0; i < g_.parameters.size(); ++i) {
    Parameter& kept = at_.block.parameters[i];
    if (g_.parameters[i].type != GraphParameterType::trigger || kept.target == kUnset) continue;
    kept.value = static_cast<float>(kept.value + dt_s);
    constexpr double kRounding = 1e-6;  // of floats
    if (kept.value < g_.parameters[i].buffer_s - kRounding) {
      news |= kFired;
      continue;
    }
    kept = {};
    news |= kConditions;
  }
}

// --- cuts
// --------------------------------------------------------------------------------------------

namespace {

constexpr double kNear = 1e-6;

// Those that are now, or were, do not cut.
void see_moment(double wait_s, double& soonest_s) {
  if (wait_s > kSame && wait_s < soonest_s) soonest_s = wait_s;
}

// Until a phase is passed, in rounds.
double rounds_until(double phase, double position, bool backward, bool loops) {
  const double way = backward ? position - phase : phase - position;
  return loops ? way - floor_of(way - kSame) : way;
}

}  // namespace

// Seconds until the next one; and until conditions of machines may change with time.
double Run::find_moment() {
  double soonest_s = kNever_s;
  change_s_ = calm_s_;
  const Machine* machine = at_.block.machines;
  for (const GraphMachine& record : g_.machines) {
    // Most have none: they do not fade, and those with moments are timed.
    if (machine->count > 1 || (machine->count == 1 && g_.nodes[machine->newest().state].timed != 0))
      moments_of_machine(record, *machine, soonest_s);
    ++machine;
  }
  const Slot* slot = at_.block.slots;
  for (std::size_t left = g_.slots.size(); left != 0; --left, ++slot)
    if (slot->count != 0) moments_of_slot(*slot, soonest_s);
  return soonest_s;
}

void Run::moments_of_machine(const GraphMachine& record, const Machine& machine, double& soonest_s) {
  const GraphNode& node = g_.nodes[machine.newest().state];
  if (machine.count > 1 && is_heard(g_, at_.block, record.parent_state))
    for (std::uint32_t k = 1; k < machine.count; ++k)
      see_moment(fade_of(g_, machine.entries[k]).fade_s - machine.entries[k].elapsed_s, soonest_s);
  if (has_other_changes(machine, node)) change_s_ = 0;
  if (node.moment_count != 0 && is_in(record.parent_state))
    moments_of_voice(node, machine.newest(), soonest_s);
}

// Whether conditions may change at another time than at moments: those of synced states, those that ask for
// events, and those of the state that a fade leads away from.
bool Run::has_other_changes(const Machine& machine, const GraphNode& node) const {
  if (machine.count > 1 && fade_of(g_, machine.top()).interrupt == GraphInterrupt::both) return true;
  return node.timed != 0 && (g_.event_conditions != 0 || g_.motions[node.motion].group != kNone16);
}

// Until a clock that goes by `per_s` is where a moment says; a parameter may be on its way.
double Run::wait_s(const GraphMoment& moment, double clock_s, double per_s) const {
  if (moment.parameter == kNone16) return (moment.x - clock_s) / per_s;
  const GraphParameter& record = g_.parameters[moment.parameter];
  const Parameter& kept = at_.block.parameters[moment.parameter];
  const double now = at_.value(moment.parameter), way = kept.target - now;
  if (record.smoothed == kNone16 || way == 0) return (moment.x + now - clock_s) / per_s;
  const double speed = way < 0 ? -record.max_rate : record.max_rate, until_s = way / speed;
  const double meets_s = (moment.x + now - clock_s) / (per_s - speed);
  if (meets_s > kSame && meets_s <= until_s) return meets_s;
  const double then_s = (moment.x + kept.target - clock_s) / per_s;
  return then_s >= until_s - kSame ? then_s : 0;
}

void Run::moments_of_voice(const GraphNode& node, const Voice& voice, double& soonest_s) {
  const GraphMotion& motion = g_.motions[node.motion];
  double round_s = 0, rate = 0;  // 0 seconds: it has no position
  if (is_simple(motion)) {
    const Leaves leaves = leaves_of(at_, node.motion);
    round_s = duration_of<Leaf>(at_, leaves);
    rate = rate_of<Leaf>(at_, motion, leaves);
  }
  const bool moves = round_s > 0 && rate != 0, backward = rate < 0;
  const double per_round_s = moves ? round_s / std::abs(rate) : 0;
  // No rounding takes a change so far from its moment; phases are the same within a part of a round.
  const double near_s = kNear * std::max(1.0, per_round_s);
  const auto see = [&](double wait_s) {
    see_moment(wait_s, soonest_s);
    if (!(wait_s < -near_s)) change_s_ = std::min(change_s_, wait_s - near_s);
  };
  // How fast it goes may be another at the end.
  if (moves_ && (motion.kind != GraphMotionKind::clip || motion.rate_parameter != kNone16)) change_s_ = 0;
  for (const GraphMoment& moment : g_.moments.subspan(node.first_moment, node.moment_count)) {
    const double left = backward ? voice.position : 1 - voice.position;
    if (moves_ && moment.parameter != kNone16) change_s_ = 0;
    if (moment.kind == GraphMomentKind::time) {
      see(wait_s(moment, voice.time_s, 1));
    } else if (moves && moment.kind == GraphMomentKind::passed) {
      const double until_s =
          per_round_s * rounds_until(moment.x, voice.position, backward, motion.loops != 0);
      see(until_s);
      if (until_s > per_round_s - near_s) change_s_ = 0;  // or it is now
    } else if (moves && motion.loops == 0 && moment.kind == GraphMomentKind::meet) {
      see((per_round_s * left - voice.time_s - moment.x) / 2);
    } else if (moves && motion.loops == 0) {
      see(wait_s(moment, per_round_s * left, -1));
    }
  }
}

void Run::moments_of_slot(const Slot& slot, double& soonest_s) const {
  const Play& play = slot.plays[slot.count - 1];
  if (slot.count == 2) see_moment(play.fade_in_s - play.time_s, soonest_s);  // while it falls, too
  if (slot.stopped != 0) return see_moment(play.fade_out_s - slot.elapsed_s, soonest_s);
  const double left_s = at_.clips[slot.newest_clip()].duration_s - play.time_s;
  see_moment(play.fade_in_s - slot.elapsed_s, soonest_s);
  see_moment(left_s - play.fade_out_s, soonest_s);
  see_moment(left_s, soonest_s);
}

// --- advancing
// -----------------------------------------------------------------------------------------------

void Run::advance_generally(double h_s) {
  hear(h_s);
  move_groups();
  if (root_ != nullptr) add_root_motion();
  if (hears_) tell_passed();
}

void Run::advance_parameters(double h_s) {
  at_.ahead_s = h_s;
  moves_ = false;
  for_smoothed([&](const GraphParameter& record, Parameter& kept) {
    if (kept.value == kept.target) return;
    const double value = at_.smoothed(record, kept);
    at_.block.header->news |= news_of(record);
    at_.block.smoothed[record.smoothed] = value;
    kept.value = static_cast<float>(value);
    moves_ = moves_ || kept.value != kept.target;
  });
  at_.ahead_s = 0;
}

// Whether some group sleeps that has members, or the other way round.
bool Run::groups_changed() {
  if (!listed_) {
    std::fill_n(scratch_.has_members, g_.groups.size(), false);
    find_members_of_layers(0, g_.top_layers);
  }
  for (std::uint16_t i = 0; i < g_.groups.size(); ++i) {
    const bool found = !listed_ || written_;
    bool has = found && scratch_.has_members[i];
    if (!found) for_members(i, [&](const Item& item) { has |= item.stays; });
    if (has != (at_.block.groups[i] >= 0)) return true;
  }
  return false;
}

void Run::find_members_of_layers(std::uint32_t first, std::uint32_t count) {
  for (const GraphLayer& layer : g_.layers.subspan(first, count))
    if (layer.motion != kNone16) find_members(layer.motion);
}

void Run::find_members(std::uint16_t index) {
  const GraphMotion& motion = g_.motions[index];
  if (is_simple(motion)) {
    if (motion.group == kNone16 || scratch_.has_members[motion.group]) return;
    visit_leaves(at_, index, 1, [&](std::uint16_t leaf, double) {
      if (g_.motions[leaf].markers != kNone16) scratch_.has_members[motion.group] = true;
    });
  } else if (motion.kind == GraphMotionKind::layers) {
    find_members_of_layers(motion.first, motion.count);
  } else {
    const Machine& machine = at_.block.machines[motion.first];
    for (std::uint32_t k = 0; k < machine.count; ++k)
      find_members(g_.nodes[machine.voices[machine.entries[k].voice].state].motion);
  }
}

// Rule "sleeping groups", after transitions and before them.
void Run::refresh_groups() {
  if (g_.groups.empty() || !groups_changed()) return;
  hear(0);
  move_groups();
}

void Run::advance_slot(std::uint16_t index) {
  Slot& slot = at_.block.slots[index];
  slot.elapsed_s += h_s_;
  const Play& play = slot.plays[slot.count - 1];
  const bool over = slot.stopped != 0 ? slot.elapsed_s >= play.fade_out_s - kSame
                                      : play.time_s >= at_.clips[slot.newest_clip()].duration_s - kSame;
  if (over) {
    for (std::uint32_t k = 0; k < slot.count; ++k) tell_slot_ended(index, slot.clips[k], now_s_);
    slot = {};
    listed_ = false;
  } else if (slot.count == 2 && play.time_s >= play.fade_in_s - kSame) {
    tell_slot_ended(index, slot.clips[0], now_s_);
    drop_older(slot);
    listed_ = false;
  }
}

// Those that are over end what lies below them.
void Run::advance_fades(std::uint16_t index) {
  Machine& machine = at_.block.machines[index];
  for (std::uint32_t k = 1; k < machine.count; ++k) machine.entries[k].elapsed_s += h_s_;
  for (std::uint32_t k = machine.count; k-- > 1;)
    if (machine.entries[k].elapsed_s >= fade_of(g_, machine.entries[k]).fade_s - kSame)
      return drop_entries(index, 0, k);
}

// --- groups
// --------------------------------------------------------------------------------------------------

void Run::move_groups() {
  for (std::uint16_t i = 0; i < g_.groups.size(); ++i) {
    double& position = at_.block.groups[i];
    const Item* leads = nullptr;  // whose rate counts: the heaviest, of equals the first
    double weights = 0;
    for_members(i, [&](const Item& item) {
      if (!(item.inside > 0)) return;
      if (leads == nullptr || item.sync > leads->sync) leads = &item;
      weights += std::max(item.sync, 0.0);
    });
    scratch_.group_whole[i] = kAsleep;
    if (leads == nullptr) {
      position = kAsleep;
      if (h_s_ > 0) scratch_.group_before[i] = kAsleep;
      continue;
    }
    if (position < 0) wake_group(i);
    if (h_s_ > 0) move_group(i, std::max(rate_in_group(i, *leads), 0.0), weights);
  }
}

// Where its heaviest clip is at time 0 (rule "sleeping groups").
void Run::wake_group(std::uint16_t group) {
  const Item* wakes = nullptr;
  for_members(group, [&](const Item& item) {
    if (!(item.inside > 0)) return;
    if (wakes == nullptr || item.sync > wakes->sync ||
        (item.sync == wakes->sync && item.inside > wakes->inside))
      wakes = &item;
  });
  at_.block.groups[group] = markers_of(at_, wakes->motion).position(0);
}

void Run::keep_intervals(std::uint16_t group, double whole) {
  scratch_.group_whole[group] = whole;
  for_members(group, [&](Item& item) { item.interval = markers_of(at_, item.motion).interval_at(whole); });
}

// How long an interval takes (rule "group speed").
double Run::interval_s(std::uint16_t group, double whole) const {
  double sum = 0, weights = 0;
  for_members(group, [&](const Item& item) {
    if (!(item.sync > 0)) return;
    sum += item.sync * interval_of(item, whole).length_s;
    weights += item.sync;
  });
  return sum / weights;
}

// Rules "group speed" and "matched speed": the rate of the motion that leads. A matched speed counts with the
// cycle of the whole group, which is its own where no other motion plays.
double Run::rate_in_group(std::uint16_t group, const Item& leads) {
  const Source& source = source_of(leads);
  if (g_.motions[source.motion].match_speed == 0) return source.rate;
  double seconds = 0, weights = 0;
  bool alone = true;
  for_members(group, [&](const Item& item) {
    if (!(item.sync > 0)) return;
    alone = alone && item.source == leads.source;
    seconds +=
        item.sync * g_.clip_markers[g_.motions[item.motion].markers].rounds * at_.clips[item.clip].duration_s;
    weights += item.sync;
  });
  if (alone || !(weights > 0)) return source.rate;
  std::uint32_t begin = 0, end = 0;  // its items stand together; some may have no group
  for (std::uint32_t i = 0; i < item_count_; ++i)
    if (scratch_.items[i].source == leads.source) {
      if (end == 0) begin = i;
      end = i + 1;
    }
  at_.ahead_s = h_s_ / 2;
  const double rate = rate_of(at_, g_.motions[source.motion],
                              std::span<const Item>(scratch_.items + begin, end - begin), seconds / weights);
  at_.ahead_s = 0;
  return rate;
}

void Run::move_group(std::uint16_t group, double rate, double weights) {
  double& position = at_.block.groups[group];
  scratch_.group_before[group] = position;
  keep_intervals(group, floor_of(position));
  double rest_s = weights > 0 ? rate * h_s_ : 0;
  scratch_.group_rate[group] = rate;
  const double intervals = g_.groups[group].intervals;
  for (std::uint32_t i = 0; rest_s > 0; ++i) {
    const double whole = floor_of(position);
    const double length_s = interval_s(group, whole), left_s = (whole + 1 - position) * length_s;
    if (rest_s < left_s) {
      position += rest_s / length_s;
      break;
    }
    position = whole + 1;
    rest_s -= left_s;
    if (i != 0) continue;
    double cycle_s = 0;
    for (double k = 0; k < intervals; ++k) cycle_s += interval_s(group, k);
    const double cycles = floor_of(rest_s / cycle_s);
    if (!can_count(position + cycles * intervals)) {
      position = scratch_.group_before[group];
      return;
    }
    position += cycles * intervals;
    rest_s -= cycles * cycle_s;
  }
}

// --- root motion
// ---------------------------------------------------------------------------------------------

RigidMotion root_of(const GraphClip& clip, const Way& way, bool loops) {
  RigidMotion delta;
  if (clip.view == nullptr) {
    delta.translation.z = clip.speed_m_s * (way.to_s - way.from_s);
    return delta;
  }
  RootMotionJob job;
  job.clip = clip.view;
  job.from_time_s = way.from_s;
  job.to_time_s = way.to_s;
  job.loop = loops ? Loop::loop : Loop::once;
  job.out_delta = &delta;
  (void)job.run();
  return delta;
}

void Run::add_root_motion() {
  RootMotionLayer* const parts = roots();
  std::size_t count = 0;
  for (const Item& item : std::span(scratch_.items, item_count_)) {
    if (!(item.root > 0) || item.additive || count == kMostGraphLines) continue;
    const GraphClip& clip = at_.clips[item.clip];
    parts[count++] = {root_of(clip, way_of(item), source_of(item).loops), item.root};
  }
  add_roots(count);
}

// The parts of a sub-step.
void Run::add_roots(std::size_t count) {
  if (count == 0) return;
  RootMotionLayer* const parts = roots();
  double sum = 0;
  for (const RootMotionLayer& part : std::span(parts, count)) sum += part.weight;
  // What the first layer leaves.
  if (sum < 1 - kSame) parts[count++] = {{}, 1 - sum};
  const RigidMotion delta = blend_root_motion({parts, count});
  *root_ = begin_s_ == 0 ? delta : *root_ * delta;
}

}  // namespace skelter::graph_state
