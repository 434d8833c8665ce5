#pragma once
// The update of one instance, in the parts that its files have: transitions, sub-steps, events,
// the list.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "play/graph/block.h"
#include "play/graph/motion.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::graph_state {

inline constexpr double kNever_s = std::numeric_limits<double>::infinity();
inline constexpr std::uint32_t kMostSubSteps = 16;
// A step that leads beyond the rounds that can be counted leads nowhere.
inline bool can_count(double rounds) {
  return rounds < 0x1p52 && rounds > -0x1p52;
}
// What is heard is listed but where blends leave one clip for another between the middle and the end.
inline constexpr std::uint32_t kMostItems = 2 * kMostGraphLines;
inline constexpr std::uint32_t kMostChained = 4;  // transitions of a machine at one moment

// What items have in common: a simple motion in one voice, a play of a slot, or a stage of the list.
struct Source {
  enum class Kind : std::uint8_t { unsynced, synced, slot };
  // Over the sub-step: rounds; of synced motions seconds in the state, of slots in the clip.
  double from, to, per_s;
  double rate;  // of synced motions
  std::uint16_t layer;
  std::uint16_t state;
  std::uint16_t motion;  // of synced motions: the outer one
  Kind kind;
  bool loops;
  bool newest;
};

// A clip that is heard, or a stage: in the order of the list.
struct Item {
  double inside;              // weight in its motion; of a stage: its weight
  double sync;                // for positions: layers' weights in, what lies above not (rule "group speed")
  double event;               // as heard (rule "event weight")
  double root;                // rule "root motion of layers"
  double line;                // in the list (rule "layers"), 0: not there. Of a stage: not 0 if it is
  Interval interval;          // of synced ones with markers: that of group_whole
  std::uint16_t clip;         // of the character, or kCrowdStage
  std::uint16_t motion;       // the leaf
  std::uint16_t group;        // of synced ones: those with markers
  std::uint16_t mask;         // of the list
  std::uint8_t source;        // of sources
  std::uint8_t begin, split;  // of a stage: items
  bool additive;
  bool tells;  // its clip has events
  bool stays;  // has a weight in its motion at the end
};

// How a clip goes in the sub-step: play times, not folded.
struct Way {
  double from_s, to_s, per_s;  // per_s: of synced ones not used
};

// Shared by the instances of a task: only what the last sub-step wrote is read.
struct Scratch {
  double before[kMostMachines][kMostStackEntries];  // positions of voices at its beginning; NaN: not heard
  double group_before[kMostGroups], group_rate[kMostGroups];
  double group_whole[kMostGroups];  // the interval that items have kept; kAsleep: none
  Item items[kMostItems];
  Source sources[kMostItems];
  std::uint8_t members[kMostItems];  // items with a group
  bool has_members[kMostGroups];
  alignas(RootMotionLayer) std::byte roots[(kMostGraphLines + 1) * sizeof(RootMotionLayer)];  // not set
};

// Somebody whose poses change at a moment: by a switch without a fade, or by a fade that was pushed out
// (rules "inertialization" and "four fades"). Between the two calls nothing but transitions happens.
class SwitchWatcher {
 public:
  virtual void before(double at_s) = 0;  // since the beginning of the update
  // 0 seconds: pushed out. The profile is a mask of the skeleton.
  virtual void after(double fade_s, std::uint16_t profile) = 0;
  virtual void cut() = 0;  // the whole pose is another one at once, as the graph wants it

 protected:
  SwitchWatcher() = default;
  ~SwitchWatcher() = default;
};

// Whether a clip has an event on a way that begins in its first round, or near.
inline bool is_event_near(const GraphClip& clip, bool loops, double from_s, double to_s) {
  constexpr double kNear_s = 1e-6;
  const double low_s = std::min(from_s, to_s) - kNear_s, high_s = std::max(from_s, to_s) + kNear_s;
  if (loops && (low_s < 0 || high_s > clip.duration_s)) return true;
  bool near = false;
  for (const GraphClipEvent& event : clip.events)
    near |= static_cast<bool>((event.time_s >= low_s) & (event.time_s <= high_s));
  return near;
}

