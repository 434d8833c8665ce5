#pragma once
// Going straight ahead at any speed from a stroll to a sprint, over standing ground: one family of gaits
// whose members change little from speed to speed, so that blends of neighbours keep their feet still.

#include "gait.h"

namespace skelter::assets {

// Those that become clips.
struct TravelClip {
  const char* name;
  double speed_m_s;
  double period_s;  // of a cycle of two steps
  double keys_per_second;
};
// While the speed changes by a m/s per second, a standing foot slips by what the strides of the speeds
// differ:
//   a / 8 * (part of the cycle that its toes stand)^2 * period * (change of the stride per change of speed)
// So strides grow slowly where feet stand for long, and faster where they fly: who strolls takes slow steps,
// who walks fast takes quick ones. With a = 2 these slip by about a centimetre.
inline constexpr TravelClip kTravelClips[] = {{"stroll", 0.5, 2.0, 60},
                                              {"walk_ahead", 1.2, 0.9, 60},
                                              {"jog", 2, 38 / 60.0, 120},
                                              {"run_ahead", 3, 0.6, 120},
                                              {"sprint", 4, 34 / 60.0, 120}};

// Beside what Gait says: the phase of the left foot in the middle of the time that its toes stand. Blends are
// aligned there.
struct TravelGait {
  Gait gait;
  double runs;  // 0 walks, 1 runs
  double middle;
};
TravelGait travel_gait(const TravelClip& clip);

// Begins at `middle`, with the pelvis over the origin.
void pose_travel(Puppet& puppet, const TravelGait& gait, double time_s);

}  // namespace skelter::assets
