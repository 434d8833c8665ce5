#include "puppet.h"

#include <algorithm>
#include <cmath>

#include "parts.h"

namespace skelter::assets {

namespace {

constexpr double kToeOut_rad = 0.11;

// The rotation for a side; that of the right side mirrors that of the left.
Quatd for_side(const Quatd& q, double side) {
  return side > 0 ? q : Quatd{q.x, -q.y, -q.z, q.w};
}

Quatd from_basis(const Vec3d& x, const Vec3d& y, const Vec3d& z) {
  Mat3d m;
  m.m = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
  return split(to_mat4(m, Vec3d{})).rotation;
}

// The rotation that maps the direction `from` to `to` and the hinge `from_hinge` to `to_hinge`.
Quatd aim(const Vec3d& from, const Vec3d& from_hinge, const Vec3d& to, const Vec3d& to_hinge) {
  const auto basis = [](const Vec3d& along, const Vec3d& hinge) {
    const Vec3d y = normalized(along), z = normalized(cross(hinge, y));
    return from_basis(cross(y, z), y, z);
  };
  return basis(to, to_hinge) * conjugate(basis(from, from_hinge));
}

}  // namespace

Quatd about_x(double degrees) {
  return from_axis_angle(Vec3d{1, 0, 0}, radians(degrees));
}
Quatd about_y(double degrees) {
  return from_axis_angle(Vec3d{0, 1, 0}, radians(degrees));
}
Quatd about_z(double degrees) {
  return from_axis_angle(Vec3d{0, 0, 1}, radians(degrees));
}

Quatd foot_rotation(double side, double pitch_rad, double yaw_rad) {
  const Vec3d shoe_side{std::cos(kToeOut_rad), 0, -std::sin(kToeOut_rad)};
  const Quatd left = from_axis_angle(Vec3d{0, 1, 0}, yaw_rad) * from_axis_angle(shoe_side, -pitch_rad);
  return for_side(left, side);
}

Puppet::Puppet(const Skeleton& skeleton) : rotations(skeleton.joints().size()), skeleton_(skeleton) {}

void Puppet::turn(const std::string& joint, const Quatd& rotation) {
  rotations[skeleton_.find(joint)] = rotation;
}

Quatd Puppet::world_rotation(std::uint32_t joint) const {
  const std::uint32_t parent = skeleton_.joints()[joint].parent;
  return parent == kNone ? rotations[joint] : world_rotation(parent) * rotations[joint];
}

Vec3d Puppet::world_position(std::uint32_t joint) const {
  const SkeletonJoint& j = skeleton_.joints()[joint];
  if (j.parent == kNone) return j.position + pelvis;
  return world_position(j.parent) +
         rotate(world_rotation(j.parent), j.position - skeleton_.joints()[j.parent].position);
}

// Two-bone IK to a point: the knee bends forwards in the plane of hip, ankle and the foot's direction.
void Puppet::pose_foot(double side, const FootPose& place) {
  const std::uint32_t thigh = find(side, "thigh"), shin = find(side, "shin"), foot = find(side, "foot");
  const Vec3d hip_rest = mirrored(kHip, side), knee_rest = mirrored(kKnee, side),
              ankle_rest = mirrored(kAnkle, side);
  const double l1 = length(kKnee - kHip), l2 = length(kAnkle - kKnee);
  const Vec3d hip = world_position(thigh);
  const double wanted = length(place.ankle - hip), reach = std::min(wanted, 0.9995 * (l1 + l2));
  overreach = std::max(overreach, wanted - reach);

  const Quatd foot_world = foot_rotation(side, place.pitch_rad, place.yaw_rad);
  const Quatd pelvis_turn = world_rotation(skeleton_.find("pelvis"));
  const Vec3d down = normalized(place.ankle - hip);
  const Vec3d yawed = rotate(foot_rotation(side, 0, place.yaw_rad), Vec3d{side * 0.03, 0, 1});
  const Vec3d forward = normalized(normalized(yawed) + rotate(pelvis_turn, Vec3d{0, 0, 1}));
  const Vec3d hinge = normalized(cross(forward, down));
  const Vec3d front = cross(down, hinge);
  const double along = (reach * reach + l1 * l1 - l2 * l2) / (2 * reach);
  const Vec3d knee = hip + down * along + front * std::sqrt(std::max(0.0, l1 * l1 - along * along));
  const Vec3d ankle = hip + down * reach;

  const Vec3d x{1, 0, 0};
  const Quatd thigh_world = aim(knee_rest - hip_rest, x, knee - hip, hinge);
  const Quatd shin_world = aim(ankle_rest - knee_rest, x, ankle - knee, hinge);
  rotations[thigh] = conjugate(pelvis_turn) * thigh_world;
  rotations[shin] = conjugate(thigh_world) * shin_world;
  rotations[find(side, "hip")] = slerp(Quatd{}, rotations[thigh], 0.5);
  rotations[find(side, "knee")] = slerp(Quatd{}, rotations[shin], 0.5);
  rotations[foot] = conjugate(shin_world) * foot_world;
  rotations[find(side, "toes")] = foot_rotation(side, place.toes_rad, 0);
}

void Puppet::pose_arm(double side, const ArmPose& pose) {
  const auto set = [&](const char* joint, const Quatd& left) {
    rotations[find(side, joint)] = for_side(left, side);
  };
  const Vec3d flex = cross(kArmAxis, kArmFront);
  // At rest the arm points 45 degrees down; the clavicle contributes to any lift above that.
  const double lift = std::max(0.0, pose.outward - 45);
  const double clavicle = pose.shrug + 0.25 * lift;
  set("clavicle", about_z(clavicle));
  set("upper_arm", about_z(-clavicle) * about_x(-pose.forward) * about_z(pose.outward - 45) *
                       from_axis_angle(kArmAxis, radians(pose.turn)));
  const Quatd elbow = from_axis_angle(flex, radians(pose.elbow));
  set("forearm", elbow);
  set("elbow", slerp(Quatd{}, elbow, 0.5));
  set("forearm_twist", from_axis_angle(kArmAxis, radians(0.6 * pose.twist)));
  set("hand",
      from_axis_angle(kArmAxis, radians(pose.twist)) * from_axis_angle(kArmFront, radians(-pose.wrist)));
  for (const Finger& finger : kFingers) {
    const bool thumb = &finger == &kFingers[0];
    const std::string name = finger.name;
    const double amount = thumb ? 0.35 : 1.0;
    const Quatd bend = from_axis_angle(kArmFront, radians(-pose.curl * amount));
    set((name + "1").c_str(), bend);
    set((name + "2").c_str(), bend);
  }
}

void Puppet::pose_trunk(double lean, double side_bend, double yaw, double steady) {
  const Quatd whole = about_y(yaw) * about_x(lean) * about_z(side_bend);
  const Quatd third = pow(whole, 1.0 / 3);
  for (const char* joint : {"spine1", "spine2", "spine3"}) turn(joint, third);
  const Quatd chest = world_rotation(skeleton_.find("spine3"));
  const Quatd back = pow(conjugate(chest), steady);
  turn("neck", pow(back, 0.5));
  turn("head", pow(back, 0.5));
}

}  // namespace skelter::assets
