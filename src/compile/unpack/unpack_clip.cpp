#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "compile/build_skeleton/far_origin.h"
#include "compile/internal/json_values.h"
#include "compile/unpack/unpack.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/sample_job.h"

namespace skelter {
namespace {

// The runtime interpolates neighbouring rotations linearly and normalises the result; the evaluator uses
// slerp. Below this angle they differ by at most 5e-7 (0.004 angle^3, from the series of both).
constexpr double kStraightAngle_rad = 0.05;

// One part of one joint, before it becomes a channel.
struct PartKeys {
  std::uint32_t joint = 0;
  PartKind kind = PartKind::translation;
  std::vector<float> times_s;  // as in the runtime
  std::uint32_t divisor = 0;   // rate divisor of the frames, or 0 if the part has its own keys
  Channel channel;
  std::optional<Placement> parent_from_model;  // for joints relative to an origin
};

// Returns the transform in the space of the file, in floats.
Transform placed(const Placement& placement, const Transform& t) {
  const Transformd moved =
      placement * Transformd{to_double(t.translation), to_double(t.rotation), to_double(t.scale)};
  return {to_float(moved.translation), to_float(moved.rotation), to_float(moved.scale)};
}

ChannelPath path_of(PartKind kind) {
  return kind == PartKind::translation ? ChannelPath::translation
         : kind == PartKind::rotation  ? ChannelPath::rotation
                                       : ChannelPath::scale;
}

void append(Channel& channel, double time_s, const Transform& local) {
  channel.times_s.push_back(time_s);
  std::vector<float>& values = channel.values;
  if (channel.path != ChannelPath::rotation) {
    const Vec3& v = channel.path == ChannelPath::translation ? local.translation : local.scale;
    values.insert(values.end(), {v.x, v.y, v.z});
    return;
  }
  Quat q = local.rotation;
  if (values.size() >= 4) {
    const float* last = &values[values.size() - 4];
    if (dot(Quat{last[0], last[1], last[2], last[3]}, q) < 0) q = {-q.x, -q.y, -q.z, -q.w};
  }
  values.insert(values.end(), {q.x, q.y, q.z, q.w});
}

// Repeats the last key at `time_s`, for clips that end with a pause.
void hold_until(Channel& channel, double time_s) {
  const std::size_t width = channel.values.size() / channel.times_s.size();
  channel.times_s.push_back(time_s);
  const std::vector<float> last(channel.values.end() - static_cast<std::ptrdiff_t>(width),
                                channel.values.end());
  channel.values.insert(channel.values.end(), last.begin(), last.end());
}

// Reduces equal keys to one.
void collapse(Channel& channel) {
  const std::size_t width = channel.values.size() / channel.times_s.size();
  for (std::size_t i = width; i < channel.values.size(); ++i)
    if (channel.values[i] != channel.values[i - width]) return;
  channel.times_s.resize(1);
  channel.values.resize(width);
}

bool turns_far(const Channel& channel) {
  for (std::size_t i = 4; i < channel.values.size(); i += 4) {
    double cosine = 0;
    for (std::size_t n = i; n < i + 4; ++n) cosine += double{channel.values[n]} * channel.values[n - 4];
    if (2 * std::acos(std::min(cosine, 1.0)) > kStraightAngle_rad) return true;
  }
  return false;
}

// Replaces linear keys by an equivalent spline with tangents along the segments (see sample_channel.cpp).
// Keys so close that a slope exceeds the range of floats stay linear, because no play time is between them.
void draw_straight(Channel& channel) {
  const std::vector<float>& values = channel.values;
  std::vector<float> spline(3 * values.size(), 0);
  for (std::size_t k = 0; k < channel.times_s.size(); ++k)
    for (std::size_t i = 0; i < 4; ++i) {
      spline[12 * k + 4 + i] = values[4 * k + i];
      if (k == 0) continue;
      const double rise = double{values[4 * k + i]} - values[4 * k - 4 + i];
      const double slope = rise / (channel.times_s[k] - channel.times_s[k - 1]);
      if (std::abs(slope) > std::numeric_limits<float>::max()) return;
      spline[12 * k + i] = static_cast<float>(slope);           // in-tangent of this key
      spline[12 * k - 12 + 8 + i] = static_cast<float>(slope);  // out-tangent of the previous key
    }
  channel.interpolation = Interpolation::cubic;
  channel.values = std::move(spline);
}

double scalar_value(const ClipView& clip, const ScalarTrack& track, float time_s) {
  const float* times = &clip.scalar_times_s[track.first_key];
  const float* values = &clip.scalar_values[track.first_key];
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times, times + track.key_count, time_s) - times);
  if (after == 0) return values[0];
  if (after == track.key_count || track.stepped != 0) return values[after - 1];
  const double ratio = (double{time_s} - times[after - 1]) / (double{times[after]} - times[after - 1]);
  return values[after - 1] + (double{values[after]} - values[after - 1]) * ratio;
}

