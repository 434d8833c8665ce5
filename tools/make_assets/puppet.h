#pragma once
// Poses the skeleton by what people do (bend a knee, put a foot there) instead of by joint rotations.
// The left side is named by sign +1, the right by -1; angles that a side takes are mirrored for the right.

#include <vector>

#include "skeleton.h"

namespace skelter::assets {

// How a foot stands: where its ankle is, and its turn against rest. Toes up is positive.
struct FootPlace {
  Vec3d ankle;
  double pitch_rad = 0;
  double toes_rad = 0;  // bend of the toes against the foot, up
  double yaw_rad = 0;   // outwards, beyond the rest pose
};

// An arm's angles in degrees; 0 everywhere is the arm hanging straight down.
struct ArmPose {
  double forward = 0;  // swing of the upper arm
  double outward = 8;  // away from the body
  double turn = 0;     // about its own length, inwards
  double elbow = 15;   // flexion
  double twist = 0;    // of the forearm: thumb inwards
  double wrist = 0;    // flexion towards the palm
  double curl = 18;    // of the fingers
  double shrug = 0;    // of the clavicle, up
};

class Puppet {
 public:
  explicit Puppet(const Skeleton& skeleton);

  // In the order of the skeleton's joints.
  std::vector<Quatd> rotations;
  Vec3d pelvis;  // offset from rest

  void turn(const std::string& joint, const Quatd& rotation);
  void place_foot(double side, const FootPlace& place);
  void pose_arm(double side, const ArmPose& pose);
  // Spine and head together turn by these angles in degrees; the head keeps `steady` of its own direction.
  void pose_trunk(double lean, double side_bend, double yaw, double steady);

  Quatd world_rotation(std::uint32_t joint) const;
  Vec3d world_position(std::uint32_t joint) const;
  // How much further than its length a leg was asked to reach, the most of all calls.
  double overreach = 0;

 private:
  std::uint32_t find(double side, const char* joint) const { return skeleton_.find(side_name(side) + joint); }
  const Skeleton& skeleton_;
};

// Turns in degrees about the axes; right-handed.
Quatd about_x(double degrees);
Quatd about_y(double degrees);
Quatd about_z(double degrees);

// The turn of a foot with the given pitch and yaw. Both shoes roll about their own sides.
Quatd foot_rotation(double side, double pitch_rad, double yaw_rad);

}  // namespace skelter::assets
