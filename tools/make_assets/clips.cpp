#include "clips.h"

#include <cmath>

#include "curve.h"
#include "gait.h"
#include "proportions.h"

namespace skelter::assets {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTicksPerSecond = 4800;

ArmPose& left_arm(BodyPose& pose) {
  return pose.arms[0];
}

// Breathing and a shift of weight from foot to foot.
BodyPose idling(double time_s) {
  constexpr double kPeriod = 4.0;
  const double turn = 2 * kPi * time_s / kPeriod;
  const double breath = std::sin(2 * turn), shift = std::sin(turn);
  BodyPose pose = standing();
  pose.pelvis = {0.022 * shift, -0.012 - 0.004 * shift * shift, 0.004 * std::sin(turn + 0.8)};
  pose.pelvis_turn = {0.5, -1.6 * shift, 1.2 * std::sin(turn + 0.5)};
  pose.spine = {1.0 - 1.1 * breath, 2.4 * shift, -1.5 * std::sin(turn + 0.5)};
  pose.neck = {1.5 + 0.5 * breath, 0.3 * shift, 1.5 * std::sin(turn - 0.6)};
  pose.head = {-2.0 + 0.8 * std::sin(2 * turn - 0.7), 0.8 * shift, 4.0 * std::sin(turn - 0.9)};
  for (ArmPose& arm : pose.arms) {
    arm.flexion = 1.5 - 0.8 * breath;
    arm.abduction = 9.5 + 0.7 * breath;
    arm.rotation = 8;
    arm.elbow = 15 + 1.2 * breath;
    arm.twist = 22;
    arm.fingers = 16 + 2 * std::sin(turn + 1.3);
    arm.shrug = 0.9 * breath;
  }
  return pose;
}

void wave_left_arm(double time_s, double raised, ArmPose& arm) {
  const double swing = std::sin(2 * kPi * time_s / 0.6) * raised;
  const auto to = [&](double& value, double target) { value += (target - value) * raised; };
  to(arm.flexion, 22);
  to(arm.abduction, 84);
  to(arm.rotation, -62);
  to(arm.elbow, 92);
  to(arm.twist, -8);
  to(arm.fingers, 3);
  to(arm.thumb, -6);
  to(arm.shrug, 9);
  arm.rotation += 15 * swing;
  arm.elbow += 9 * swing;
  arm.wrist += 8 * std::sin(2 * kPi * time_s / 0.6 - 0.7) * raised;
}

// 3 s: the arm goes up, waves three times and comes down.
BodyPose waving(double time_s) {
  static const Curve raise({{0, 0}, {0.12, 0}, {0.6, 1}, {2.4, 1}, {2.9, 0}, {3.0, 0}});
  BodyPose pose = idling(time_s * 4.0 / 3.0);
  const double raised = raise(time_s);
  wave_left_arm(time_s, raised, left_arm(pose));
  pose.spine.roll -= 4.0 * raised;
  pose.pelvis.x -= 0.012 * raised;
  pose.head.roll += 5.0 * raised;
  pose.head.yaw += 6.0 * raised;
  return pose;
}

// Feet together in the air: their height, pitch and how far the toes bend.
BodyPose jumping(double time_s) {
  constexpr double kTakeOff = 0.62, kLanding = 1.06;
  static const Curve pelvis_y({{0, -0.012},
                               {0.42, -0.30},
                               {kTakeOff, 0.045},
                               {0.84, 0.285},
                               {kLanding, 0.035},
                               {1.26, -0.27},
                               {1.62, -0.05},
                               {1.9, -0.012}});
  static const Curve lean(
      {{0, 1}, {0.42, 38}, {kTakeOff, 4}, {0.84, 2}, {kLanding, 8}, {1.26, 34}, {1.65, 5}, {1.9, 1}});
  static const Curve arms(
      {{0, 2}, {0.40, -52}, {kTakeOff, 118}, {0.84, 138}, {kLanding, 70}, {1.28, -8}, {1.9, 2}});
  static const Curve pitch(
      {{0, 0}, {0.46, 0}, {kTakeOff, 44}, {0.84, 32}, {kLanding, 20}, {1.14, 0}, {1.9, 0}});
  static const Curve lift({{0, 0}, {kTakeOff, 0}, {0.84, 0.25}, {kLanding, 0}, {1.9, 0}});
  BodyPose pose = standing();
  const double bend = lean(time_s);
  pose.pelvis = {0, pelvis_y(time_s), -0.0034 * bend};
  pose.pelvis_turn.pitch = 0.62 * bend;
  pose.spine.pitch = 0.42 * bend;
  pose.neck.pitch = -0.22 * bend;
  pose.head.pitch = -0.30 * bend;
  for (ArmPose& arm : pose.arms) {
    arm.flexion = arms(time_s);
    arm.abduction = 10 + 0.09 * std::abs(arm.flexion);
    arm.elbow = 18 + 0.10 * std::abs(arm.flexion);
    arm.rotation = 8;
    arm.twist = 16;
    arm.shrug = std::max(0.0, 0.08 * arm.flexion);
  }
  for (const Side side : {Side::left, Side::right}) {
    LegPose& leg = pose.legs[static_cast<std::size_t>(side)];
    leg.foot_pitch = pitch(time_s);
    const bool airborne = time_s > kTakeOff && time_s < kLanding;
    const Vec3d ball = kToes - kAnkle;
    const Vec3d rolled = rotate(from_axis_angle(Vec3d{1, 0, 0}, leg.foot_pitch * kPi / 180), ball);
    leg.ankle = resting_ankle(side) + Vec3d{0, ball.y - rolled.y + lift(time_s), ball.z - rolled.z};
    static const Curve toes_in_air(
        {{kTakeOff, 44}, {kTakeOff + 0.1, 4}, {kLanding - 0.1, 6}, {kLanding, 20}});
    leg.toes = airborne ? toes_in_air(time_s) : leg.foot_pitch;
  }
  return pose;
}

// 3.6 s: down on a chair that is not there, a rest, and up again. The feet stay.
BodyPose sitting(double time_s) {
  static const Curve down({{0, 0}, {0.1, 0}, {1.25, 1}, {2.35, 1}, {3.45, 0}, {3.6, 0}});
  static const Curve reach({{0, 0}, {0.6, 1}, {1.3, 0.12}, {2.25, 0.12}, {2.85, 1}, {3.55, 0}, {3.6, 0}});
  const double sat = down(time_s), bow = reach(time_s);
  BodyPose pose = idling(time_s * 4.0 / 3.6);
  pose.pelvis = pose.pelvis * (1 - sat) + Vec3d{0, -0.445, -0.345} * sat + Vec3d{0, 0, -0.05} * bow;
  pose.pelvis_turn.pitch += 24 * bow - 6 * sat;
  pose.spine.pitch += 24 * bow + 6 * sat;
  pose.neck.pitch -= 9 * bow;
  pose.head.pitch -= 14 * bow;
  for (ArmPose& arm : pose.arms) {
    arm.flexion += 26 * bow + 20 * sat;
    arm.elbow += 42 * sat + 8 * bow;
    arm.rotation += 14 * sat;
    arm.twist += 38 * sat;
    arm.abduction += 3 * sat;
  }
  for (LegPose& leg : pose.legs) leg.toe_out = 5 * sat;
  return pose;
}

bool moves(const std::vector<float>& values, std::size_t width) {
  for (std::size_t i = width; i < values.size(); ++i)
    if (std::abs(values[i] - values[i % width]) > 1e-6f) return true;
  return false;
}

}  // namespace