RigidMotion root_of(const GraphClip& clip, const Way& way, bool loops);

// fold_time of what loops, without a call, for times from 0 on.
inline double looped_s(double time_s, double duration_s) {
  const double round = floor_of(time_s / duration_s);
  if (!(time_s >= 0 && duration_s > 0 && round < 0x1p31))
    return fold_time(time_s, duration_s, Loop::loop).in_round_s;
  const double since_s = time_s - (round * duration_s > time_s ? round - 1 : round) * duration_s;
  return std::clamp(since_s, 0.0, duration_s);
}

class Run {
  friend class PlainStep;

 public:
  Run(const GraphUpdateJob& job, std::byte* state, GraphEvents* events, Scratch& scratch)
      : g_(*job.graph),
        at_{g_, job.clips, Block(g_, state)},
        scratch_(scratch),
        events_(events),
        hears_(events != nullptr || g_.event_conditions != 0) {}

  // For callers with poses: rule "inertialization" gives the newest all at once. Before update().
  void keep_poses() { full_ = true; }
  void keep_switches(GraphSwitch& made, CrowdLayer* left) {
    keep_poses();
    switch_ = &made;
    left_ = left;
  }
  void watch(SwitchWatcher& watcher) {
    keep_poses();
    watcher_ = &watcher;
  }
  // `lines`: where the list goes, or nothing; what update() does not write there, write_list() does.
  void update(double dt_s, std::uint32_t instance, RigidMotion* out_root, CrowdLayer* lines);
  // For tests: every step goes the general way, and after each all conditions are looked at.
  void never_plainly() {
    plain_ = false;
    calm_s_ = 0;
  }
  // For probes: each transition that update() takes is added with its condition. Allocates.
  void keep_conditions(std::vector<GraphCondition>& taken) { taken_ = &taken; }
  // As the next update evaluates it before it advances.
  GraphCondition condition(std::uint16_t transition, std::uint32_t entry) const;
  // To the state that follows, of the same job.
  void go_to_next() {
    at_.block.move_by(g_.state_bytes);
    begin_s_ = now_s_ = 0;
    moves_ = listed_ = written_ = false;
  }
  // Goes on by a moment in which nothing is decided: for those who look ahead, with a copy of the block.
  void glide(double h_s);
  std::uint32_t write_list(CrowdLayer* lines) { return listed_ && written_ ? line_count_ : make_list(lines); }

 private:
  // Transitions: transitions.cpp.
  void look(bool first) {
    std::uint16_t& news = at_.block.header->news;
    quiet_ = (news & kConditions) == 0;
    regroup_ = (news & kMembers) != 0;
    news &= static_cast<std::uint16_t>(~(kConditions | kMembers));
    seen_ = !first;
    // Or as they were when they were looked at last.
    if (!quiet_ || (!first && change_s_ <= h_s_)) look_at_machines();
  }
  void look_at_machines();
  void look_at_machine(std::uint16_t index);
  // A transition whose condition holds, and the voice that it leads from.
  struct Choice {
    std::uint16_t transition = kNone16;
    std::uint8_t voice = 0;
  };
  Choice find_transition(std::uint16_t machine, bool again) const;
  bool holds(const GraphTransition& transition, std::uint16_t machine, std::uint8_t voice, bool again) const;
  bool part_holds(const GraphOp& op, std::uint16_t machine, std::uint8_t voice, bool sees) const;
  GraphCondition evaluated(const Choice& choice, std::uint16_t machine, bool again) const;
  struct Compared {
    double left, right;
    double same;  // values that are no further apart are equal
  };
  Compared compared(const GraphOp& op, const Voice& voice) const;
  static bool compares(GraphComparison comparison, const Compared& values);
  double operand(GraphOperand kind, std::uint16_t index, const Voice& voice) const;
  double exact_value(std::uint16_t parameter) const;
  bool has_passed(double phase, std::uint16_t machine, std::uint8_t voice) const;
  bool is_in(std::uint16_t state) const;
  void take(std::uint16_t machine, std::uint16_t transition);
  void forget_way(std::uint16_t motion);
  struct Synced {
    double weight = 0;
    std::uint16_t group = kNone16, leaf = kNone16;
  };
  void find_synced(std::uint16_t motion, double weight, Synced& best) const;
  double phase_of(std::uint16_t motion, const Voice& voice) const;
  double entering_position(const GraphTransition& transition, const Synced& synced, double phase) const;
  static std::uint8_t voice_of(const Machine& machine, std::uint16_t state);
  // `stays`: a voice that goes on without an entry, or kMostStackEntries.
  void drop_weakest(std::uint16_t machine, std::uint8_t stays);
  void drop_entries(std::uint16_t machine, std::uint32_t first, std::uint32_t count,
                    std::uint8_t stays = kMostStackEntries);
  void keep_switch(const GraphTransition& transition);
  void show_switch();
  void use_triggers(const GraphTransition& transition);

