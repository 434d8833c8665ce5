// Rule loop-seam: how far the model jumps when a clip starts again.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/internal/frame_numbers.h"
#include "scene/internal/sample_node.h"
#include "scene/lint_detail.h"
#include "scene/lint_points.h"

namespace skelter::lint_detail {
namespace {

constexpr double kTravel = 0.1;  // of H: a way of the root that is meant
// A clip that ends so far out is no loop with a flaw but plays once.
constexpr double kOneShot = 0.2;       // of H
constexpr double kOneShotRatio = 0.5;  // of the farthest that the clip gets from its first pose
constexpr std::size_t kSeamMoments = 17;
constexpr double kLongestFrame_s = 1.0 / 15, kFramesInClip = 4;

// How many of the points each node carries, by itself or by nodes below.
std::vector<std::size_t> points_carried(const Scene& scene, const SkinPoints& points) {
  std::vector<std::size_t> carried(scene.nodes.size(), 0);
  for (const std::uint32_t owner : points.owners()) ++carried[owner];
  const std::vector<std::uint32_t> order = parents_first(scene);
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (scene.nodes[*node].parent != kNone) carried[scene.nodes[*node].parent] += carried[*node];
  return carried;
}

// The node that carries the model along: the first from the roots that the clip moves and that takes more
// than half of the points with it.
std::uint32_t travelling_node(const Scene& scene, const SkinPoints& points, const Clip& clip) {
  const std::vector<NodeChannels> channels = channels_by_node(scene, clip);
  const std::vector<std::size_t> carried = points_carried(scene, points);
  for (const std::uint32_t node : parents_first(scene))
    if ((channels[node].translation != nullptr || channels[node].matrix != nullptr) &&
        2 * carried[node] > points.size())
      return node;
  return kNone;
}

// From the first to the last moment over the ground; 0 where it is too short to be meant.
Vec3d travel(std::uint32_t node, const Pose& first, const Pose& last, const LintWork& work) {
  if (node == kNone) return {};
  Vec3d way = translation_part(last.world[node]) - translation_part(first.world[node]);
  way = way - work.up * dot(way, work.up);
  return length(way) > kTravel * work.extent ? way : Vec3d{};
}

Pose pose_at(const Scene& scene, std::uint32_t clip, double time_s) {
  EvaluateOptions options;
  options.wrap = Wrap::once;
  return evaluate(scene, clip, time_s, options);
}

double largest_distance(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const Vec3d& way) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(b[i] - way - a[i]));
  return largest;
}

bool plays_once(const LintWork& work, const SkinPoints& points, std::uint32_t clip,
                const std::vector<Vec3d>& first, const std::vector<Vec3d>& last, const Vec3d& way) {
  const double jump = largest_distance(first, last, way);
  if (jump > kOneShot * work.extent) return true;
  const double duration_s = work.scene.clips[clip].duration_s;
  const std::size_t moments = affordable_poses(work.scene, kSeamMoments);
  double farthest = 0;
  for (std::size_t i = 1; i + 1 < moments; ++i) {
    const double ratio = static_cast<double>(i) / static_cast<double>(moments - 1);
    const std::vector<Vec3d> here = points.positions(pose_at(work.scene, clip, ratio * duration_s));
    farthest = std::max(farthest, largest_distance(first, here, way * ratio));
  }
  return jump > kOneShotRatio * farthest;
}

struct Pop {
  double distance = 0;
  std::size_t point = 0;
};

// How much larger the jump from the last pose to the first is than the frames around it.
Pop largest_pop(const LintWork& work, const SkinPoints& points, std::uint32_t clip,
                const std::vector<Vec3d>& first, const std::vector<Vec3d>& last, const Vec3d& way) {
  const Clip& played = work.scene.clips[clip];
  const double between_keys_s = key_step_s(played) > 0 ? key_step_s(played) : 1.0 / 30;
  const double step_s = std::min({between_keys_s, kLongestFrame_s, played.duration_s / kFramesInClip});
  const std::vector<Vec3d> second = points.positions(pose_at(work.scene, clip, step_s)),
                           before = points.positions(pose_at(work.scene, clip, played.duration_s - step_s));
  const Vec3d frame_way = way * (step_s / played.duration_s);
  Pop pop;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double jump = length(last[i] - way - first[i]);
    const double frame =
        std::max(length(second[i] - frame_way - first[i]), length(last[i] - frame_way - before[i]));
    if (jump - frame > pop.distance) pop = {jump - frame, i};
  }
  return pop;
}

Measured seam_of(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  const double duration_s = work.scene.clips[clip].duration_s;
  const Pose first_pose = pose_at(work.scene, clip, 0), last_pose = pose_at(work.scene, clip, duration_s);
  const std::vector<Vec3d> first = points.positions(first_pose), last = points.positions(last_pose);
  const Vec3d way =
      travel(travelling_node(work.scene, points, work.scene.clips[clip]), first_pose, last_pose, work);
  const Pop pop = largest_pop(work, points, clip, first, last, way);

  Measured measured{pop.distance / work.extent, clip, duration_s};
  if (pop.distance > 0) measured.object = work.scene.nodes[points.owners()[pop.point]].name;
  if (way != Vec3d{})
    measured.note =
        fmt::format("travels {:.3g} of the size, which is not counted", length(way) / work.extent);
  if (measured.value > kLoopSeam && plays_once(work, points, clip, first, last, way)) {
    measured.info_only = true;
    measured.note = "ends far from where it begins, as a clip that plays once";
  }
  return measured;
}

}  // namespace

MeasuredList loop_seam(const LintWork& work) {
  MeasuredList list;
  const SkinPoints points(work.scene, kMostPoints);
  for (std::uint32_t clip = 0; clip < work.scene.clips.size(); ++clip)
    if (points.size() != 0 && work.scene.clips[clip].duration_s > 0)
      list.push_back(seam_of(work, points, clip));
  return list;
}

}  // namespace skelter::lint_detail
