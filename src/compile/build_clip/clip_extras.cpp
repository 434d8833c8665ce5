#include "compile/build_clip/clip_extras.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compile/build_clip/clip_grid.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

// The curve of one morph weight in a channel. `target`: index of the morph target.
class WeightCurve {
 public:
  WeightCurve(const Channel& channel, std::size_t target) : channel_(channel), target_(target) {
    parts_ = channel.interpolation == Interpolation::cubic ? 3 : 1;
    width_ = channel.values.size() / channel.times_s.size() / parts_;
  }
  static std::size_t width(const Channel& channel) { return WeightCurve(channel, 0).width_; }

  // Parts 0, 1 and 2 of a cubic key are the in-tangent, the value and the out-tangent.
  double part(std::size_t key, std::size_t index) const {
    return channel_.values[(key * parts_ + index) * width_ + target_];
  }
  double value(std::size_t key) const { return part(key, parts_ == 3 ? 1 : 0); }

  // Value between this key and the next one, as in glTF 2.0, appendix C.
  double between(std::size_t key, double ratio) const {
    const double length_s = channel_.times_s[key + 1] - channel_.times_s[key];
    const double t = ratio, t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * value(key) + length_s * (t3 - 2 * t2 + t) * part(key, 2) +
           (-2 * t3 + 3 * t2) * value(key + 1) + length_s * (t3 - t2) * part(key + 1, 0);
  }

 private:
  const Channel& channel_;
  std::size_t target_ = 0, parts_ = 1, width_ = 1;
};

struct ScalarKeys {
  std::vector<float> times_s, values;
  void add(double time_s, double value) {
    const auto t = static_cast<float>(time_s);
    if (!times_s.empty() && t <= times_s.back()) {
      values.back() = static_cast<float>(value);
      return;
    }
    times_s.push_back(t);
    values.push_back(static_cast<float>(value));
  }
};

constexpr double kCubicTolerance = 1e-4;

// Adds keys in (begin, end] until linear segments are close enough. `begin` and `end` are ratios between two
// keys.
void add_cubic(const WeightCurve& curve, std::size_t key, double begin, double end, double first_s,
               double length_s, int depth, ScalarKeys& out) {
  const double a = curve.between(key, begin), b = curve.between(key, end);
  bool straight = true;
  for (const double ratio : {0.25, 0.5, 0.75})
    if (std::abs(a + (b - a) * ratio - curve.between(key, begin + (end - begin) * ratio)) >
        kCubicTolerance / 2)
      straight = false;
  if (straight || depth == 0) {
    out.add(first_s + length_s * end, b);
    return;
  }
  const double middle = (begin + end) / 2;
  add_cubic(curve, key, begin, middle, first_s, length_s, depth - 1, out);
  add_cubic(curve, key, middle, end, first_s, length_s, depth - 1, out);
}

ScalarKeys scalar_keys(const Channel& channel, std::size_t target, double clip_seconds_per_second) {
  const WeightCurve curve(channel, target);
  ScalarKeys keys;
  for (std::size_t key = 0; key < channel.times_s.size(); ++key) {
    const double t = channel.times_s[key] / clip_seconds_per_second;
    if (channel.interpolation == Interpolation::cubic && key > 0) {
      const double before = channel.times_s[key - 1] / clip_seconds_per_second;
      add_cubic(curve, key - 1, 0, 1, before, t - before, 16, keys);
    } else {
      keys.add(t, curve.value(key));
    }
  }
  return keys;
}

const Primitive* first_primitive(const Scene& scene, std::uint32_t node) {
  for (const MeshInstance& instance : scene.nodes[node].meshes)
    if (!scene.meshes[instance.mesh].primitives.empty())
      return &scene.meshes[instance.mesh].primitives.front();
  return nullptr;
}

// The twist of a rotation about the up axis: its y and w components, normalised.
Quatd turn_about_y(const Quatd& q) {
  return normalized(Quatd{0, q.y, 0, q.w});
}

}  // namespace

