#pragma once
// GraphUpdateJob: one frame of any number of instances of an animation graph. For each it moves the state
// block on and writes the list of what is shown (runtime/pose_list.h), root motion and events.
//
//   GraphUpdateJob job;
//   job.graph = &graph;
//   job.clips = clips;              // graph_clip() of every clip of the character
//   job.dt_s = dt_s;
//   job.states = states;            // count blocks of graph.state_bytes
//   job.out_layers = lines;         // count * graph.max_lines
//   job.out_line_counts = counts;
//   if (job.run() != Status::ok) ...
//   CrowdJob ...                    // poses them
//
// A step is cut where the graph itself decides (a clip ends, a fade is over), so results do not depend on the
// frame rate. State and lists need + - * / and comparisons only: equal bytes on every machine. Instances
// share nothing but the graph; the number of workers changes nothing. Nothing is allocated.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/play/graph.h"
#include "skelter/play/graph_state.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/runtime/root_motion.h"

namespace skelter {

enum class GraphEventKind : std::uint8_t {
  clip,        // of a clip
  left,        // a state is heard no more
  slot_ended,  // a clip in a slot is over
  entered,     // a transition led into a state
};

struct GraphEvent {
  std::uint32_t instance = 0;
  float weight = 1;               // of a clip's: at least its min_weight, above 0; else 1
  std::uint16_t clip = kNone16;   // clip, slot_ended: of the character
  std::uint16_t event = kNone16;  // clip: of the clip's events
  std::uint16_t layer = 0;
  std::uint16_t state = kNone16;  // the innermost; kNone16: layers without a machine, slots
  std::uint16_t transition =
      kNone16;  // entered: the one that led there, an index into GraphView::transitions
  GraphEventKind kind = GraphEventKind::clip;
  std::uint8_t reserved[5] = {};
  std::int64_t cycle = 0;  // of the clip
  double at_s = 0;         // since the beginning of the update
};

// Those of each worker: of one instance together, by time.
struct GraphEvents {
  std::span<GraphEvent> events;          // the caller's; full: the others are dropped
  std::uint32_t count = 0, dropped = 0;  // run() counts on from what is there
};

// A switch without a fade (rule "inertialization"): what was shown before it, as a list, and how long the
// difference to what is shown now takes to die away. Several in one update: the list of the first, the rest
// of the last.
struct GraphSwitch {
  double since_s = 0;  // from the switch to the end of the update
  double fade_s = 0;
  std::uint16_t profile = kNone16;  // of the graph
  std::uint8_t line_count = 0;      // of the outgoing list; 0: nothing was switched
  std::uint8_t reserved[5] = {};
};

struct GraphUpdateJob {
  const GraphView* graph = nullptr;
  std::span<const GraphClip> clips;         // by clip of the character; see check_clips()
  double dt_s = 0;                          // finite, not negative
  std::span<const float> rates;             // per instance, times dt_s; empty: 1. Negative: 0
  std::span<std::byte> states;              // count * graph->state_bytes, at a multiple of 8
  std::span<CrowdLayer> out_layers;         // instance k from k * max_lines; empty: no lists
  std::span<std::uint8_t> out_line_counts;  // count
  std::span<RigidMotion> out_root_motion;   // count, or empty: not wanted
  std::span<GraphEvents> out_events;        // one per worker, or empty: not wanted
  // For those who keep poses, and so can let differences die away: `inertialize` gives its target all the
  // weight at once, and says so here. A fade that a fifth one pushes out is a switch of 0.2 s. Empty: these
  // cross-fade. States, events and root motion are the same for both.
  std::span<GraphSwitch> out_switches;  // count, or empty
  std::span<CrowdLayer>
      out_left_layers;  // as out_layers: the outgoing lists; not empty if out_switches is not
  TaskRunner tasks = serial_tasks();

  // invalid_argument: no graph, dt_s out of range, spans of other sizes, a block of another graph.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
