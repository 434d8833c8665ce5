#include "compile/build_skeleton/far_origin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "compile/build_skeleton/joint_nodes.h"

namespace skelter {
namespace {

// Upper limit of the distance between neighbouring floats, relative to their magnitude.
constexpr double kFloatSpacing = 1.0 / (1 << 23);
// If floats are further apart than this share of the bound, a separate origin is stored. Otherwise a few
// rounding errors stay within the bound.
constexpr double kSpacingShare = 0.25;
// Minimum factor by which an origin must bring the model closer.
constexpr double kWorthIt = 4;
// The origin is a multiple of at most this share of the distance above which it is stored. Therefore it is
// exact in floats, and the remaining distance does not matter.
constexpr double kGridShare = 1.0 / 16;
// Allowed deviation of a float matrix from a rotation with uniform scale, relative to the scale.
constexpr double kEven = 1e-6;

double largest(const Vec3d& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Upper limit of distances, unless scales grow in a clip. A cheap test that can avoid evaluating poses.
double farthest_key(const Scene& scene, const Pose& rest) {
  double stretch = 1, farthest = 0;
  for (const Mat4d& world : rest.world) {
    farthest = std::max(farthest, largest(translation_part(world)));
    for (std::size_t axis = 0; axis < 3; ++axis) stretch = std::max(stretch, length(axis_part(world, axis)));
  }
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels) {
      if (channel.path == ChannelPath::translation)
        for (const float value : channel.values)
          farthest = std::max(farthest, stretch * std::abs(double{value}));
      if (channel.path == ChannelPath::matrix)
        for (std::size_t i = 0; i < channel.values.size(); ++i)
          if (i % 16 >= 12 && i % 16 < 15)
            farthest = std::max(farthest, stretch * std::abs(double{channel.values[i]}));
    }
  return farthest;
}

// Returns the bounds of the model over all its clips or, without clips, at rest.
Bounds model_bounds(const Scene& scene, const std::vector<std::uint8_t>& figure, const Pose& rest,
                    const EvaluateOptions& source) {
  Bounds places;
  const auto add = [&](const Pose& pose) {
    for (std::size_t node = 0; node < figure.size(); ++node)
      if (figure[node] != 0) places.add(translation_part(pose.world[node]));
  };
  EvaluateOptions once = source;
  once.loop = Loop::once;
  for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip)
    for (const double share : {0.0, 0.5, 1.0})
      add(evaluate(scene, clip, share * scene.clips[clip].duration_s, once));
  if (scene.clips.empty()) add(rest);
  return places;
}

std::optional<Placement> placement_of(const Mat4d& matrix) {
  const AffineParts parts = split(matrix);
  const double scale = parts.stretch(0, 0);
  if (!(scale > 0)) return std::nullopt;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      if (std::abs(parts.stretch(row, column) - (row == column ? scale : 0)) > kEven * scale)
        return std::nullopt;
  return Placement{matrix, parts.rotation, scale};
}

struct Edges {
  std::vector<std::uint8_t> detached;
  bool all = true;  // false: the path to a joint starts far away and cannot be cut
};

Edges find_edges(const Scene& scene, const Vec3d& origin, const EvaluateOptions& options) {
  Edges edges{std::vector<std::uint8_t>(scene.nodes.size(), 0), true};
  const std::vector<std::uint8_t> figure = model_nodes(scene);
  const std::vector<std::uint8_t> needed = with_ancestors(scene, figure);
  const Pose rest = rest_pose(scene);
  const auto is_far = [&](std::uint32_t node) {
    return figure[node] == 0 && largest(translation_part(rest.world[node]) - origin) > largest(origin) / 2;
  };
  std::optional<std::vector<std::uint8_t>> sheared;
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const std::uint32_t parent = scene.nodes[node].parent;
    if (needed[node] == 0 || parent == kNone || is_far(node) || !is_far(parent)) continue;
    if (!sheared) sheared = sheared_nodes(scene, options);
    // No channel moves a far node or its ancestors, because the node would then be part of the model.
    const bool cut = (*sheared)[node] == 0 && placement_of(rest.world[parent]).has_value();
    edges.detached[node] = cut ? 1 : 0;
    edges.all = edges.all && cut;
  }
  return edges;
}

}  // namespace

AffineParts Placement::operator*(const AffineParts& parts) const {
  AffineParts moved{transform_point(matrix, parts.translation), rotation * parts.rotation, parts.stretch};
  for (double& element : moved.stretch.m) element *= scale;
  return moved;
}

Transformd Placement::operator*(const Transformd& t) const {
  return {transform_point(matrix, t.translation), rotation * t.rotation, t.scale * scale};
}

Placement Placement::inverse() const {
  return {inverse_affine(matrix), conjugate(rotation), 1 / scale};
}

std::optional<Placement> model_from_parent(const Scene& scene, std::uint32_t node, const Vec3d& origin) {
  if (origin == Vec3d{}) return std::nullopt;
  const Mat4d model = translation_matrix(-origin);
  const std::uint32_t parent = scene.nodes[node].parent;
  if (parent == kNone) return Placement{model, {}, 1};
  Mat4d world;
  for (std::uint32_t above = parent; above != kNone; above = scene.nodes[above].parent)
    world = to_double(scene.nodes[above].rest) * world;
  auto placement = placement_of(world);
  if (placement) placement->matrix = model * placement->matrix;
  return placement;
}

std::optional<Placement> model_from_parent(const Scene& scene, const Skeleton& skeleton, const Vec3d& origin,
                                           std::uint32_t joint) {
  if (skeleton.parents[joint] != kNone16) return std::nullopt;
  return model_from_parent(scene, skeleton.nodes[joint], origin);
}

std::vector<std::uint8_t> detached_nodes(const Scene& scene, const Vec3d& origin,
                                         const EvaluateOptions& options) {
  return find_edges(scene, origin, options).detached;
}

Vec3d origin_for(const Bounds& places, double error_bound) {
  const double far = kSpacingShare * error_bound / kFloatSpacing;
  if (places.empty() || !(far > 0) || !std::isfinite(far)) return {};
  const Vec3d center = places.center();
  // The bound may be so small that the spacing of doubles exceeds this share of the distance.
  const double least = largest(center) * std::numeric_limits<double>::epsilon();
  const double grid = std::exp2(std::floor(std::log2(std::max(kGridShare * far, least))));
  if (!std::isfinite(grid) || !(grid >= std::numeric_limits<double>::min())) return {};
  const Vec3d origin{std::round(center.x / grid) * grid, std::round(center.y / grid) * grid,
                     std::round(center.z / grid) * grid};
  if (!std::isfinite(origin.x) || !std::isfinite(origin.y) || !std::isfinite(origin.z)) return {};
  const double reach = std::max(largest(places.min - origin), largest(places.max - origin));
  return largest(origin) > far && kWorthIt * reach <= largest(origin) ? origin : Vec3d{};
}

Vec3d far_origin(const Scene& scene, double error_bound, const EvaluateOptions& source) {
  const Pose rest = rest_pose(scene);
  if (!(farthest_key(scene, rest) > kSpacingShare * error_bound / kFloatSpacing)) return {};
  const Vec3d origin = origin_for(model_bounds(scene, model_nodes(scene), rest, source), error_bound);
  return origin == Vec3d{} || find_edges(scene, origin, source).all ? origin : Vec3d{};
}

}  // namespace skelter
