// One update of one instance, from start to finish: rules "sub-steps" and "sub-step limit".
//
// report_pending()      reports clips that were replaced in slots since the last update: events.cpp
// choose_transitions()  takes transitions with conditions that hold now: transitions.cpp,
//                       conditions.cpp
// find_cut()            finds the length of the sub-step: cuts.cpp
// compute_weights()     finds clips with weight, and their positions; changes nothing: weights.cpp
// advance_time()        advances positions, slots, fades, groups, parameters: time.cpp, groups.cpp
// report_events()       adds root motion and events of clips: root_motion.cpp, events.cpp
// age_triggers()        clears triggers that no transition used in time: time.cpp
// sort_events()         sorts events by time: events.cpp
// write_list()          writes the pose list for the caller: step.h
//
// take_plain_step() does the work of the three before age_triggers() if the sub-step is plain:
// plain_step.cpp. After each choice, refresh_groups() lets sync groups sleep or wake if their members
// changed: groups.cpp.
#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

constexpr std::uint32_t kMaxSubSteps = 16;

// The length of the next sub-step. `number`: number of earlier sub-steps.
double sub_step_s(Step& step, double rest_s, std::uint32_t number) {
  const double cut_s = find_cut(step);
  if (number >= kMaxSubSteps) {
    count(step.at.block.header->sub_step_limit);
    return rest_s;
  }
  return cut_s < rest_s - kSame ? cut_s : rest_s;
}

// Calls the watcher after all machines have chosen and groups are awake.
void show_switch(Step& step) {
  PendingSwitch& pending = step.pending_switch;
  step.wanted.watcher->after(pending.fade_s, pending.profile);
  pending.is_pending = false;
}

// Runs before the first sub-step and after each. If no input has changed, conditions keep their values,
// except those that depend on time after the sub-step has reached Clock::change_s.
[[gnu::always_inline]] inline void take_transitions(Step& step, bool first) {
  std::uint16_t& dirty = step.at.block.header->dirty;
  Changes& changes = step.changes;
  changes.conditions_unchanged = (dirty & kConditions) == 0;
  changes.members_changed = (dirty & kMembers) != 0;
  dirty &= static_cast<std::uint16_t>(~(kConditions | kMembers));
  changes.after_sub_step = !first;
  if (!changes.conditions_unchanged || (!first && step.clock.change_s <= step.clock.h_s))
    choose_transitions(step);
  if (changes.members_changed) refresh_groups(step);
  if (step.pending_switch.is_pending) show_switch(step);
}

[[gnu::always_inline]] inline void take_sub_step(Step& step, double h_s) {
  step.changes.reported = 0;
  step.clock.h_s = h_s;
  if (take_plain_step(step)) return;
  compute_weights(step);
  advance_time(step);
  report_events(step);
}

}  // namespace

void update(Step& step, double dt_s, std::uint32_t instance, RigidMotion* out_root, PoseListEntry* lines) {
  Wanted& wanted = step.wanted;
  wanted.graph_instance = instance;
  wanted.lines = lines;
  wanted.root = out_root;
  if (out_root != nullptr) *out_root = {};
  const std::uint32_t first_event = wanted.events != nullptr ? wanted.events->count : 0;
  for (std::size_t i = 0; i < step.at.graph.slots.size(); ++i)
    if (step.at.block.slots[i].pending_count != 0) report_pending(step, static_cast<std::uint16_t>(i));
  if ((step.at.block.header->dirty & kMoving) != 0) find_moving_parameters(step);

  take_transitions(step, true);
  double rest_s = dt_s;
  for (std::uint32_t i = 0; rest_s > 0; ++i) {
    const double h_s = sub_step_s(step, rest_s, i);
    rest_s -= h_s;
    step.clock.begin_s = step.clock.now_s;
    step.clock.now_s = dt_s - rest_s;
    take_sub_step(step, h_s);
    take_transitions(step, false);
  }

  if (wanted.switched != nullptr && wanted.switched->entry_count != 0)
    wanted.switched->since_s = dt_s - wanted.switched->since_s;
  if ((step.at.block.header->dirty & kFired) != 0) age_triggers(step, dt_s);
  if (wanted.events != nullptr && wanted.events->count > first_event + 1) sort_events(step, first_event);
}

void advance_freely(Step& step, double h_s) {
  if ((step.at.block.header->dirty & kMoving) != 0) find_moving_parameters(step);
  if (h_s > 0) take_sub_step(step, h_s);
}

}  // namespace skelter::graph_state
