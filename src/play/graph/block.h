#pragma once
// The state block of a graph: a header, parameters, groups, machines, slots, and the state instances of
// layers.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "play/fade_stack.h"
#include "play/internal/format/graph_records.h"
#include "play/internal/graph_probe.h"
#include "skelter/core/bytes.h"
#include "skelter/play/graph_state.h"

namespace skelter::graph_state {

using play_state::kSame;               // for seconds and phases
inline constexpr double kAsleep = -1;  // position of a group without members
inline constexpr std::uint32_t kMaxPending = 2;

struct Header {
  std::uint64_t hash = 0;
  std::uint16_t bad_values = 0;
  std::uint16_t sub_step_limit = 0;
  std::uint16_t stack_overflow = 0;
  std::uint16_t dirty = 0xF;
};

// Bits of Header::dirty. kConditions: inputs of untimed conditions have changed since transitions were
// evaluated. kMembers: inputs of the members of groups have changed since then. kMoving: a smoothed parameter
// may be moving. kFired: a trigger may be set.
inline constexpr std::uint16_t kConditions = 1, kMembers = 2, kMoving = 4, kFired = 8;

// The bits that a change of this parameter sets. Precondition: not a trigger.
inline std::uint16_t dirty_bits_of(const GraphParameterRecord& record) {
  return record.in_conditions != 0 ? kConditions | kMembers : kMembers;
}

struct Parameter {
  float value = 0;   // trigger: seconds since it was fired
  float target = 0;  // the value that was set; trigger: one of the next three constants
};
inline constexpr float kUnset = 0, kSet = 1, kUsed = 2;

// The transition for a fade into the entry state after a reload (rule "reload").
inline constexpr GraphTransition kReloadTransition{.fade_s = 0.2};

// A state instance (docs/graph.md): a state on a machine's stack, or the simple motion of a layer.
struct StateInstance {
  std::uint16_t state = kNone16;
  std::uint16_t reserved[3] = {};
  double position = 0;  // rule "own position"; unused in synced motions
  double time_s = 0;    // time in the state
};

struct Entry {
  std::uint8_t instance = 0;
  std::uint8_t reserved[3] = {};
  std::uint16_t transition = kNone16;  // kNone16 in the lowest entry
  std::uint16_t reserved2 = 0;
  double elapsed_s = 0;
};

struct Machine {
  std::uint8_t count = 0;  // number of entries, old to new; 0: the machine has not started
  std::uint8_t reserved[7] = {};
  Entry entries[kMaxStackEntries];
  StateInstance instances[kMaxStackEntries];

  Entry& top() { return entries[count - 1]; }
  const Entry& top() const { return entries[count - 1]; }
  StateInstance& newest() { return instances[top().instance]; }
  const StateInstance& newest() const { return instances[top().instance]; }
};

struct Play {
  double time_s = 0;
  double fade_in_s = 0, fade_out_s = 0;  // shortened if the clip is shorter
};
struct Slot {
  std::uint8_t count = 0;    // number of clips, old to new
  std::uint8_t stopped = 0;  // 1: fading out because of a stop
  std::uint8_t pending_count = 0;
  std::uint8_t reserved = 0;
  float from = 0;                           // strength at the time of the last play or stop
  double elapsed_s = 0;                     // time since the last play or stop
  std::uint16_t clips[2] = {};              // clips that play
  std::uint16_t pending[kMaxPending] = {};  // ended clips that the next update reports
  Play plays[2];

  std::uint16_t newest_clip() const { return clips[count - 1]; }
};

static_assert(sizeof(Header) == 16 && sizeof(Parameter) == 8 && sizeof(StateInstance) == 24 &&
              sizeof(Entry) == 16);
static_assert(sizeof(Machine) == 8 + 4 * 16 + 4 * 24 && sizeof(Play) == 24 && sizeof(Slot) == 72);

// Pointers to the parts of one block; cheap to make.
template <class Byte>
class BasicBlock {
  template <class T>
  using Like = std::conditional_t<std::is_const_v<Byte>, const T, T>;

