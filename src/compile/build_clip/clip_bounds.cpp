#include "compile/build_clip/clip_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/key_pair.h"
#include "skelter/math/bounds.h"

namespace skelter {
namespace {

constexpr std::size_t kBlockVertices = 16;
// Maximum distance by which rounding moves a vertex out of its block's box, relative to its distance from the
// origin.
constexpr double kRounding = 1e-12;
// Allowed deviation of a weight sum from 1. A block that contains a vertex with a larger deviation has no
// boxes.
constexpr double kWeightSlack = 1e-3;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Bounds of the vertices that one joint moves.
struct Box {
  std::uint32_t joint = 0;  // joint of the skin; kNone: vertices without a joint
  Vec3d centre, half;
};

// Neighbouring vertices of a primitive, with one box per joint. A vertex with several joints lies between the
// positions that each joint alone would give it. Therefore a block with all its boxes within the bounds
// cannot extend them. This is the case for most blocks at most times.
struct Block {
  std::uint32_t first = 0, last = 0;  // vertices
  std::vector<Box> boxes;
  double slack = kRounding;
  bool has_boxes = true;
};

struct Blocks {
  std::vector<Block> blocks;
  std::vector<Box> whole;  // boxes over all blocks, one per joint
};

class BlockMaker {
 public:
  BlockMaker(const Primitive& primitive, bool weighted) : primitive_(primitive), weighted_(weighted) {}

  Blocks make() {
    Blocks made;
    std::map<std::uint32_t, Bounds> whole;
    for (std::size_t first = 0; first < primitive_.positions.size(); first += kBlockVertices) {
      Block block;
      block.first = static_cast<std::uint32_t>(first);
      block.last = static_cast<std::uint32_t>(std::min(first + kBlockVertices, primitive_.positions.size()));
      boxes_.clear();
      for (std::uint32_t v = block.first; v < block.last; ++v) add_vertex(v, block);
      block.boxes = boxes_of(boxes_);
      for (const auto& [joint, bounds] : boxes_) whole[joint].add(bounds);
      made.blocks.push_back(std::move(block));
    }
    made.whole = boxes_of(whole);
    return made;
  }

 private:
  static std::vector<Box> boxes_of(const std::map<std::uint32_t, Bounds>& bounds_by_joint) {
    std::vector<Box> boxes;
    for (const auto& [joint, bounds] : bounds_by_joint)
      boxes.push_back({joint, bounds.center(), bounds.size() * 0.5});
    return boxes;
  }
  void add_vertex(std::uint32_t v, Block& block) {
    const Vec3d position = to_double(primitive_.positions[v]);
    const std::uint32_t first = weighted_ ? primitive_.influence_begin[v] : 0;
    const std::uint32_t last = weighted_ ? primitive_.influence_begin[v + 1] : 0;
    if (first == last) boxes_[kNone].add(position);
    double sum = first == last ? 1 : 0;
    for (std::uint32_t i = first; i < last; ++i) {
      const Influence& influence = primitive_.influences[i];
      boxes_[influence.joint].add(position);
      sum += double{influence.weight};
      block.has_boxes &= influence.weight >= 0;
    }
    const double off = std::abs(sum - 1);
    block.has_boxes &= off <= kWeightSlack;
    block.slack = std::max(block.slack, kRounding + off);
  }

  const Primitive& primitive_;
  bool weighted_;
  std::map<std::uint32_t, Bounds> boxes_;
};

double scalar_at(const ClipExtras& extras, const ScalarTrack& track, float time_s) {
  const auto times_s = std::span(extras.scalar_times_s).subspan(track.first_key, track.key_count);
  const float* values = extras.scalar_values.data() + track.first_key;
  const KeyPair keys = find_key_pair(times_s, time_s, track.stepped != 0);
  if (!keys.between()) return values[keys.first];
  return values[keys.first] +
         (double{values[keys.second]} - double{values[keys.first]}) * keys.ratio<double>(times_s, time_s);
}

class BoundsFinder {
 public:
  BoundsFinder(const Scene& scene, const SkeletonBuild& skeleton, const ClipExtras& extras)
      : scene_(scene), skeleton_(skeleton), extras_(extras) {}

  void add(const std::vector<Mat4d>& world, float time_s) {
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      for (const MeshInstance& instance : scene_.nodes[node].meshes) {
        alone_ = world[skeleton_.joint_of_node[node]];
        palette_.clear();
        if (instance.skin != kNone)
          for (const Joint& joint : scene_.skins[instance.skin].joints)
            palette_.push_back(world[skeleton_.joint_of_node[joint.node]] * to_double(joint.joint_from_mesh));
        for (const Primitive& primitive : scene_.meshes[instance.mesh].primitives)
          add_primitive(primitive, node, time_s);
      }
  }
  Bounds bounds() const {
    Bounds bounds;
    if (low_[0] <= high_[0]) {
      bounds.add(Vec3d{low_[0], low_[1], low_[2]});
      bounds.add(Vec3d{high_[0], high_[1], high_[2]});
    }
    return bounds;
  }

