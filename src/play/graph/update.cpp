// One update of one instance, from beginning to end: rules "sub-steps" and "sub-step limit".
//
// choose_transitions()  takes transitions whose conditions hold now, and changes stacks: transitions.cpp,
//                       conditions.cpp
// find_cut()            how long the sub-step is: cuts.cpp
// compute_weights()     the clips that have weight in it, and where they go; changes nothing: weights.cpp
// advance_time()        moves positions, slots, fades, groups and parameters there: time.cpp, groups.cpp
// report_events()       root motion and events of clips: root_motion.cpp, events.cpp
#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

constexpr std::uint32_t kMostSubSteps = 16;

// `number`: of the sub-steps before it.
double sub_step_s(Step& step, double rest_s, std::uint32_t number) {
  const double cut_s = find_cut(step);
  if (number >= kMostSubSteps) {
    count(step.at.block.header->sub_step_limit);
    return rest_s;
  }
  return cut_s < rest_s - kSame ? cut_s : rest_s;
}

// The watcher is called once all machines have chosen, and groups are awake.
void show_switch(Step& step) {
  PendingSwitch& pending = step.pending_switch;
  step.wanted.watcher->after(pending.fade_s, pending.profile);
  pending.is_pending = false;
}

// Between two sub-steps. If nothing changed, conditions hold or not as when they were evaluated last.
[[gnu::always_inline]] inline void take_transitions(Step& step, bool first) {
  std::uint16_t& news = step.at.block.header->news;
  Changes& changes = step.changes;
  changes.quiet = (news & kConditions) == 0;
  changes.regroup = (news & kMembers) != 0;
  news &= static_cast<std::uint16_t>(~(kConditions | kMembers));
  changes.seen = !first;
  if (!changes.quiet || (!first && step.clock.change_s <= step.clock.h_s)) choose_transitions(step);
  if (changes.regroup) refresh_groups(step);
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

void update(Step& step, double dt_s, std::uint32_t instance, RigidMotion* out_root, CrowdLayer* lines) {
  Wanted& wanted = step.wanted;
  wanted.instance = instance;
  wanted.lines = lines;
  wanted.root = out_root;
  if (out_root != nullptr) *out_root = {};
  const std::uint32_t first_event = wanted.events != nullptr ? wanted.events->count : 0;
  for (std::size_t i = 0; i < step.at.graph.slots.size(); ++i)
    if (step.at.block.slots[i].pending_count != 0) report_pending(step, static_cast<std::uint16_t>(i));
  if ((step.at.block.header->news & kMoving) != 0) find_moving_parameters(step);

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

  if (wanted.switched != nullptr && wanted.switched->line_count != 0)
    wanted.switched->since_s = dt_s - wanted.switched->since_s;
  if ((step.at.block.header->news & kFired) != 0) age_triggers(step, dt_s);
  if (wanted.events != nullptr && wanted.events->count > first_event + 1) sort_events(step, first_event);
}

void glide(Step& step, double h_s) {
  if ((step.at.block.header->news & kMoving) != 0) find_moving_parameters(step);
  if (h_s > 0) take_sub_step(step, h_s);
}

}  // namespace skelter::graph_state
