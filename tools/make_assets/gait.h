#pragma once
// Walking and running on the spot, over a treadmill that carries standing feet backwards at a constant speed.

#include "curve.h"
#include "puppet.h"

namespace skelter::assets {

struct Gait {
  double period_s, speed;  // of a cycle of two steps; of the treadmill in m/s
  // Phases of the left foot: from heel strike at 0 it rolls over its heel to `heel_down`, stands flat, and
  // rolls over its toes from `heel_up` to `toe_off`.
  double heel_down, heel_up, toe_off;
  double strike_z;    // of the heel at heel strike
  double swing_lift;  // of the ankle, beyond the straight way
  double step_width;  // of the ankles from the middle, as change from rest
  double start;       // phase of the left foot where the clip begins and ends: where the motion of
                      // both feet stays smooth for the longest, so that the seam is
  Curve pitch_deg;    // of the foot over the phase; toes up is positive
};
const Gait& walk_gait();
const Gait& run_gait();

// Where a foot is at a phase in [0, 1) of its own cycle.
FootPlace gait_foot(const Gait& gait, double side, double phase);

// How the body above the feet is held at a moment of the cycle. Angles in degrees.
struct Carriage {
  Vec3d pelvis;  // offset from rest
  double pelvis_yaw = 0, pelvis_roll = 0, pelvis_lean = 0;
  double lean = 0, side_bend = 0, yaw = 0, steady = 0;  // as Puppet::pose_trunk has them
  ArmPose left_arm, right_arm;
};
// Phases are those of the left foot.
Carriage walk_carriage(double phase);
Carriage run_carriage(double phase);
void pose_gait(Puppet& puppet, const Gait& gait, const Carriage& carriage, double phase);

void pose_walk(Puppet& puppet, double time_s);
void pose_run(Puppet& puppet, double time_s);

}  // namespace skelter::assets
