#pragma once
// Poses the skeleton by human actions (bend a knee, place a foot) instead of joint rotations. Side +1 is
// left, -1 is right; angles are mirrored for the right side.

#include <vector>

#include "skeleton.h"

namespace skelter::assets {

// Placement of a foot: the position of its ankle, and its rotation from rest. Toes up is positive.
struct FootPose {
  Vec3d ankle;
  double pitch_rad = 0;
  double toes_rad = 0;  // bend of the toes relative to the foot, up
  double yaw_rad = 0;   // outwards, relative to the rest pose
};

// An arm's angles in degrees; with all angles 0 the arm hangs straight down.
struct ArmPose {
  double forward = 0;  // swing of the upper arm
  double outward = 8;  // away from the body
  double turn = 0;     // about its own axis, inwards
  double elbow = 15;   // flexion
  double twist = 0;    // forearm: thumb inwards
  double wrist = 0;    // flexion towards the palm
  double curl = 18;    // fingers
  double shrug = 0;    // clavicle, up
};

class Puppet {
 public:
  explicit Puppet(const Skeleton& skeleton);

  // In the order of the skeleton's joints.
  std::vector<Quatd> rotations;
  Vec3d pelvis;  // offset from rest

  void turn(const std::string& joint, const Quatd& rotation);
  void pose_foot(double side, const FootPose& place);
  void pose_arm(double side, const ArmPose& pose);
  // Rotates spine and head together by these angles in degrees; the head keeps the share `steady` of its own
  // direction.
  void pose_trunk(double lean, double side_bend, double yaw, double steady);

  Quatd world_rotation(std::uint32_t joint) const;
  Vec3d world_position(std::uint32_t joint) const;
  // The largest distance by which a leg's target was out of reach, over all calls.
  double overreach = 0;

 private:
  std::uint32_t find(double side, const char* joint) const { return skeleton_.find(side_name(side) + joint); }
  const Skeleton& skeleton_;
};

// Rotations in degrees about the axes; right-handed.
Quatd about_x(double degrees);
Quatd about_y(double degrees);
Quatd about_z(double degrees);

// The rotation of a foot with the given pitch and yaw. Each shoe rolls about its own side axis.
Quatd foot_rotation(double side, double pitch_rad, double yaw_rad);

}  // namespace skelter::assets