  // Sub-steps: time.cpp.
  void find_moving();
  double find_moment();
  void moments_of_machine(const GraphMachine& record, const Machine& machine, double& soonest_s);
  bool has_other_changes(const Machine& machine, const GraphNode& node) const;
  void moments_of_voice(const GraphNode& node, const Voice& voice, double& soonest_s);
  double wait_s(const GraphMoment& moment, double clock_s, double per_s) const;
  void moments_of_slot(const Slot& slot, double& soonest_s) const;
  void advance(double h_s);
  void advance_generally(double h_s);
  bool advance_plainly(double h_s);  // plain_step.cpp
  void advance_fades(std::uint16_t machine);
  void advance_slot(std::uint16_t index);
  void advance_parameters(double h_s);
  void refresh_groups();
  bool groups_changed();
  void find_members_of_layers(std::uint32_t first, std::uint32_t count);
  void find_members(std::uint16_t motion);
  void move_groups();
  void wake_group(std::uint16_t group);
  void move_group(std::uint16_t group, double rate, double weights);
  void keep_intervals(std::uint16_t group, double whole);
  Interval interval_of(const Item& item, double whole) const {
    return whole == scratch_.group_whole[item.group] ? item.interval
                                                     : markers_of(at_, item.motion).interval_at(whole);
  }
  double interval_s(std::uint16_t group, double whole) const;
  double rate_in_group(std::uint16_t group, const Item& leads);
  // what(record, kept) for parameters with max_rate.
  template <class What>
  void for_smoothed(const What& what) const {
    std::uint32_t left = g_.smoothed;
    for (std::size_t i = 0; left != 0; ++i)
      if (g_.parameters[i].smoothed != kNone16) what(g_.parameters[i], at_.block.parameters[i]), --left;
  }
  void age_triggers(double dt_s);
  void add_root_motion();
  void add_roots(std::size_t count);
  RootMotionLayer* roots() { return reinterpret_cast<RootMotionLayer*>(scratch_.roots); }

