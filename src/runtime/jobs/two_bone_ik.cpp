#include "skelter/runtime/two_bone_ik.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/jobs/ik_math.h"
#include "skelter/math/trig.h"

namespace skelter {
namespace {

using namespace ik;

// A chain counts as straight if the sine of its bend is below this: its plane is then rounding noise of the
// float matrices.
constexpr double kStraight = 1e-5;

// The input pose in model space: the start, the vectors from start to mid and from mid to end, and the spaces
// in which the two joints turn.
struct TwoBoneChain {
  Vec3d start_at, upper, lower;
  ParentSpace start_space, mid_space;

  explicit TwoBoneChain(const TwoBoneIkJob& job)
      : start_at(position(job.pose.model_from_joint[job.start])),
        upper(position(job.pose.model_from_joint[job.mid]) - start_at),
        lower(position(job.pose.model_from_joint[job.end]) - start_at - upper),
        start_space(parent_space(job.pose, job.start)),
        mid_space(parent_space(job.pose, job.mid)) {}

  double length() const { return skelter::length(upper) + skelter::length(lower); }
  // Vector from start to end after both joints have turned.
  Vec3d end(const Quatd& start_turn, const Quatd& mid_turn) const {
    const Vec3d turned_lower =
        mid_space.model_from_parent * rotate(mid_turn, mid_space.parent_from_model * lower);
    return start_space.model_from_parent *
           rotate(start_turn, start_space.parent_from_model * (upper + turned_lower));
  }
};

// Unit axis in the space of the mid joint's parent, perpendicular to the plane in which the chain bends.
Vec3d bend_axis(const TwoBoneIkJob& job, const Vec3d& upper, const Vec3d& lower, const ParentSpace& space) {
  // The hinge is right-handed in model space; a mirror flips rotation axes once more than directions.
  const double handed = determinant(space.model_from_parent) < 0 ? -1 : 1;
  const Vec3d hinge =
      space.parent_from_model * turned(job.pose.model_from_joint[job.mid], job.mid_axis_joint) * handed;
  const Vec3d normal = cross(upper, lower);
  if (length(normal) > kStraight * length(upper) * length(lower))
    return normalized(dot(normal, hinge) < 0 ? -normal : normal);
  const Vec3d along = normalized(upper == Vec3d{} ? lower : upper);
  const Vec3d pole = space.parent_from_model * to_double(job.pole_model);
  for (const Vec3d& axis : {across(hinge, along), across(cross(pole, along), along)})
    if (!(axis == Vec3d{})) return normalized(axis);
  return along == Vec3d{} ? Vec3d{1, 0, 0} : any_perpendicular(along);
}

// The value between `from` and `to` at which `above` becomes false.
template <class Above>
double crossing(double from, double to, const Above& above) {
  for (int i = 0; i < 44; ++i) {
    const double middle = (from + to) / 2;
    (above(middle) ? from : to) = middle;
  }
  return (from + to) / 2;
}

// The path of the end relative to the start, in the space of the start joint's parent, while the mid joint
// bends from straight (0) to folded (pi). It is an ellipse, or a circle without uneven scales between the two
// joints.
struct Bend {
  Vec3d fixed, cosine, sine;
  // Angles at which the end is farthest and nearest.
  double farthest_rad = 0, nearest_rad = std::numbers::pi;

