#include "skeleton.h"

#include <cstdlib>

namespace skelter::assets {

Skeleton::Skeleton() {
  add("pelvis", "", kPelvis);
  add("spine1", "pelvis", kSpine1);
  add("spine2", "spine1", kSpine2);
  add("spine3", "spine2", kSpine3);
  add("neck", "spine3", kNeck);
  add("head", "neck", kHead);
  add_side("left_", 1);
  add_side("right_", -1);
}

// `elbow`, `hip` and `knee` are helpers that rotate half as far as forearm, thigh and shin, so that the
// joints keep their volume.
void Skeleton::add_side(const std::string& side, double sign) {
  const auto at = [&](const Vec3d& p) { return mirrored(p, sign); };
  add(side + "clavicle", "spine3", at(kClavicle));
  add(side + "upper_arm", side + "clavicle", at(kShoulder));
  add(side + "elbow", side + "upper_arm", at(kElbow));
  add(side + "forearm", side + "upper_arm", at(kElbow));
  add(side + "forearm_twist", side + "forearm", at(along_arm(kUpperArmLength + 0.5 * kForearmLength)));
  add(side + "hand", side + "forearm", at(kWrist));
  for (const Finger& finger : kFingers) {
    const std::string name = side + finger.name;
    add(name + "1", side + "hand", at(finger.base));
    add(name + "2", name + "1", at(finger.middle));
  }
  add(side + "hip", "pelvis", at(kHip));
  add(side + "thigh", "pelvis", at(kHip));
  add(side + "knee", side + "thigh", at(kKnee));
  add(side + "shin", side + "thigh", at(kKnee));
  add(side + "foot", side + "shin", at(kAnkle));
  add(side + "toes", side + "foot", at(kToes));
}

void Skeleton::add(const std::string& name, const std::string& parent, const Vec3d& position) {
  joints_.push_back({name, parent.empty() ? kNone : find(parent), position});
}

std::uint32_t Skeleton::find(const std::string& name) const {
  for (std::uint32_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].name == name) return i;
  std::abort();
}

}  // namespace skelter::assets
