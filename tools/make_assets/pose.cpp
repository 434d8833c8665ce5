#include "pose.h"

#include <algorithm>
#include <cmath>

#include "proportions.h"

namespace skelter::assets {
namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;

Quatd turn_x(double degrees) {
  return from_axis_angle(Vec3d{1, 0, 0}, degrees * kRadians);
}
Quatd turn_y(double degrees) {
  return from_axis_angle(Vec3d{0, 1, 0}, degrees * kRadians);
}
Quatd turn_z(double degrees) {
  return from_axis_angle(Vec3d{0, 0, 1}, degrees * kRadians);
}
Quatd turn(const TrunkAngles& a) {
  return turn_y(a.yaw) * turn_x(a.pitch) * turn_z(-a.roll);
}

// The same turn on the other side of the body, mirrored at x = 0.
Quatd mirrored(const Quatd& q) {
  return {q.x, -q.y, -q.z, q.w};
}
Vec3d mirrored(const Vec3d& v) {
  return {-v.x, v.y, v.z};
}

// Rests with the arm 45 degrees out; hanging is 0.
constexpr double kRestAbduction = 45;

void solve_arm(Side side, const ArmPose& arm, JointRotations& out) {
  const auto set = [&](Limb limb, const Quatd& left) {
    out.local[static_cast<std::size_t>(joint_index(side, limb))] = side == Side::left ? left : mirrored(left);
  };
  const Quatd upper = turn_x(-arm.flexion) * turn_z(arm.abduction - kRestAbduction) *
                      from_axis_angle(kArmAxis, arm.rotation * kRadians);
  set(kLimbClavicle, turn_z(arm.shrug));
  const Quatd half_shoulder = pow(upper, 0.5);
  set(kLimbShoulder, half_shoulder);
  set(kLimbUpperArm, conjugate(half_shoulder) * upper);
  const Quatd elbow = from_axis_angle(kArmOut * -1.0, arm.elbow * kRadians);
  const Quatd half_elbow = pow(elbow, 0.5);
  set(kLimbElbow, half_elbow);
  set(kLimbForearm, conjugate(half_elbow) * elbow);
  // Half the twist in the forearm, half at the wrist.
  const Quatd half_twist = from_axis_angle(kArmAxis, 0.5 * arm.twist * kRadians);
  set(kLimbForearmTwist, half_twist);
  set(kLimbHand, half_twist * from_axis_angle(kArmFront, -arm.wrist * kRadians));
  const Quatd curl = from_axis_angle(kArmFront, -arm.fingers * kRadians);
  set(kLimbFingers1, curl);
  set(kLimbFingers2, curl);
  const Vec3d thumb_axis = normalized(kArmFront * 0.4 + kArmAxis * -0.6);
  const Quatd thumb = from_axis_angle(thumb_axis, -arm.thumb * kRadians);
  set(kLimbThumb1, thumb);
  set(kLimbThumb2, thumb);
}

// The rotation that takes the frame of (direction, hinge) at rest to the one of (new direction, new hinge).
Quatd align(const Vec3d& rest_direction, const Vec3d& rest_hinge, const Vec3d& direction,
            const Vec3d& hinge) {
  const auto frame = [](const Vec3d& d, const Vec3d& h) {
    const Vec3d y = normalized(d), x = normalized(h - y * dot(h, y)), z = cross(x, y);
    Mat3d m;
    m.m = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
    return m;
  };
  return to_quat(frame(direction, hinge) * transposed(frame(rest_direction, rest_hinge)));
}

void solve_leg(Side side, const LegPose& leg, const Quatd& pelvis_turn, JointRotations& out) {
  const auto rest = [&](const Vec3d& left) { return side == Side::left ? left : mirrored(left); };
  const Vec3d hip_rest = rest(kHip), knee_rest = rest(kKnee), ankle_rest = rest(kAnkle);
  const Vec3d hip = out.pelvis + rotate(pelvis_turn, hip_rest - kPelvis);
  const double thigh = length(knee_rest - hip_rest), shin = length(ankle_rest - knee_rest);
  const Vec3d to_ankle = leg.ankle - hip;
  const double straight = thigh + shin;
  out.reach = std::max(out.reach, length(to_ankle) / straight);
  const double distance = std::clamp(length(to_ankle), 0.3, 0.9995 * straight);

  // Knees point forward, half as the pelvis does, half as the feet do.
  const double outwards = side == Side::left ? leg.toe_out : -leg.toe_out;
  const Vec3d forward = rotate(slerp(turn_y(outwards), turn_y(outwards) * pelvis_turn, 0.5), Vec3d{0, 0, 1});
  const Vec3d direction = normalized(to_ankle);
  const Vec3d hinge = normalized(cross(direction, forward)) * -1.0;  // +x when standing
  const Vec3d bend = cross(direction, hinge);                        // forward, at right angles to the leg
  const double cosine = (thigh * thigh + distance * distance - shin * shin) / (2 * thigh * distance);
  const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
  const Vec3d knee_offset = (direction * cosine + bend * sine) * thigh;
  const Vec3d shin_offset = direction * distance - knee_offset;

  const Vec3d rest_hinge{1, 0, 0};
  const Quatd thigh_world = align(knee_rest - hip_rest, rest_hinge, knee_offset, hinge);
  const Quatd shin_world = align(ankle_rest - knee_rest, rest_hinge, shin_offset, hinge);
  const Quatd foot_world = turn_y(outwards) * turn_x(leg.foot_pitch);

  const auto set = [&](Limb limb, const Quatd& q) {
    out.local[static_cast<std::size_t>(joint_index(side, limb))] = q;
  };
  const Quatd hip_turn = conjugate(pelvis_turn) * thigh_world, half_hip = pow(hip_turn, 0.5);
  set(kLimbHip, half_hip);
  set(kLimbThigh, conjugate(half_hip) * hip_turn);
  const Quatd knee_turn = conjugate(thigh_world) * shin_world, half_knee = pow(knee_turn, 0.5);
  set(kLimbKnee, half_knee);
  set(kLimbShin, conjugate(half_knee) * knee_turn);
  set(kLimbFoot, conjugate(shin_world) * foot_world);
  set(kLimbToes, turn_x(-leg.toes));
}

}  // namespace

Vec3d resting_ankle(Side side) {
  return side == Side::left ? kAnkle : mirrored(kAnkle);
}

BodyPose standing() {
  BodyPose pose;
  for (const Side side : {Side::left, Side::right})
    pose.legs[static_cast<std::size_t>(side)].ankle = resting_ankle(side);
  return pose;
}

JointRotations solve(const BodyPose& pose) {
  JointRotations out;
  out.pelvis = kPelvis + pose.pelvis;
  const Quatd pelvis = turn(pose.pelvis_turn);
  out.local[kJointPelvis] = pelvis;
  const TrunkAngles third{pose.spine.pitch / 3, pose.spine.roll / 3, pose.spine.yaw / 3};
  for (const TrunkJoint joint : {kJointSpine1, kJointSpine2, kJointSpine3}) out.local[joint] = turn(third);
  out.local[kJointNeck] = turn(pose.neck);
  out.local[kJointHead] = turn(pose.head);
  for (const Side side : {Side::left, Side::right}) {
    solve_arm(side, pose.arms[static_cast<std::size_t>(side)], out);
    solve_leg(side, pose.legs[static_cast<std::size_t>(side)], pelvis, out);
  }
  return out;
}

}  // namespace skelter::assets
