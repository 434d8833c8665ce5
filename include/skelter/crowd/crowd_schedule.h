#pragma once
// CrowdScheduleJob: which instances are evaluated in a frame, for which moment, and which are interpolated.
//
// An instance at update interval k is evaluated every k-th frame for the moment k frames ahead; until then it
// shows a mix of that and the pose before. Instances take turns by index, so that every frame has about as
// many evaluations. The order of a frame:
//
//   CrowdBudgetJob        a level per instance
//   CrowdScheduleJob      due instances with lead times, and mixes
//   (the caller)          sets the layers' times: the time in lead_frames frames, at the speed it expects
//   CrowdJob              with `due` as its instances
//   CrowdInterpolateJob   with the mixes
//
// Nothing jumps when an instance changes its interval. To a lower rate: it is evaluated for now, and in the
// next frame for its first turn. From a lower rate: the change waits until the evaluated pose is reached, at
// most update_interval - 1 frames. Other changes (clips, lod at interval 1) show when it is evaluated.
//
// Memory: an instance below the full rate holds a slot, two poses of slot_size matrices (96 bytes *
// slot_size: 6.4 KB for 67 joints). Others need none. Without a free slot an instance stays at the full rate.

#include <cstdint>
#include <span>

#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/crowd/crowd_interpolate.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/crowd_levels.h"

namespace skelter {

// The position of an instance between two poses. The caller keeps one per instance, and starts it like this.
struct CrowdPace {
  std::uint32_t slot = kNone;
  std::uint32_t from_frame = 0;  // the moment of the pose it comes from
  std::uint32_t to_frame = 0;    // the moment of the pose it goes to
  std::uint32_t last_frame = 0;  // scheduled last; after a gap it starts again
  bool to_is_second = false;     // which pose of the slot it goes to
};

// Free slots, in the caller's memory. Reset it before the first frame.
struct CrowdSlots {
  std::span<std::uint32_t> numbers;  // as many as there are slots
  std::uint32_t free_count = 0;

  void reset();
  // For an instance that leaves the crowd, or is not scheduled for a while.
  void release(CrowdPace& pace);
};

// One instance that is due.
struct CrowdLead {
  std::uint32_t instance = 0;     // index
  std::uint32_t lead_frames = 0;  // evaluate for so many frames from now; 0: for now
};

struct CrowdScheduleCounters {
  std::uint32_t due = 0;           // evaluations in this frame
  std::uint32_t interpolated = 0;  // instances that show a mix
  std::uint32_t slots_held = 0;
  std::uint32_t without_slot = 0;  // evaluated because no slot was free
  double units = 0;                // of work, for CrowdBudgetJob::last_units
};

struct CrowdScheduleJob {
  std::span<const CrowdRig> rigs;
  // All instances, with the place where their matrices shall be (first_output); lod is taken from the level.
  std::span<const CrowdInstance> instances;
  std::span<const CrowdLevel> levels;
  std::span<const std::uint8_t> instance_levels;  // per instance
  std::uint32_t frame = 0;                        // one more than in the call before
  std::span<CrowdPace> paces;                     // per instance
  CrowdSlots* slots = nullptr;
  // The poses of slot s are matrices first_slot_matrix + 2 * s * slot_size of the span that CrowdJob writes.
  std::uint32_t first_slot_matrix = 0;
  std::uint32_t slot_size = 0;  // at least the output_size() of every rig

  // At least as long as instances. What is due, in the order of the instances: copies of them with lod and
  // first_output set, and their lead times. Then what is mixed. The counters say how many.
  std::span<CrowdInstance> out_due;
  std::span<CrowdLead> out_leads;
  std::span<CrowdMix> out_mixes;
  CrowdScheduleCounters* out_counters = nullptr;

  Status validate() const;
  Status run() const;  // O(instances); does not allocate
};

}  // namespace skelter
