#pragma once
// One update of one instance as a value, the Step, that four functions pass on: choose_transitions(),
// compute_weights(), advance_time() and report_events(). update.cpp calls them; start reading there. Words
// that the rules of docs/graph.md have other names for: a Voice is a state instance, a line an entry of the
// list.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "play/graph/motion.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::graph_state {

inline constexpr double kNever_s = std::numeric_limits<double>::infinity();
// Longest count of rounds. A step that leads beyond it leads nowhere.
inline bool can_count(double cycles) {
  return cycles < 0x1p52 && cycles > -0x1p52;
}
// A clip has an item if it is in the list, or if its blend leaves it between the middle and the end of a
// step.
inline constexpr std::uint32_t kMostItems = 2 * kMostGraphLines;

// --- what the caller asks for ------------------------------------------------------------------------------

// A caller that keeps poses. It is called when the pose changes at once and the difference is to be blended
// out (rules "inertialization" and "four fades"). Between before() and after(), only transitions are taken.
class SwitchWatcher {
 public:
  virtual void before(double at_s) = 0;  // since the beginning of the update
  // 0 seconds: a fifth fade removed one. The profile is a mask of the skeleton.
  virtual void after(double fade_s, std::uint16_t profile) = 0;
  virtual void cut() = 0;  // the graph wants another pose at once: no difference is left

 protected:
  SwitchWatcher() = default;
  ~SwitchWatcher() = default;
};

// Set once for all updates of a task, but for what update() is given.
struct Wanted {
  GraphEvents* events = nullptr;
  RigidMotion* root = nullptr;
  CrowdLayer* lines = nullptr;      // where the list goes; what update() leaves, write_list() writes
  GraphSwitch* switched = nullptr;  // switches, with
  CrowdLayer* left = nullptr;       // the list before the first one
  SwitchWatcher* watcher = nullptr;
  std::vector<GraphCondition>* taken = nullptr;  // gets the condition of each transition that is taken
  std::uint32_t graph_instance = 0;              // GraphEvent::instance
  bool keeps_poses = false;                      // rule "inertialization"
  bool finds_events = false;                     // for `events`, or for conditions
  bool always_generally = false;                 // for tests: no shortcut is taken
};

// --- what a step computes ----------------------------------------------------------------------------------

// What the items of one simple motion, one play of a slot or one stage share.
struct Source {
  enum class Kind : std::uint8_t { unsynced, synced, slot };
  // Over the sub-step: rounds. Of synced motions seconds in the state, of slots seconds in the clip.
  double from, to, per_s;
  double rate;              // of synced motions
  StateInstance* instance;  // whose position becomes `to`, or null
  std::uint16_t layer;
  std::uint16_t state;
  std::uint16_t motion;  // of synced motions: the outer one
  Kind kind;
  bool loops;
  bool newest;
};

// Weights of an item in the middle of the sub-step; only `line` is that of its end.
struct ItemWeights {
  double sync;   // rule "group speed": with the weight of its layer, without the layers above
  double event;  // rule "event weight"
  double root;   // rule "root motion of layers"
  double line;   // rule "layers". 0: not in the list. Of a stage in the list: not 0
};

// A clip that has weight, or a stage, in the order of the list.
struct Item {
  double inside;  // weight in its motion. Of a stage: its weight
  ItemWeights weight;
  Interval interval;     // of members of a group: the one that Scratch::group_whole names
  std::uint16_t clip;    // of the character, or kCrowdStage
  std::uint16_t motion;  // the leaf
  std::uint16_t group;   // of members, else kNone16
  std::uint16_t mask;    // of the list
  std::uint8_t source;   // index of Scratch::sources
  struct Range {
    std::uint8_t begin, split;
  } stage;  // of a stage: items
  bool additive;
  bool has_events;
  bool stays;  // has a weight in its motion at the end
};

// The way of a clip in the sub-step: play times, not folded.
struct Way {
  double from_s, to_s, per_s;  // per_s: not of members of a group
};

// Too large to be cleared for each step; shared by the instances of a task. Only what the last sub-step wrote
// is read.
struct Scratch {
  double before[kMostMachines][kMostStackEntries];  // positions of voices at its beginning; NaN: they begin
  double group_before[kMostGroups], group_rate[kMostGroups];
  double group_whole[kMostGroups];  // the interval that items have kept; kAsleep: none
  Item items[kMostItems];
  Source sources[kMostItems];
  std::uint8_t members[kMostItems];  // items of members of groups
  bool has_members[kMostGroups];
  alignas(RootMotionLayer) std::byte roots[(kMostGraphLines + 1) * sizeof(RootMotionLayer)];  // not set
};

// --- the step ----------------------------------------------------------------------------------------------

// Times of the sub-step.
struct Clock {
  double begin_s = 0, now_s = 0;  // its beginning and end, since the beginning of the update
  double h_s = 0;                 // its length; 0: only weights are computed
  double change_s = 0;            // from its beginning, until conditions may change with time
};

// What has changed since conditions and groups were looked at.
struct Changes {
  std::uint64_t reported = 0;         // event rules that the sub-step reported, a bit for each
  bool after_sub_step = false;        // a sub-step of this update is over
  bool conditions_unchanged = false;  // nothing changed that untimed conditions depend on
  bool members_changed = false;       // something did that members of groups depend on
  bool used_triggers = false;
  bool moves = false;  // a smoothed parameter is moving
};

// What SwitchWatcher::after() will be called with.
struct PendingSwitch {
  double fade_s = 0;
  std::uint16_t profile = kNone16;
  bool is_pending = false;  // the watcher waits for after()
};

