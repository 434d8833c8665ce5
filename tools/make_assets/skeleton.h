#pragma once
// The mannequin's joints. All rest rotations are the identity, so a joint consists of a name, a parent and a
// position.

#include <cstdint>
#include <string>
#include <vector>

#include "proportions.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

struct SkeletonJoint {
  std::string name;
  std::uint32_t parent = kNone;
  Vec3d position;  // in the rest pose, in metres
};

class Skeleton {
 public:
  Skeleton();
  const std::vector<SkeletonJoint>& joints() const { return joints_; }
  std::uint32_t find(const std::string& name) const;  // precondition: the name exists

 private:
  void add(const std::string& name, const std::string& parent, const Vec3d& position);
  void add_side(const std::string& side, double sign);
  std::vector<SkeletonJoint> joints_;
};

constexpr Vec3d mirrored(const Vec3d& p, double sign) {
  return {p.x * sign, p.y, p.z};
}
inline std::string side_name(double sign) {
  return sign > 0 ? "left_" : "right_";
}

// Influences of a point of the body at rest, at most four, largest first.
std::vector<Influence> influences_at(const Skeleton& skeleton, const Vec3d& point, bool shoe);

}  // namespace skelter::assets
