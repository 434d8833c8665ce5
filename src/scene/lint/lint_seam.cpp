// Rules loop-seam and closing-key: how far the model jumps when a clip starts again. Only loops are judged:
// clips that the caller declared as loops (lint_intent.h), and clips with matching poses and speeds at both
// ends.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/edit/internal/frame_numbers.h"
#include "scene/evaluate/internal/sample_node.h"
#include "scene/lint/lint_detail.h"
#include "scene/lint/lint_points.h"

namespace skelter::lint_detail {
namespace {

constexpr double kTravel = 0.1;  // H; longer movements are intended root motion
// A clip counts as a flawed loop only if it returns this close to its first pose.
constexpr double kNearFirst = 0.2;        // H
constexpr double kNearFirstRatio = 0.2;   // relative to the largest distance from the first pose
constexpr double kFrameOfFarthest = 0.5;  // used instead of kNearFirstRatio if the jump equals the motion of
                                          // one frame
constexpr std::size_t kSeamMoments = 17;
constexpr double kLongestFrame_s = 1.0 / 15, kFramesInClip = 4;
// In a loop, the motion continues through the seam: taken together, the points move at both ends in the same
// direction (cosine) and at a similar speed.
constexpr double kMoves = 0.02;  // H per second, root mean square over all points
constexpr double kSameDirection = 0.85, kSameSpeed = 0.5;
// Limits for a gap that is the motion of one frame: its length in frames, and its squared share perpendicular
// to that motion.
constexpr double kMinFrames = 0.33, kMaxFrames = 1.6, kMaxAside = 0.5;
constexpr double kFoundAside = 0.5;  // limit of Gap::aside for clips that are not declared as loops

// Number of points that each node moves, directly or through its descendants.
std::vector<std::size_t> points_carried(const Scene& scene, const SkinPoints& points) {
  std::vector<std::size_t> carried(scene.nodes.size(), 0);
  for (const std::uint32_t owner : points.owners()) ++carried[owner];
  const std::vector<std::uint32_t> order = parents_first(scene);
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (scene.nodes[*node].parent != kNone) carried[scene.nodes[*node].parent] += carried[*node];
  return carried;
}

// Horizontal movement of a node by its own keys, from the first to the last pose.
Vec3d own_way(const LintWork& work, std::uint32_t node, const Pose& first, const Pose& last) {
  const Vec3d moved = translation_part(last.local[node]) - translation_part(first.local[node]);
  const std::uint32_t parent = work.scene.nodes[node].parent;
  const Vec3d way = parent == kNone ? moved : transform_direction(first.world[parent], moved);
  return way - work.up * dot(way, work.up);
}

// Returns the node that moves the model over the ground: the first node, parents first, that its own keys
// move farther than kTravel, and that carries more than half of the points. In motion capture it often has a
// static root above it.
std::uint32_t travelling_node(const LintWork& work, const SkinPoints& points, const Clip& clip,
                              const Pose& first, const Pose& last) {
  const std::vector<NodeChannels> channels = channels_by_node(work.scene, clip);
  const std::vector<std::size_t> carried = points_carried(work.scene, points);
  for (const std::uint32_t node : parents_first(work.scene))
    if ((channels[node].translation != nullptr || channels[node].matrix != nullptr) &&
        2 * carried[node] > points.size() && length(own_way(work, node, first, last)) > kTravel * work.extent)
      return node;
  return kNone;
}

// Horizontal movement from the first to the last pose; 0 without a travelling node.
Vec3d travel(std::uint32_t node, const Pose& first, const Pose& last, const LintWork& work) {
  if (node == kNone) return {};
  const Vec3d way = translation_part(last.world[node]) - translation_part(first.world[node]);
  return way - work.up * dot(way, work.up);
}

Pose pose_at(const Scene& scene, std::uint32_t clip, double time_s) {
  EvaluateOptions options;
  options.loop = Loop::once;
  return evaluate(scene, clip, time_s, options);
}

// Per node: whether it is `node` or a descendant of `node`.
std::vector<bool> nodes_below(const Scene& scene, std::uint32_t node) {
  std::vector<bool> below(scene.nodes.size(), false);
  for (const std::uint32_t n : parents_first(scene))
    below[n] = n == node || (scene.nodes[n].parent != kNone && below[scene.nodes[n].parent]);
  return below;
}

// The poses around a seam, as positions of all points.
struct Seam {
  std::vector<Vec3d> first, second, before, last;
  std::vector<bool> carried;  // whether the travelling node moves the point
  Vec3d way;                  // movement of the travelling node from first to last
  double frame_s = 0, duration_s = 0;
  bool baked = false;  // keys at every frame, so that the last frame may be missing