  // What is heard: weights.cpp. With h_s > 0 it goes on by it.
  void hear(double h_s);
  std::uint32_t make_list(CrowdLayer* lines);
  // What a motion or layers weigh together, where masks are 1: in the middle of the sub-step, in the list,
  // and for root motion, where inertialization fades (rule "inertialized root motion").
  struct Strength {
    double heard = 0, in_list = 0, moves = 0;
  };
  Strength hear_layers(std::uint32_t first, std::uint32_t count, bool newest);
  Strength hear_inside(std::uint16_t motion, bool newest);
  Strength hear_machine(std::uint16_t index, bool newest);
  Strength hear_stack(std::uint16_t index, bool newest);
  Strength hear_state(std::uint16_t machine, std::uint8_t voice, bool newest);
  Strength hear_simple(std::uint16_t index, Voice& voice, bool newest);
  double put_later(const GraphMotion& motion, std::uint16_t index, std::uint32_t begin);
  Strength hear_slot(std::uint16_t index, bool newest);
  static double go_on(const GraphMotion& motion, double& position, double round_s, double rate, double h_s);
  void put_override(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin, double weight,
                    double in_list, Strength strength);
  bool is_in_list(std::uint32_t begin) const;
  void put_additive(const GraphLayer& layer, std::uint32_t begin, double weight, double in_list);
  void put_clip(const GraphMotion& outer, std::uint16_t leaf, double weight, double in_list);
  // With parameters and fades as they will be then.
  template <class What>
  auto at_end(const What& what) {
    struct Back {
      double& ahead_s;
      double middle_s;
      ~Back() { ahead_s = middle_s; }
    } const back{at_.ahead_s, at_.ahead_s};
    at_.ahead_s = h_s_;
    return what();
  }
  void put_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask);
  double time_of(const Item& item) const;
  Way way_of(const Item& item) const;
  const Source& source_of(const Item& item) const { return scratch_.sources[item.source]; }
  std::span<Item> items(std::uint32_t begin) const { return {scratch_.items + begin, item_count_ - begin}; }
  // what(item) for those of a group.
  template <class What>
  void for_members(std::uint16_t group, const What& what) const {
    for (std::uint32_t i = 0; i < member_count_; ++i)
      if (Item& item = scratch_.items[scratch_.members[i]]; item.group == group) what(item);
  }

  // Events: events.cpp.
  void tell(const GraphEvent& event);
  void tell_state(GraphEventKind kind, std::uint16_t state, double at_s, std::uint16_t transition = kNone16);
  void tell_slot_ended(std::uint16_t slot, std::uint16_t clip, double at_s);
  void tell_pending(std::uint16_t slot);
  void tell_passed();
  bool may_pass(const Item& item) const;
  void pass(const Item& item, const Way& way);
  struct Voiced {
    double weight = 0;  // of all that it speaks for
    bool speaks = false;
  };
  Voiced voiced(const Item& item) const;
  void tell_clip_event(const Item& item, const Way& way, std::size_t event, std::int64_t round,
                       double play_time_s);
  double seconds_until(const Item& item, const Way& way, double play_time_s) const;
  void sort_events(std::uint32_t first);

  const GraphView& g_;
  Instance at_;
  Scratch& scratch_;
  GraphEvents* events_;
  bool hears_;                    // somebody asks for events
  CrowdLayer* lines_ = nullptr;   // asked for
  std::uint32_t line_count_ = 0;  // of those that are written_
  GraphSwitch* switch_ = nullptr;
  CrowdLayer* left_ = nullptr;
  SwitchWatcher* watcher_ = nullptr;
  std::vector<GraphCondition>* taken_ = nullptr;  // asked for
  bool switched_ = false;                         // at this moment; the watcher waits for how it goes on
  double switch_fade_s_ = 0;
  std::uint16_t switch_profile_ = kNone16;
  std::uint32_t instance_ = 0;
  RigidMotion* root_ = nullptr;
  double begin_s_ = 0, now_s_ = 0;  // of the sub-step, since the beginning of the update
  double h_s_ = 0;                  // of the sub-step
  bool seen_ = false;               // a sub-step of this update is over
  bool quiet_ = false;              // nothing changed that untimed conditions depend on
  bool regroup_ = false;            // something did that members of groups depend on
  bool used_triggers_ = false;
  bool moves_ = false;      // a smoothed parameter is on its way
  std::uint64_t told_ = 0;  // rules whose events the sub-step told
  std::uint32_t item_count_ = 0;
  std::uint8_t source_count_ = 0, member_count_ = 0;
  bool full_ = false;
  bool plain_ = true;
  bool varies_ = false;                        // parameters move in the sub-step
  bool listed_ = false;                        // the items are those of the list now, or
  bool written_ = false;                       // its lines are there already
  double calm_s_ = kNever_s;                   // change_s_ where no machine has moments
  double change_s_ = 0;                        // from the sub-step's beginning, until conditions may change
  std::uint16_t layer_ = 0, state_ = kNone16;  // where the walk is
};

// Of a motion without a group: its position after a sub-step (rule "own position"); returns how fast it goes.
inline double Run::go_on(const GraphMotion& motion, double& position, double round_s, double rate,
                         double h_s) {
  double per_s = 0;
  if (round_s > 0) {
    per_s = rate / round_s;
    const double to = position + per_s * h_s;
    if (motion.loops == 0)
      position = std::clamp(to, 0.0, 1.0);
    else
      position = can_count(to) ? to : fraction(position);
  } else if (motion.loops == 0) {
    position = 1;
  }
  return per_s;
}

}  // namespace skelter::graph_state
