#pragma once
// Which points a moving joint carries, and how far off each may be: what decides how coarse its steps can be.

#include <span>
#include <vector>

#include "compile/clip_codec/targets.h"

namespace skelter {

// A point of the joint's space: where the decoded clip has it and where the source does.
struct CarriedPoint {
  Vec3d decoded, source;
  bool relative = false;  // only its direction counts: the joint it belongs to moves its own origin
  double share = 1;       // of the allowed distance
  // Behind a keyed track, which is kept as it is, a point wanders: where it is at each frame. Else empty.
  std::vector<Vec3d> decoded_at, source_at;

  const Vec3d& decoded_in(std::uint32_t frame) const {
    return decoded_at.empty() ? decoded : decoded_at[frame];
  }
  const Vec3d& source_in(std::uint32_t frame) const { return source_at.empty() ? source : source_at[frame]; }
};

struct Carry {
  std::vector<CarriedPoint> points;
  std::vector<double> allowed;  // per frame: the least of all joints carried
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

// `origin_shares`: per joint, the share of what is allowed that its origin may be off, so that something is
// left for its own rotation. Joints take back errors of those above them, but only in part.
std::vector<Carry> find_carries(const StoreTargets& targets, const Skeleton& skeleton,
                                const MovingJoints& moving, const std::vector<double>& origin_shares);

// Where the source has the carried points, in model space at every frame: what poses of the joint are
// compared with. The carry must live as long.
class CarriedPlaces {
 public:
  // `source`: model matrices of the joint, per frame.
  CarriedPlaces(const Carry& carry, std::span<const Mat4d> source);

  // Of the carried point with that index; for `relative` ones a direction.
  const Vec3d& place(std::uint32_t frame, std::size_t point) const {
    return places_[frame * carry_.points.size() + point];
  }
  // Largest distance of the carried points, as a share of what is allowed, in a decoded pose of the joint.
  double error(std::uint32_t frame, const Mat3d& linear, const Vec3d& origin) const;

 private:
  const Carry& carry_;
  std::vector<Vec3d> places_;
  std::vector<double> per_share_;  // 1 / share squared
};

}  // namespace skelter
