#include "compile/store_clip/carry.h"

#include <algorithm>
#include <cmath>

#include "compile/build_clip/clip_rows.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

// Keeps only the outermost points. Distance is a convex function of the point, so the largest distance is at
// one of them.
void keep_outermost(std::vector<CarriedPoint>& points) {
  std::vector<std::uint8_t> keep(points.size());
  for (const bool relative : {false, true})
    for (int direction = 0; direction < 343; ++direction) {
      const int x = direction % 7 - 3, y = direction / 7 % 7 - 3, z = direction / 49 - 3;
      const Vec3d d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
      std::size_t best = points.size();
      for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].relative == relative && points[i].origin_of == kNone &&
            (best == points.size() || dot(points[i].decoded, d) > dot(points[best].decoded, d)))
          best = i;
      if (best < points.size()) keep[best] = 1;
    }
  std::vector<CarriedPoint> kept;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (keep[i] || points[i].origin_of != kNone || !points[i].decoded_at.empty()) kept.push_back(points[i]);
  points = std::move(kept);
}

// A carried joint and its transform in the space of the carrying joint.
struct Carried {
  std::uint32_t joint;
  Mat4d decoded, source;
  Vec3d decoded_origin{}, source_origin{};  // origin of `relative` points
  bool relative = false;
  std::vector<std::uint32_t> path;  // joints from the carrier's child to this joint, if any of them is keyed
};

class CarryFinder {
 public:
  CarryFinder(const StoreTargets& targets, const Skeleton& skeleton, const MovingJoints& moving)
      : targets_(targets), skeleton_(skeleton), moving_(moving) {
    children_.resize(skeleton.joint_count());
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
      if (skeleton.parents[joint] != kNone16) children_[skeleton.parents[joint]].push_back(joint);
  }

  Carry find(std::uint32_t joint) {
    carrier_ = joint;
    Carry carry;
    std::vector<Carried> open = {{joint, {}, {}, {}, {}, false, {}}};
    while (!open.empty()) {
      const Carried carried = open.back();
      open.pop_back();
      carry.joints.push_back(carried.joint);
      add_shell(carry, carried);
      for (const std::uint32_t child : children_[carried.joint]) add_child(carry, open, carried, child);
    }
    keep_outermost(carry.points);
    return carry;
  }

 private:
  void add_shell(Carry& carry, const Carried& carried) const {
    if (!targets_.measured[carried.joint]) return;
    const Vec3d& shell = targets_.shells[carried.joint];
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const double sign : {-1, 1}) {
        const double side = sign * (axis == 0 ? shell.x : axis == 1 ? shell.y : shell.z);
        const Vec3d point{axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
        add(carry, carried, transform_point(carried.decoded, point), transform_point(carried.source, point),
            kNone);
        if (!carried.path.empty()) wander(carry.points.back(), carried.path, point);
      }
  }
  void add(Carry& carry, const Carried& carried, const Vec3d& decoded, const Vec3d& source,
           std::uint32_t origin_of) const {
    carry.points.push_back({decoded - carried.decoded_origin,
                            source - carried.source_origin,
                            carried.relative,
                            origin_of,
                            1,
                            {},
                            {}});
  }
  void add_child(Carry& carry, std::vector<Carried>& open, const Carried& parent, std::uint32_t child) const {
    const bool shifts = moving_.moves[child * std::size_t{3}] != 0;
    const bool turns =
        moving_.moves[child * std::size_t{3} + 1] != 0 || moving_.moves[child * std::size_t{3} + 2] != 0;
    if (!shifts && !turns) {
      // In a chain at rest, both transforms are relative to the carrying joint, so rounding errors do not add
      // up.
      Carried next = parent;
      next.joint = child;
      next.decoded = parent.decoded * local_decoded(child);
      next.source = parent.source * local_source(child);
      if (!parent.path.empty() || (moving_.any_keyed(child) && !parent.relative)) next.path = path_to(child);
      open.push_back(next);
      return;
    }
    if (turns && shifts) return;  // this joint has its own search
    const Mat4d decoded = parent.decoded * local_decoded(child), source = parent.source * local_source(child);
    if (turns) {
      carry.joints.push_back(child);
      add(carry, parent, translation_part(decoded), translation_part(source), child);
      if (parent.path.empty()) return;
      wander(carry.points.back(), path_to(child), Vec3d{});
      return;
    }
    open.push_back({child, decoded, source, translation_part(decoded), translation_part(source), true, {}});
  }
  std::vector<std::uint32_t> path_to(std::uint32_t joint) const {
    std::vector<std::uint32_t> path;
    for (; joint != carrier_; joint = skeleton_.parents[joint]) path.insert(path.begin(), joint);
    return path;
  }
  // Fills the position of a point, given in the space of the path's last joint, at each frame.
  void wander(CarriedPoint& to, const std::vector<std::uint32_t>& path, const Vec3d& point) const {
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame) {
      Mat4d decoded;
      for (const std::uint32_t joint : path) decoded = decoded * local_decoded_at(joint, frame);
      const Mat4d& carrier = targets_.model[targets_.at(carrier_, frame)];
      to.decoded_at.push_back(transform_point(decoded, point));
      to.source_at.push_back(
          std::abs(determinant(linear_part(carrier))) > 1e-12
              ? transform_point(inverse_affine(carrier) * targets_.model[targets_.at(path.back(), frame)],
                                point)
              : to.decoded_at.back());
    }
  }
  Mat4d local_decoded_at(std::uint32_t joint, std::uint32_t frame) const {
    if (!moving_.any_keyed(joint)) return local_decoded(joint);
    Transformd local = moving_.still[joint];
    for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale})
      if (moving_.keyed[joint * std::size_t{3} + static_cast<std::size_t>(kind)])
        copy_part(targets_.local[targets_.at(joint, frame)], kind, local);
    return to_mat4(targets_.absolute(joint, local));
  }
  const Mat4d& local_decoded(std::uint32_t joint) const { return moving_.local_decoded[joint]; }
  const Mat4d& local_source(std::uint32_t joint) const { return moving_.local_source[joint]; }

  const StoreTargets& targets_;
  const Skeleton& skeleton_;
  const MovingJoints& moving_;
  std::uint32_t carrier_ = 0;
  std::vector<std::vector<std::uint32_t>> children_;
};

}  // namespace

