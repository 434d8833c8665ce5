#pragma once
// GraphRecords: the records of a compiled animation graph, the internal part of GraphView. Parameters,
// motions, state machines and layers are plain records in one blob (docs/pack-format.md). read_graph() checks
// every index once.
//
// Records refer to each other by index into the arrays of GraphRecords; kNone16 means none. Times are
// doubles, as in the text of the graph, so that a fade of 0.4 s ends after four steps of 0.1.
//
// The tree: the first `top_layers` layers are the character's. A layer contains a motion or a slot. A motion
// is simple (clip, blend, blend2 and none, which have one position), or it has parts that advance by
// themselves: a machine, or the layers of a sub-graph. A sub-graph is stored inline: its parameters,
// machines, layers and groups are in the same arrays. Every motion, machine and layer below the top is used
// once.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/play/fade.h"
#include "skelter/play/graph.h"

namespace skelter {

struct ClipView;

inline constexpr std::uint32_t kGraphVersion = 3;
inline constexpr std::uint32_t kMaxGraphLines = 32;       // entries of a pose list, as kMaxPoseListEntries
inline constexpr std::uint32_t kMaxMotionDepth = 8;       // nesting of motions, including the outermost
inline constexpr std::uint32_t kMaxStackEntries = 4;      // entries of a machine's stack
inline constexpr std::uint32_t kMaxConditionOps = 64;     // operations of a transition
inline constexpr std::uint32_t kMaxGroupIntervals = 64;   // intervals of a group's cycle
inline constexpr std::uint32_t kMaxGraphEventRules = 64;  // event rules of a graph
inline constexpr std::uint32_t kMaxMachines = 256;        // machines of a graph
inline constexpr std::uint32_t kMaxGroups = 256;          // sync groups of a graph

// --- parameters --------------------------------------------------------------------------------------------

// All values are floats; integers are rounded, booleans are 0 or 1.
struct GraphParameterRecord {
  std::uint32_t name = 0;  // index of a string
  GraphParameterType type = GraphParameterType::number;
  std::uint8_t in_conditions = 0;    // 1: a condition reads it
  std::uint16_t smoothed = kNone16;  // index among the parameters with max_rate; kNone16: no max_rate
  float initial = 0;                 // triggers: 0
  float min = -3e38f;                // set values are clamped; booleans 0 and 1
  float max = 3e38f;
  float max_rate = 0;   // per second; 0: no limit. Numbers only
  double buffer_s = 0;  // triggers: time until an unused one is cleared
};
static_assert(sizeof(GraphParameterRecord) == 32);

// --- motions -----------------------------------------------------------------------------------------------

enum class GraphMotionKind : std::uint8_t { none, clip, blend, blend2, machine, layers };

// A motion comes before the motions inside it. `rate`, `group`, `loops`, `match_speed` and `phase_leaf` are
// used only in the outermost motion of a state or a layer.
struct GraphMotion {
  GraphMotionKind kind = GraphMotionKind::none;
  std::uint8_t loops = 0;         // 1: loops. 0: stops at its end. From `loop` in the file, or from its clips
  std::uint8_t match_speed = 0;   // 1: rule "matched speed", for blends of one parameter
  std::uint8_t reserved = 0;      // zero
  std::uint16_t group = kNone16;  // the sync group; kNone16: advances by itself
  std::uint16_t first = 0;        // clip: the clip of the character. blend, blend2: the first point.
                                  // machine: the machine. layers: the first layer
  std::uint16_t count = 0;        // blend, blend2: points; layers: layers, at least 1; else 0
  std::uint16_t parameters[2] = {kNone16, kNone16};      // blend: x; blend2: x and y. Numbers
  std::uint16_t rate_parameter = kNone16;                // a number, or kNone16: `rate`
  std::uint16_t first_triangle = 0, triangle_count = 0;  // blend2: triangles in the order of rule "blend2"
  std::uint16_t first_edge = 0, edge_count = 0;          // blend2: edges of the hull
  // Clip: index of the clip's markers for the group of the outermost motion (or for no group) in
  // clip_markers. kNone16: no markers (in a group: rule "free clips").
  std::uint16_t markers = kNone16;
  // The first clip with markers in this motion, itself included, in the order of points; kNone16: none. It
  // determines the phase of a synced motion (rule "cuts") and the markers of `enter: marker` (rule
  // "entering").
  std::uint16_t phase_leaf = kNone16;
  std::uint8_t reserved2[4] = {};  // zero
  double rate = 1;                 // 0 or more with a group
};
static_assert(sizeof(GraphMotion) == 40);

// A point of a blend. x increases from point to point. The motion is a clip, a blend of either kind, or none.
struct GraphPoint {
  float x = 0, y = 0;  // y: 0 in blends of one parameter
  std::uint16_t motion = kNone16;
  std::uint16_t reserved = 0;
};
static_assert(sizeof(GraphPoint) == 12);

// A triangle of points; indices are relative to the blend's first point. Its area is not 0.
struct GraphTriangle {
  std::uint16_t corners[3] = {};
};
// An edge of the hull, that is, one that belongs to only one triangle. Edges are in the order of their
// triangles, then in the order 0-1, 1-2, 2-0.
struct GraphEdge {
  std::uint16_t ends[2] = {};
};

// --- markers and groups ------------------------------------------------------------------------------------

struct GraphMarker {
  double time_s = 0;
  std::uint32_t name = 0;  // index of a string; equal names have the same index
  std::uint32_t reserved = 0;
};

// The markers of a clip that a group uses, or all markers of the clip. Times increase, from at least 0 to
// below the clip's duration. There is one record for each pair of clip and group that a motion uses.
struct GraphClipMarkers {
  std::uint16_t clip = 0;
  std::uint16_t group = kNone16;  // kNone16: for motions without a group
  std::uint16_t first_marker = 0;
  std::uint16_t count = 0;   // n of rule "markers", at least 1; with a group it divides the group's intervals
  std::uint16_t offset = 0;  // o of rule "marker order", below n; 0 without a group
  std::uint16_t cycles = 1;  // cycles of the clip in the group's cycle, N / n; 1 without a group
};
static_assert(sizeof(GraphClipMarkers) == 12);

struct GraphGroup {
  std::uint32_t name = 0;
  std::uint32_t intervals = 0;  // rule "group cycle", 1 to kMaxGroupIntervals
};

// --- machines ----------------------------------------------------------------------------------------------

// Machines are in the order of evaluation (rule "order"): by layers, each before the machines inside it.
struct GraphMachine {
  std::uint16_t first_state = 0, state_count = 0;  // 1 to 256
  std::uint16_t entry = 0;                         // one of its states, as index into nodes
  std::uint16_t first_any = 0, any_count = 0;      // transitions of `any`
  std::uint16_t layer = 0;                         // the innermost layer that contains it
  std::uint16_t parent_state =
      kNone16;               // the innermost state that contains it, as motion or in its sub-graph
  std::uint8_t history = 0;  // 1: keeps its stack while it is inactive
  std::uint8_t reserved = 0;
};
static_assert(sizeof(GraphMachine) == 16);

// A state of a machine.
struct GraphNode {
  std::uint32_t name = 0;  // without the path
  std::uint16_t machine = 0;
  std::uint16_t motion = 0;
  std::uint16_t first_transition = 0, transition_count = 0;  // in the order of the file
  // The times at which the state cuts a step (rule "cuts"): one for each different `done`, `passed(p)` and
  // comparison of `time` or `left` in the conditions of its transitions and of its machine's `any`. None if
  // its motion has a group.
  std::uint16_t first_moment = 0, moment_count = 0;
  std::uint8_t timed = 0;  // 1: one of its transitions, or of its machine's `any`, is timed
  std::uint8_t reserved[3] = {};
};
static_assert(sizeof(GraphNode) == 20);

// `meet`: `time` and `left` are compared with each other.
enum class GraphMomentKind : std::uint32_t { done, left, time, passed, meet };
struct GraphMoment {
  // done: 0. passed: a phase, above 0 and at most 1. Others: seconds at which a comparison changes, to which
  // the parameter is added; a little more (for left: less) if it changes just after equality, as time > 0.5
  // does.
  double x = 0;
  GraphMomentKind kind = GraphMomentKind::done;
  std::uint16_t parameter = kNone16;  // left, time: added to x
  std::uint16_t reserved = 0;
};
static_assert(sizeof(GraphMoment) == 16);

// Start position of a transition's target.
enum class GraphEnter : std::uint8_t { start, marker, same_phase, phase };
enum class GraphInterrupt : std::uint8_t { next, none, both };

struct GraphTransition {
  double fade_s = 0.2;     // 0 or more
  double enter_phase = 0;  // for GraphEnter::phase, 0 to 1
  std::uint32_t first_op = 0;
  std::uint16_t op_count = 0;       // 1 to kMaxConditionOps
  std::uint16_t from = kNone16;     // source state; kNone16: any state
  std::uint16_t to = 0;             // a state of the same machine
  std::uint16_t profile = kNone16;  // index into profiles
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  GraphEnter enter = GraphEnter::start;
  GraphInterrupt interrupt = GraphInterrupt::next;
  std::uint8_t restart = 0;
  std::uint8_t force = 0;
  std::uint8_t self = 0;  // 1: a transition of `any` may lead to the newest state
  // 1: the condition can change without a parameter or a transition, because it contains done, passed, event,
  // or a comparison with time or left.
  std::uint8_t timed = 0;
  std::uint8_t reserved[4] = {};
};
static_assert(sizeof(GraphTransition) == 40);

// A condition is code for a stack machine of truth values, in the order of execution: "a and not b" is a, b,
// negate, both. One value remains at the end.
enum class GraphOpCode : std::uint8_t {
  compare,  // push: whether the comparison of the left and the right operand holds
  truth,    // push: whether parameter `a` is true (a boolean) or set (a trigger)
  done,     // push: whether the motion is at its end
  passed,   // push: whether the phase in constant `a` was passed
  event,    // push: whether the event of rule `a` was reported
  in,       // push: whether state `a` and all states that contain it are the newest of their machines
  negate,   // negate the top
  both,     // replace the two on top by their conjunction
  either,   // replace the two on top by their disjunction
};
enum class GraphComparison : std::uint8_t { less, less_equal, greater, greater_equal, equal, not_equal };
enum class GraphOperand : std::uint8_t {
  constant,   // index into constants
  parameter,  // a number or an integer
  time,       // seconds in the state; the index is 0
  left,       // seconds to the end; the index is 0
};
struct GraphOp {
  GraphOpCode code = GraphOpCode::truth;
  GraphComparison comparison = GraphComparison::less;  // compare only, like `left`, `right` and b
  GraphOperand operands[2] = {};
  std::uint16_t a = 0;  // compare: index of the left operand
  std::uint16_t b = 0;  // compare: index of the right operand; else 0
};
static_assert(sizeof(GraphOp) == 8);

// --- layers, slots, events, profiles -----------------------------------------------------------------------

enum class GraphLayerMode : std::uint8_t { base, override, additive };  // base: the first layer of its file

struct GraphLayer {
  std::uint32_t name = 0;
  std::uint16_t motion = kNone16;            // kNone16 in a layer with a slot
  std::uint16_t slot = kNone16;              // kNone16 in a layer with a motion
  std::uint16_t mask = kNone16;              // mask of the skeleton
  std::uint16_t weight_parameter = kNone16;  // a number, or kNone16: `weight`. Override: clamped to 0 and 1
  float weight = 1;
  float root_motion = 0;  // 0 to 1
  // Index of the state instance that holds the position of a simple motion. Layers with such a motion are
  // numbered from 0. kNone16: machines, layers, slots.
  std::uint16_t instance = kNone16;
  std::uint16_t parent_state = kNone16;  // sub-graphs: the innermost state that contains the layer
  std::uint16_t parent_layer = kNone16;  // sub-graphs: the layer that contains it
  GraphLayerMode mode = GraphLayerMode::base;
  std::uint8_t reserved = 0;
};
static_assert(sizeof(GraphLayer) == 28);

// A slot of a layer, in which a game plays clips by calls.
struct GraphSlot {
  double fade_in_s = 0, fade_out_s = 0;  // defaults for SlotPlay
  std::uint16_t layer = 0;
  std::uint16_t reserved[3] = {};
};
static_assert(sizeof(GraphSlot) == 24);

enum class GraphReporting : std::uint8_t { dominant, all };
// The rule for an event name that has a rule in the file or occurs in a condition. All other names have the
// defaults.
struct GraphEventRule {
  std::uint32_t name = 0;
  float min_weight = 0;
  GraphReporting reporting = GraphReporting::dominant;
  std::uint8_t leaving = 0;
  std::uint8_t in_conditions = 0;  // 1: a condition reads it
  std::uint8_t reserved = 0;
};
static_assert(sizeof(GraphEventRule) == 12);

// A fade profile. GraphRecords::profile_rates holds its rates per joint.
struct GraphProfile {
  std::uint32_t name = 0;
};

// --- clips -------------------------------------------------------------------------------------------------

struct GraphClipEvent {
  double time_s = 0;             // 0 to the duration
  std::uint16_t rule = kNone16;  // rule of the graph; kNone16: the defaults
  std::uint16_t reserved[3] = {};
};

// The properties of a clip that a running graph needs, made at set-up, one for each clip of the character.
struct GraphClip {
  double duration_s = 0;
  // Root motion comes from the clip's track (`view`); without a track it goes along z at this speed.
  double speed_m_s = 0;
  double stride_m = 0;  // distance of one cycle
  const ClipView* view = nullptr;
  std::span<const GraphClipEvent> events;  // sorted by time; event i is event i of the clip
  bool loops = false;
  bool additive = false;
};

// --- the blob ----------------------------------------------------------------------------------------------

// Paths. A machine has the path of its layer or, if the layer's parent_state differs from the machine's, the
// path of the machine's parent_state, which contains the machine directly. The path of a state is its
// machine's path, "/" and its name. The path of a layer is its name; below the top it is the path of its
// parent_state or parent_layer, "/" and its name.
struct GraphRecords : GraphView {
  std::uint64_t hash = 0;
  std::uint32_t name = 0;
  std::uint32_t top_layers = 0, clip_count = 0, mask_count = 0;
  std::span<const GraphParameterRecord> parameters;
  std::span<const GraphMotion> motions;
  std::span<const GraphPoint> points;
  std::span<const GraphTriangle> triangles;
  std::span<const GraphEdge> edges;
  std::span<const GraphClipMarkers> clip_markers;
  std::span<const GraphMarker> markers;
  std::span<const GraphGroup> groups;
  std::span<const GraphMachine> machines;
  std::span<const GraphNode> nodes;
  std::span<const GraphMoment> moments;
  std::span<const GraphTransition> transitions;
  std::span<const GraphOp> ops;
  std::span<const double> constants;
  std::span<const GraphLayer> layers;
  std::span<const GraphSlot> slots;
  std::span<const GraphEventRule> event_rules;
  std::span<const GraphProfile> profiles;
  // The masks of the profiles, one after another, laid out like Skeleton::mask_weights: the rate of each
  // joint, divided by 4; padding is 0. Empty in a graph that was compiled without a skeleton.
  std::span<const float> profile_rates;
  std::span<const std::uint32_t> string_begin;  // strings + 1 offsets
  std::span<const char> strings;
  // The index of the first profile's mask in pose lists; the others follow. These masks come after those of
  // the skeleton and, in a CharacterData, after those of its other graphs.
  std::uint32_t first_profile_mask = 0;
  // Derived by read_graph, like first_profile_mask, state_bytes and max_entries:
  std::uint32_t layer_instances = 0;         // number of layers with a simple motion
  std::uint32_t event_conditions = 0;        // number of event rules that conditions read
  std::uint32_t smoothed = 0, triggers = 0;  // numbers of parameters with max_rate, and of triggers