 private:
  void add_primitive(const Primitive& primitive, std::uint32_t node, float time_s) {
    const bool weighted = !palette_.empty() && !primitive.influence_begin.empty();
    const auto [blocks, is_new] = blocks_.try_emplace({&primitive, weighted});
    if (is_new) blocks->second = BlockMaker(primitive, weighted).make();
    positions_.clear();
    morph(primitive, node, time_s);
    find_joints_inside(blocks->second);
    for (const Block& block : blocks->second.blocks) {
      const Axes axes = positions_.empty() ? axes_outside(block) : kAllAxes;
      for (std::uint32_t v = block.first; axes != 0 && v < block.last; ++v)
        add_vertex(primitive, weighted, v,
                   positions_.empty() ? to_double(primitive.positions[v]) : positions_[v], axes);
    }
  }
  // Fills positions_ if a track of the clip morphs the primitive.
  void morph(const Primitive& primitive, std::uint32_t node, float time_s) {
    for (const ScalarTrack& track : extras_.scalars) {
      if (track.node != node || track.index >= primitive.morphs.size()) continue;
      if (positions_.empty())
        for (const Vec3& p : primitive.positions) positions_.push_back(to_double(p));
      const double weight = scalar_at(extras_, track, time_s);
      const std::vector<Vec3>& offsets = primitive.morphs[track.index].position_offsets;
      for (std::size_t v = 0; v < positions_.size(); ++v) positions_[v] += to_double(offsets[v]) * weight;
    }
  }
  // Axes, as bits, along which vertices may exceed the bounds.
  using Axes = std::uint32_t;
  static constexpr Axes kAllAxes = 7;
  // Finds the axes along which each joint's vertices may exceed the bounds. For most joints there are none.
  void find_joints_inside(const Blocks& blocks) {
    joint_axes_.assign(palette_.size() + 1, kAllAxes);
    for (const Box& box : blocks.whole) joint_axes_[slot(box)] = axes_outside(box, kWeightSlack);
  }
  std::size_t slot(const Box& box) const { return box.joint == kNone ? palette_.size() : box.joint; }
  Axes axes_outside(const Block& block) const {
    if (!block.has_boxes) return kAllAxes;
    Axes axes = 0;
    for (const Box& box : block.boxes)
      if ((joint_axes_[slot(box)] & ~axes) != 0) axes |= axes_outside(box, block.slack);
    return axes;
  }
  Axes axes_outside(const Box& box, double slack) const {
    const Mat4d& m = box.joint == kNone ? alone_ : palette_[box.joint];
    const Vec3d centre = transform_point(m, box.centre);
    const std::array<double, 3> at{centre.x, centre.y, centre.z};
    Axes axes = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double half =
          std::abs(m(i, 0)) * box.half.x + std::abs(m(i, 1)) * box.half.y + std::abs(m(i, 2)) * box.half.z;
      const double reach = half + slack * (std::abs(at[i]) + half);
      if (!(at[i] - reach >= low_[i] && at[i] + reach <= high_[i])) axes |= 1u << i;
    }
    return axes;
  }
  void add(std::size_t axis, double at) {
    low_[axis] = at < low_[axis] ? at : low_[axis];
    high_[axis] = at > high_[axis] ? at : high_[axis];
  }
  void add_vertex(const Primitive& primitive, bool weighted, std::uint32_t v, const Vec3d& p, Axes axes) {
    const std::uint32_t first = weighted ? primitive.influence_begin[v] : 0;
    const std::uint32_t last = weighted ? primitive.influence_begin[v + 1] : 0;
    const auto moved = [&](const Mat4d& m, std::size_t i) {
      return m(i, 0) * p.x + m(i, 1) * p.y + m(i, 2) * p.z + m(i, 3);
    };
    for (std::size_t i = 0; i < 3; ++i) {
      if ((axes >> i & 1) == 0) continue;
      double sum = first == last ? moved(alone_, i) : 0;
      for (std::uint32_t k = first; k < last; ++k)
        sum += moved(palette_[primitive.influences[k].joint], i) * double{primitive.influences[k].weight};
      add(i, sum);
    }
  }

