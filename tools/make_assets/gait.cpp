#include "gait.h"

#include <cmath>

#include "curve.h"
#include "proportions.h"

namespace skelter::assets {

const Gait kWalk{1.06, 1.10, 0.62, 0.285, 0.070, -19, 46, 0.085, 0.33, 0.045, 0.28};
const Gait kRun{0.70, 2.60, 0.36, 0.255, 0.045, -6, 50, 0.05, 0.17, 0.30, 0.38};

namespace {

constexpr double kPi = 3.14159265358979323846;

// Points of the sole, from the ankle.
constexpr Vec3d kHeel{0, -0.088, -0.042};
const Vec3d kBall{kToes.x - kAnkle.x, -0.088, kToes.z - kAnkle.z};

Vec3d pitched(const Vec3d& v, double degrees) {
  return rotate(from_axis_angle(Vec3d{1, 0, 0}, degrees * kPi / 180), v);
}

double stance_pitch(const Gait& gait, double phase) {
  if (phase < gait.flat_from) {
    const double t = phase / gait.flat_from;
    return gait.strike_deg * (1 - t) * (1 - t) * (1 + 0.6 * t);
  }
  if (phase < gait.flat_to) return 0;
  const double t = (phase - gait.flat_to) / (gait.stance - gait.flat_to);
  return gait.toe_off_deg * t * t * (0.55 + 0.45 * t);
}

FootMoment standing_foot(const Gait& gait, double phase) {
  FootMoment foot;
  foot.stands = true;
  foot.pitch_deg = stance_pitch(gait, phase);
  const Vec3d flat{gait.foot_x, kAnkle.y, gait.landing_z - gait.speed_m_s * gait.period_s * phase};
  foot.pivot = foot.pitch_deg < 0   ? FootMoment::Pivot::heel
               : foot.pitch_deg > 0 ? FootMoment::Pivot::ball
                                    : FootMoment::Pivot::flat;
  // About the ball the toes stay flat; the toe joint, not the sole below it, is what turns.
  const Vec3d pivot = foot.pitch_deg < 0 ? kHeel : kToes - kAnkle;
  foot.ankle = flat + pivot - pitched(pivot, foot.pitch_deg);
  foot.toes_deg = std::max(0.0, foot.pitch_deg);
  return foot;
}

FootMoment swinging_foot(const Gait& gait, double phase) {
  const double t = (phase - gait.stance) / (1 - gait.stance);
  constexpr double h = 1e-4;
  const FootMoment from = standing_foot(gait, gait.stance), before = standing_foot(gait, gait.stance - h);
  const FootMoment to = standing_foot(gait, 0), after = standing_foot(gait, h);
  const double scale = (1 - gait.stance) / h;
  const auto join = [&](double a, double before_a, double b, double after_b) {
    return hermite(a, (a - before_a) * scale, b, (after_b - b) * scale, t);
  };
  FootMoment foot;
  foot.ankle = {gait.foot_x, join(from.ankle.y, before.ankle.y, to.ankle.y, after.ankle.y),
                join(from.ankle.z, before.ankle.z, to.ankle.z, after.ankle.z)};
  // A bump with its peak where the gait says, flat at both ends.
  const double warped = std::pow(t, std::log(0.5) / std::log(gait.lift_peak));
  const double bump = std::sin(kPi * warped);
  foot.ankle.y += gait.lift_m * bump * bump;
  foot.pitch_deg = join(from.pitch_deg, before.pitch_deg, to.pitch_deg, after.pitch_deg);
  foot.toes_deg = from.toes_deg * std::pow(std::max(0.0, 1 - t / 0.5), 2);
  return foot;
}

double wave(double phase, double peak) {
  return std::cos(2 * kPi * (phase - peak));
}

void place_feet(const Gait& gait, double phase, BodyPose& pose) {
  for (const Side side : {Side::left, Side::right}) {
    const FootMoment foot = foot_at(gait, phase + (side == Side::left ? 0 : 0.5));
    LegPose& leg = pose.legs[static_cast<std::size_t>(side)];
    leg.ankle = foot.ankle;
    if (side == Side::right) leg.ankle.x = -leg.ankle.x;
    leg.foot_pitch = foot.pitch_deg;
    leg.toes = foot.toes_deg;
  }
}

}  // namespace

FootMoment foot_at(const Gait& gait, double phase) {
  phase -= std::floor(phase);
  return phase < gait.stance ? standing_foot(gait, phase) : swinging_foot(gait, phase);
}

BodyPose walking(double time_s) {
  const double phase = time_s / kWalk.period_s;  // 0: the left heel strikes
  BodyPose pose = standing();
  place_feet(kWalk, phase, pose);
  // Lowest just after a heel strike, highest in mid-stance; over the standing foot; that side higher.
  pose.pelvis = {0.020 * wave(phase, 0.32), -0.034 + 0.017 * wave(2 * phase, 0.64),
                 0.004 * wave(2 * phase, 0.2)};
  pose.pelvis_turn = {2.0 + 1.0 * wave(2 * phase, 0.1), 3.2 * wave(phase, 0.74), 5.5 * wave(phase, 0.48)};
  pose.spine = {1.5 - 0.8 * wave(2 * phase, 0.1), -3.6 * wave(phase, 0.74), -12.0 * wave(phase, 0.50)};
  pose.neck = {0.6, 0.2 * wave(phase, 0.74), 3.0 * wave(phase, 0.50)};
  pose.head = {-2.6, 0.2 * wave(phase, 0.74), 3.5 * wave(phase, 0.50)};
  for (const Side side : {Side::left, Side::right}) {
    const double own = phase + (side == Side::left ? 0 : 0.5);
    ArmPose& arm = pose.arms[static_cast<std::size_t>(side)];
    const double forward = wave(own, 0.52);  // with the other leg
    arm.flexion = 1 + 19 * forward;
    arm.abduction = 8.5 - 1.5 * forward;
    arm.rotation = -6 + 4 * forward;
    arm.elbow = 21 + 13 * wave(own, 0.56);
    arm.twist = 18;
    arm.wrist = 4 + 5 * wave(own, 0.62);
    arm.fingers = 17;
  }
  return pose;
}

BodyPose running(double time_s) {
  const double phase = time_s / kRun.period_s;
  BodyPose pose = standing();
  place_feet(kRun, phase, pose);
  // Lowest in mid-stance, highest in flight.
  pose.pelvis = {0.010 * wave(phase, 0.18), -0.062 + 0.036 * wave(2 * phase, 0.86), 0.010};
  pose.pelvis_turn = {8.0, 3.0 * wave(phase, 0.68), 8.0 * wave(phase, 0.42)};
  pose.spine = {5.0 + 2.0 * wave(2 * phase, 0.40), -3.2 * wave(phase, 0.68), -22.0 * wave(phase, 0.43)};
  pose.neck = {-4.0, 0, 6.0 * wave(phase, 0.43)};
  pose.head = {-7.0, 0, 7.0 * wave(phase, 0.43)};
  for (const Side side : {Side::left, Side::right}) {
    const double own = phase + (side == Side::left ? 0 : 0.5);
    ArmPose& arm = pose.arms[static_cast<std::size_t>(side)];
    const double forward = wave(own, 0.46);
    arm.flexion = -9 + 36 * forward;
    arm.abduction = 15 - 3 * forward;
    arm.rotation = 14 + 16 * forward;
    arm.elbow = 88 + 14 * forward;
    arm.twist = 10;
    arm.wrist = 6;
    arm.fingers = 42;
    arm.thumb = 22;
    arm.shrug = 2;
  }
  return pose;
}

}  // namespace skelter::assets
