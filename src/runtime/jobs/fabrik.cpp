#include "skelter/runtime/fabrik.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/jobs/ik_math.h"

namespace skelter {
namespace {

using namespace ik;

constexpr int kMaxPasses = 64;
// Length changes below this fraction of the chain's length are rounding noise of the float matrices.
constexpr double kSameLength = 1e-6;

// The chain as points in model space.
struct FabrikChain {
  std::size_t size = 0;
  std::array<Vec3d, kMaxFabrikJoints> points{};
  std::array<double, kMaxFabrikJoints> lengths{};  // bone from point i to i + 1
  double length = 0;

  Vec3d& end() { return points[size - 1]; }
};

FabrikChain chain_of(const FabrikJob& job) {
  FabrikChain chain;
  chain.size = job.joints.size();
  for (std::size_t i = 0; i < chain.size; ++i) {
    chain.points[i] = position(job.pose.model_from_joint[job.joints[i]]);
    if (i == 0) continue;
    chain.lengths[i - 1] = length(chain.points[i] - chain.points[i - 1]);
    chain.length += chain.lengths[i - 1];
  }
  return chain;
}

// Returns the point at the bone's length from `from`, towards `to` or, if the two coincide, along
// `else_along`.
Vec3d at_length(const Vec3d& from, const Vec3d& to, double bone, const Vec3d& else_along) {
  const Vec3d direction = normalized(to - from);
  return from + (direction == Vec3d{} ? else_along : direction) * bone;
}

void straighten(FabrikChain& chain, const Vec3d& along) {
  for (std::size_t i = 1; i < chain.size; ++i)
    chain.points[i] = chain.points[i - 1] + along * chain.lengths[i - 1];
}

// If all joints except the end are collinear with the target, the algorithm only shifts points along that
// line. Bends such a chain to the side of the pole or, without a pole, towards its end.
void bow_if_on_line(FabrikChain& chain, const Vec3d& target, const Vec3d& pole) {
  constexpr double kOnLine = 1e-5;
  const Vec3d root = chain.points[0];
  Vec3d line = normalized(target - root);
  for (std::size_t i = 1; i + 1 < chain.size; ++i) {
    const Vec3d from_root = chain.points[i] - root;
    if (line == Vec3d{}) line = normalized(from_root);
    if (length(cross(from_root, line)) > kOnLine * chain.length) return;
  }
  Vec3d side = any_perpendicular(line);
  for (const Vec3d& wish : {chain.end() - root, pole})
    if (const Vec3d part = across(wish, line); !(part == Vec3d{})) side = normalized(part);
  double from_root = 0;
  for (std::size_t i = 1; i + 1 < chain.size; ++i) {
    from_root += chain.lengths[i - 1];
    const double ratio = from_root / chain.length;
    chain.points[i] += side * (chain.length * 0.5 * ratio * (1 - ratio));
  }
}

// One pass from the end to the root, then one from the root to the end.
void iterate(FabrikChain& chain, const Vec3d& target, const Vec3d& along) {
  const Vec3d root = chain.points[0];
  chain.end() = target;
  for (std::size_t i = chain.size - 1; i-- > 0;)
    chain.points[i] = at_length(chain.points[i + 1], chain.points[i], chain.lengths[i], -along);
  chain.points[0] = root;
  for (std::size_t i = 1; i < chain.size; ++i)
    chain.points[i] = at_length(chain.points[i - 1], chain.points[i], chain.lengths[i - 1], along);
}

// Moves the points of the chain; returns the number of iterations.
std::uint32_t solve(const FabrikJob& job, FabrikChain& chain, std::uint32_t max_iterations) {
  const Vec3d target = to_double(job.target_model), to_target = target - chain.points[0];
  const Vec3d towards = normalized(to_target);
  const Vec3d along = towards == Vec3d{} ? normalized(chain.end() - chain.points[0]) : towards;
  if (length(to_target) >= chain.length) return straighten(chain, along), 0;
  const double tolerance = chain.length * job.tolerance;
  if (!(length(chain.end() - target) > tolerance)) return 0;
  std::uint32_t done = 0;
  while (done < max_iterations && length(chain.end() - target) > tolerance) {
    bow_if_on_line(chain, target, to_double(job.pole_model));
    iterate(chain, target, along);
    ++done;
  }
  return done;
}

using FabrikTurns = std::array<Quatd, kMaxFabrikJoints>;

// The shortest rotations, each in the space of its joint's parent, that align the bones of `before` with
// those of `chain`. `chain` becomes the result: under uneven scales, its bones then have different lengths.
void turn_bones(const FabrikJob& job, const FabrikChain& before, FabrikChain& chain, FabrikTurns& turns) {
  const auto wanted = chain.points;
  Mat3d moved;  // effect of the turns so far on model space
  for (std::size_t i = 0; i + 1 < chain.size; ++i) {
    const ParentSpace space = parent_space(job.pose, job.joints[i]);
    const Vec3d bone = before.points[i + 1] - before.points[i];
    if (space.has_inverse) {
      const Mat3d now = moved * space.model_from_parent;
      // Only the direction matters: the length of cofactors is irrelevant, the sign of the determinant is
      // not.
      const Vec3d seen = transposed(cofactors(now)) * (wanted[i + 1] - wanted[i]);
      turns[i] = shortest_turn(space.parent_from_model * bone, determinant(now) < 0 ? -seen : seen);
      moved = now * to_mat3(turns[i]) * space.parent_from_model;
    } else {
      turns[i] = {};
    }
    chain.points[i + 1] = chain.points[i] + moved * bone;
  }
}

// Updates the bone lengths; returns the largest change, as a fraction of the chain's length.
double measure(FabrikChain& chain) {
  double change = 0, length_before = chain.length;
  chain.length = 0;
  for (std::size_t i = 0; i + 1 < chain.size; ++i) {
    const double bone = length(chain.points[i + 1] - chain.points[i]);
    change = std::max(change, std::abs(bone - chain.lengths[i]));
    chain.lengths[i] = bone;
    chain.length += bone;
  }
  return length_before > 0 ? change / length_before : 0;
}

}  // namespace

Status FabrikJob::validate() const {
  if (joints.size() > kMaxFabrikJoints) return Status::limit_exceeded;
  bool valid = joints.size() >= 2 && out_corrections.size() + 1 >= joints.size() && has_pose(pose) &&
               is_finite(target_model) && is_finite(pole_model) && std::isfinite(weight) &&
               std::isfinite(tolerance) && tolerance > 0;
  for (std::size_t i = 0; valid && i < joints.size(); ++i)
    valid = has_joint(pose, joints[i]) &&
            (i == 0 || (joints[i] != joints[i - 1] && is_below(*pose.skeleton, joints[i], joints[i - 1])));
  return valid ? Status::ok : Status::invalid_argument;
}

Status FabrikJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const FabrikChain before = chain_of(*this);
  FabrikChain after = before;
  FabrikTurns turns;
  IkResult result;
  // One pass is enough unless turning changes the bone lengths. In that case each pass does one iteration,
  // from the chain's actual pose.
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const std::uint32_t left = max_iterations - result.iterations;
    if (before.length > 0) result.iterations += solve(*this, after, pass == 0 ? left : std::min(left, 1u));
    turn_bones(*this, before, after, turns);
    if (measure(after) <= std::min(kSameLength, 0.1 * tolerance)) break;
  }
  result.reached = length(after.end() - to_double(target_model)) <= tolerance * before.length;
  for (std::size_t i = 0; i + 1 < joints.size(); ++i) out_corrections[i] = correction(turns[i], weight);
  if (out_result != nullptr) *out_result = result;
  return Status::ok;
}

}  // namespace skelter