std::string clip_name(const Scene& scene, std::uint32_t index) {
  return scene.clips[index].name ? *scene.clips[index].name : "#" + std::to_string(index);
}

Error clip_error(const Scene& scene, std::uint32_t index, std::string_view code, std::string message,
                 Status status) {
  return {status, code, std::move(message), {scene.file, 0, {}, "clip " + clip_name(scene, index)}};
}

Result<void> add_events(const Scene& scene, std::uint32_t index, const std::vector<EventSettings>& events,
                        double duration_s, ClipExtras& extras) {
  const auto end_s = static_cast<float>(duration_s);
  for (const EventSettings& event : events) {
    if (!(event.time_s >= 0 && event.time_s <= std::max(duration_s, double{end_s})))
      return clip_error(scene, index, "build.event",
                        fmt::format("event \"{}\" at {:.6g} s; expected 0 to {:.6g} s", event.name,
                                    event.time_s, duration_s));
    extras.events.push_back({std::min(static_cast<float>(event.time_s), end_s), extras.string(event.name)});
  }
  std::stable_sort(extras.events.begin(), extras.events.end(),
                   [](const ClipEvent& a, const ClipEvent& b) { return a.time_s < b.time_s; });
  return {};
}

void add_morph_weights(const Scene& scene, std::uint32_t index, double clip_seconds_per_second,
                       ClipExtras& extras) {
  const Clip& clip = scene.clips[index];
  for (const Channel& channel : clip.channels) {
    const std::uint32_t node = clip.targets[channel.target].node;
    if (channel.path != ChannelPath::weights || node == kNone) continue;
    const Primitive* primitive = first_primitive(scene, node);
    for (std::size_t target = 0; target < WeightCurve::width(channel); ++target) {
      const ScalarKeys keys = scalar_keys(channel, target, clip_seconds_per_second);
      const bool named = primitive != nullptr && target < primitive->morphs.size();
      ScalarTrack track;
      track.name = extras.string(named ? primitive->morphs[target].name : std::string());
      track.node = node;
      track.index = static_cast<std::uint32_t>(target);
      track.stepped = channel.interpolation == Interpolation::step ? 1 : 0;
      track.first_key = static_cast<std::uint32_t>(extras.scalar_times_s.size());
      track.key_count = static_cast<std::uint32_t>(keys.times_s.size());
      extras.scalars.push_back(track);
      extras.scalar_times_s.insert(extras.scalar_times_s.end(), keys.times_s.begin(), keys.times_s.end());
      extras.scalar_values.insert(extras.scalar_values.end(), keys.values.begin(), keys.values.end());
    }
  }
}

RootMotionFrames extract_root_motion(const ClipCurves& curves, std::uint16_t joint,
                                     const RootMotionSettings& settings, double sample_rate_hz) {
  RootMotionFrames motion;
  motion.joint = joint;
  motion.sample_rate_hz = static_cast<float>(sample_rate_hz);
  std::vector<Mat4d> world;
  Vec3d begin;
  AffineParts first;
  Quatd last_turn;
  for (const double t : frame_times(curves.duration_s(), sample_rate_hz)) {
    curves.worlds(t, world);
    const bool at_begin = motion.frames.empty();
    const AffineParts parts = at_begin ? split(world[joint]) : split_like(first, world[joint]);
    const Vec3d place{settings.translation_x ? parts.translation.x : 0,
                      settings.translation_y ? parts.translation.y : 0,
                      settings.translation_z ? parts.translation.z : 0};
    if (at_begin) {
      first = parts;
      begin = place;
    }
    Quatd turn;
    if (settings.rotation_y) turn = turn_about_y(parts.rotation * conjugate(first.rotation));
    if (dot(turn, last_turn) < 0) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
    last_turn = turn;
    // The rigid transform from the character's first position to its current one, with the turn about the
    // first position.
    const Vec3d moved = place - rotate(turn, begin);
    for (const double number : {moved.x, moved.y, moved.z, turn.x, turn.y, turn.z, turn.w})
      motion.frames.push_back(static_cast<float>(number));
  }
  return motion;
}

}  // namespace skelter