  // Movements of a point, excluding the movement of the travelling node.
  Vec3d gap(std::size_t i) const { return first[i] - last[i] + travelled(i, 1); }
  Vec3d after(std::size_t i) const { return second[i] - first[i] - travelled(i, frame_s / duration_s); }
  Vec3d ahead(std::size_t i) const { return last[i] - before[i] - travelled(i, frame_s / duration_s); }
  Vec3d travelled(std::size_t i, double ratio) const { return carried[i] ? way * ratio : Vec3d{}; }
};

Seam seam_at(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  const Clip& played = work.scene.clips[clip];
  const double duration_s = played.duration_s;
  const Pose first = pose_at(work.scene, clip, 0), last = pose_at(work.scene, clip, duration_s);
  const double between_keys_s = key_step_s(played);
  Seam seam;
  seam.baked = between_keys_s > 0 && between_keys_s <= std::min(kLongestFrame_s, duration_s / kFramesInClip);
  seam.frame_s =
      std::min({between_keys_s > 0 ? between_keys_s : 1.0 / 30, kLongestFrame_s, duration_s / kFramesInClip});
  seam.duration_s = duration_s;
  const std::uint32_t traveller = travelling_node(work, points, played, first, last);
  seam.way = travel(traveller, first, last, work);
  const std::vector<bool> below = nodes_below(work.scene, traveller);
  for (const std::uint32_t owner : points.owners()) seam.carried.push_back(below[owner]);
  seam.first = points.positions(first);
  seam.last = points.positions(last);
  seam.second = points.positions(pose_at(work.scene, clip, seam.frame_s));
  seam.before = points.positions(pose_at(work.scene, clip, duration_s - seam.frame_s));
  return seam;
}

// Largest distance of a point from its first position, at the fraction `ratio` of the clip.
double distance_from_first(const Seam& seam, const std::vector<Vec3d>& here, double ratio) {
  double largest = 0;
  for (std::size_t i = 0; i < here.size(); ++i)
    largest = std::max(largest, length(here[i] - seam.first[i] - seam.travelled(i, ratio)));
  return largest;
}

bool ends_near_first(const LintWork& work, const SkinPoints& points, std::uint32_t clip, const Seam& seam,
                     double most_of_farthest) {
  const double jump = distance_from_first(seam, seam.last, 1);
  if (jump > kNearFirst * work.extent) return false;
  const double duration_s = work.scene.clips[clip].duration_s;
  const std::size_t moments = affordable_poses(work.scene, kSeamMoments);
  double farthest = 0;
  for (std::size_t i = 1; i + 1 < moments; ++i) {
    const double ratio = static_cast<double>(i) / static_cast<double>(moments - 1);
    const std::vector<Vec3d> here = points.positions(pose_at(work.scene, clip, ratio * duration_s));
    farthest = std::max(farthest, distance_from_first(seam, here, ratio));
  }
  return jump <= most_of_farthest * farthest;
}

enum class SeamSpeed { rests, differs, goes_on };

SeamSpeed seam_speed(const LintWork& work, const Seam& seam) {
  double both = 0, after = 0, ahead = 0;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    both += dot(seam.after(i), seam.ahead(i));
    after += dot(seam.after(i), seam.after(i));
    ahead += dot(seam.ahead(i), seam.ahead(i));
  }
  const double slow = kMoves * work.extent * seam.frame_s;
  const double slowest = slow * slow * static_cast<double>(seam.first.size());
  if (std::max(after, ahead) <= slowest) return SeamSpeed::rests;
  const bool same = std::min(after, ahead) >= kSameSpeed * kSameSpeed * std::max(after, ahead) &&
                    both >= kSameDirection * std::sqrt(after * ahead);
  return same ? SeamSpeed::goes_on : SeamSpeed::differs;
}

// --- loop-seam -------------------------------------------------------------------------------------------

struct Pop {
  double distance = 0;
  std::size_t point = 0;
};

// Returns the largest excess of the jump from the last to the first pose over the frames around it.
Pop largest_pop(const Seam& seam) {
  Pop pop;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    const double frame = std::max(length(seam.after(i)), length(seam.ahead(i)));
    if (const double jump = length(seam.gap(i)); jump - frame > pop.distance) pop = {jump - frame, i};
  }
  return pop;
}

// Returns why the seam is not judged, or "" if the poses and speeds are those of a loop.
std::string_view no_loop(const LintWork& work, const SkinPoints& points, std::uint32_t clip,
                         const Seam& seam) {
  if (!ends_near_first(work, points, clip, seam, kNearFirstRatio))
    return "not known to loop: it ends far from where it begins";
  switch (seam_speed(work, seam)) {
    case SeamSpeed::rests:
      return "not known to loop: it rests at both ends";
    case SeamSpeed::differs:
      return "not known to loop: its speeds at both ends differ";
    case SeamSpeed::goes_on:
      break;
  }
  return "";
}

