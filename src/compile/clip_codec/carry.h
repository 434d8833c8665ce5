#pragma once
// Which points a moving joint carries, and how far off each may be: what decides how coarse its steps can be.

#include <span>
#include <vector>

#include "compile/clip_codec/targets.h"
#include "skelter/core/none.h"

namespace skelter {

// A point of the joint's space: where the decoded clip has it and where the source does.
struct CarriedPoint {
  Vec3d decoded, source;
  bool relative = false;  // only its direction counts: the joint it belongs to moves its own origin
  // The joint whose origin it is, where that turns by itself; else kNone.
  std::uint32_t origin_of = kNone;
  double share = 1;  // of the allowed distance
  // Behind a keyed track, which is kept as it is, a point wanders: where it is at each frame. Else empty.
  std::vector<Vec3d> decoded_at, source_at;

  const Vec3d& decoded_in(std::uint32_t frame) const {
    return decoded_at.empty() ? decoded : decoded_at[frame];
  }
  const Vec3d& source_in(std::uint32_t frame) const { return source_at.empty() ? source : source_at[frame]; }
};

struct Carry {
  std::vector<CarriedPoint> points;
  std::vector<std::uint32_t> joints;  // all that are carried
  std::vector<double> allowed;        // per frame: the least of all joints carried
};

// What moves, and the local matrices of all joints at the first frame, in the decoded clip and in the source.
struct MovingJoints {
  std::vector<std::uint8_t> moves;  // joint * 3 + kind
  std::vector<std::uint8_t> keyed;  // joint * 3 + kind: a keyed track replaces what the frames hold
  std::vector<Transformd> still;    // decoded parts at rest
  std::vector<Mat4d> local_decoded, local_source;

  bool any(std::size_t joint) const {
    return moves[joint * 3] || moves[joint * 3 + 1] || moves[joint * 3 + 2];
  }
  bool any_keyed(std::size_t joint) const {
    return keyed[joint * 3] || keyed[joint * 3 + 1] || keyed[joint * 3 + 2];
  }
};

// What each joint that moves carries; not yet how far off that may be.
std::vector<Carry> find_carries(const StoreTargets& targets, const Skeleton& skeleton,
                                const MovingJoints& moving);

// `origin_shares`: per joint, the share of what is allowed that its origin may be off, so that something is
// left for its own rotation. Joints take back errors of those above them, but only in part.
void allow(Carry& carry, const StoreTargets& targets, const std::vector<double>& origin_shares);

// Where the source has the carried points, in model space at every frame: what poses of the joint are
// compared with. The carry must live as long.
class CarriedPlaces {
 public:
  // `source`: model matrices of the joint, per frame.
  CarriedPlaces(const Carry& carry, std::span<const Mat4d> source);

  // Of the carried point with that index; for `relative` ones a direction.
  Vec3d place(std::uint32_t frame, std::size_t point) const {
    const double* at = &places_[frame * 3 * stride_ + point];
    return {at[0], at[stride_], at[2 * stride_]};
  }
  // Largest distance of the carried points, as a share of what is allowed, in a decoded pose of the joint.
  double error(std::uint32_t frame, const Mat3d& linear, const Vec3d& origin) const;

 private:
  const Carry& carry_;
  std::size_t stride_;
  bool wanders_ = false;         // some point does
  std::vector<double> decoded_;  // x, y and z of all points; where one wanders at every frame
  std::vector<double> places_;   // the same, at every frame
  std::vector<double> factors_;  // of the origin: 0 for relative points; 1 / share squared
};

}  // namespace skelter