std::vector<Carry> find_carries(const StoreTargets& targets, const Skeleton& skeleton,
                                const MovingJoints& moving) {
  CarryFinder finder(targets, skeleton, moving);
  std::vector<Carry> carries(targets.joints);
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint)
    if (moving.any(joint)) carries[joint] = finder.find(joint);
  return carries;
}

void allow(Carry& carry, const StoreTargets& targets, const std::vector<double>& origin_shares) {
  for (CarriedPoint& point : carry.points)
    if (point.origin_of != kNone) point.share = origin_shares[point.origin_of];
  carry.allowed.assign(targets.frames, targets.bound);
  for (const std::uint32_t joint : carry.joints)
    for (std::uint32_t frame = 0; frame < targets.frames; ++frame)
      carry.allowed[frame] = std::min(carry.allowed[frame], targets.allowed[targets.at(joint, frame)]);
}

CarriedPositions::CarriedPositions(const Carry& carry, std::span<const Mat4d> source)
    : carry_(carry), stride_(TimeRows::padded(carry.points.size())) {
  if (carry.points.empty()) return;
  for (const CarriedPoint& point : carry.points) wanders_ |= !point.decoded_at.empty();
  decoded_.resize((wanders_ ? source.size() : 1) * 3 * stride_);
  places_.resize(source.size() * 3 * stride_);
  factors_.resize(2 * stride_);
  const auto set = [&](double* row, const Vec3d& v) {
    row[0] = v.x;
    row[stride_] = v.y;
    row[2 * stride_] = v.z;
  };
  // Rows are padded with copies of the last point.
  for (std::size_t i = 0; i < stride_; ++i) {
    const CarriedPoint& point = carry.points[std::min(i, carry.points.size() - 1)];
    factors_[i] = point.relative ? 0 : 1;
    factors_[stride_ + i] = 1 / (point.share * point.share);
    for (std::uint32_t frame = 0; frame < source.size(); ++frame) {
      if (frame == 0 || wanders_) set(&decoded_[frame * 3 * stride_ + i], point.decoded_in(frame));
      set(&places_[frame * 3 * stride_ + i], point.relative
                                                 ? transform_direction(source[frame], point.source_in(frame))
                                                 : transform_point(source[frame], point.source_in(frame)));
    }
  }
}

double CarriedPositions::error(std::uint32_t frame, const Mat3d& linear, const Vec3d& origin) const {
  if (stride_ == 0) return 0;
  const double largest = clip_rows::farthest_point({&decoded_[wanders_ ? frame * 3 * stride_ : 0],
                                                    &places_[frame * 3 * stride_], factors_.data(), stride_},
                                                   linear, origin);
  return std::sqrt(largest) / carry_.allowed[frame];
}

}  // namespace skelter