// Decides whether a jump above the threshold counts as a failure, and notes the reason.
void judge_seam(const LintWork& work, const SkinPoints& points, std::uint32_t clip, const Seam& seam,
                Measured& measured) {
  const DeclaredLoop& declared = work.loops[clip];
  if (declared.intent == LoopIntent::loops) {
    measured.note = declared.note;
  } else if (declared.intent == LoopIntent::once) {
    measured.unsure = true;
    measured.note = declared.note;
    measured.advice = "nothing if it plays once";
  } else if (const std::string_view why = no_loop(work, points, clip, seam); !why.empty()) {
    measured.unsure = true;
    measured.note = why;
    measured.advice = "nothing if it plays once; if it loops, declare it as a loop";
  } else {
    measured.note = "a loop by its poses and speeds at both ends";
    measured.advice =
        "make the last pose equal to the first; if the clip is meant to play once, declare that";
  }
}

Measured seam_of(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  const Seam seam = seam_at(work, points, clip);
  const Pop pop = largest_pop(seam);
  Measured measured{pop.distance / work.extent, clip, work.scene.clips[clip].duration_s};
  if (pop.distance > 0) measured.object = work.scene.nodes[points.owners()[pop.point]].name;
  if (measured.value > kLoopSeam) judge_seam(work, points, clip, seam, measured);
  if (seam.way != Vec3d{})
    measured.note += fmt::format("{}travels {:.3g} of the size, which is not counted",
                                 measured.note.empty() ? "" : "; ", length(seam.way) / work.extent);
  return measured;
}

// --- closing-key -----------------------------------------------------------------------------------------

struct Gap {
  double distance = 0;  // 0: no frame is missing
  std::size_t point = 0;
  double aside = 0;  // see kMaxAside
};

// Returns the largest jump of a point from the last pose to the first, if the jumps of all points together
// equal one step of the motion: the mean of the frames before and after, times a common factor near 1.
Gap missing_frame(const Seam& seam) {
  double along = 0, frames = 0, gaps = 0;
  Gap gap;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    const Vec3d here = seam.gap(i), frame = (seam.after(i) + seam.ahead(i)) * 0.5;
    along += dot(here, frame);
    frames += dot(frame, frame);
    gaps += dot(here, here);
    if (length(here) > gap.distance) gap = {length(here), i, 0};
  }
  if (!(frames > 0) || !(gaps > 0)) return {};
  const double count = along / frames, aside = 1 - along * along / (frames * gaps);
  gap.aside = aside;
  return count >= kMinFrames && count <= kMaxFrames && aside <= kMaxAside ? gap : Gap{};
}

Measured closing_of(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  Measured measured{0, clip, work.scene.clips[clip].duration_s};
  const DeclaredLoop& declared = work.loops[clip];
  if (declared.intent == LoopIntent::once) return measured;
  const Seam seam = seam_at(work, points, clip);
  const Gap gap = seam.baked ? missing_frame(seam) : Gap{};
  measured.value = gap.distance / work.extent;
  if (gap.distance > 0) measured.object = work.scene.nodes[points.owners()[gap.point]].name;
  if (measured.value <= kLoopSeam) return measured;
  measured.note = "lacks its closing key: the jump from the last key to the first is the motion of one frame";
  if (declared.intent == LoopIntent::loops) {
    measured.note += "; " + declared.note;
    return measured;
  }
  // The gap must continue the motion on both sides, and the clip must return close to its first pose.
  measured.unsure = gap.aside > kFoundAside || !ends_near_first(work, points, clip, seam, kFrameOfFarthest);
  if (!measured.unsure) measured.note += "; a loop by its poses and speeds at both ends";
  return measured;
}

template <class Measure>
MeasuredList for_each_moving_clip(const LintWork& work, const Measure& measure) {
  MeasuredList list;
  const SkinPoints points(work.scene, kMaxPoints);
  for (std::uint32_t clip = 0; clip < work.scene.clips.size(); ++clip)
    if (points.size() != 0 && work.scene.clips[clip].duration_s > 0)
      list.push_back(measure(work, points, clip));
  return list;
}

}  // namespace

MeasuredList loop_seam(const LintWork& work) {
  return for_each_moving_clip(work, seam_of);
}

MeasuredList closing_key(const LintWork& work) {
  return for_each_moving_clip(work, closing_of);
}

}  // namespace skelter::lint_detail