// How much of Scratch compute_weights() has set, and where its walk over layers is.
struct Walk {
  std::uint32_t item_count = 0;
  std::uint8_t source_count = 0, member_count = 0;
  bool varies = false;  // parameters move in the sub-step
  std::uint16_t layer = 0, state = kNone16;
};

// Whether the last sub-step has the list already. If not, write_list() walks once more, by list.h.
struct ListState {
  bool is_current = false;       // it has: no stack or slot changed since, and no entry differs by joints
  bool is_written = false;       // and its lines are in Wanted::lines, not only its items in Scratch
  std::uint32_t line_count = 0;  // of those lines
};

struct Step {
  Step(const GraphUpdateJob& job, std::byte* state, GraphEvents* events, Scratch& memory)
      : at{*job.graph, job.clips, Block(*job.graph, state)}, scratch(memory) {
    wanted.events = events;
    wanted.finds_events = events != nullptr || job.graph->event_conditions != 0;
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
// what(item) for the members of a group.
template <class What>
void for_members(const Step& step, std::uint16_t group, const What& what) {
  for (std::uint32_t i = 0; i < step.walk.member_count; ++i)
    if (Item& item = step.scratch.items[step.scratch.members[i]]; item.group == group) what(item);
}

// --- update.cpp --------------------------------------------------------------------------------------------

// `lines`: where the list goes, or nothing.
void update(Step& step, double dt_s, std::uint32_t instance, RigidMotion* out_root, CrowdLayer* lines);
// To the state that follows, of the same job.
inline void go_to_next(Step& step) {
  step.at.block.move_by(step.at.graph.state_bytes);
  step.clock.begin_s = step.clock.now_s = 0;
  step.changes.moves = step.list.is_current = step.list.is_written = false;
}
// Advances by a time in which no transition is taken: to look ahead, with a copy of the block.
void advance_freely(Step& step, double h_s);

// --- transitions.cpp: choose transitions -------------------------------------------------------------------

void choose_transitions(Step& step);
// Removes entries of a stack, and reports the states that leave it. `stays`: a voice that goes on without an
// entry, or kMostStackEntries.
void drop_entries(Step& step, std::uint16_t machine, std::uint32_t first, std::uint32_t count,
                  std::uint8_t stays = kMostStackEntries);
// Whether a state and all that hold it are the newest of their machines.
bool is_in(const Step& step, std::uint16_t state);

// --- conditions.cpp ----------------------------------------------------------------------------------------

// `again`: the machine looks once more after a transition without a fade.
bool holds(const Step& step, const GraphTransition& transition, std::uint16_t machine, std::uint8_t instance,
           bool again);
// As holds() evaluates it, part by part. Allocates.
GraphCondition condition_of(const Step& step, std::uint16_t transition, std::uint16_t machine,
                            std::uint8_t instance, bool again);

// --- weights.cpp: compute weights --------------------------------------------------------------------------

// The items of the state now, with the weights of a sub-step of clock.h_s.
void compute_weights(Step& step);
Way way_of(const Step& step, const Item& item);
Interval interval_of(const Step& step, const Item& item, double whole);
std::uint32_t make_list(Step& step, CrowdLayer* lines);
// The list after update(), in its `lines` or elsewhere. Returns the number of lines. A plain step has written
// it already. Otherwise make_list() makes it from the items of the last sub-step, or, where masks differ by
// joint or stacks have changed since, by a walk of its own (list.cpp).
inline std::uint32_t write_list(Step& step, CrowdLayer* lines) {
  return step.list.is_current && step.list.is_written ? step.list.line_count : make_list(step, lines);
}

// --- cuts.cpp ----------------------------------------------------------------------------------------------

// Seconds until the next one; sets clock.change_s.
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
// Lets groups sleep and wake after transitions.
void refresh_groups(Step& step);
// How long an interval takes (rule "group speed").
double interval_s(const Step& step, std::uint16_t group, double whole);

// --- events.cpp: report events -----------------------------------------------------------------------------

// The root motion and the events of clips of the sub-step.
void report_events(Step& step);
void report_state(Step& step, GraphEventKind kind, std::uint16_t state, std::uint16_t transition = kNone16);
void report_slot_ended(Step& step, std::uint16_t slot, std::uint16_t clip, double at_s);
// Plays of a slot that later ones pushed out since the last update.
void report_pending(Step& step, std::uint16_t slot);
void sort_events(Step& step, std::uint32_t first);
// Whether a clip has an event on a way that begins in its first round, or near it.
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
// Room for the parts of a sub-step, and their sum.
inline RootMotionLayer* root_parts(Step& step) {
  return reinterpret_cast<RootMotionLayer*>(step.scratch.roots);
}
void add_root_parts(Step& step, std::size_t count);

// --- plain_step.cpp ----------------------------------------------------------------------------------------

// Does what the three functions after choose_transitions() do if the sub-step is of the commonest kind.
// False: it is not, and nothing has changed.
bool take_plain_step(Step& step);

// As fold_time of a clip that loops, without a call, for times from 0 on.
inline double looped_s(double time_s, double duration_s) {
  const double cycle = floor_of(time_s / duration_s);
  if (!(time_s >= 0 && duration_s > 0 && cycle < 0x1p31))
    return fold_time(time_s, duration_s, Loop::loop).in_round_s;
  const double since_s = time_s - (cycle * duration_s > time_s ? cycle - 1 : cycle) * duration_s;
  return std::clamp(since_s, 0.0, duration_s);
}

}  // namespace skelter::graph_state
