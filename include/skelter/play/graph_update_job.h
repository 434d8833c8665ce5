#pragma once
// GraphUpdateJob: updates any number of instances of an animation graph by one frame. For each it advances
// the state block and writes the pose list (runtime/pose_list.h), root motion and events.
//
//   GraphUpdateJob job;
//   job.graph = &graph;             // data.graph(0)
//   job.clips = data.graph_clips(0);
//   job.dt_s = dt_s;
//   job.states = states;            // count blocks of graph.state_bytes
//   job.out_lists = lines;         // count * graph.max_entries
//   job.out_entry_counts = counts;
//   if (job.run() != Status::ok) ...
//   CrowdJob ...                    // poses them
//
// A step is split where a clip or a fade ends, so that results do not depend on the frame rate. State and
// lists are computed with only + - * / and comparisons, so their bytes are equal on every machine. Instances
// share only the graph, and the result does not depend on the number of workers. Nothing is allocated.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/play/graph.h"
#include "skelter/play/graph_event.h"
#include "skelter/play/graph_state.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/runtime/root_motion.h"

namespace skelter {

// Events of one worker. The events of each instance are contiguous and sorted by time.
struct GraphEvents {
  std::span<GraphEvent> events;          // memory of the caller; events beyond its size are dropped
  std::uint32_t count = 0, dropped = 0;  // run() adds to these
};

// A switch without a fade (rule "inertialization"): the size of the pose list before it, and the time in
// which the difference from the new list decays. If one update has several switches, the list is that of the
// first, and the other members are those of the last.
struct GraphSwitch {
  double since_s = 0;  // time from the switch to the end of the update
  double fade_s = 0;
  std::uint16_t profile = kNone16;  // profile of the graph
  std::uint8_t entry_count = 0;     // size of the outgoing list; 0: no switch
  std::uint8_t reserved[5] = {};
};

struct GraphUpdateJob {
  const GraphView* graph = nullptr;
  ArrayView<GraphClip> clips;          // CharacterData::graph_clips
  double dt_s = 0;                     // finite, not negative
  std::span<const float> rates;        // per instance, a factor for dt_s; empty: 1. Negative counts as 0
  std::span<std::byte> states;         // count * graph->state_bytes, at a multiple of 8
  std::span<PoseListEntry> out_lists;  // instance k starts at k * max_entries; empty: no lists
  std::span<std::uint8_t> out_entry_counts;  // count
  std::span<RigidMotion> out_root_motion;    // count, or empty
  std::span<GraphEvents> out_events;         // one per worker, or empty
  // For callers that keep the previous pose and can therefore blend the difference out: `inertialize` gives
  // its target all the weight at once and is reported here. A fade that a fifth fade replaces is a switch of
  // 0.2 s. Empty: such fades are cross-fades. States, events and root motion are the same in both cases.
  std::span<GraphSwitch> out_switches;  // count, or empty
  std::span<PoseListEntry>
      out_left_lists;  // outgoing lists, laid out like out_lists; required if out_switches is set
  TaskRunner tasks = serial_tasks();

  // invalid_argument: no graph, dt_s out of range, spans of wrong sizes, a block of another graph.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
