#include "scene/edit/internal/up_axis.h"

#include <algorithm>
#include <cmath>

#include "scene/lint/lint_intent.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

constexpr double kStands = 0.05;  // relative to the height
constexpr double kTaller = 1.5;   // minimum ratio of height to depth
constexpr double kEvenly = 0.25;  // maximum asymmetry about y = 0, relative to the depth

bool stands_on_0(double low, double high) {
  return high > low && std::abs(low) <= kStands * (high - low);
}

// --- skeletons without meshes ------------------------------------------------------------------------------

constexpr double kAlong = 0.8;      // minimum cosine: legs within 37 degrees of the axis
constexpr double kOnGround = 0.15;  // maximum distance of the feet from z = 0, relative to the length of the
                                    // legs
constexpr std::size_t kMaxUpClips = 16, kUpPosesPerClip = 5;
constexpr std::size_t kMaxUpNodes = 4096;
constexpr std::string_view kUpFeet[] = {"foot", "ankle"}, kUpEnds[] = {"end"};
constexpr std::string_view kUpLegs[] = {"leg", "thigh", "shin", "calf", "knee", "upleg", "lowleg"};

// The highest joint of a leg, and its foot.
struct GuessedLeg {
  std::uint32_t hip = kNone, foot = kNone;
};

// Finds legs by name. A leg runs from a foot or an ankle to its highest ancestor called leg, thigh, knee or
// similar.
std::vector<GuessedLeg> guessed_legs(const Scene& scene) {
  std::vector<GuessedLeg> legs;
  if (scene.nodes.size() > kMaxUpNodes) return legs;
  std::vector<std::vector<std::string>> words;
  for (const Node& node : scene.nodes) words.push_back(lint_detail::words_of(node.name));
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!lint_detail::has_stem(words[n], kUpFeet) || lint_detail::has_stem(words[n], kUpEnds)) continue;
    GuessedLeg leg{kNone, n};
    for (std::uint32_t above = scene.nodes[n].parent; above != kNone; above = scene.nodes[above].parent)
      if (lint_detail::has_stem(words[above], kUpLegs)) leg.hip = above;
    if (leg.hip != kNone) legs.push_back(leg);
  }
  return legs;
}

struct LegsInPose {
  Vec3d down;        // mean direction from the hips to the feet, unit length; 0 if there is none
  double floor = 0;  // height of the lowest foot over z = 0, along `down`, relative to the length of the legs
};

LegsInPose legs_in(const Pose& pose, const std::vector<GuessedLeg>& legs) {
  LegsInPose in;
  double longest = 0, low = 0;
  Vec3d sum;
  for (const GuessedLeg& leg : legs) {
    const Vec3d way = translation_part(pose.world[leg.foot]) - translation_part(pose.world[leg.hip]);
    sum += way;
    longest = std::max(longest, length(way));
  }
  if (!(length(sum) > 0)) return in;
  in.down = sum * (1 / length(sum));
  const double sign = in.down.z < 0 ? 1 : -1;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const double height = sign * translation_part(pose.world[legs[i].foot]).z;
    low = i == 0 ? height : std::min(low, height);
  }
  in.floor = low / longest;
  return in;
}

// Returns 1 for +z up, -1 for -z up, and 0 if z is not up. Motion capture has no ground and no mesh, but it
// has legs. They must point along z in most poses of the clips, and also at rest, unless the feet are on the
// plane z = 0. A person lying on their back gives 0.
double up_along_z(const Scene& scene) {
  const std::vector<GuessedLeg> legs = guessed_legs(scene);
  if (legs.size() < 2) return 0;
  const LegsInPose at_rest = legs_in(rest_pose(scene), legs);
  EvaluateOptions options;
  options.loop = Loop::once;
  std::size_t poses = 0, up = 0, down = 0, grounded = 0;
  for (std::uint32_t clip = 0; clip < std::min(scene.clips.size(), kMaxUpClips); ++clip)
    for (std::size_t i = 0; i < kUpPosesPerClip; ++i) {
      const double ratio = static_cast<double>(i + 1) / (kUpPosesPerClip + 1);
      const LegsInPose in =
          legs_in(evaluate(scene, clip, ratio * scene.clips[clip].duration_s, options), legs);
      ++poses;
      up += in.down.z <= -kAlong;
      down += in.down.z >= kAlong;
      grounded += std::abs(in.floor) <= kOnGround;
    }
  const double axis = poses == 0 ? -at_rest.down.z : 4 * up >= 3 * poses ? 1 : 4 * down >= 3 * poses ? -1 : 0;
  if (std::abs(axis) < kAlong) return 0;
  const bool rests_so = axis * at_rest.down.z <= -kAlong;
  return rests_so || (poses != 0 && 4 * grounded >= 3 * poses) ? (axis > 0 ? 1 : -1) : 0;
}

}  // namespace

Vec3d guess_up(const Scene& scene) {
  constexpr Vec3d kUp{0, 1, 0};
  if (scene.meshes.empty())
    if (const double z = up_along_z(scene); z != 0) return {0, 0, z};
  if (scene.skins.empty()) return kUp;
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  const Vec3d size = bounds.size();
  const bool lies_on_y = std::abs(bounds.min.y + bounds.max.y) <= kEvenly * size.y;
  if (!lies_on_y || stands_on_0(bounds.min.y, bounds.max.y) || size.z < kTaller * size.y) return kUp;
  if (stands_on_0(bounds.min.z, bounds.max.z)) return {0, 0, 1};
  if (stands_on_0(-bounds.max.z, -bounds.min.z)) return {0, 0, -1};
  return kUp;
}

Mat4d y_up_from(const Vec3d& up) {
  Mat4d turn;
  if (up.x > 0.5) turn.m = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const double side = up.z > 0.5 ? 1 : up.z < -0.5 ? -1 : 0;
  if (side != 0) turn.m = {side, 0, 0, 0, 0, 0, -1, 0, 0, side, 0, 0, 0, 0, 0, 1};
  return turn;
}

}  // namespace skelter
