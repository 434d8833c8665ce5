#include "render/look/skeleton_overlay.h"
#include "skelter/math/trig.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace skelter {
namespace {

constexpr Vec3 kBone{0.98f, 0.74f, 0.22f};
constexpr Vec3 kTip{0.98f, 0.85f, 0.55f};  // leaf bones
constexpr Vec3 kJoint{0.96f, 0.96f, 0.93f};
constexpr Vec3 kHighlight{0.20f, 0.85f, 0.95f};
constexpr Vec3 kEdge{0.20f, 0.13f, 0.03f};

std::uint32_t bone_above(std::span<const ModelJoint> joints, std::uint32_t joint) {
  std::uint32_t at = joints[joint].parent;
  while (at != kNone && !joints[at].is_bone) at = joints[at].parent;
  return at;
}

bool is_at_or_below(std::span<const ModelJoint> joints, std::uint32_t joint, std::uint32_t node) {
  while (joint != kNone && joints[joint].node != node) joint = joints[joint].parent;
  return joint != kNone;
}

void add_triangle(BoneShapes& out, const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3& color) {
  const Vec3 normal = to_float(normalized(cross(b - a, c - a)));
  for (const Vec3d& p : {a, b, c}) out.triangles.push_back({to_float(p), normal, color});
}

void add_edge(BoneShapes& out, const Vec3d& a, const Vec3d& b) {
  for (const Vec3d& p : {a, b}) out.edges.push_back({to_float(p), {}, kEdge});
}

// Adds a bone in Blender's shape: a square at a tenth of the length, joined to both ends.
void add_octahedron(BoneShapes& out, const Vec3d& from, const Vec3d& to, double width, const Vec3& color) {
  const Vec3d along = normalized(to - from);
  const Vec3d helper = std::abs(along.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
  const Vec3d u = normalized(cross(helper, along)), v = cross(along, u);
  const Vec3d middle = lerp(from, to, 0.14);
  const std::array<Vec3d, 4> ring{middle + u * width, middle + v * width, middle - u * width,
                                  middle - v * width};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3d &a = ring[i], &b = ring[(i + 1) % 4];
    add_triangle(out, a, b, to, color);
    add_triangle(out, b, a, from, color);
    add_edge(out, a, b);
    add_edge(out, a, to);
    add_edge(out, a, from);
  }
}

// Skeletons up to this size get detailed balls of 64 triangles at their joints; larger ones get coarse balls.
constexpr std::size_t kMaxFineBones = 4000;
// Larger skeletons are drawn only partly, because a file of a few megabytes may contain a million bones.
constexpr std::size_t kMaxBones = 50'000;

void add_ball(BoneShapes& out, const Vec3d& center, double radius, const Vec3& color, bool fine) {
  const int rings = fine ? 5 : 2, sides = fine ? 8 : 3;
  const auto at = [&](int ring, int side) {
    const double polar = std::numbers::pi * ring / rings, around = 2 * std::numbers::pi * side / sides;
    return center +
           Vec3d{std::sin(polar) * std::cos(around), std::cos(polar), std::sin(polar) * std::sin(around)} *
               radius;
  };
  for (int r = 0; r < rings; ++r)
    for (int s = 0; s < sides; ++s) {
      if (r > 0) add_triangle(out, at(r, s), at(r, s + 1), at(r + 1, s), color);
      if (r < rings - 1) add_triangle(out, at(r, s + 1), at(r + 1, s + 1), at(r + 1, s), color);
    }
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

BoneShapes bone_shapes(const ModelShape& shape, const ModelPose& pose, std::uint32_t highlighted_node,
                       std::uint32_t isolated_node, const std::vector<bool>* hidden_nodes) {
  const std::span<const ModelJoint> joints = shape.joints;
  const double extent = shape.extent;
  std::vector<bool> has_child(joints.size(), false);
  std::vector<std::uint32_t> ancestor(joints.size(), kNone);
  std::vector<double> lengths;
  const auto origin = [&](std::uint32_t joint) {
    const Affine& at = pose.model_from_joint[joint];
    return transform_point(pose.world_from_model, to_double(Vec3{at.m[0][3], at.m[1][3], at.m[2][3]}));
  };
  const double shortest = extent * 1e-4;
  std::size_t bones = 0;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    if (!joints[j].is_bone) continue;
    ++bones;
    ancestor[j] = bone_above(joints, j);
    if (ancestor[j] == kNone) continue;
    const double bone = length(origin(j) - origin(ancestor[j]));
    if (bone <= shortest) continue;
    has_child[ancestor[j]] = true;
    lengths.push_back(bone);
  }
  const double typical = lengths.empty() ? extent * 0.1 : median(lengths);
  const double ball = std::min(typical * 0.085, extent * 0.011);
  const double widest = std::max(typical * 0.16, extent * 0.004);

  std::size_t drawn = 0;
  BoneShapes out;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    if (hidden_nodes != nullptr && (*hidden_nodes)[joints[j].node]) continue;
    if (!joints[j].is_bone || (isolated_node != kNone && !is_at_or_below(joints, j, isolated_node))) continue;
    if (drawn++ == kMaxBones) break;
    const Vec3d here = origin(j);
    const bool highlighted = joints[j].node == highlighted_node;
    add_ball(out, here, highlighted ? ball * 1.5 : ball, highlighted ? kHighlight : kJoint,
             bones <= kMaxFineBones);
    if (ancestor[j] == kNone || joints[j].node == isolated_node) continue;
    const Vec3d from = origin(ancestor[j]);
    const double bone = length(here - from);
    if (bone <= shortest) continue;
    add_octahedron(out, from, here, std::min(bone * 0.11, widest),
                   joints[ancestor[j]].node == highlighted_node ? kHighlight : kBone);
    if (has_child[j]) continue;
    const double tip = std::min(bone, typical) * 0.45;
    add_octahedron(out, here, here + (here - from) * (tip / bone), std::min(tip * 0.16, widest),
                   highlighted ? kHighlight : kTip);
  }
  return out;
}

}  // namespace skelter
