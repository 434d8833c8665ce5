#pragma once
// The joints of the mannequin, where they rest, and how much each moves the skin at a point.

#include <array>
#include <string>
#include <vector>

#include "skelter/math/vec.h"
#include "skelter/model/scene.h"

namespace skelter::assets {

// Of one side. Hip, knee, shoulder and elbow are two joints in one place that share the turn, half and half,
// so that the skin between them keeps its volume.
enum Limb : int {
  kLimbClavicle,
  kLimbShoulder,
  kLimbUpperArm,
  kLimbElbow,
  kLimbForearm,
  kLimbForearmTwist,
  kLimbHand,
  kLimbThumb1,
  kLimbThumb2,
  kLimbFingers1,
  kLimbFingers2,
  kLimbHip,
  kLimbThigh,
  kLimbKnee,
  kLimbShin,
  kLimbFoot,
  kLimbToes,
  kLimbCount
};
enum TrunkJoint : int {
  kJointPelvis,
  kJointSpine1,
  kJointSpine2,
  kJointSpine3,
  kJointNeck,
  kJointHead,
  kTrunkCount
};
inline constexpr int kJointCount = kTrunkCount + 2 * kLimbCount;

enum class Side : int { left, right };  // left is +x
constexpr int joint_index(Side side, Limb limb) {
  return kTrunkCount + (side == Side::left ? 0 : static_cast<int>(kLimbCount)) + static_cast<int>(limb);
}

struct RigJoint {
  std::string name;
  int parent = -1;
  Vec3d rest;  // in the model; all joints rest without rotation
};

// kJointCount joints, parents first.
const std::vector<RigJoint>& rig();

// Influences on a point of the skin at rest: at most four, largest first, summing to 1.
std::vector<Influence> weights_at(const Vec3d& point);

}  // namespace skelter::assets
