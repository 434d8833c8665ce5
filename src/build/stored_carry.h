#pragma once
// Which points a moving joint carries, and how far off each may be: what decides how coarse its steps can be.

#include <vector>

#include "build/stored_targets.h"

namespace skelter {

// How the allowed distance is shared out along a chain of moving joints. Errors of a joint are taken back by
// the joints below it, which aim where the source is; but only in part, so that the ends are left more.
struct ErrorShares {
  double root = 0.6;    // of the origins that the first moving joint carries
  double end = 0.93;    // of those at the end of the longest chain
  double moving = 0.6;  // of that share, for the translation of a joint that rotates, too
};

// A point of the joint's space: where the decoded clip has it and where the source does.
struct CarriedPoint {
  Vec3d decoded, source;
  bool relative = false;  // only its direction counts: the joint it belongs to moves its own origin
  double share = 1;       // of the allowed distance
};

struct Carry {
  std::vector<CarriedPoint> points;
  std::vector<double> allowed;  // per frame: the least of all joints carried
  double origin_share = 1;      // for the joint's own translation, when it moves
};

// What moves, and the local matrices of all joints at the first frame, as the decoded clip and as the source
// have them.
struct MovingJoints {
  std::vector<std::uint8_t> moves;  // joint * 3 + kind
  std::vector<Mat4d> local_decoded, local_source;

  bool any(std::size_t joint) const {
    return moves[joint * 3] || moves[joint * 3 + 1] || moves[joint * 3 + 2];
  }
};

std::vector<Carry> find_carries(const StoreTargets& targets, const Skeleton& skeleton,
                                const MovingJoints& moving, const ErrorShares& shares);

// Largest distance of the carried points between two poses of the joint, as a share of what is allowed.
double carried_error(const Carry& carry, std::uint32_t frame, const Mat4d& decoded, const Mat4d& source);

}  // namespace skelter
