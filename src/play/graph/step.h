#pragma once
// Step: one update of one instance, which four functions share: choose_transitions(), compute_weights(),
// advance_time() and report_events(). update.cpp calls them; start reading there. A line is an entry of the
// pose list.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "play/graph/motion.h"
#include "play/internal/graph_probe.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::graph_state {

inline constexpr double kNever_s = std::numeric_limits<double>::infinity();
// Whether a number of cycles is exact in double. A step to a larger number does not move.
inline bool can_count(double cycles) {
  return cycles < 0x1p52 && cycles > -0x1p52;
}
// A clip has an item if it is in the list, or if its weight in a blend reaches 0 between the middle and the
// end of a step.
inline constexpr std::uint32_t kMaxItems = 2 * kMaxGraphLines;

// --- requests of the caller --------------------------------------------------------------------------------

// Interface for callers that keep poses. The functions are called when the pose jumps and the difference must
// be blended out (rules "inertialization" and "four fades"). Only transitions happen between before() and
// after().
class SwitchWatcher {
 public:
  virtual void before(double at_s) = 0;  // time since the beginning of the update
  // fade_s = 0: a fifth fade removed another one. `profile` is a mask of the skeleton.
  virtual void after(double fade_s, std::uint16_t profile) = 0;
  virtual void cut() = 0;  // a hard cut: the difference is dropped

 protected:
  SwitchWatcher() = default;
  ~SwitchWatcher() = default;
};

// Set once for all updates of a task, except the members that update() sets from its parameters.
struct Wanted {
  GraphEvents* events = nullptr;
  RigidMotion* root = nullptr;
  PoseListEntry* lines = nullptr;   // the list; write_list() adds the entries that update() has not written
  GraphSwitch* switched = nullptr;  // receives the switch
  PoseListEntry* left = nullptr;    // receives the list before the first switch
  SwitchWatcher* watcher = nullptr;
  std::vector<GraphCondition>* taken = nullptr;  // receives the condition of each taken transition
  std::uint32_t graph_instance = 0;              // GraphEvent::instance
  bool keeps_poses = false;                      // rule "inertialization"
  bool finds_events = false;                     // events are needed for `events` or for conditions
  bool always_generally = false;                 // disables the fast path, for tests
};

// --- results of a step -------------------------------------------------------------------------------------

// Data shared by all items of a simple motion, of a clip played in a slot, or of a stage.
struct Source {
  enum class Kind : std::uint8_t { unsynced, synced, slot };
  // The path in the sub-step: in cycles; for synced motions in seconds in the state; for slots in seconds in
  // the clip.
  double from, to, per_s;
  double rate;              // synced motions only
  StateInstance* instance;  // its position becomes `to`; may be null
  std::uint16_t layer;
  std::uint16_t state;
  std::uint16_t motion;  // synced motions: the outermost motion
  Kind kind;
  bool loops;
  bool newest;
};

// Weights of an item in the middle of the sub-step, except `line`, the weight at its end.
struct ItemWeights {
  double sync;   // rule "group speed": includes the weight of its layer, but not the layers above
  double event;  // rule "event weight"
  double root;   // rule "root motion of layers"
  double line;   // rule "layers". 0: not in the list. Stages in the list: not 0
};

// One pose list entry: a clip with weight, or a stage. Items are stored in list order.
struct Item {
  double inside;  // weight in its motion; stages: weight of the stage
  ItemWeights weight;
  Interval interval;     // members of a group: the clip's interval for Scratch::group_whole
  std::uint16_t clip;    // clip of the character, or kPoseListStage
  std::uint16_t motion;  // the leaf motion
  std::uint16_t group;   // members of a group: the group; else kNone16
  std::uint16_t mask;    // mask of the list entry
  std::uint8_t source;   // index into Scratch::sources
  struct Range {
    std::uint8_t begin, split;
  } stage;  // stages: range of items
  bool additive;
  bool has_events;
  bool stays;  // still has weight in its motion at the end of the sub-step
};

// The path of a clip in the sub-step, as play times that are not folded.
struct Way {
  double from_s, to_s, per_s;  // per_s: unused for members of a group
};

