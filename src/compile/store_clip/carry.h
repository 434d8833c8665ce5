#pragma once
// Finds the points that a moving joint carries, and their allowed errors, which determine how coarse the
// joint's steps can be.

#include <span>
#include <vector>

#include "compile/store_clip/targets.h"
#include "skelter/core/none.h"

namespace skelter {

// A point in joint space, in the decoded clip and in the source.
struct CarriedPoint {
  Vec3d decoded, source;
  bool relative = false;  // only the direction counts, because the point's joint moves its own origin
  // If this is the origin of a joint that rotates by itself: that joint; else kNone.
  std::uint32_t origin_of = kNone;
  double share = 1;  // share of the allowed error
  // Positions per frame, if the point is below a keyed track, which is stored unchanged; else empty.
  std::vector<Vec3d> decoded_at, source_at;

  const Vec3d& decoded_in(std::uint32_t frame) const {
    return decoded_at.empty() ? decoded : decoded_at[frame];
  }
  const Vec3d& source_in(std::uint32_t frame) const { return source_at.empty() ? source : source_at[frame]; }
};

struct Carry {
  std::vector<CarriedPoint> points;
  std::vector<std::uint32_t> joints;  // all carried joints
  std::vector<double> allowed;        // per frame: the smallest limit over all carried joints
};

// Describes which parts move, and contains the local matrices of all joints at the first frame, in the
// decoded clip and in the source.
struct MovingJoints {
  std::vector<std::uint8_t> moves;  // joint * 3 + kind
  std::vector<std::uint8_t> keyed;  // joint * 3 + kind; a keyed track replaces the frames
  std::vector<Transformd> still;    // decoded parts at rest
  std::vector<Mat4d> local_decoded, local_source;

  bool any(std::size_t joint) const {
    return moves[joint * 3] || moves[joint * 3 + 1] || moves[joint * 3 + 2];
  }
  bool any_keyed(std::size_t joint) const {
    return keyed[joint * 3] || keyed[joint * 3 + 1] || keyed[joint * 3 + 2];
  }
};

// Finds the points that each moving joint carries, without their allowed errors.
std::vector<Carry> find_carries(const StoreTargets& targets, const Skeleton& skeleton,
                                const MovingJoints& moving);

// Sets the allowed errors. `origin_shares`: per joint, the share of the allowed error that its origin may
// use; the remainder is left for its own rotation. Joints compensate for errors of their ancestors, but only
// partly.
void allow(Carry& carry, const StoreTargets& targets, const std::vector<double>& origin_shares);

// Target positions of the carried points, taken from the source in model space at every frame, for comparison
// with decoded poses of the joint. The carry must outlive this object.
class CarriedPositions {
 public:
  // `source`: model matrices of the joint, per frame.
  CarriedPositions(const Carry& carry, std::span<const Mat4d> source);

  // Target position of a carried point; a direction for `relative` points.
  Vec3d place(std::uint32_t frame, std::size_t point) const {
    const double* at = &places_[frame * 3 * stride_ + point];
    return {at[0], at[stride_], at[2 * stride_]};
  }
  // Largest distance of the carried points from their targets in a decoded pose of the joint, as a share of
  // the allowed error.
  double error(std::uint32_t frame, const Mat3d& linear, const Vec3d& origin) const;

 private:
  const Carry& carry_;
  std::size_t stride_;
  bool wanders_ = false;         // whether any point changes its position from frame to frame
  std::vector<double> decoded_;  // x, y and z of all points; for every frame if `wanders_`
  std::vector<double> places_;   // target positions in the source, for every frame
  std::vector<double> factors_;  // factors of the origin (0 for relative points), followed by 1 / share
                                 // squared
};

}  // namespace skelter
