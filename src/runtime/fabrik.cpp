#include "skelter/runtime/fabrik.h"

#include <array>
#include <cmath>

#include "runtime/ik_math.h"

namespace skelter {
namespace {

using namespace ik;

// The chain as points in model space.
struct FabrikChain {
  std::size_t size = 0;
  std::array<Vec3d, kMaxFabrikJoints> points{};
  std::array<double, kMaxFabrikJoints> lengths{};  // of the bone from point i to i + 1
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

// `to` put at the bone's length from `from`, on the line to where it is; without a line, along `else_along`.
Vec3d at_length(const Vec3d& from, const Vec3d& to, double bone, const Vec3d& else_along) {
  const Vec3d direction = normalized(to - from);
  return from + (direction == Vec3d{} ? else_along : direction) * bone;
}

void straighten(FabrikChain& chain, const Vec3d& along) {
  for (std::size_t i = 1; i < chain.size; ++i)
    chain.points[i] = chain.points[i - 1] + along * chain.lengths[i - 1];
}

// With all joints but the end on one line with the target, the algorithm only shifts points along that line.
// Bows such a chain to the side of the pole, else to where its end is.
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

// One pass from the end to the root, and one back.
void iterate(FabrikChain& chain, const Vec3d& target, const Vec3d& along) {
  const Vec3d root = chain.points[0];
  chain.end() = target;
  for (std::size_t i = chain.size - 1; i-- > 0;)
    chain.points[i] = at_length(chain.points[i + 1], chain.points[i], chain.lengths[i], -along);
  chain.points[0] = root;
  for (std::size_t i = 1; i < chain.size; ++i)
    chain.points[i] = at_length(chain.points[i - 1], chain.points[i], chain.lengths[i - 1], along);
}

// Moves the points of the chain; returns iterations.
std::uint32_t solve(const FabrikJob& job, FabrikChain& chain) {
  const Vec3d target = to_double(job.target_model), to_target = target - chain.points[0];
  const Vec3d towards = normalized(to_target);
  const Vec3d along = towards == Vec3d{} ? normalized(chain.end() - chain.points[0]) : towards;
  if (length(to_target) >= chain.length) return straighten(chain, along), 0;
  const double tolerance = chain.length * job.tolerance;
  if (!(length(chain.end() - target) > tolerance)) return 0;
  std::uint32_t done = 0;
  while (done < job.max_iterations && length(chain.end() - target) > tolerance) {
    bow_if_on_line(chain, target, to_double(job.pole_model));
    iterate(chain, target, along);
    ++done;
  }
  return done;
}

// The shortest turns that bring each bone of `before` to where it is in `after`.
void write_corrections(const FabrikJob& job, const FabrikChain& before, const FabrikChain& after) {
  Quatd above;  // of the bone before, in model space
  for (std::size_t i = 0; i + 1 < before.size; ++i) {
    const Vec3d moved_along = rotate(above, before.points[i + 1] - before.points[i]);
    const Quatd turn = shortest_turn(moved_along, after.points[i + 1] - after.points[i]);
    const Quatd total = normalized(turn * above);
    // What this joint adds, seen in the pose before any joint was turned.
    job.out_corrections[i] = local_correction(job.pose, job.joints[i], conjugate(above) * total, job.weight);
    above = total;
  }
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
  FabrikResult result;
  if (before.length > 0) result.iterations = solve(*this, after);
  result.reached = length(after.end() - to_double(target_model)) <= tolerance * before.length;
  write_corrections(*this, before, after);
  if (out_result != nullptr) *out_result = result;
  return Status::ok;
}

}  // namespace skelter
