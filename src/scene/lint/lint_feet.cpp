// Rule foot-slide: how far a foot slides over the ground while it stands. A model that walks in place moves
// its standing feet backwards at constant speed, as on a treadmill; that is not sliding. Feet are found by
// lint_legs.h.

#include <algorithm>
#include <cmath>

#include "scene/lint/lint_detail.h"
#include "scene/lint/lint_legs.h"
#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {
namespace {

constexpr double kMomentsPerSecond = 60;
constexpr std::size_t kMinMoments = 16, kMaxMoments = 240;
constexpr double kNearLowest = 0.05;  // H; joints this close to the lowest one are feet
constexpr double kContact = 0.01;     // H; a foot this close to its own lowest position stands
constexpr double kShortestContact_s = 0.1;
constexpr double kThroughout = 0.9;  // share of the clip after which a foot counts as always on the ground
constexpr double kWalking = 0.02;    // H per second; faster feet are on a treadmill rather than standing

// Positions of a joint over time.
struct Track {
  std::uint32_t node = 0;
  std::vector<Vec3d> places;
};

// A ground contact over the samples [begin, end).
struct Contact {
  std::size_t begin = 0, end = 0;
};

// Per node: whether the clip moves the node or an ancestor. A single key does not move a node.
std::vector<bool> moved_nodes(const Scene& scene, const Clip& clip) {
  std::vector<bool> moved(scene.nodes.size(), false);
  for (const Channel& channel : clip.channels)
    if (const std::uint32_t node = clip.targets[channel.target].node;
        node != kNone && channel.times_s.size() > 1)
      moved[node] = true;
  for (const std::uint32_t node : parents_first(scene))
    if (scene.nodes[node].parent != kNone && moved[scene.nodes[node].parent]) moved[node] = true;
  return moved;
}

double lowest(const Track& track, const Vec3d& up) {
  double height = dot(track.places.front(), up);
  for (const Vec3d& p : track.places) height = std::min(height, dot(p, up));
  return height;
}

// Returns the tracks of joints that the clip moves and that come near the lowest position of all joints (the
// ground). Joints that do not move are excluded: in a clip for the left leg only, the right foot stands
// still.
std::vector<Track> feet_of(std::vector<Track> tracks, const LintWork& work, const Clip& clip) {
  double ground = lowest(tracks.front(), work.up);
  for (const Track& track : tracks) ground = std::min(ground, lowest(track, work.up));
  const std::vector<bool> moved = moved_nodes(work.scene, clip);
  std::vector<Track> feet;
  for (Track& track : tracks)
    if (moved[track.node] && lowest(track, work.up) <= ground + kNearLowest * work.extent)
      feet.push_back(std::move(track));
  return feet;
}

// Of the two middle values, returns the one with the smaller magnitude: if one foot stands and one slides,
// the ground is at rest.
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double below = values[(values.size() - 1) / 2], above = values[values.size() / 2];
  return std::abs(below) <= std::abs(above) ? below : above;
}

class Feet {
 public:
  Feet(std::vector<Track> feet, const Vec3d& up, double step_s, double extent)
      : feet_(std::move(feet)), up_(up), step_s_(step_s), extent_(extent) {
    for (const Track& foot : feet_) contacts_.push_back(contacts_of(foot));
    ground_speed_ = find_ground_speed();
  }

  bool ever_stand() const {
    return std::any_of(contacts_.begin(), contacts_.end(), [](const auto& list) { return !list.empty(); });
  }

  struct Slide {
    double way = 0;
    std::uint32_t node = kNone;
    std::size_t moment = 0;
    bool throughout = false;  // the foot never leaves the ground
  };
  Slide worst() const {
    Slide slide;
    for (std::size_t f = 0; f < feet_.size(); ++f)
      for (const Contact& contact : contacts_[f])
        for (const Contact& part : standing_parts(feet_[f], contact)) widen(slide, feet_[f], part);
    return slide;
  }

  // Whether two feet stand alternately, so that each of them stands at some time while the other does not.
  bool take_turns() const {
    for (std::size_t a = 0; a < feet_.size(); ++a)
      for (std::size_t b = a + 1; b < feet_.size(); ++b)
        if (stands_without(a, b) && stands_without(b, a)) return true;
    return false;
  }

  // Speed of the ground under a model that walks in place, in file units per second.
  double ground_speed() const { return length(ground_speed_); }

 private:
  bool long_enough(const Contact& contact) const {
    return contact.end - contact.begin >= 3 &&
           static_cast<double>(contact.end - contact.begin - 1) * step_s_ >= kShortestContact_s;
  }

  bool stands(std::size_t foot, std::size_t moment) const {
    return std::any_of(contacts_[foot].begin(), contacts_[foot].end(), [&](const Contact& contact) {
      return contact.begin <= moment && moment < contact.end;
    });
  }

  bool stands_without(std::size_t foot, std::size_t other) const {
    for (std::size_t i = 0; i < feet_[foot].places.size(); ++i)
      if (stands(foot, i) && !stands(other, i)) return true;
    return false;
  }

  std::vector<Contact> contacts_of(const Track& foot) const {
    const double limit = lowest(foot, up_) + kContact * extent_;
    return runs(0, foot.places.size(), [&](std::size_t i) { return dot(foot.places[i], up_) <= limit; });
  }

  template <class Holds>
  std::vector<Contact> runs(std::size_t begin, std::size_t end, const Holds& holds) const {
    std::vector<Contact> list;
    for (std::size_t i = begin; i < end;) {
      if (!holds(i)) {
        ++i;
        continue;
      }
      Contact run{i, i};
      while (run.end < end && holds(run.end)) ++run.end;
      if (long_enough(run)) list.push_back(run);
      i = run.end;
    }
    return list;
  }