// Memory that the instances of a task share. It is too large to clear for each step, so only values of the
// last sub-step may be read.
struct Scratch {
  double before[kMaxMachines][kMaxStackEntries];  // positions of instances at the beginning of the sub-step;
                                                  // NaN: new instances
  double group_before[kMaxGroups], group_rate[kMaxGroups];
  double group_whole[kMaxGroups];  // the interval to which Item::interval belongs; kAsleep: none
  Item items[kMaxItems];
  Source sources[kMaxItems];
  std::uint8_t members[kMaxItems];  // indices of the items that are members of groups
  bool has_members[kMaxGroups];
  alignas(RootMotionLayer) std::byte roots[(kMaxGraphLines + 1) * sizeof(RootMotionLayer)];  // uninitialized
};

// --- the step ----------------------------------------------------------------------------------------------

// Times of the sub-step.
struct Clock {
  double begin_s = 0, now_s = 0;  // beginning and end, since the beginning of the update
  double h_s = 0;                 // length; 0: only weights are computed
  double change_s = 0;            // time from its beginning until conditions may change
};

// Changes since conditions and groups were evaluated.
struct Changes {
  std::uint64_t reported = 0;         // event rules that the sub-step reported, a bit for each
  bool after_sub_step = false;        // a sub-step of this update has ended
  bool conditions_unchanged = false;  // inputs of untimed conditions are unchanged
  bool members_changed = false;       // inputs of the members of groups changed
  bool used_triggers = false;
  bool moves = false;  // a smoothed parameter is moving
};

// Arguments of the next SwitchWatcher::after().
struct PendingSwitch {
  double fade_s = 0;
  std::uint16_t profile = kNone16;
  bool is_pending = false;  // before() was called, but not yet after()
};

// The used part of Scratch, and the state of the walk of compute_weights() over layers.
struct Walk {
  std::uint32_t item_count = 0;
  std::uint8_t source_count = 0, member_count = 0;
  bool varies = false;  // parameters move in the sub-step
  std::uint16_t layer = 0, state = kNone16;
};

// Whether the last sub-step has made the list. If not, write_list() makes it with list.h.
struct ListState {
  bool is_current = false;       // true: stacks and slots are unchanged since, and no weight differs by joint
  bool is_written = false;       // the entries are in Wanted::lines, not only as items in Scratch
  std::uint32_t line_count = 0;  // number of entries in Wanted::lines
};

struct Step {
  Step(const GraphUpdateJob& job, std::byte* state, GraphEvents* events, Scratch& memory)
      : at{records(*job.graph), job.clips, Block(records(*job.graph), state)}, scratch(memory) {
    wanted.events = events;
    wanted.finds_events = events != nullptr || at.graph.event_conditions != 0;
  }

  GraphInstance at;  // the graph, its clips, and the state of the instance
  Wanted wanted;
  Clock clock;
  Changes changes;
  PendingSwitch pending_switch;
  Walk walk;
  ListState list;
  Scratch& scratch;
};

inline const Source& source_of(const Step& step, const Item& item) {
  return step.scratch.sources[item.source];
}
inline std::span<Item> items_from(const Step& step, std::uint32_t begin) {
  return {step.scratch.items + begin, step.walk.item_count - begin};
}
// Calls what(item) for the members of a group.
template <class What>
void for_members(const Step& step, std::uint16_t group, const What& what) {
  for (std::uint32_t i = 0; i < step.walk.member_count; ++i)
    if (Item& item = step.scratch.items[step.scratch.members[i]]; item.group == group) what(item);
}

// --- update.cpp --------------------------------------------------------------------------------------------

// `lines`: memory for the list, or null.
void update(Step& step, double dt_s, std::uint32_t instance, RigidMotion* out_root, PoseListEntry* lines);
// Moves on to the next state block of the job.
inline void go_to_next(Step& step) {
  step.at.block.move_by(step.at.graph.state_bytes);
  step.clock.begin_s = step.clock.now_s = 0;
  step.changes.moves = step.list.is_current = step.list.is_written = false;
}
// Advances a copy of the block without transitions, to look ahead.
void advance_freely(Step& step, double h_s);

// --- transitions.cpp: choose transitions -------------------------------------------------------------------

void choose_transitions(Step& step);
// Removes entries from a stack and reports the states that leave it. `stays`: an instance that continues
// without an entry, or kMaxStackEntries.
void drop_entries(Step& step, std::uint16_t machine, std::uint32_t first, std::uint32_t count,
                  std::uint8_t stays = kMaxStackEntries);
// Whether a state and all states that contain it are the newest of their machines.
bool is_in(const Step& step, std::uint16_t state);

// --- conditions.cpp ----------------------------------------------------------------------------------------

