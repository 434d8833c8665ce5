#pragma once
// CrowdScheduleJob: selects the instances that a frame evaluates, with the time for each, and those that it
// interpolates.
//
// An instance at update interval k is evaluated every k-th frame, for the time k frames ahead; until then it
// shows a mix of that pose and the previous one. Instances take turns by index, so that every frame has about
// the same number of evaluations. The order of a frame:
//
//   CrowdBudgetJob        a level per instance
//   CrowdScheduleJob      due instances with lead times, and mixes
//   (the caller)          sets the layers' times: the time in lead_frames frames, at the expected speed
//   CrowdJob              poses the due instances
//   CrowdInterpolateJob   computes the mixes
//
// Nothing pops when an instance changes its interval. An instance that switches to a lower rate is evaluated
// for the current frame, and in the next frame for its first turn. A switch from a lower rate waits until the
// evaluated pose is reached, at most update_interval - 1 frames. Other changes (clips, lod at interval 1)
// become visible at the next evaluation.
//
// Memory: an instance below the full rate occupies a slot with two poses of slot_size matrices (96 bytes *
// slot_size: 6.4 KB for 67 joints). Instances at the full rate need none. Without a free slot an instance
// stays at the full rate.

#include <cstdint>
#include <span>

#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/crowd/crowd_interpolate.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/crowd_levels.h"

namespace skelter {

// State of an instance between two poses. The caller keeps one per instance, initialised to the defaults.
struct CrowdPace {
  std::uint32_t slot = kNone;
  std::uint32_t from_frame = 0;  // frame of the earlier pose
  std::uint32_t to_frame = 0;    // frame of the later pose
  std::uint32_t last_frame = 0;  // frame of the last scheduling; after a gap the instance starts again
  bool to_is_second = false;     // the later pose is the slot's second one
};

// Free slots, in the caller's memory. Call reset() before the first frame.
struct CrowdSlots {
  std::span<std::uint32_t> numbers;  // one per slot
  std::uint32_t free_count = 0;

  void reset();
  // Call this for an instance that leaves the crowd, or is not scheduled for a while.
  void release(CrowdPace& pace);
};

struct CrowdScheduleJob {
  std::span<const CrowdRig> rigs;
  // All instances, with the index of their output matrices (first_output); their lod is ignored and comes
  // from the level.
  std::span<const CrowdInstance> instances;
  std::span<const CrowdLevel> levels;
  std::span<const std::uint8_t> instance_levels;  // per instance
  std::uint32_t frame = 0;                        // one more than in the previous call
  std::span<CrowdPace> paces;                     // per instance
  CrowdSlots* slots = nullptr;
  // The poses of slot s start at matrix first_slot_matrix + 2 * s * slot_size of the span that CrowdJob
  // writes.
  std::uint32_t first_slot_matrix = 0;
  std::uint32_t slot_size = 0;  // at least the output_size() of every rig

  // At least as long as `instances`. Due instances in order (copies with lod and first_output set), with
  // their indices, and how many frames ahead each is evaluated (0: the current frame); then the mixes. The
  // counters have the numbers of both.
  std::span<CrowdInstance> out_due;
  std::span<std::uint32_t> out_due_indices;
  std::span<std::uint32_t> out_lead_frames;
  std::span<CrowdMix> out_mixes;
  CrowdCounters* counters = nullptr;  // those of this job are written

  Status validate() const;
  Status run() const;  // O(instances); does not allocate
};

}  // namespace skelter