 public:
  BasicBlock(const GraphRecords& g, Byte* bytes)
      : header(reinterpret_cast<Like<Header>*>(bytes)),
        parameters(reinterpret_cast<Like<Parameter>*>(bytes + sizeof(Header))),
        smoothed(reinterpret_cast<Like<double>*>(parameters + g.parameters.size())),
        groups(smoothed + g.smoothed),
        machines(reinterpret_cast<Like<Machine>*>(groups + g.groups.size())),
        slots(reinterpret_cast<Like<Slot>*>(machines + g.machines.size())),
        instances(reinterpret_cast<Like<StateInstance>*>(slots + g.slots.size())) {}
  void move_by(std::size_t bytes) {
    const auto move = [&](auto*& part) {
      part = reinterpret_cast<std::remove_reference_t<decltype(part)>>(reinterpret_cast<Byte*>(part) + bytes);
    };
    move(header), move(parameters), move(smoothed), move(groups), move(machines), move(slots),
        move(instances);
  }
  static std::size_t bytes(const GraphRecords& g) {
    return sizeof(Header) + g.parameters.size() * sizeof(Parameter) +
           (g.smoothed + g.groups.size()) * sizeof(double) + g.machines.size() * sizeof(Machine) +
           g.slots.size() * sizeof(Slot) + g.layer_instances * sizeof(StateInstance);
  }

  Like<Header>* header;
  Like<Parameter>* parameters;
  Like<double>* smoothed;  // exact values of smoothed parameters
  Like<double>* groups;    // positions
  Like<Machine>* machines;
  Like<Slot>* slots;
  Like<StateInstance>* instances;  // instances of the layers
};
using Block = BasicBlock<std::byte>;
using ConstBlock = BasicBlock<const std::byte>;

// std::floor without the function call that it needs on old processors. Beyond 2^52 all doubles are integers.
inline double floor_of(double x) {
  if (!(x < 0x1p52 && x > -0x1p52)) return x;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole > x ? whole - 1 : whole;
}
inline void count(std::uint16_t& counter) {
  if (counter != 0xFFFF) ++counter;
}

inline const GraphTransition& fade_of(const GraphRecords& graph, const Entry& entry) {
  return entry.transition == kReloadFade ? kReloadTransition : graph.transitions[entry.transition];
}

inline bool is_simple(const GraphMotion& motion) {
  return motion.kind < GraphMotionKind::machine;
}

// Starts a motion: machines start with their entry state or their kept stack, layers of a sub-graph at 0.
void enter_motion(const GraphRecords& graph, Block& block, std::uint16_t motion);
// An instance without an entry. Precondition: fewer than kMaxStackEntries entries.
inline std::uint8_t free_instance(const Machine& machine) {
  return play_state::first_free_instance(machine.entries, machine.count);
}
// Whether the state is on the machine's stack.
bool is_on_stack(const Machine& machine, std::uint16_t state);
// Whether the state and the states that contain it are on stacks; true for kNone16, the top.
template <class Byte>
bool is_active(const GraphRecords& graph, const BasicBlock<Byte>& block, std::uint16_t state) {
  for (; state != kNone16; state = graph.machines[graph.nodes[state].machine].parent_state)
    if (!is_on_stack(block.machines[graph.nodes[state].machine], state)) return false;
  return true;
}

// The strength of a slot `ahead_s` from now (rule "slots").
double slot_strength(const Slot& slot, double duration_s, double ahead_s);
// The weight of the newest clip in the cross-fade inside the slot.
double slot_newest(const Slot& slot, double ahead_s);
// Removes the older of two clips.
void drop_older(Slot& slot);
// These two remove the older clip, or all clips, because of a call. The next update reports it.
void push_out_older(Slot& slot);
void end_now(Slot& slot);
bool slot_falls(const Slot& slot, double duration_s);

inline double smooth(double u) {
  return u * u * (3 - 2 * u);
}

}  // namespace skelter::graph_state