  Vec3d velocity(const Track& foot, std::size_t i) const {
    return level(foot.places[i + 1] - foot.places[i]) * (1 / step_s_);
  }

  // Returns the median velocity of all standing feet over all samples.
  Vec3d find_ground_speed() const {
    std::vector<double> x, y, z;
    for (std::size_t f = 0; f < feet_.size(); ++f)
      for (const Contact& contact : contacts_[f])
        for (std::size_t i = contact.begin; i + 1 < contact.end; ++i) {
          const Vec3d v = velocity(feet_[f], i);
          x.push_back(v.x);
          y.push_back(v.y);
          z.push_back(v.z);
        }
    if (x.empty()) return {};
    const Vec3d speed{median(x), median(y), median(z)};
    return length(speed) > kWalking * extent_ ? speed : Vec3d{};
  }

  // Excludes parts in which a low foot swings against the motion of the ground, because that is a step, not a
  // slide.
  std::vector<Contact> standing_parts(const Track& foot, const Contact& contact) const {
    if (ground_speed() == 0) return {contact};
    return runs(contact.begin, contact.end, [&](std::size_t i) {
      return dot(velocity(foot, i + 1 < contact.end ? i : i - 1), ground_speed_) >= 0;
    });
  }

  // Updates `slide` if the foot moves farther from its mean position on the ground.
  void widen(Slide& slide, const Track& foot, const Contact& part) const {
    Vec3d middle;
    for (std::size_t i = part.begin; i < part.end; ++i) middle += on_ground(foot, i);
    middle = middle * (1 / static_cast<double>(part.end - part.begin));
    const bool throughout =
        static_cast<double>(part.end - part.begin) >= kThroughout * static_cast<double>(foot.places.size());
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const double away = length(on_ground(foot, i) - middle);
      if (away > slide.way) slide = {away, foot.node, i, throughout};
    }
  }

  Vec3d on_ground(const Track& foot, std::size_t i) const {
    return level(foot.places[i]) - ground_speed_ * (static_cast<double>(i) * step_s_);
  }

  // Removes the component along `up`.
  Vec3d level(const Vec3d& v) const { return v - up_ * dot(v, up_); }

  std::vector<Track> feet_;
  Vec3d up_;
  double step_s_;
  double extent_;
  std::vector<std::vector<Contact>> contacts_;  // per foot
  Vec3d ground_speed_;
};

std::vector<Track> follow(const Scene& scene, std::uint32_t clip, const std::vector<std::uint32_t>& nodes,
                          std::size_t moments, double step_s) {
  std::vector<Track> tracks;
  for (const std::uint32_t node : nodes) tracks.push_back({node, {}});
  EvaluateOptions options;
  options.loop = Loop::once;
  for (std::size_t i = 0; i < moments; ++i) {
    const Pose pose = evaluate(scene, clip, step_s * static_cast<double>(i), options);
    for (Track& track : tracks) track.places.push_back(translation_part(pose.world[track.node]));
  }
  return tracks;
}

// Explains the finding. Outside of walks, a foot that leaves the ground may be meant to move over it.
void explain(Measured& measured, GaitIntent gait, const Feet& feet, const Feet::Slide& slide) {
  if (gait == GaitIntent::walks) return;
  if (gait == GaitIntent::acts) {
    measured.unsure = true;
    measured.note = "an action, judging by its name; its feet may move freely";
  } else if (!slide.throughout && !feet.take_turns()) {
    measured.unsure = true;
    measured.note = "the feet do not take turns as in a walk, so the foot may be moved on purpose";
  }
}

}  // namespace

MeasuredList foot_slide(const LintWork& work) {
  MeasuredList list;
  const std::vector<std::uint32_t> ends = find_feet(work.scene, work.up, work.extent);
  for (std::uint32_t c = 0; c < work.scene.clips.size() && !ends.empty(); ++c) {
    const Clip& clip = work.scene.clips[c];
    if (clip.duration_s < kShortestContact_s) continue;
    const auto wanted =
        std::clamp(static_cast<std::size_t>(std::min(clip.duration_s, 1e3) * kMomentsPerSecond), kMinMoments,
                   kMaxMoments);
    const std::size_t steps = affordable_poses(work.scene, wanted);
    const double step_s = clip.duration_s / static_cast<double>(steps);
    const Feet feet(feet_of(follow(work.scene, c, ends, steps + 1, step_s), work, clip), work.up, step_s,
                    work.extent);
    if (!feet.ever_stand()) continue;
    const Feet::Slide slide = feet.worst();
    Measured measured{slide.way / work.extent, c};
    if (slide.node != kNone) {
      measured.time_s = static_cast<double>(slide.moment) * step_s;
      measured.object = work.scene.nodes[slide.node].name;
    }
    if (measured.value > kFootSlide) explain(measured, gait_intent(clip.name.value_or("")), feet, slide);
    list.push_back(measured);
  }
  return list;
}

std::size_t affordable_poses(const Scene& scene, std::size_t wanted) {
  constexpr std::size_t kNodePoses = 2'000'000, kMin = 8;
  const std::size_t per_pose = std::max<std::size_t>(1, scene.nodes.size() * scene.clips.size());
  return std::clamp(kNodePoses / per_pose, std::min(kMin, wanted), wanted);
}

}  // namespace skelter::lint_detail
