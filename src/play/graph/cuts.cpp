// Finds the time at which a sub-step ends because conditions may change (rule "cuts").
#include <algorithm>
#include <cmath>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

constexpr double kNear = 1e-6;

// Lowers `soonest_s` to `wait_s` if that is sooner but still in the future.
void see_cut(double wait_s, double& soonest_s) {
  if (wait_s > kSame && wait_s < soonest_s) soonest_s = wait_s;
}

// Cycles until a phase is passed.
double cycles_until(double phase, double position, bool backward, bool loops) {
  const double way = backward ? position - phase : phase - position;
  return loops ? way - floor_of(way - kSame) : way;
}

// Seconds until a clock with rate `per_s` reaches the time of a moment, to which a moving parameter may be
// added.
double wait_s(const Step& step, const GraphMoment& moment, double clock_s, double per_s) {
  if (moment.parameter == kNone16) return (moment.x - clock_s) / per_s;
  const GraphParameterRecord& record = step.at.graph.parameters[moment.parameter];
  const Parameter& kept = step.at.block.parameters[moment.parameter];
  const double now = step.at.value(moment.parameter), way = kept.target - now;
  if (record.smoothed == kNone16 || way == 0) return (moment.x + now - clock_s) / per_s;
  const double speed = way < 0 ? -record.max_rate : record.max_rate, until_s = way / speed;
  const double meets_s = (moment.x + now - clock_s) / (per_s - speed);
  if (meets_s > kSame && meets_s <= until_s) return meets_s;
  const double then_s = (moment.x + kept.target - clock_s) / per_s;
  return then_s >= until_s - kSame ? then_s : 0;
}

void find_cuts_of_instance(Step& step, const GraphNode& node, const StateInstance& instance,
                           double& soonest_s) {
  const GraphMotion& motion = step.at.graph.motions[node.motion];
  double& change_s = step.clock.change_s;
  double cycle_s = 0, rate = 0;  // cycle_s = 0: the motion has no position
  if (is_simple(motion)) {
    const Leaves leaves = leaves_of(step.at, node.motion);
    cycle_s = duration_of<Leaf>(step.at, leaves);
    rate = rate_of<Leaf>(step.at, motion, leaves);
  }
  const bool moves = cycle_s > 0 && rate != 0, backward = rate < 0;
  const double per_cycle_s = moves ? cycle_s / std::abs(rate) : 0;
  // Because of rounding, a condition may change this much earlier or later than its cut. Phases are compared
  // with a tolerance in cycles.
  const double near_s = kNear * std::max(1.0, per_cycle_s);
  const auto see = [&](double wait_s) {
    see_cut(wait_s, soonest_s);
    if (!(wait_s < -near_s)) change_s = std::min(change_s, wait_s - near_s);
  };
  const bool parameters_move = step.changes.moves;
  // The rate may be different at the end.
  if (parameters_move && (motion.kind != GraphMotionKind::clip || motion.rate_parameter != kNone16))
    change_s = 0;
  for (const GraphMoment& moment : step.at.graph.moments.subspan(node.first_moment, node.moment_count)) {
    const double left = backward ? instance.position : 1 - instance.position;
    if (parameters_move && moment.parameter != kNone16) change_s = 0;
    if (moment.kind == GraphMomentKind::time) {
      see(wait_s(step, moment, instance.time_s, 1));
    } else if (moves && moment.kind == GraphMomentKind::passed) {
      const double until_s =
          per_cycle_s * cycles_until(moment.x, instance.position, backward, motion.loops != 0);
      see(until_s);
      if (until_s > per_cycle_s - near_s) change_s = 0;  // the change may be now
    } else if (moves && motion.loops == 0 && moment.kind == GraphMomentKind::meet) {
      see((per_cycle_s * left - instance.time_s - moment.x) / 2);
    } else if (moves && motion.loops == 0) {
      see(wait_s(step, moment, per_cycle_s * left, -1));
    }
  }
}

// Whether conditions may change at times other than cuts: the conditions of synced states, those with events,
// and those of the state that is fading out.
bool has_other_changes(const GraphRecords& graph, const Machine& machine, const GraphNode& node) {
  if (machine.count > 1 && fade_of(graph, machine.top()).interrupt == GraphInterrupt::both) return true;
  return node.timed != 0 && (graph.event_conditions != 0 || graph.motions[node.motion].group != kNone16);
}

// A separate function, which few machines need, so that find_cut() stays short.
[[gnu::noinline]] void find_cuts_of_machine(Step& step, const GraphMachine& record, const Machine& machine,
                                            double& soonest_s) {
  const GraphRecords& graph = step.at.graph;
  const GraphNode& node = graph.nodes[machine.newest().state];
  if (machine.count > 1 && is_active(graph, step.at.block, record.parent_state))
    for (std::uint32_t k = 1; k < machine.count; ++k)
      see_cut(fade_of(graph, machine.entries[k]).fade_s - machine.entries[k].elapsed_s, soonest_s);
  if (has_other_changes(graph, machine, node)) step.clock.change_s = 0;
  if (node.moment_count != 0 && is_in(step, record.parent_state))
    find_cuts_of_instance(step, node, machine.newest(), soonest_s);
}

[[gnu::noinline]] void find_cuts_of_slot(const Step& step, const Slot& slot, double& soonest_s) {
  const Play& play = slot.plays[slot.count - 1];
  if (slot.count == 2) see_cut(play.fade_in_s - play.time_s, soonest_s);  // also while the slot fades out
  if (slot.stopped != 0) return see_cut(play.fade_out_s - slot.elapsed_s, soonest_s);
  const double left_s = step.at.clips[slot.newest_clip()].duration_s - play.time_s;
  see_cut(play.fade_in_s - slot.elapsed_s, soonest_s);
  see_cut(left_s - play.fade_out_s, soonest_s);
  see_cut(left_s, soonest_s);
}

}  // namespace

double find_cut(Step& step) {
  const GraphRecords& graph = step.at.graph;
  double soonest_s = kNever_s;
  step.clock.change_s = step.wanted.always_generally ? 0 : kNever_s;
  const Machine* machine = step.at.block.machines;
  for (const GraphMachine& record : graph.machines) {
    // Most machines have no cuts: only machines with a fade or a timed state do.
    if (machine->count > 1 || (machine->count == 1 && graph.nodes[machine->newest().state].timed != 0))
      find_cuts_of_machine(step, record, *machine, soonest_s);
    ++machine;
  }
  const Slot* slot = step.at.block.slots;
  for (std::size_t left = graph.slots.size(); left != 0; --left, ++slot)
    if (slot->count != 0) find_cuts_of_slot(step, *slot, soonest_s);
  return soonest_s;
}

}  // namespace skelter::graph_state