const std::vector<Motion>& motions() {
  static const std::vector<Motion> all{
      {"idle", 4.0, 15, true, idling},           {"walk", kWalk.period_s, 60, true, walking},
      {"run", kRun.period_s, 60, true, running}, {"jump", 1.9, 40, true, jumping},
      {"sit", 3.6, 20, true, sitting},           {"wave", 3.0, 20, true, waving},
  };
  return all;
}

Clip sampled(const Motion& motion) {
  const auto intervals = static_cast<int>(std::lround(motion.duration_s * motion.keys_per_second));
  std::vector<double> times_s;
  for (int i = 0; i <= intervals; ++i)
    times_s.push_back(std::round(motion.duration_s * i / intervals * kTicksPerSecond) / kTicksPerSecond);

  std::vector<float> pelvis;
  std::vector<std::vector<float>> turns(static_cast<std::size_t>(kJointCount));
  std::vector<Quatd> last(static_cast<std::size_t>(kJointCount));
  for (int i = 0; i <= intervals; ++i) {
    // A loop ends on the very numbers it begins with.
    const double time_s = motion.loops && i == intervals ? 0 : times_s[static_cast<std::size_t>(i)];
    const JointRotations joints = solve(motion.pose(time_s));
    for (const double v : {joints.pelvis.x, joints.pelvis.y, joints.pelvis.z})
      pelvis.push_back(static_cast<float>(v));
    for (std::size_t j = 0; j < turns.size(); ++j) {
      Quatd q = joints.local[j];
      if (i > 0 && dot(q, last[j]) < 0) q = {-q.x, -q.y, -q.z, -q.w};
      last[j] = q;
      for (const double v : {q.x, q.y, q.z, q.w}) turns[j].push_back(static_cast<float>(v));
    }
  }

  Clip clip;
  clip.name = motion.name;
  clip.duration_s = times_s.back();
  clip.ticks_per_second = kTicksPerSecond;
  for (std::size_t j = 0; j < turns.size(); ++j) {
    const auto target = static_cast<std::uint32_t>(clip.targets.size());
    const bool translates = j == 0;
    const bool turn_moves = moves(turns[j], 4), differs = std::abs(turns[j][3] - 1) > 1e-7f;
    if (!translates && !turn_moves && !differs) continue;
    clip.targets.push_back({rig()[j].name, static_cast<std::uint32_t>(j) + kFirstJointNode, {}});
    const std::vector<double> one{0};
    clip.channels.push_back(
        {target, ChannelPath::rotation, Interpolation::linear, turn_moves ? times_s : one,
         turn_moves ? turns[j] : std::vector<float>(turns[j].begin(), turns[j].begin() + 4)});
    if (translates)
      clip.channels.push_back({target, ChannelPath::translation, Interpolation::linear, times_s, pelvis});
  }
  return clip;
}

}  // namespace skelter::assets
