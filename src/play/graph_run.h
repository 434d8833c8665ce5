#pragma once
// The update of one instance (R1 to R37), in the parts that its files have: transitions, sub-steps, events,
// the list.

#include <cstdint>
#include <span>

#include "play/graph_motion.h"
#include "play/graph_state.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::graph_state {

inline constexpr std::uint32_t kMostSubSteps = 16;
inline constexpr std::uint32_t kMostChained = 4;  // transitions of a machine at one moment

// What a clip does in a sub-step.
struct Item {
  double from_s, to_s;  // play times of the clip, not folded
  double per_s;         // play time per second; of synced ones not used
  double inside;        // weight in its motion
  double sync;          // for positions: layers' weights in, what lies above not (R10)
  double event;         // as heard (R32)
  double root;          // for root motion (R37)
  std::uint16_t clip;
  std::uint16_t motion;  // the leaf
  std::uint16_t group;   // of synced ones: those with markers
  std::uint16_t layer;
  std::uint16_t state;
  std::uint8_t use;  // items of one simple motion in one voice have one number
  bool loops;
  bool newest;
  bool additive;
};

// Shared by the instances of a task: only what the last sub-step wrote is read.
struct Scratch {
  double before[kMostMachines][kMostStackEntries];  // positions of voices at its beginning; NaN: not heard
  double group_before[kMostGroups], group_rate[kMostGroups];
  Item items[kMostGraphLines];
  double use_rate[kMostGraphLines];
  bool has_members[kMostGroups];
  Finds finds;
};

// Somebody whose poses change at a moment: by a switch without a fade, or by a fade that was pushed out (R22,
// R26). Between the two calls nothing but transitions happens.
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

// How a voice goes on in a sub-step: from a position or a time in its state, by so much a second.
struct Way {
  double from, to, per_s;
};

class Run {
 public:
  Run(const GraphUpdateJob& job, std::byte* state, GraphEvents* events, Scratch& scratch)
      : g_(*job.graph),
        at_{g_, job.clips, Block(g_, state), scratch.finds},
        scratch_(scratch),
        events_(events),
        hears_(events != nullptr || g_.event_conditions != 0) {
    scratch.finds.forget();
  }

  // For callers with poses. Before update().
  void keep_switches(GraphSwitch& made, CrowdLayer* left) {
    switch_ = &made;
    left_ = left;
  }
  void watch(SwitchWatcher& watcher) { watcher_ = &watcher; }
  void update(double dt_s, std::uint32_t instance, RigidMotion* out_root);
  // Goes on by a moment in which nothing is decided: for those who look ahead, with a copy of the block.
  void glide(double h_s);
  // `full`: inertialization gives the newest all at once (R26).
  std::uint32_t write_list(CrowdLayer* lines, bool full);

 private:
  // Transitions: graph_transitions.cpp.
  void look(bool first);
  void look_at_layers(std::uint32_t first, std::uint32_t count);
  void look_inside(std::uint16_t motion);
  void look_at_machine(std::uint16_t index);
  bool looks_at_time(const GraphMachine& record, const Machine& machine) const;
  std::uint16_t find_transition(std::uint16_t machine, bool again) const;
  bool holds(const GraphTransition& transition, std::uint16_t machine, std::uint8_t voice, bool again) const;
  bool compares(const GraphOp& op, const Voice& voice) const;
  double operand(GraphOperand kind, std::uint16_t index, const Voice& voice) const;
  bool has_passed(double phase, std::uint16_t machine, std::uint8_t voice) const;
  bool is_in(std::uint16_t state) const;
  void take(std::uint16_t machine, std::uint16_t transition);
  struct Synced {
    double weight = 0;
    std::uint16_t group = kNone16, leaf = kNone16;
  };
  void find_synced(std::uint16_t motion, double weight, Synced& best) const;
  double phase_of(std::uint16_t motion, const Voice& voice) const;
  double entering_position(const GraphTransition& transition, const Synced& synced, double phase) const;
  static std::uint8_t voice_of(const Machine& machine, std::uint16_t state);
  void drop_weakest(std::uint16_t machine);
  void drop_entries(std::uint16_t machine, std::uint32_t first, std::uint32_t count);
  void keep_switch(const GraphTransition& transition);
  void show_switch();
  void use_triggers(const GraphTransition& transition);

  // Sub-steps: graph_step.cpp.
  void find_moving();
  double next_moment_s() const;
  void moments_of_layers(std::uint32_t first, std::uint32_t count, bool newest, double& soonest_s) const;
  void moments_of_motion(std::uint16_t motion, bool newest, double& soonest_s) const;
  void moments_of_machine(std::uint16_t index, bool newest, double& soonest_s) const;
  void moments_of_voice(const GraphNode& node, const Voice& voice, double& soonest_s) const;
  void moments_of_slot(const Slot& slot, double& soonest_s) const;
  void advance(double h_s);
  void look_ahead(double seconds);
  // Items of everything that is heard; with h_s > 0 they go on by it.
  void gather(double h_s);
  void gather_layers(std::uint32_t first, std::uint32_t count, bool newest);
  void gather_motion(std::uint16_t motion, Voice& voice, bool newest);
  void gather_machine(std::uint16_t index, bool newest);
  void gather_voice(std::uint16_t motion, Voice& voice, bool newest);
  double go_on(const GraphMotion& motion, Voice& voice, double round_s, double rate);
  void put_item(const GraphMotion& outer, const Leaf& leaf, const Way& way, bool newest);
  void gather_slot(std::uint16_t index, bool newest);
  void advance_fades(std::uint16_t machine);
  void advance_slot(std::uint16_t index);
  void advance_parameters(double h_s);
  void refresh_groups();
  bool groups_changed();
  void find_members_of_layers(std::uint32_t first, std::uint32_t count);
  void find_members(std::uint16_t motion);
  void move_groups();
  double interval_s(std::uint16_t group, double whole) const;
  void move_group(std::uint16_t group, double rate, double weights);
  void age_triggers(double dt_s);
  void add_root_motion();

  // Events: graph_events.cpp.
  void tell(const GraphEvent& event);
  void tell_state(GraphEventKind kind, std::uint16_t state, double at_s);
  void tell_slot_ended(std::uint16_t slot, std::uint16_t clip, double at_s);
  void tell_pending(std::uint16_t slot);
  void tell_passed();
  void pass(const Item& item);
  struct Voiced {
    double weight = 0;  // of all that it speaks for
    bool speaks = false;
  };
  Voiced voiced(const Item& item) const;
  void tell_clip_event(const Item& item, std::size_t event, std::int64_t round, double play_time_s);
  double seconds_until(const Item& item, double play_time_s) const;
  void sort_events(std::uint32_t first);

  const GraphView& g_;
  Instance at_;
  Scratch& scratch_;
  GraphEvents* events_;
  bool hears_;  // somebody asks for events
  GraphSwitch* switch_ = nullptr;
  CrowdLayer* left_ = nullptr;
  SwitchWatcher* watcher_ = nullptr;
  bool switched_ = false;  // at this moment; the watcher waits for how it goes on
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
  std::uint8_t use_count_ = 0;
  std::uint16_t layer_ = 0, state_ = kNone16;  // where gathering is
};

}  // namespace skelter::graph_state
