#pragma once
// Gaits for moving straight ahead over ground at rest, at any speed from a stroll to a sprint. Neighbours
// differ only slightly, so that their blends keep the feet still.

#include "gait.h"

namespace skelter::assets {

// The speeds that become clips.
struct TravelClip {
  const char* name;
  double speed_m_s;
  double period_s;  // duration of two steps
  double keys_per_second;
};
// While the speed changes by a m/s per second, a standing foot slips by this distance, because the strides of
// the speeds differ:
//   a / 8 * (fraction of the cycle that its toes stand)^2 * period * (change of stride per change of speed)
// So strides grow slowly where feet stand for long, and faster where they fly: a stroll has slow steps, a
// fast walk has quick ones. With a = 2 they slip by about a centimetre.
inline constexpr TravelClip kTravelClips[] = {{"stroll", 0.5, 2.0, 60},
                                              {"walk_ahead", 1.2, 0.9, 60},
                                              {"jog", 2, 38 / 60.0, 120},
                                              {"run_ahead", 3, 0.6, 120},
                                              {"sprint", 4, 34 / 60.0, 120}};

// Adds to Gait the phase of the left foot at the middle of its toes' stance time. Blends are aligned there.
struct TravelGait {
  Gait gait;
  double runs;  // 0: walk, 1: run
  double middle;
};
TravelGait travel_gait(const TravelClip& clip);

// Starts at `middle`, with the pelvis over the origin.
void pose_travel(Puppet& puppet, const TravelGait& gait, double time_s);

}  // namespace skelter::assets
