#pragma once
// Walking and running on the spot: the ground moves backwards below the figure at a constant speed, and a
// foot that stands moves with it.

#include "pose.h"

namespace skelter::assets {

struct Gait {
  double period_s;                 // two steps
  double speed_m_s;                // of the ground
  double stance;                   // part of the period in which one foot stands
  double landing_z;                // where the flat foot's ankle would be when it lands
  double foot_x;                   // half the width of the track
  double strike_deg, toe_off_deg;  // foot pitch at landing (toes up: negative) and at toe-off
  double flat_from, flat_to;       // parts of the period between which the foot is flat
  double lift_m;                   // how far the ankle rises above its straight way in the swing
  double lift_peak;                // where in the swing, 0 to 1
};

extern const Gait kWalk, kRun;

struct FootMoment {
  Vec3d ankle;  // left side
  double pitch_deg = 0, toes_deg = 0;
  // While the foot stands: the point of the sole that must not slide, in the model, and which one it is.
  bool stands = false;
  enum class Pivot { heel, flat, ball } pivot = Pivot::flat;
};

// `phase` of that foot: 0 at landing, 1 at the next one.
FootMoment foot_at(const Gait& gait, double phase);

BodyPose walking(double time_s);
BodyPose running(double time_s);

}  // namespace skelter::assets
