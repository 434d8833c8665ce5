#include "acts.h"

#include <cmath>

#include "curve.h"
#include "implicit.h"
#include "parts.h"

namespace skelter::assets {

namespace {

double oscillation(double time_s, double period_s, double at = 0) {
  return std::cos(2 * kPi * (time_s / period_s - at));
}

void stand(Puppet& puppet) {
  for (const double side : {1.0, -1.0}) puppet.pose_foot(side, {mirrored(kAnkle, side), 0, 0, 0});
}

ArmPose hanging_arm() {
  ArmPose arm;
  arm.forward = 2;
  arm.outward = 9;
  arm.turn = 8;
  arm.elbow = 18;
  arm.twist = 20;
  arm.curl = 24;
  return arm;
}

ArmPose mix(const ArmPose& a, const ArmPose& b, double t) {
  const auto between = [t](double x, double y) { return x + (y - x) * t; };
  return {between(a.forward, b.forward), between(a.outward, b.outward), between(a.turn, b.turn),
          between(a.elbow, b.elbow),     between(a.twist, b.twist),     between(a.wrist, b.wrist),
          between(a.curl, b.curl),       between(a.shrug, b.shrug)};
}

// Upper arm out to the side, forearm up, palm to the front, swinging from side to side.
ArmPose waving_arm(double time_s) {
  const double swing = oscillation(time_s, 0.6);
  ArmPose arm;
  arm.outward = 86;
  arm.turn = -78;
  arm.elbow = 88 + 17 * swing;
  arm.twist = 62;
  arm.wrist = 4 - 8 * oscillation(time_s, 0.6, 0.12);
  arm.curl = 6;
  arm.shrug = 3;
  return arm;
}

}  // namespace

void wave_arm(Puppet& puppet, double side, double time_s) {
  puppet.pose_arm(side, waving_arm(time_s));
}

void pose_idle(Puppet& puppet, double time_s) {
  const double shift = oscillation(time_s, kIdle_s, 0.25), breath = oscillation(time_s, kIdle_s / 2, 0.4);
  puppet.pelvis = {0.022 * shift, -0.012 - 0.002 * breath, 0.002 * breath};
  puppet.turn("pelvis", about_z(1.6 * shift) * about_y(1.2 * shift));
  puppet.pose_trunk(0.8 - 0.7 * breath, -2.2 * shift, -1.5 * shift, 0.75);
  for (const double side : {1.0, -1.0}) {
    ArmPose arm = hanging_arm();
    arm.outward += 0.8 * breath;
    arm.forward += 0.8 * side * shift;
    arm.shrug = 0.8 * breath;
    puppet.pose_arm(side, arm);
  }
  stand(puppet);
}

void pose_wave(Puppet& puppet, double time_s) {
  const double raised = smooth_step(0, 0.5, time_s) * smooth_step(kWave_s, kWave_s - 0.5, time_s);
  puppet.pelvis = {0.010 * raised, -0.012, 0};
  puppet.turn("pelvis", about_z(1.0 * raised));
  puppet.pose_trunk(0.5, 2.5 * raised, 0, 0.6);
  puppet.pose_arm(1, hanging_arm());
  puppet.pose_arm(-1, mix(hanging_arm(), waving_arm(time_s), raised));
  stand(puppet);
}

// Take-off and landing are joined by free fall: in 0.40 s it rises 0.196 m.
void pose_jump(Puppet& puppet, double time_s) {
  constexpr double kLeave = 0.72, kLand = 1.12, kGravity = 9.81;
  static const Curve kStance({{0, -0.012},
                              {0.12, -0.012},
                              {0.46, -0.255},
                              {0.52, -0.250},
                              {0.72, 0.020},
                              {1.12, 0.010},
                              {1.34, -0.210},
                              {1.75, -0.012},
                              {1.80, -0.012}});
  static const Curve kLean(
      {{0, 1}, {0.12, 1}, {0.46, 34}, {0.72, 2}, {1.05, 6}, {1.34, 26}, {1.75, 1}, {1.8, 1}});
  static const Curve kBack(
      {{0, 0}, {0.12, 0}, {0.48, -0.085}, {0.72, 0}, {1.12, 0}, {1.34, -0.070}, {1.75, 0}, {1.8, 0}});
  static const Curve kArms(
      {{0, 2}, {0.12, 2}, {0.44, -36}, {0.76, 84}, {0.95, 76}, {1.34, 22}, {1.75, 2}, {1.8, 2}});
  static const Curve kPitch({{0, 0}, {0.56, 0}, {0.72, -42}, {0.92, -36}, {1.12, -14}, {1.20, 0}, {1.8, 0}});
  const double flown = time_s - kLeave;
  const bool flying = time_s > kLeave && time_s < kLand;
  const double height = flying ? 0.5 * kGravity * flown * (kLand - kLeave - flown) : 0;
  puppet.pelvis = {0, kStance(time_s) + height, kBack(time_s)};
  puppet.turn("pelvis", about_x(0.55 * kLean(time_s)));
  puppet.pose_trunk(0.75 * kLean(time_s), 0, 0, 0.75);
  for (const double side : {1.0, -1.0}) {
    ArmPose arm = hanging_arm();
    arm.forward = kArms(time_s);
    arm.outward = 12;
    arm.elbow = 22 + 0.25 * std::abs(kArms(time_s));
    puppet.pose_arm(side, arm);
    const double pitch = radians(kPitch(time_s));
    const Vec3d over_toes = kToes + rotate(foot_rotation(1, pitch, 0), kAnkle - kToes);
    const double tucked =
        0.07 * smooth_step(0, 0.5, flown / (kLand - kLeave)) * smooth_step(1, 0.5, flown / (kLand - kLeave));
    const double toes = flying ? -pitch * smooth_step(kLeave + 0.12, kLeave, time_s) : -pitch;
    const double bend = time_s >= kLand ? -pitch * smooth_step(kLand - 0.01, kLand, time_s) : toes;
    puppet.pose_foot(
        side, {mirrored(over_toes, side) + Vec3d{0, height + (flying ? tucked : 0), 0}, pitch, bend, 0});
  }
}

void pose_sit(Puppet& puppet, double time_s) {
  const double down = smooth_step(0.15, 1.55, time_s);
  const double bow = std::sin(kPi * down);
  // The hips end behind the feet, at the height of the seat plus half a thigh.
  puppet.pelvis = {0, -0.012 - 0.388 * down, -0.40 * down - 0.06 * bow};
  puppet.turn("pelvis", about_x(16 * bow - 4 * down));
  puppet.pose_trunk(22 * bow + 3 * down, 0, 0, 0.7);
  ArmPose seated;
  seated.forward = 24;
  seated.outward = 10;
  seated.turn = 14;
  seated.elbow = 52;
  seated.twist = 52;
  seated.curl = 12;
  for (const double side : {1.0, -1.0}) {
    ArmPose arm = mix(hanging_arm(), seated, down);
    arm.forward += 14 * bow;
    puppet.pose_arm(side, arm);
  }
  stand(puppet);
}

void pose_fall(Puppet& puppet, double time_s) {
  const double swing = oscillation(time_s, kFall_s), later = oscillation(time_s, kFall_s, 0.25);
  puppet.pelvis = {0, 0.01 * later, 0};
  puppet.turn("pelvis", about_x(6) * about_z(1.5 * swing));
  puppet.pose_trunk(7 + 2 * later, -1.5 * swing, 2 * swing, 0.6);
  for (const double side : {1.0, -1.0}) {
    ArmPose arm = hanging_arm();
    arm.forward = 14 + 9 * side * later;
    arm.outward = 58 + 7 * swing;
    arm.elbow = 34 + 5 * later;
    arm.twist = 10;
    arm.curl = 12;
    arm.shrug = 2;
    puppet.pose_arm(side, arm);
    // One knee is higher than the other; the toes hang.
    const double high = side > 0 ? 0.14 : 0.07, ahead = side > 0 ? 0.12 : -0.06;
    const double paddle = side * swing;
    puppet.pose_foot(
        side, {mirrored(kAnkle, side) + Vec3d{side * 0.03, high + 0.012 * later, ahead + 0.035 * paddle},
               radians(-32 - 5 * paddle), 0, 0.05});
  }
}

void pose_lean(Puppet& puppet, double side) {
  puppet.pose_trunk(1, -8 * side, 9 * side, 0.5);
}

}  // namespace skelter::assets
