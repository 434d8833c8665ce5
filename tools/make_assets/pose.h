#pragma once
// Poses in a person's terms: where the feet stand, how far elbows bend. Turned into joint rotations here, the
// legs by two-bone inverse kinematics.

#include <array>
#include <vector>

#include "rig.h"
#include "skelter/math/quat.h"

namespace skelter::assets {

// Angles in degrees. Trunk angles: pitch forward (+), roll towards the left (+), yaw to the left (+).
struct TrunkAngles {
  double pitch = 0, roll = 0, yaw = 0;
};

struct ArmPose {
  double flexion = 0;    // of the upper arm, forward +, from hanging
  double abduction = 8;  // away from the body, from hanging
  double rotation = 0;   // of the upper arm about itself, inward +
  double elbow = 12;     // flexion, 0 is straight
  double twist = 0;      // of the forearm, thumb towards the body +
  double wrist = 0;      // flexion towards the palm +
  double fingers = 14;   // curl of each of the two finger joints
  double thumb = 5;
  double shrug = 0;  // clavicle up +
};

struct LegPose {
  Vec3d ankle;            // in the model
  double foot_pitch = 0;  // heel up +
  double toes = 0;        // bend up + (against the foot)
  double toe_out = 0;     // foot and knee turned outwards
};

struct BodyPose {
  Vec3d pelvis{};                  // offset from rest
  TrunkAngles pelvis_turn, spine;  // spine: shared by its three joints
  TrunkAngles neck, head;
  std::array<ArmPose, 2> arms;  // by Side
  std::array<LegPose, 2> legs;
};

// Standing with the feet where they rest.
BodyPose standing();

// Where the left foot's ankle is when it stands flat on the ground: kAnkle. Mirrors for the right.
Vec3d resting_ankle(Side side);

struct JointRotations {
  Vec3d pelvis;                          // position in the model
  std::array<Quatd, kJointCount> local;  // parent_from_joint
  double reach = 0;  // longest hip to ankle, as a part of the straight leg; above 1 it was cut
};
JointRotations solve(const BodyPose& pose);

}  // namespace skelter::assets
