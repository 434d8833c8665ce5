#include "travel.h"

#include <algorithm>
#include <cmath>

#include "implicit.h"
#include "parts.h"

namespace skelter::assets {

namespace {

constexpr double kSlowest = 0.5;
constexpr double kHeelAtMiddle = -0.16;  // position of the heel at half of the toes' stance time

double between(double a, double b, double t) {
  return a + (b - a) * t;
}

// 0 up to a fast walk, 1 from a jog on.
double runs_at(double speed_m_s) {
  return smooth_step(0.8, 2.6, speed_m_s);
}
double toe_off_at(double speed_m_s) {
  return between(0.62, 0.33, runs_at(speed_m_s)) - 0.03 * smooth_step(3, 4, speed_m_s);
}
double heel_down_at(double speed_m_s) {
  return between(0.11, 0.06, runs_at(speed_m_s));
}

ArmPose mix(const ArmPose& a, const ArmPose& b, double t) {
  return {between(a.forward, b.forward, t), between(a.outward, b.outward, t), between(a.turn, b.turn, t),
          between(a.elbow, b.elbow, t),     between(a.twist, b.twist, t),     between(a.wrist, b.wrist, t),
          between(a.curl, b.curl, t),       between(a.shrug, b.shrug, t)};
}

Carriage mix(const Carriage& a, const Carriage& b, double t) {
  Carriage c;
  c.pelvis = lerp(a.pelvis, b.pelvis, t);
  c.pelvis_yaw = between(a.pelvis_yaw, b.pelvis_yaw, t);
  c.pelvis_roll = between(a.pelvis_roll, b.pelvis_roll, t);
  c.pelvis_lean = between(a.pelvis_lean, b.pelvis_lean, t);
  c.lean = between(a.lean, b.lean, t);
  c.side_bend = between(a.side_bend, b.side_bend, t);
  c.yaw = between(a.yaw, b.yaw, t);
  c.steady = between(a.steady, b.steady, t);
  c.left_arm = mix(a.left_arm, b.left_arm, t);
  c.right_arm = mix(a.right_arm, b.right_arm, t);
  return c;
}

}  // namespace

TravelGait travel_gait(const TravelClip& clip) {
  const double speed_m_s = clip.speed_m_s;
  const double runs = runs_at(speed_m_s), off = toe_off_at(speed_m_s), down = heel_down_at(speed_m_s);
  const double stride = speed_m_s * clip.period_s, middle = (off + 0.5 * down) / 2;
  const double slow = smooth_step(1.4, kSlowest, speed_m_s);
  const auto mixed = [runs](double walk, double run) { return between(walk, run, runs); };
  // Heels rise late in a walk and early in a run, but not at the seam, which is at `middle`.
  const double up = middle + (runs < 0.5 ? 0.045 : -0.045);
  const Curve pitch({{0, mixed(18, 7) * (1 - 0.4 * slow)},
                     {down, 0},
                     {up, 0},
                     {between(up, off, 0.5), mixed(-18, -22)},
                     {off, mixed(-55, -58) * (1 - 0.15 * slow)},
                     {off + mixed(0.06, 0.10), mixed(-57, -68) * (1 - 0.15 * slow)},
                     {off + mixed(0.19, 0.28), mixed(-14, -45)},
                     {mixed(0.92, 0.85), mixed(15, 4) * (1 - 0.4 * slow)}},
                    1);
  const Gait gait{clip.period_s,
                  speed_m_s,
                  down,
                  up,
                  off,
                  kHeelAtMiddle + stride * middle,
                  mixed(0.075, 0.20) * (1 - 0.35 * slow),
                  -0.048,
                  middle,
                  pitch};
  return {gait, runs, middle};
}

void pose_travel(Puppet& puppet, const TravelGait& travel, double time_s) {
  const double phase = time_s / travel.gait.period_s + travel.middle;
  Carriage c = mix(walk_carriage(phase), run_carriage(phase), travel.runs);
  c.pelvis.z = 0;
  c.pelvis.y -= 0.02 * smooth_step(3, 4, travel.gait.speed);
  pose_gait(puppet, travel.gait, c, phase);
  puppet.pelvis.z += travel.gait.speed * time_s;
}

}  // namespace skelter::assets
