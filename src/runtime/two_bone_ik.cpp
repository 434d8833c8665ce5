#include "skelter/runtime/two_bone_ik.h"

#include <algorithm>
#include <cmath>

#include "runtime/ik_math.h"
#include "skelter/math/trig.h"

namespace skelter {
namespace {

using namespace ik;

constexpr double kReached = 1e-5;
// A chain whose bend has a smaller sine is straight: its plane is rounding noise of the float matrices.
constexpr double kStraight = 1e-5;

struct TwoBoneChain {
  Vec3d upper, lower;  // start to mid, mid to end
  double upper_length = 0, lower_length = 0, length = 0;
};

// Unit axis, perpendicular to the plane in which the chain bends.
Vec3d bend_axis(const TwoBoneIkJob& job, const TwoBoneChain& chain) {
  const Vec3d hinge = turned(job.pose.model_from_joint[job.mid], job.mid_axis_joint);
  const Vec3d normal = cross(chain.upper, chain.lower);
  if (length(normal) > kStraight * chain.upper_length * chain.lower_length)
    return normalized(dot(normal, hinge) < 0 ? -normal : normal);
  const Vec3d along = normalized(chain.upper_length > 0 ? chain.upper : chain.lower);
  for (const Vec3d& axis : {across(hinge, along), across(cross(to_double(job.pole_model), along), along)})
    if (!(axis == Vec3d{})) return normalized(axis);
  return along == Vec3d{} ? Vec3d{1, 0, 0} : any_perpendicular(along);
}

// Distance at which the end shall be from the start: possible, and softened.
double reachable_distance(const TwoBoneIkJob& job, const TwoBoneChain& chain, double distance) {
  const double begin = chain.length * std::clamp(job.soft_begin, 0.0f, 1.0f), zone = chain.length - begin;
  // Slope 1 at the begin, then ever flatter: the whole length is reached at infinity.
  if (const double beyond = distance - begin; zone > 0 && beyond > 0)
    distance = begin + zone * (beyond / (zone + beyond));
  return std::clamp(distance, std::abs(chain.upper_length - chain.lower_length), chain.length);
}

// How far the mid joint turns about the axis, so that the end is at that distance from the start.
double bend_rad(const TwoBoneChain& chain, const Vec3d& axis, double distance) {
  const double product = chain.upper_length * chain.lower_length;
  if (!(product > 0)) return 0;
  const double cosine = (distance * distance - chain.upper_length * chain.upper_length -
                         chain.lower_length * chain.lower_length) /
                        (2 * product);
  const double now = trig::atan2(dot(cross(chain.upper, chain.lower), axis), dot(chain.upper, chain.lower));
  return trig::acos(std::clamp(cosine, -1.0, 1.0)) - now;
}

}  // namespace

Status TwoBoneIkJob::validate() const {
  const bool finite = is_finite(target_model) && is_finite(pole_model) && is_finite(mid_axis_joint) &&
                      std::isfinite(weight) && std::isfinite(soft_begin);
  const bool valid = finite && out_result != nullptr && has_pose(pose) && has_joint(pose, start) &&
                     has_joint(pose, mid) && has_joint(pose, end) && start != mid && mid != end &&
                     is_below(*pose.skeleton, mid, start) && is_below(*pose.skeleton, end, mid);
  return valid ? Status::ok : Status::invalid_argument;
}

Status TwoBoneIkJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const Vec3d start_at = position(pose.model_from_joint[start]),
              mid_at = position(pose.model_from_joint[mid]), end_at = position(pose.model_from_joint[end]);
  TwoBoneChain chain{mid_at - start_at, end_at - mid_at};
  chain.upper_length = length(chain.upper);
  chain.lower_length = length(chain.lower);
  chain.length = chain.upper_length + chain.lower_length;

  const Vec3d to_target = to_double(target_model) - start_at;
  const double target_distance = length(to_target);
  const double distance = reachable_distance(*this, chain, target_distance);
  const Vec3d axis = bend_axis(*this, chain);
  // First the bend, as if only the mid joint turned; then the start joint turns the whole chain to the
  // target, and about the line to the target until the mid joint is on the side of the pole.
  const Quatd bend = from_axis_angle(axis, bend_rad(chain, axis, distance));
  const Vec3d bent = chain.upper + rotate(bend, chain.lower);
  const bool has_line = length(bent) > kParallel * chain.length;
  const bool at_start = !(target_distance > kParallel * chain.length);
  const Vec3d now_along = has_line ? bent : chain.upper;
  const Vec3d along = normalized(at_start ? now_along : to_target);
  const Quatd aim = has_line ? shortest_turn(bent, along, axis) : Quatd{};
  const Vec3d mid_side = rotate(aim, chain.upper);
  const Quatd swing = turn_about(along, mid_side, to_double(pole_model));

  out_result->start_correction = local_correction(pose, start, swing * aim, weight);
  out_result->mid_correction = local_correction(pose, mid, bend, weight);
  out_result->reached = std::abs(distance - target_distance) <= kReached * chain.length;
  return Status::ok;
}

}  // namespace skelter
