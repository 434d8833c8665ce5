// Rule bounds: the box around the moving model, and whether its vertices fly apart.

#include <fmt/format.h>

#include <algorithm>

#include "scene/lint/lint_detail.h"
#include "scene/lint/lint_points.h"

namespace skelter::lint_detail {
namespace {

constexpr std::size_t kBoundsMoments = 65;

Bounds around(const std::vector<Vec3d>& points) {
  Bounds bounds;
  for (const Vec3d& p : points) bounds.add(p);
  return bounds;
}

// Index of the point farthest from the centre of the box.
std::size_t farthest(const std::vector<Vec3d>& points, const Bounds& bounds) {
  const Vec3d middle = bounds.center();
  const auto nearer = [&](const Vec3d& a, const Vec3d& b) { return length(a - middle) < length(b - middle); };
  return static_cast<std::size_t>(std::max_element(points.begin(), points.end(), nearer) - points.begin());
}

Measured bounds_of(const LintWork& work, const SkinPoints& points, double size_at_rest, std::uint32_t clip) {
  const double duration_s = work.scene.clips[clip].duration_s;
  const std::size_t moments = duration_s > 0 ? affordable_poses(work.scene, kBoundsMoments) : 1;
  EvaluateOptions options;
  options.loop = Loop::once;
  Measured measured{0, clip, 0.0};
  Bounds all;
  for (std::size_t i = 0; i < moments; ++i) {
    const double time_s = i == 0 ? 0 : duration_s * static_cast<double>(i) / static_cast<double>(moments - 1);
    const std::vector<Vec3d> at = points.positions(evaluate(work.scene, clip, time_s, options));
    const Bounds bounds = around(at);
    all.add(bounds);
    const double spread = length(bounds.size()) / size_at_rest;
    if (spread <= measured.value) continue;
    measured.value = spread;
    measured.time_s = time_s;
    measured.object = work.scene.nodes[points.owners()[farthest(at, bounds)]].name;
  }
  measured.bounds = all;
  // Loose parts may be any distance apart; only a skin holds a model together.
  measured.info_only = work.scene.skins.empty();
  if (!points.complete()) measured.note = fmt::format("of {} vertices, evenly chosen", points.size());
  return measured;
}

}  // namespace

MeasuredList animated_bounds(const LintWork& work) {
  MeasuredList list;
  const SkinPoints points(work.scene, kMaxPoints);
  const double size_at_rest = length(around(points.positions(rest_pose(work.scene))).size());
  if (!(size_at_rest > 0)) return list;
  for (std::uint32_t clip = 0; clip < work.scene.clips.size(); ++clip)
    list.push_back(bounds_of(work, points, size_at_rest, clip));
  return list;
}

}  // namespace skelter::lint_detail
