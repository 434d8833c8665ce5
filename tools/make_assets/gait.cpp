#include "gait.h"

#include <algorithm>
#include <cmath>

#include "implicit.h"
#include "parts.h"

namespace skelter::assets {

namespace {

constexpr Vec3d kHeel{kAnkle.x, 0, kAnkle.z - 0.035};  // heel pivot of the foot, at rest

double wave(double phase, double at) {
  return std::cos(2 * kPi * (phase - at));
}
double wrapped(double phase) {
  return phase - std::floor(phase);
}

// The ankle of the left foot if `contact`, a point of the foot at rest, is at `z`.
Vec3d ankle_over(const Vec3d& contact, double z, double pitch_rad) {
  const Vec3d arm = rotate(foot_rotation(1, pitch_rad, 0), kAnkle - contact);
  return Vec3d{contact.x, contact.y, z} + arm;
}

// During stance the foot rolls over its heel, stands flat, then rolls over its toe joint. Both pivots move
// with the treadmill.
Vec3d stance_ankle(const Gait& gait, double phase) {
  const double heel_z = gait.strike_z - gait.speed * gait.period_s * phase;
  const double pitch = radians(gait.pitch_deg(phase));
  if (phase < gait.heel_down) return ankle_over(kHeel, heel_z, pitch);
  return ankle_over(kToes, heel_z + kToes.z - kHeel.z, pitch);
}

// From toe-off to the next heel strike, with continuous position and velocity.
Vec3d swing_ankle(const Gait& gait, double phase) {
  constexpr double h = 1e-5;
  const Vec3d from = stance_ankle(gait, gait.toe_off), to = stance_ankle(gait, 0);
  const Vec3d out = (from - stance_ankle(gait, gait.toe_off - h)) * (1 / h);
  const Vec3d in = (stance_ankle(gait, h) - to) * (1 / h);
  const double span = 1 - gait.toe_off, t = (phase - gait.toe_off) / span, t2 = t * t, t3 = t2 * t;
  Vec3d p = from * (2 * t3 - 3 * t2 + 1) + to * (3 * t2 - 2 * t3) +
            (out * (t3 - 2 * t2 + t) + in * (t3 - t2)) * span;
  const double lift = t * (1 - t) * (1 - t) * 6.75;  // 1 at a third of the path, flat at its end
  p.y += gait.swing_lift * lift * smooth_step(0, 0.35, t);
  return p;
}

// The toes stay flat while the foot rolls over them, and straighten after toe-off.
double toe_bend_rad(const Gait& gait, double phase) {
  const double bend = std::max(0.0, -radians(gait.pitch_deg(phase)));
  return bend * smooth_step(gait.toe_off + 0.12, gait.toe_off, phase);
}

}  // namespace

void pose_gait(Puppet& puppet, const Gait& gait, const Carriage& c, double phase) {
  puppet.pelvis = c.pelvis;
  puppet.turn("pelvis", about_y(c.pelvis_yaw) * about_z(c.pelvis_roll) * about_x(c.pelvis_lean));
  puppet.pose_trunk(c.lean, c.side_bend, c.yaw, c.steady);
  puppet.pose_arm(1, c.left_arm);
  puppet.pose_arm(-1, c.right_arm);
  puppet.pose_foot(1, gait_foot(gait, 1, phase));
  puppet.pose_foot(-1, gait_foot(gait, -1, phase + 0.5));
}

FootPose gait_foot(const Gait& gait, double side, double phase) {
  phase = wrapped(phase);
  FootPose place;
  place.ankle = phase < gait.toe_off ? stance_ankle(gait, phase) : swing_ankle(gait, phase);
  place.ankle.x += gait.step_width;
  place.ankle = mirrored(place.ankle, side);
  place.pitch_rad = radians(gait.pitch_deg(phase));
  place.toes_rad = toe_bend_rad(gait, phase);
  return place;
}

// Phases, angles and speeds of an adult at a comfortable pace; source: Perry, "Gait Analysis", 1992.
const Gait& walk_gait() {
  static const Gait kGait{
      1.1,
      1.05,
      0.11,
      0.34,
      0.62,
      0.258,
      0.075,
      -0.046,
      0.06,
      Curve({{0, 18}, {0.11, 0}, {0.34, 0}, {0.48, -18}, {0.62, -55}, {0.68, -57}, {0.81, -14}, {0.92, 15}},
            1)};
  return kGait;
}

Carriage walk_carriage(double phase) {
  const double step = wave(2 * phase, 0.10);  // 1 soon after each heel strike, -1 at mid-stance
  const double roll = 3.5 * wave(phase, 0.22);
  Carriage c;
  c.pelvis = {0.032 * wave(phase, 0.30), -0.034 - 0.017 * step, 0.006 * wave(2 * phase, 0.3)};
  c.pelvis_yaw = -6 * wave(phase, 0);
  c.pelvis_roll = roll;
  c.pelvis_lean = 2;
  c.lean = 1.5 + 1.0 * step;
  c.side_bend = -0.9 * roll;
  c.yaw = 11 * wave(phase, 0.02);
  c.steady = 0.92;
  for (const double side : {1.0, -1.0}) {
    const double swing = -side * wave(phase, 0.04);  // 1: farthest forward
    const double lagging = -side * wave(phase, 0.08);
    ArmPose& arm = side > 0 ? c.left_arm : c.right_arm;
    arm.forward = 3 + 21 * swing;
    arm.outward = 9 + 1.5 * wave(2 * phase, 0.2);
    arm.turn = 8;
    arm.elbow = 24 + 13 * lagging;
    arm.twist = 18;
    arm.wrist = 4 - 4 * lagging;
    arm.curl = 22 + 3 * swing;
    arm.shrug = -2 + 1.0 * swing;
  }
  return c;
}

void pose_walk(Puppet& puppet, double time_s) {
  const double phase = time_s / walk_gait().period_s + walk_gait().start;
  pose_gait(puppet, walk_gait(), walk_carriage(phase), phase);
}

// A midfoot-strike run with two flight phases per cycle.
const Gait& run_gait() {
  static const Gait kGait{
      0.70,
      2.9,
      0.06,
      0.16,
      0.34,
      0.200,
      0.20,
      -0.050,
      0.21,
      Curve({{0, 7}, {0.06, 0}, {0.16, 0}, {0.25, -22}, {0.34, -58}, {0.44, -68}, {0.62, -45}, {0.85, 4}},
            1)};
  return kGait;
}

Carriage run_carriage(double phase) {
  const double low = wave(2 * phase, 0.17);  // 1 at mid-stance, -1 in flight
  const double roll = 4 * wave(phase, 0.15);
  Carriage c;
  c.pelvis = {0.010 * wave(phase, 0.17), -0.055 - 0.035 * low, 0};
  c.pelvis_yaw = -8 * wave(phase, 0.02);
  c.pelvis_roll = roll;
  c.pelvis_lean = 6;
  c.lean = 8 + 2 * low;
  c.side_bend = -0.9 * roll;
  c.yaw = 20 * wave(phase, 0.02);
  c.steady = 0.90;
  for (const double side : {1.0, -1.0}) {
    const double swing = -side * wave(phase, 0.03);
    ArmPose& arm = side > 0 ? c.left_arm : c.right_arm;
    arm.forward = -6 + 38 * swing;
    arm.outward = 14;
    arm.turn = 22;
    arm.elbow = 92 + 14 * swing;
    arm.twist = 10;
    arm.curl = 48;
    arm.shrug = 2;
  }
  return c;
}

void pose_run(Puppet& puppet, double time_s) {
  const double phase = time_s / run_gait().period_s + run_gait().start;
  pose_gait(puppet, run_gait(), run_carriage(phase), phase);
}

}  // namespace skelter::assets