class ClipUnpacker {
 public:
  ClipUnpacker(const Scene& scene, const Skeleton& skeleton, const ClipView& clip,
               std::span<const std::uint32_t> node_of_joint, const Vec3d& origin)
      : scene_(scene), skeleton_(skeleton), clip_(clip), node_of_joint_(node_of_joint), origin_(origin) {}

  Clip run() {
    plan();
    sample();
    for (PartKeys& part : parts_) {
      if (part.channel.interpolation == Interpolation::linear) collapse(part.channel);
      of_node_[node_of_joint_[part.joint]].push_back(std::move(part.channel));
    }
    add_weights();
    reach_end();
    return assemble();
  }

 private:
  // Finds the ancestors of detached joints. No clip moves them, and at their distance rounding would matter.
  std::vector<std::uint8_t> nodes_above() const {
    std::vector<std::uint8_t> above(scene_.nodes.size(), 0);
    for (std::uint32_t joint = 0; origin_ != Vec3d{} && joint < skeleton_.joint_count(); ++joint)
      if (skeleton_.parents[joint] == kNone16)
        for (std::uint32_t node = scene_.nodes[node_of_joint_[joint]].parent; node != kNone;
             node = scene_.nodes[node].parent)
          above[node] = 1;
    return above;
  }

  void plan() {
    std::size_t next_keyed = 0;
    const std::vector<std::uint8_t> above = nodes_above();
    for (std::uint32_t joint = 0; joint < skeleton_.joint_count(); ++joint)
      for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale}) {
        PartKeys part{joint, kind, {}, 0, {}, {}};
        if (above[node_of_joint_[joint]] != 0) continue;
        if (const auto model = model_from_parent(scene_, skeleton_, origin_, joint))
          part.parent_from_model = model->inverse();
        part.channel.path = path_of(kind);
        const ClipPart& stored = clip_.parts[joint / kLanes * 3 + static_cast<std::size_t>(kind)];
        const PartFormat format = stored.format;
        const KeyedTrack* keyed = next_keyed < clip_.keyed.size() ? &clip_.keyed[next_keyed] : nullptr;
        if (keyed != nullptr && keyed->joint == joint && keyed->kind == kind) {
          ++next_keyed;
          const auto times = clip_.key_times_s.subspan(keyed->first_key, keyed->key_count);
          part.times_s.assign(times.begin(), times.end());
          if (keyed->stepped != 0) part.channel.interpolation = Interpolation::step;
        } else if (format == PartFormat::rest) {
          continue;
        } else if (format == PartFormat::constant) {
          part.times_s = {0};
        } else {
          const ClipRate& rate = clip_.rates[stored.rate];
          part.divisor = rate.divisor;
          for (std::uint32_t frame = 0; frame < frames_of(clip_, rate); ++frame)
            part.times_s.push_back(static_cast<float>(frame_time(frame, rate.divisor)));
        }
        parts_.push_back(std::move(part));
      }
  }

  // Time of a frame at the rate with this divisor.
  double frame_time(std::uint32_t frame, std::uint32_t divisor) const {
    if (frame == 0) return 0;
    const std::uint64_t of_all = std::uint64_t{frame} * divisor;
    return of_all + 1 >= clip_.frame_count ? double{clip_.duration_s}
                                           : static_cast<double>(of_all) / double{clip_.sample_rate_hz};
  }

  // Samples the local pose. Additive clips are added to the rest pose.
  void pose_at(float time_s, std::vector<SoaTransform>& pose) const {
    SampleJob job;
    job.skeleton = &skeleton_;
    job.clip = &clip_;
    job.time_s = time_s;
    job.out_local_pose = pose;
    (void)job.run();  // cannot fail after PackView::open
    if (!clip_.additive()) return;
    const BlendLayer difference{pose, 1, {}};
    BlendJob add;
    add.skeleton = &skeleton_;
    add.additive_layers = {&difference, 1};
    add.out_local_pose = pose;
    (void)add.run();
  }

  // Samples every time once, and adds keys to the parts that have a key at this time.
  void sample() {
    std::vector<float> times;
    for (const PartKeys& part : parts_) {
      const std::size_t middle = times.size();
      times.insert(times.end(), part.times_s.begin(), part.times_s.end());
      std::inplace_merge(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(middle), times.end());
      times.erase(std::unique(times.begin(), times.end()), times.end());
    }
    std::vector<SoaTransform> pose(skeleton_.block_count());
    for (const float time_s : times) {
      pose_at(time_s, pose);
      for (PartKeys& part : parts_) {
        const std::size_t key = part.channel.times_s.size();
        if (key == part.times_s.size() || part.times_s[key] != time_s) continue;
        // Frames use the runtime's exact time, not the rounded float.
        const double exact_s =
            part.divisor > 0 ? frame_time(static_cast<std::uint32_t>(key), part.divisor) : double{time_s};
        Transform local = get(pose[part.joint / kLanes], part.joint % kLanes);
        if (part.parent_from_model) local = placed(*part.parent_from_model, local);
        append(part.channel, exact_s, local);
      }
    }
  }

  // Adds morph weights: one channel per node, with a key wherever any of the node's tracks has one.
  void add_weights() {
    std::map<std::uint32_t, std::vector<const ScalarTrack*>> tracks;
    for (const ScalarTrack& track : clip_.scalars)
      if (track.node < scene_.nodes.size() && track.index < rest_morph_weights(scene_, track.node).size())
        tracks[track.node].push_back(&track);
    for (const auto& [node, of_node] : tracks) {
      const std::vector<float> rest = rest_morph_weights(scene_, node);
      Channel channel;
      channel.path = ChannelPath::weights;
      std::vector<float> times;
      for (const ScalarTrack* track : of_node) {
        const auto own = clip_.scalar_times_s.subspan(track->first_key, track->key_count);
        times.insert(times.end(), own.begin(), own.end());
        if (track->stepped != 0) channel.interpolation = Interpolation::step;
      }
      std::sort(times.begin(), times.end());
      times.erase(std::unique(times.begin(), times.end()), times.end());
      for (const float time_s : times) {
        std::vector<float> weights = rest;
        for (const ScalarTrack* track : of_node)
          weights[track->index] = static_cast<float>(scalar_value(clip_, *track, time_s));
        channel.times_s.push_back(time_s);
        channel.values.insert(channel.values.end(), weights.begin(), weights.end());
      }
      of_node_[node].push_back(std::move(channel));
    }
  }

  // Extends the clip to its duration, because without a key at its end the clip would be shorter.
  void reach_end() {
    double end_s = 0;
    for (const auto& [node, channels] : of_node_)
      for (const Channel& channel : channels) end_s = std::max(end_s, channel.times_s.back());
    if (end_s >= clip_.duration_s || node_of_joint_.empty()) return;
    if (of_node_.empty()) {
      Channel still;
      append(still, 0, rest_of_first());
      of_node_[node_of_joint_[0]].push_back(std::move(still));
    }
    hold_until(of_node_.begin()->second.front(), clip_.duration_s);
  }

  Transform rest_of_first() const {
    const Transform rest = get(skeleton_.rest_pose[0], 0);
    const auto above = model_from_parent(scene_, skeleton_, origin_, 0);
    return above ? placed(above->inverse(), rest) : rest;
  }

  Clip assemble() {
    Clip clip;
    for (auto& [node, channels] : of_node_) {
      for (Channel& channel : channels) {
        channel.target = static_cast<std::uint32_t>(clip.targets.size());
        if (channel.path == ChannelPath::rotation && channel.interpolation == Interpolation::linear &&
            turns_far(channel))
          draw_straight(channel);
        clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
        clip.channels.push_back(std::move(channel));
      }
      clip.targets.push_back({scene_.nodes[node].name, node, {}});
    }
    compile::Json events;
    for (const ClipEvent& event : clip_.events)
      events.push_back({{"name", clip_.string(event.name)}, {"time_s", event.time_s}});
    if (!events.empty()) clip.carried.extras = compile::dumped({{"events", events}});
    return clip;
  }

  const Scene& scene_;
  const Skeleton& skeleton_;
  const ClipView& clip_;
  std::span<const std::uint32_t> node_of_joint_;
  Vec3d origin_;
  std::vector<PartKeys> parts_;
  std::map<std::uint32_t, std::vector<Channel>> of_node_;
};

}  // namespace

Clip unpack_clip(const Scene& scene, const Skeleton& skeleton, const ClipView& clip,
                 std::span<const std::uint32_t> node_of_joint, const Vec3d& origin) {
  return ClipUnpacker(scene, skeleton, clip, node_of_joint, origin).run();
}

}  // namespace skelter