  // The mask of a profile in pose lists; kNone16 for kNone16.
  std::uint16_t profile_mask(std::uint16_t profile) const {
    return profile == kNone16 ? kNone16 : static_cast<std::uint16_t>(first_profile_mask + profile);
  }
  std::string_view string(std::uint32_t index) const {
    return {strings.data() + string_begin[index], string_begin[index + 1] - string_begin[index]};
  }
};

// Every GraphView is a part of GraphRecords.
inline const GraphRecords& records(const GraphView& graph) {
  return static_cast<const GraphRecords&>(graph);
}

// Checks every count, index and number; `out` points into `blob`, and is unchanged on a problem. Errors:
// invalid_argument if the blob is not aligned; unsupported for a different version; limit_exceeded for more
// list entries, deeper motions or longer conditions than allowed; bad_data.
Problem read_graph(ByteSpan blob, GraphRecords& out);

// The number of pose list entries in the worst case, including stages, for one motion and for a run of
// layers. Precondition: motions come after those that contain them. An index out of range (such as kNone16,
// no motion) gives 0. The result can be above kMaxGraphLines.
std::uint32_t worst_lines_of_motion(const GraphRecords& graph, std::uint32_t motion);
std::uint32_t worst_lines_of_layers(const GraphRecords& graph, std::uint32_t first, std::uint32_t count);

// Describes a clip of a character. `events` is memory for the events of the clip. For set-up: O(events *
// rules).
GraphClip graph_clip(const GraphRecords& graph, const ClipView& clip, std::span<GraphClipEvent> events);
GraphClip straight_graph_clip(double duration_s, double speed_m_s, bool loops, bool additive,
                              std::span<const GraphClipEvent> events);
// Checks that the graph can run with these clips: their number, durations above 0 and above all markers, only
// loops in groups, additive clips only in additive layers. Errors: bad_data.
Problem check_clips(const GraphRecords& graph, std::span<const GraphClip> clips);

// The index of a rule by its name, or kNone. For set-up: O(n).
std::uint32_t find_event_rule(const GraphRecords& graph, std::string_view name);
// A path such as "body/ground/inner", as explained in docs/graph.md. Allocates.
std::string machine_path(const GraphRecords& graph, std::uint32_t machine);

}  // namespace skelter