// `again`: an evaluation after a transition without a fade.
bool holds(const Step& step, const GraphTransition& transition, std::uint16_t machine, std::uint8_t instance,
           bool again);
// Evaluates like holds(), part by part. Allocates.
GraphCondition condition_of(const Step& step, std::uint16_t transition, std::uint16_t machine,
                            std::uint8_t instance, bool again);

// --- weights.cpp: compute weights --------------------------------------------------------------------------

// Makes the items of the current state, with the weights for a sub-step of clock.h_s.
void compute_weights(Step& step);
Way way_of(const Step& step, const Item& item);
Interval interval_of(const Step& step, const Item& item, double whole);
std::uint32_t make_list(Step& step, PoseListEntry* lines);
// Writes the list after update() and returns its size. A plain step has already written it. Otherwise
// make_list() makes it from the items of the last sub-step or, if masks differ by joint or stacks have
// changed since, by a separate walk (list.cpp).
inline std::uint32_t write_list(Step& step, PoseListEntry* lines) {
  return step.list.is_current && step.list.is_written ? step.list.line_count : make_list(step, lines);
}

// --- cuts.cpp ----------------------------------------------------------------------------------------------

// Seconds until the next cut; sets clock.change_s.
double find_cut(Step& step);

// --- time.cpp: advance time --------------------------------------------------------------------------------

void advance_time(Step& step);
void advance_fades(Step& step, std::uint16_t machine);
void advance_parameters(Step& step);
void find_moving_parameters(Step& step);
void age_triggers(Step& step, double dt_s);
// The position of a motion without a group after a sub-step (rule "own position"); returns its speed.
inline double move_position(const GraphMotion& motion, double& position, double cycle_s, double rate,
                            double h_s) {
  double per_s = 0;
  if (cycle_s > 0) {
    per_s = rate / cycle_s;
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

// --- groups.cpp: sync groups -------------------------------------------------------------------------------

void move_groups(Step& step);
// Puts groups to sleep and wakes them after transitions.
void refresh_groups(Step& step);
// Duration of an interval (rule "group speed").
double interval_s(const Step& step, std::uint16_t group, double whole);

// --- events.cpp: report events -----------------------------------------------------------------------------

// Adds the root motion and the events of clips of the sub-step.
void report_events(Step& step);
void report_state(Step& step, GraphEventKind kind, std::uint16_t state, std::uint16_t transition = kNone16);
void report_slot_ended(Step& step, std::uint16_t slot, std::uint16_t clip, double at_s);
// Reports clips in slots that later clips have replaced since the last update.
void report_pending(Step& step, std::uint16_t slot);
void sort_events(Step& step, std::uint32_t first);
// Whether a clip has an event on or near a path that begins in its first cycle.
inline bool is_event_near(const GraphClip& clip, bool loops, double from_s, double to_s) {
  constexpr double kNear_s = 1e-6;
  const double low_s = std::min(from_s, to_s) - kNear_s, high_s = std::max(from_s, to_s) + kNear_s;
  if (loops && (low_s < 0 || high_s > clip.duration_s)) return true;
  bool near = false;
  for (const GraphClipEvent& event : clip.events)
    near |= static_cast<bool>((event.time_s >= low_s) & (event.time_s <= high_s));
  return near;
}

// --- root_motion.cpp ---------------------------------------------------------------------------------------

void add_root_motion(Step& step);
RigidMotion root_of(const GraphClip& clip, const Way& way, bool loops);
// Memory for the parts of a sub-step's root motion. add_root_parts() adds them up.
inline RootMotionLayer* root_parts(Step& step) {
  return reinterpret_cast<RootMotionLayer*>(step.scratch.roots);
}
void add_root_parts(Step& step, std::size_t count);

// --- plain_step.cpp ----------------------------------------------------------------------------------------

// Does the work of compute_weights(), advance_time() and report_events() for the most common kind of
// sub-step. Returns false and changes nothing for other sub-steps.
bool take_plain_step(Step& step);

// Like fold_time for a looping clip, but without a function call for times of at least 0.
inline double looped_s(double time_s, double duration_s) {
  const double cycle = floor_of(time_s / duration_s);
  if (!(time_s >= 0 && duration_s > 0 && cycle < 0x1p31))
    return fold_time(time_s, duration_s, Loop::loop).in_cycle_s;
  const double since_s = time_s - (cycle * duration_s > time_s ? cycle - 1 : cycle) * duration_s;
  return std::clamp(since_s, 0.0, duration_s);
}

}  // namespace skelter::graph_state