  Vec3d end(double rad) const { return fixed + cosine * portable_cos(rad) + sine * portable_sin(rad); }
  double square(double rad) const { return dot(end(rad), end(rad)); }
  // Whether more bend brings the end nearer.
  bool falls(double rad) const {
    return dot(end(rad), sine * portable_cos(rad) - cosine * portable_sin(rad)) < 0;
  }
  // Whether the law of cosines applies, up to rounding of the float matrices.
  bool even() const {
    const double product = 2e-6 * length(fixed) * length(cosine);
    return std::abs(dot(fixed, sine)) <= product && std::abs(dot(cosine, sine)) <= product &&
           std::abs(dot(cosine, cosine) - dot(sine, sine)) <= product;
  }
  void find_limits() {
    constexpr int kSteps = 32;
    constexpr double kStep = std::numbers::pi / kSteps;
    int farthest = 0, nearest = kSteps;
    for (int i = 0; i <= kSteps; ++i) {
      if (square(i * kStep) > square(farthest * kStep)) farthest = i;
      if (square(i * kStep) < square(nearest * kStep)) nearest = i;
    }
    const auto refined = [&](int step, const auto& above) {
      return crossing(std::max(step - 1, 0) * kStep, std::min(step + 1, kSteps) * kStep, above);
    };
    farthest_rad = refined(farthest, [&](double rad) { return !falls(rad); });
    nearest_rad = refined(nearest, [&](double rad) { return falls(rad); });
  }
  // The angle that gives a distance between the limits.
  double at_distance(double distance) const {
    const double square_wanted = distance * distance;
    if (!even())
      return crossing(farthest_rad, nearest_rad, [&](double rad) { return square(rad) > square_wanted; });
    const double product = 2 * dot(fixed, cosine);
    if (!(product > 0)) return 0;
    const double rest = square_wanted - dot(fixed, fixed) - dot(cosine, cosine);
    return portable_acos(std::clamp(rest / product, -1.0, 1.0));
  }
};

// Target distance of the end from the start, limited to the possible range and softened.
double reachable_distance(const TwoBoneIkJob& job, const Bend& bend, double distance) {
  const double farthest = length(bend.end(bend.farthest_rad)), nearest = length(bend.end(bend.nearest_rad));
  const double begin = farthest * std::clamp(job.soft_begin, 0.0f, 1.0f), zone = farthest - begin;
  // The curve has slope 1 at the start and then flattens; it reaches the full length at infinity.
  if (const double beyond = distance - begin; zone > 0 && beyond > 0)
    distance = begin + zone * (beyond / (zone + beyond));
  return std::clamp(distance, std::min(nearest, farthest), farthest);
}

// The rotation of the mid joint that brings the end to the target's distance. `out_normal`: normal of the
// bend plane, in the space of the start joint's parent.
Quatd bend_to(const TwoBoneIkJob& job, const TwoBoneChain& chain, double target_distance, Vec3d& out_normal) {
  const Vec3d upper = chain.mid_space.parent_from_model * chain.upper,
              lower = chain.mid_space.parent_from_model * chain.lower;
  const Vec3d axis = bend_axis(job, upper, lower, chain.mid_space);
  const Mat3d start_from_mid = chain.start_space.parent_from_model * chain.mid_space.model_from_parent;
  const Vec3d straight = normalized(across(upper, axis)), side = cross(axis, straight);
  const double now_rad = portable_atan2(dot(lower, side), dot(lower, straight));
  const Vec3d still = axis * dot(lower, axis);
  const double radius = length(lower - still);
  Bend bend{start_from_mid * (upper + still), start_from_mid * straight * radius,
            start_from_mid * side * radius};
  out_normal = normalized(cross(bend.cosine, bend.sine));
  if (straight == Vec3d{} || !(radius > 0)) return {};  // bones of length 0 do not bend
  if (!bend.even()) bend.find_limits();
  const double distance = reachable_distance(job, bend, target_distance);
  return from_axis_angle(axis, bend.at_distance(distance) - now_rad);
}

// Bends the chain first, as if only the mid joint turned. Then the start joint turns the whole chain to the
// target, and about the line to the target until the mid joint is on the side of the pole.
void solve(const TwoBoneIkJob& job, const TwoBoneChain& chain, Quatd& start_turn, Quatd& mid_turn) {
  const Mat3d& seen = chain.start_space.parent_from_model;
  const Vec3d upper = seen * chain.upper, to_target = seen * (to_double(job.target_model) - chain.start_at);
  const double length = skelter::length(upper) + skelter::length(seen * chain.lower);
  Vec3d normal;
  mid_turn = bend_to(job, chain, skelter::length(to_target), normal);
  const Vec3d bent = seen * chain.end({}, mid_turn);
  const bool has_line = skelter::length(bent) > kParallel * length;
  const bool at_start = !(skelter::length(to_target) > kParallel * length);
  const Vec3d along = normalized(!at_start ? to_target : has_line ? bent : upper);
  const Quatd aim = has_line ? shortest_turn(bent, along, normal) : Quatd{};
  const Quatd swing = turn_about(along, rotate(aim, upper), seen * to_double(job.pole_model));
  start_turn = normalized(swing * aim);
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
  const TwoBoneChain chain(*this);
  Quatd start_turn, mid_turn;
  const bool can_turn = chain.start_space.has_inverse && chain.mid_space.has_inverse;
  if (can_turn) solve(*this, chain, start_turn, mid_turn);
  out_result->correction = correction(start_turn, weight);
  out_result->mid_correction = correction(mid_turn, weight);
  const Vec3d to_end = can_turn ? chain.end(start_turn, mid_turn) : chain.upper + chain.lower;
  const Vec3d off = chain.start_at + to_end - to_double(target_model);
  out_result->reached = length(off) <= kReached * chain.length();
  return Status::ok;
}

}  // namespace skelter
