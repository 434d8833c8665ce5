// Rules loop-seam and closing-key: how far the model jumps when a clip starts again. Whether it does start
// again is the clip's intent (lint_intent.h); where nobody says, its poses and speeds at both ends decide.

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
// A clip that moves at one end and rests at the other plays once: a shot begins at full speed and comes to
// rest.
constexpr double kMoves = 0.1;   // H per second
constexpr double kRests = 0.05;  // of the speed at the other end
// A gap that is a frame's motion: its length in frames, and how much of it does not point along that motion.
constexpr double kFewestFrames = 0.33, kMostFrames = 1.6, kMostAside = 0.5;

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

// Per node whether it is `node` or below it.
std::vector<bool> nodes_below(const Scene& scene, std::uint32_t node) {
  std::vector<bool> below(scene.nodes.size(), false);
  for (const std::uint32_t n : parents_first(scene))
    below[n] = n == node || (scene.nodes[n].parent != kNone && below[scene.nodes[n].parent]);
  return below;
}

// The poses around a seam, each as the places of all points.
struct Seam {
  std::vector<Vec3d> first, second, before, last;
  std::vector<bool> carried;  // whether the root takes the point along
  Vec3d way;                  // from first to last, that of the root
  double frame_s = 0, duration_s = 0;
  bool baked = false;  // keys at every frame, so that one may be missing

  // Without the root's way.
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
  const std::uint32_t traveller = travelling_node(work.scene, points, played);
  seam.way = travel(traveller, first, last, work);
  const std::vector<bool> below = nodes_below(work.scene, traveller);
  for (const std::uint32_t owner : points.owners()) seam.carried.push_back(below[owner]);
  seam.first = points.positions(first);
  seam.last = points.positions(last);
  seam.second = points.positions(pose_at(work.scene, clip, seam.frame_s));
  seam.before = points.positions(pose_at(work.scene, clip, duration_s - seam.frame_s));
  return seam;
}

// The farthest that a point is from its first place at the share `ratio` of the clip.
double distance_from_first(const Seam& seam, const std::vector<Vec3d>& here, double ratio) {
  double largest = 0;
  for (std::size_t i = 0; i < here.size(); ++i)
    largest = std::max(largest, length(here[i] - seam.first[i] - seam.travelled(i, ratio)));
  return largest;
}

bool ends_far_away(const LintWork& work, const SkinPoints& points, std::uint32_t clip, const Seam& seam) {
  const double jump = distance_from_first(seam, seam.last, 1);
  if (jump > kOneShot * work.extent) return true;
  const double duration_s = work.scene.clips[clip].duration_s;
  const std::size_t moments = affordable_poses(work.scene, kSeamMoments);
  double farthest = 0;
  for (std::size_t i = 1; i + 1 < moments; ++i) {
    const double ratio = static_cast<double>(i) / static_cast<double>(moments - 1);
    const std::vector<Vec3d> here = points.positions(pose_at(work.scene, clip, ratio * duration_s));
    farthest = std::max(farthest, distance_from_first(seam, here, ratio));
  }
  return jump > kOneShotRatio * farthest;
}

bool rests_at_one_end(const LintWork& work, const Seam& seam) {
  double after = 0, ahead = 0;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    after = std::max(after, length(seam.after(i)));
    ahead = std::max(ahead, length(seam.ahead(i)));
  }
  const double faster = std::max(after, ahead), slower = std::min(after, ahead);
  return faster > kMoves * work.extent * seam.frame_s && slower < kRests * faster;
}

// --- loop-seam -------------------------------------------------------------------------------------------

struct Pop {
  double distance = 0;
  std::size_t point = 0;
};

// How much larger the jump from the last pose to the first is than the frames around it.
Pop largest_pop(const Seam& seam) {
  Pop pop;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    const double frame = std::max(length(seam.after(i)), length(seam.ahead(i)));
    if (const double jump = length(seam.gap(i)); jump - frame > pop.distance) pop = {jump - frame, i};
  }
  return pop;
}

// Why the seam is not judged; "" if it is.
std::string_view not_judged(const LintWork& work, const SkinPoints& points, std::uint32_t clip,
                            const Seam& seam) {
  switch (work.loops[clip]) {
    case LoopIntent::loops:
      return "";
    case LoopIntent::once:
      return "plays once, to judge by its name";
    case LoopIntent::mixed:
      return "the name does not say whether the clip loops";
    case LoopIntent::unknown:
      break;
  }
  if (ends_far_away(work, points, clip, seam))
    return "ends far from where it begins, as a clip that plays once";
  if (rests_at_one_end(work, seam))
    return "rests at one end and moves at the other, as a clip that plays once";
  return "";
}

Measured seam_of(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  const Seam seam = seam_at(work, points, clip);
  const Pop pop = largest_pop(seam);
  Measured measured{pop.distance / work.extent, clip, work.scene.clips[clip].duration_s};
  if (pop.distance > 0) measured.object = work.scene.nodes[points.owners()[pop.point]].name;
  if (seam.way != Vec3d{})
    measured.note =
        fmt::format("travels {:.3g} of the size, which is not counted", length(seam.way) / work.extent);
  if (measured.value <= kLoopSeam) return measured;
  if (const std::string_view why = not_judged(work, points, clip, seam); !why.empty()) {
    measured.unsure = true;
    measured.note = why;
    measured.advice = "nothing if it plays once; if it loops, say so with --loop NAME";
  }
  return measured;
}

// --- closing-key -----------------------------------------------------------------------------------------

struct Gap {
  double distance = 0;  // 0: no frame is missing
  std::size_t point = 0;
};

// The largest way of a point from the last pose to the first where all of them together make one step of the
// motion: where the gaps are, up to one factor near 1, the mean of the frames before and after.
Gap missing_frame(const Seam& seam) {
  double along = 0, frames = 0, gaps = 0;
  Gap gap;
  for (std::size_t i = 0; i < seam.first.size(); ++i) {
    const Vec3d here = seam.gap(i), frame = (seam.after(i) + seam.ahead(i)) * 0.5;
    along += dot(here, frame);
    frames += dot(frame, frame);
    gaps += dot(here, here);
    if (length(here) > gap.distance) gap = {length(here), i};
  }
  if (!(frames > 0) || !(gaps > 0)) return {};
  const double count = along / frames, aside = 1 - along * along / (frames * gaps);
  return count >= kFewestFrames && count <= kMostFrames && aside <= kMostAside ? gap : Gap{};
}

Measured closing_of(const LintWork& work, const SkinPoints& points, std::uint32_t clip) {
  Measured measured{0, clip, work.scene.clips[clip].duration_s};
  if (work.loops[clip] == LoopIntent::once) return measured;
  const Seam seam = seam_at(work, points, clip);
  const Gap gap = seam.baked ? missing_frame(seam) : Gap{};
  measured.value = gap.distance / work.extent;
  if (gap.distance > 0) measured.object = work.scene.nodes[points.owners()[gap.point]].name;
  if (measured.value <= kLoopSeam) return measured;
  measured.note = "lacks its closing key: the jump from the last key to the first is the motion of one frame";
  measured.unsure = work.loops[clip] != LoopIntent::loops;
  return measured;
}

template <class Measure>
MeasuredList for_each_moving_clip(const LintWork& work, const Measure& measure) {
  MeasuredList list;
  const SkinPoints points(work.scene, kMostPoints);
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
