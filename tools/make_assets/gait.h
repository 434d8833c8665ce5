#pragma once
// Walking and running in place, on a treadmill that moves standing feet backwards at a constant speed.

#include "curve.h"
#include "puppet.h"

namespace skelter::assets {

struct Gait {
  double period_s, speed;  // duration of two steps; treadmill speed in m/s
  // Phases of the left foot. From heel strike at 0 it rolls over its heel to `heel_down`, stands flat, and
  // rolls over its toes from `heel_up` to `toe_off`.
  double heel_down, heel_up, toe_off;
  double strike_z;    // z of the heel at heel strike
  double swing_lift;  // lift of the ankle above the straight path
  double step_width;  // offset of the ankles from the middle, relative to rest
  double start;       // phase of the left foot at the start and end of the clip: where the motion of both
                      // feet stays smooth the longest, so that the seam is smooth
  Curve pitch_deg;    // pitch of the foot by phase; toes up is positive
};
const Gait& walk_gait();
const Gait& run_gait();

// Position of a foot at a phase in [0, 1) of its own cycle.
FootPose gait_foot(const Gait& gait, double side, double phase);

// Pose of the body above the feet at a phase of the cycle. Angles in degrees.
struct Carriage {
  Vec3d pelvis;  // offset from rest
  double pelvis_yaw = 0, pelvis_roll = 0, pelvis_lean = 0;
  double lean = 0, side_bend = 0, yaw = 0, steady = 0;  // see Puppet::pose_trunk
  ArmPose left_arm, right_arm;
};
// Phases are those of the left foot.
Carriage walk_carriage(double phase);
Carriage run_carriage(double phase);
void pose_gait(Puppet& puppet, const Gait& gait, const Carriage& carriage, double phase);

void pose_walk(Puppet& puppet, double time_s);
void pose_run(Puppet& puppet, double time_s);

}  // namespace skelter::assets