  const Scene& scene_;
  const SkeletonBuild& skeleton_;
  const ClipExtras& extras_;
  std::map<std::pair<const Primitive*, bool>, Blocks> blocks_;
  double low_[3] = {kInfinite, kInfinite, kInfinite}, high_[3] = {-kInfinite, -kInfinite, -kInfinite};
  // State of the mesh instance that is being added.
  Mat4d alone_;
  std::vector<Mat4d> palette_;
  std::vector<Axes> joint_axes_;  // one per palette entry, followed by the one for alone_
  std::vector<Vec3d> positions_;  // morphed positions; empty if the primitive's own positions apply
};

// Rounds to the nearest float that is not inside the bounds.
float outward(double value, float direction) {
  const auto rounded = static_cast<float>(value);
  const bool inside = direction < 0 ? double{rounded} > value : double{rounded} < value;
  return inside ? std::nextafter(rounded, direction * std::numeric_limits<float>::infinity()) : rounded;
}

void set_bounds(const double (&low)[3], const double (&high)[3], ClipExtras& extras) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    extras.bounds_min[axis] = outward(low[axis], -1);
    extras.bounds_max[axis] = outward(high[axis], 1);
  }
}

}  // namespace

JointBoxes::JointBoxes(const Scene& scene, const SkeletonBuild& skeleton)
    : boxes_(skeleton.skeleton.view.joint_count()), slack_(kRounding) {
  std::fill_n(low_, 3, std::numeric_limits<double>::infinity());
  std::fill_n(high_, 3, -std::numeric_limits<double>::infinity());
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node)
    for (const MeshInstance& instance : scene.nodes[node].meshes)
      add_instance(scene, skeleton, instance, node);
}

void JointBoxes::add_instance(const Scene& scene, const SkeletonBuild& skeleton, const MeshInstance& instance,
                              std::uint32_t node) {
  std::vector<Mat4d> joint_from_mesh;
  std::vector<std::uint32_t> joints;
  if (instance.skin != kNone)
    for (const Joint& joint : scene.skins[instance.skin].joints) {
      joint_from_mesh.push_back(to_double(joint.joint_from_mesh));
      joints.push_back(skeleton.joint_of_node[joint.node]);
    }
  for (const Primitive& primitive : scene.meshes[instance.mesh].primitives) {
    const bool weighted = !joints.empty() && !primitive.influence_begin.empty();
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      const Vec3d position = to_double(primitive.positions[v]);
      const std::uint32_t first = weighted ? primitive.influence_begin[v] : 0;
      const std::uint32_t last = weighted ? primitive.influence_begin[v + 1] : 0;
      if (first == last) boxes_[skeleton.joint_of_node[node]].add(position);
      double sum = first == last ? 1 : 0;
      for (std::uint32_t i = first; i < last; ++i) {
        const Influence& influence = primitive.influences[i];
        boxes_[joints[influence.joint]].add(transform_point(joint_from_mesh[influence.joint], position));
        sum += double{influence.weight};
        if (influence.weight < 0) slack_ = std::numeric_limits<double>::infinity();
      }
      slack_ = std::max(slack_, kRounding + std::abs(sum - 1));
    }
  }
}

bool JointBoxes::hold(const ClipExtras& extras) const {
  const bool any = std::any_of(boxes_.begin(), boxes_.end(), [](const Bounds& box) { return !box.empty(); });
  return any && extras.scalars.empty() && slack_ <= kRounding + kWeightSlack;
}

void JointBoxes::add(const TimeRows& worlds) {
  for (std::size_t joint = 0; joint < boxes_.size(); ++joint)
    if (const Bounds& box = boxes_[joint]; !box.empty())
      clip_rows::add_box(worlds.joint(joint), worlds.stride(), {box.center(), box.size() * 0.5, slack_}, low_,
                         high_);
}

void JointBoxes::set(ClipExtras& extras) const {
  set_bounds(low_, high_, extras);
}

void add_bounds(const Scene& scene, const SkeletonBuild& skeleton, const ClipCurves& curves,
                const ErrorMeasure& source, ClipExtras& extras) {
  BoundsFinder finder(scene, skeleton, extras);
  Bounds joints;
  std::vector<Mat4d> world(curves.joint_count());
  SourceStretch scratch;
  for (std::size_t i = 0; i < source.stretch_count(); ++i) {
    const TimeRows& worlds = source.truth(i, scratch);
    for (std::size_t moment = 0; moment < worlds.moments(); ++moment) {
      for (std::uint32_t j = 0; j < curves.joint_count(); ++j)
        if (curves.has_truth(j)) world[j] = worlds.matrix(j, moment);
      finder.add(world, source.times_of(i)[moment]);
      for (std::uint32_t j = 0; j < curves.joint_count(); ++j)
        if (curves.has_truth(j)) joints.add(translation_part(world[j]));
    }
  }
  const Bounds bounds = finder.bounds().empty() ? joints : finder.bounds();
  if (bounds.empty()) return;  // a skeleton without joints
  set_bounds({bounds.min.x, bounds.min.y, bounds.min.z}, {bounds.max.x, bounds.max.y, bounds.max.z}, extras);
}

}  // namespace skelter
