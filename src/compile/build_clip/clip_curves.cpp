#include "compile/build_clip/clip_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/internal/format/clip_records.h"
#include "scene/evaluate/internal/channel_rows.h"

namespace skelter {
namespace {

Transformd to_double_transform(const Transform& t) {
  return {to_double(t.translation), normalized(to_double(t.rotation)), to_double(t.scale)};
}

AffineParts to_parts(const Transformd& t) {
  return {t.translation, t.rotation, linear_part(scale_matrix(t.scale))};
}

Transformd diagonal_transform(const AffineParts& parts) {
  return {parts.translation, parts.rotation, {parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)}};
}

double sign_of(double x) {
  return x < 0 ? -1 : 1;
}

bool key_changes(const Channel& channel, std::size_t key) {
  const std::size_t width = channel.values.size() / channel.times_s.size();
  for (std::size_t i = 0; i < width; ++i)
    if (channel.values[key * width + i] != channel.values[(key - 1) * width + i]) return true;
  return false;
}

bool changes(const Channel& channel) {
  if (channel.interpolation == Interpolation::cubic) return true;
  for (std::size_t key = 1; key < channel.times_s.size(); ++key)
    if (key_changes(channel, key)) return true;
  return false;
}

// Gaps between keys up to this length count as cuts. Inside them, rounding of the play time may change the
// result by more than the error bound: floats are exact to 6e-8 of the time, and the bound is 5e-5 of the
// model size.
double longest_cut_s(double time_s) {
  return std::min(1e-3 * time_s + 2e-5, 2e-3);
}

void sort_unique(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace

Transformd difference(const Transformd& pose, const Transformd& reference) {
  const auto ratio = [](double a, double b) { return b == 0 ? 1 : a / b; };
  return {pose.translation - reference.translation,
          normalized(conjugate(reference.rotation) * pose.rotation),
          {ratio(pose.scale.x, reference.scale.x), ratio(pose.scale.y, reference.scale.y),
           ratio(pose.scale.z, reference.scale.z)}};
}

Transformd add(const Transformd& reference, const Transformd& d) {
  return {reference.translation + d.translation,
          normalized(reference.rotation * d.rotation),
          {reference.scale.x * d.scale.x, reference.scale.y * d.scale.y, reference.scale.z * d.scale.z}};
}

Mat4d motion_at(const RootMotionFrames& motion, double time_s, double duration_s) {
  const auto frame = [&](std::size_t index) {
    const float* f = motion.frames.data() + 7 * index;
    return Transformd{{f[0], f[1], f[2]}, normalized(Quatd{f[3], f[4], f[5], f[6]}), {1, 1, 1}};
  };
  const std::size_t last = motion.frames.size() / 7 - 1;
  if (last == 0) return to_mat4(frame(0));
  const double rate = motion.sample_rate_hz;
  const auto first =
      static_cast<std::size_t>(std::clamp(std::floor(time_s * rate), 0.0, static_cast<double>(last - 1)));
  const double begin = static_cast<double>(first) / rate;
  const double end = first + 1 == last ? duration_s : static_cast<double>(first + 1) / rate;
  const double ratio = std::clamp((time_s - begin) / (end - begin), 0.0, 1.0);
  const Transformd a = frame(first), b = frame(first + 1);
  const double wa = 1 - ratio, wb = sign_of(dot(a.rotation, b.rotation)) * ratio;
  const Quatd& p = a.rotation;
  const Quatd& q = b.rotation;
  return to_mat4(Transformd{
      lerp(a.translation, b.translation, ratio),
      normalized(Quatd{p.x * wa + q.x * wb, p.y * wa + q.y * wb, p.z * wa + q.z * wb, p.w * wa + q.w * wb}),
      {1, 1, 1}});
}

ClipCurves::ClipCurves(const Scene& scene, std::uint32_t clip, const SkeletonBuild& skeleton,
                       const EvaluateOptions& options)
    : scene_(scene),
      clip_(scene.clips[clip]),
      skeleton_(skeleton.skeleton.view),
      options_(options),
      channels_(channels_by_node(scene, clip_)) {
  if (options.tick_is_ms && clip_.ticks_per_second) clip_seconds_per_second_ = 1000 / *clip_.ticks_per_second;
  duration_s_ = clip_.duration_s > 0 ? clip_.duration_s / clip_seconds_per_second_ : 0;
  for (std::uint32_t j = 0; j < joint_count(); ++j)
    if (node_parent(j) == kNone16)
      if (const auto above = model_from_parent(scene, skeleton_.nodes[j], skeleton.origin))
        model_from_parent_[j] = *above;
  moves_.resize(joint_count());
  for (std::uint32_t j = 0; j < joint_count(); ++j) moves_[j] = channels_[skeleton_.nodes[j]].empty() ? 0 : 1;
  for (std::uint32_t j = 0; j < joint_count(); ++j)
    for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale})
      for (const Channel* channel : channels_of(j, kind)) add_cuts(*channel, cuts_);
  std::sort(cuts_.begin(), cuts_.end(), [](const Cut& a, const Cut& b) {
    return a.begin_s != b.begin_s ? a.begin_s < b.begin_s : a.end_s < b.end_s;
  });
  const auto same = [](const Cut& a, const Cut& b) { return a.begin_s == b.begin_s && a.end_s == b.end_s; };
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end(), same), cuts_.end());
  grid_times_ = find_grid_times();
  number_spans();
  find_references();
  follow_sheared_joints();
}

std::uint16_t ClipCurves::node_parent(std::uint32_t joint) const {
  const std::uint16_t parent = skeleton_.parents[joint];
  return skeleton_.helpers[joint] != 0 ? skeleton_.parents[parent] : parent;
}

double ClipCurves::clip_time_s(double time_s) const {
  // Returns the end of the clip exactly, regardless of rounding in the scaling.
  if (time_s >= duration_s_) return clip_.duration_s;
  return std::clamp(time_s * clip_seconds_per_second_, 0.0, clip_.duration_s);
}

Transformd ClipCurves::rest_pose_of(std::uint32_t joint) const {
  return to_double_transform(get(skeleton_.rest_pose[joint / kLanes], joint % kLanes));
}

Transformd ClipCurves::rest(std::uint32_t joint) const {
  return additive() ? Transformd{} : rest_pose_of(joint);
}

// Matrix of the joint's node relative to the parent joint or, for joints without one, relative to model
// space.
Mat4d ClipCurves::local_matrix(std::uint32_t joint, double clip_time_s) const {
  const std::uint32_t node = skeleton_.nodes[joint];
  const Mat4d local = sample_local(scene_.nodes[node], channels_[node], clip_time_s, options_, scene_.absent);
  const auto above = model_from_parent_.find(joint);
  return above == model_from_parent_.end() ? local : above->second.matrix * local;
}

AffineParts ClipCurves::local_parts(std::uint32_t joint, double clip_time_s) const {
  const AffineParts parts = sample_parts(channels_[skeleton_.nodes[joint]], clip_time_s, scene_.absent);
  const auto above = model_from_parent_.find(joint);
  return above == model_from_parent_.end() ? parts : above->second * parts;
}

Mat4d ClipCurves::source_world(std::uint16_t joint, double time_s) const {
  Mat4d world;
  for (std::uint16_t j = joint; j != kNone16; j = node_parent(j))
    world = local_matrix(j, clip_time_s(time_s)) * world;
  return world;
}

Mat4d ClipCurves::node_matrix(std::uint32_t joint, double time_s) const {
  const Mat4d local = local_matrix(joint, clip_time_s(time_s));
  if (!is_moved_back(joint)) return local;
  const Mat4d back = inverse_affine(motion_at(motion_, time_s, duration_s_));
  const std::uint16_t parent = node_parent(joint);
  if (parent == kNone16) return back * local;
  const Mat4d model_from_parent = source_world(parent, time_s);
  if (determinant(linear_part(model_from_parent)) == 0) return local;  // the parent is collapsed to a point
  return inverse_affine(model_from_parent) * back * model_from_parent * local;
}

void ClipCurves::worlds(double time_s, std::vector<Mat4d>& world) const {
  world.resize(joint_count());
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    if (is_outer(j)) continue;
    const Mat4d local = node_matrix(j, time_s);
    const std::uint16_t parent = node_parent(j);
    world[j] = parent == kNone16 ? local : world[parent] * local;
  }
}

void ClipCurves::number_spans() {
  spans_.assign(joint_count(), {kNone, kNone, kNone});
  const Channel* before = nullptr;
  std::uint32_t number = 0;
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    const NodeChannels& channels = channels_[skeleton_.nodes[j]];
    const auto number_of = [&](const Channel* channel) {
      if (before != nullptr && !share_spans(*before, *channel)) ++number;
      before = channel;
      return number;
    };
    if (channels.translation != nullptr && changes(*channels.translation))
      spans_[j].translation = number_of(channels.translation);
    if (channels.scale != nullptr && changes(*channels.scale)) spans_[j].scale = number_of(channels.scale);
    if (channels.rotation != nullptr) spans_[j].rotation = number_of(channels.rotation);
  }
}

void ClipCurves::find_references() {
  split_reference_.resize(joint_count());
  half_turn_.assign(joint_count(), Quatd{});
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    if (moves_[j] == 0 || is_sheared(j)) continue;
    const Transformd rest = rest_pose_of(j);
    split_reference_[j] = split_like(to_parts(rest), node_matrix(j, 0));
    const NodeChannels& channels = channels_[skeleton_.nodes[j]];
    if (channels.matrix != nullptr) continue;
    // Part channels may have two negative scales where the rest pose has none. With the signs of the rest
    // pose, the rotation differs by half a turn.
    const Vec3d scale = diagonal_transform(local_parts(j, clip_time_s(0))).scale;
    const double x = sign_of(scale.x) * sign_of(rest.scale.x), y = sign_of(scale.y) * sign_of(rest.scale.y),
                 z = sign_of(scale.z) * sign_of(rest.scale.z);
    if (x * y * z < 0 || (x > 0 && y > 0)) continue;
    half_turn_[j] = x > 0 ? Quatd{1, 0, 0, 0} : y > 0 ? Quatd{0, 1, 0, 0} : Quatd{0, 0, 1, 0};
  }
}

void ClipCurves::follow_sheared_joints() {
  path_times_s_.assign(joint_count(), {});
  path_.assign(joint_count(), {});
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    if (moves_[j] == 0 || skeleton_.helpers[j] == 0) continue;
    std::vector<double> times = knots(j, PartKind::translation).times_s;
    times.push_back(0);
    times.push_back(duration_s_);
    sort_unique(times);
    constexpr int kSteps = 16;  // steps between two keys, because axes can turn fast where two of their
                                // lengths become equal
    ShearedParts last = split_sheared({}, compose(rest_parts(scene_.nodes[skeleton_.nodes[j]])));
    for (std::size_t i = 0; i < times.size(); ++i)
      for (int step = 0; step < (i + 1 < times.size() ? kSteps : 1); ++step) {
        const double t = step == 0 ? times[i] : times[i] + (times[i + 1] - times[i]) * step / kSteps;
        last = split_sheared(last, node_matrix(j, t));
        path_times_s_[j].push_back(t);
        path_[j].push_back(last);
      }
    path_times_s_[j - 1] = path_times_s_[j];
    path_[j - 1] = path_[j];
  }
}

ShearedParts ClipCurves::sheared_parts(std::uint32_t joint, double time_s) const {
  const std::vector<double>& times = path_times_s_[joint];
  const auto after = std::upper_bound(times.begin(), times.end(), time_s);
  const std::size_t before = after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
  const std::uint32_t helper = skeleton_.helpers[joint] != 0 ? joint : joint + 1;
  return split_sheared(path_[joint][before], node_matrix(helper, time_s));
}

Transformd ClipCurves::source_transform(std::uint32_t joint, double time_s) const {
  if (moves_[joint] == 0) return rest_pose_of(joint);
  if (is_sheared(joint)) {
    const ShearedParts parts = sheared_parts(joint, time_s);
    if (is_outer(joint)) return parts.outer;
    return {{}, helper_rotation(parts), {1, 1, 1}};
  }
  if (!has_plain_parts(joint))
    return diagonal_transform(split_like(split_reference_[joint], node_matrix(joint, time_s)));
  return transform_of_parts(joint, local_parts(joint, clip_time_s(time_s)));
}

bool ClipCurves::has_plain_parts(std::uint32_t joint) const {
  return moves_[joint] != 0 && !is_sheared(joint) && !is_moved_back(joint) &&
         channels_[skeleton_.nodes[joint]].matrix == nullptr;
}

Transformd ClipCurves::transform_of_parts(std::uint32_t joint, const AffineParts& parts) const {
  Transformd t = diagonal_transform(parts);
  const Quatd& half = half_turn_[joint];
  if (half == Quatd{}) return t;
  t.rotation = t.rotation * half;
  if (half.x == 0) t.scale.x = -t.scale.x;
  if (half.y == 0) t.scale.y = -t.scale.y;
  if (half.z == 0) t.scale.z = -t.scale.z;
  return t;
}

Transformd ClipCurves::transform(std::uint32_t joint, double time_s) const {
  const Transformd t = source_transform(joint, time_s);
  return additive() ? difference(t, reference_[joint]) : t;
}

void ClipCurves::transforms(double time_s, std::vector<Transformd>& out) const {
  out.resize(joint_count());
  for (std::uint32_t j = 0; j < joint_count(); ++j) out[j] = transform(j, time_s);
}

bool ClipCurves::moves(std::uint32_t joint, PartKind kind) const {
  if (moves_[joint] == 0) return false;
  if (!has_plain_parts(joint) || additive()) return true;
  const NodeChannels& c = channels_[skeleton_.nodes[joint]];
  return (kind == PartKind::translation ? c.translation
          : kind == PartKind::rotation  ? c.rotation
                                        : c.scale) != nullptr;
}

bool ClipCurves::is_simple(std::uint32_t joint) const {
  if (!has_plain_parts(joint) || additive() || half_turn_[joint] != Quatd{} ||
      model_from_parent_.count(joint) != 0)
    return false;
  const NodeChannels& c = channels_[skeleton_.nodes[joint]];
  const Mat3d& stretch = c.rest.stretch;
  return c.scale != nullptr || scene_.absent != Absent::rest ||
         stretch == linear_part(scale_matrix(Vec3d{stretch(0, 0), stretch(1, 1), stretch(2, 2)}));
}

// Samples the joints one by one at the same times.
class ClipCurves::RowSampler {
 public:
  RowSampler(std::span<const double> clip_times_s, TimeRows& out)
      : times_s_(clip_times_s), out_(out), mixes_(out.stride()) {}

  void sample(std::uint32_t joint, const NodeChannels& channels, const JointSpans& spans,
              const Transformd& rest) {
    put_vector(out_.row(joint, TimeRows::kTranslation), channels.translation, spans.translation,
               rest.translation);
    put_vector(out_.row(joint, TimeRows::kScale), channels.scale, spans.scale, rest.scale);
    double* rows = out_.row(joint, TimeRows::kRotation);
    if (channels.rotation == nullptr) {
      for (const double number : {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w}) {
        std::fill_n(rows, out_.stride(), number);
        rows += out_.stride();
      }
      return;
    }
    find_mixes(*channels.rotation, spans_of(*channels.rotation, spans.rotation), mixes_);
    clip_rows::mix_rotations(mixes_.a.data(), mixes_.b.data(), mixes_.weight_a.data(), mixes_.weight_b.data(),
                             out_.stride(), rows);
  }

 private:
  void put_vector(double* rows, const Channel* channel, std::uint32_t spans, const Vec3d& at_rest) {
    if (spans != kNone) {
      sample_vectors(*channel, spans_of(*channel, spans), rows, out_.stride());
      return;
    }
    Vec3d value = at_rest;
    if (channel != nullptr) value = {channel->values[0], channel->values[1], channel->values[2]};
    for (const double number : {value.x, value.y, value.z}) {
      std::fill_n(rows, out_.stride(), number);
      rows += out_.stride();
    }
  }
  std::span<const KeySpan> spans_of(const Channel& channel, std::uint32_t number) {
    if (found_for_ != number) find_spans(channel, times_s_, spans_);
    found_for_ = number;
    return spans_;
  }

  std::span<const double> times_s_;
  TimeRows& out_;
  RotationMixes mixes_;
  std::vector<KeySpan> spans_;
  std::uint32_t found_for_ = kNone;
};

TimeRows ClipCurves::sample_rows(std::span<const double> times_s, TimeRows* worlds) const {
  TimeRows transforms(joint_count(), TimeRows::kTransform, times_s.size());
  std::vector<double> clip_times_s;
  for (const double time_s : times_s) clip_times_s.push_back(clip_time_s(time_s));
  RowSampler sampler(clip_times_s, transforms);
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    const bool simple = is_simple(j);
    const NodeChannels& channels = channels_[skeleton_.nodes[j]];
    if (simple)
      sampler.sample(j, channels, spans_[j],
                     scene_.absent == Absent::rest ? diagonal_transform(channels.rest) : Transformd{});
    else if (moves_[j] == 0)
      for (std::size_t i = 0; i < times_s.size(); ++i)
        transforms.set(j, i, i == 0 ? transform(j, 0) : transforms.transform(j, 0));
    else
      for (std::size_t i = 0; i < times_s.size(); ++i) transforms.set(j, i, transform(j, times_s[i]));
    transforms.pad(j);
    if (worlds == nullptr || is_outer(j)) continue;
    const std::uint16_t parent = node_parent(j);
    const std::size_t stride = transforms.stride();
    if (simple) {
      clip_rows::to_world(parent == kNone16 ? nullptr : worlds->joint(parent), transforms.joint(j), stride,
                          worlds->joint(j));
      continue;
    }
    Mat4d local;
    for (std::size_t i = 0; i < times_s.size(); ++i) {
      if (i == 0 || moves_[j] != 0) local = node_matrix(j, times_s[i]);
      worlds->set(j, i, parent == kNone16 ? local : worlds->matrix(parent, i) * local);
    }
    worlds->pad(j);
  }
  return transforms;
}

TimeRows ClipCurves::sample(std::span<const double> times_s) const {
  return sample_rows(times_s, nullptr);
}

TimeRows ClipCurves::sample(std::span<const double> times_s, TimeRows& worlds) const {
  worlds = TimeRows(joint_count(), TimeRows::kMatrix, times_s.size());
  return sample_rows(times_s, &worlds);
}

Transformd ClipCurves::absolute(std::uint32_t joint, const Transformd& encoded) const {
  return additive() ? add(reference_[joint], encoded) : encoded;
}

void ClipCurves::take_out(RootMotionFrames motion) {
  motion_ = std::move(motion);
  moves_[motion_.joint] = 1;
  if (skeleton_.helpers[motion_.joint] != 0) moves_[motion_.joint - 1u] = 1;
  find_references();
  follow_sheared_joints();
}

void ClipCurves::make_additive(std::vector<Transformd> reference) {
  reference_ = std::move(reference);
}

std::vector<const Channel*> ClipCurves::channels_of(std::uint32_t joint, PartKind kind) const {
  const NodeChannels& c = channels_[skeleton_.nodes[joint]];
  std::vector<const Channel*> all;
  const auto add_channel = [&](const Channel* channel) {
    if (channel != nullptr) all.push_back(channel);
  };
  const bool whole = c.matrix != nullptr || is_sheared(joint);  // every part depends on every channel
  const bool parts = c.matrix == nullptr || options_.matrix_keys == MatrixKeys::product;
  add_channel(c.matrix);
  if (parts && (whole || kind == PartKind::translation)) add_channel(c.translation);
  if (parts && (whole || kind == PartKind::rotation)) add_channel(c.rotation);
  if (parts && (whole || kind == PartKind::scale)) add_channel(c.scale);
  return all;
}

bool ClipCurves::takes_nearest(const Channel& channel) const {
  return channel.path == ChannelPath::matrix && options_.matrix_keys == MatrixKeys::nearest;
}

bool ClipCurves::steps(const Channel& channel) const {
  return takes_nearest(channel) || channel.interpolation == Interpolation::step;
}

void ClipCurves::add_cuts(const Channel& channel, std::vector<Cut>& cuts) const {
  for (std::size_t key = 1; key < channel.times_s.size(); ++key) {
    const double before = channel.times_s[key - 1], now = channel.times_s[key];
    if (steps(channel)) {
      const double t = (takes_nearest(channel) ? (before + now) / 2 : now) / clip_seconds_per_second_;
      if (t > 0 && t <= duration_s_ && key_changes(channel, key)) cuts.push_back({t, t});
    } else if (now - before <= longest_cut_s(now) && key_changes(channel, key)) {
      cuts.push_back({before / clip_seconds_per_second_, now / clip_seconds_per_second_});
    }
  }
}

ClipCurves::Knots ClipCurves::knots(std::uint32_t joint, PartKind kind) const {
  Knots knots;
  knots.stepped = !is_moved_back(joint);
  std::vector<const Channel*> channels = channels_of(joint, kind);
  if (is_moved_back(joint)) {
    // A joint that is kept in place depends on all channels of its ancestors, and on the frames of the root
    // motion.
    for (std::uint16_t j = static_cast<std::uint16_t>(joint); j != kNone16; j = node_parent(j))
      for (const PartKind k : {PartKind::translation, PartKind::rotation, PartKind::scale})
        for (const Channel* channel : channels_of(j, k)) channels.push_back(channel);
    for (std::size_t frame = 0; frame < motion_.frames.size() / 7; ++frame)
      knots.times_s.push_back(static_cast<double>(frame) / motion_.sample_rate_hz);
  }
  const auto add_time = [&](std::vector<double>& times, double clip_s) {
    const double t = clip_s / clip_seconds_per_second_;
    if (t >= 0 && t <= duration_s_) times.push_back(t);
  };
  for (const Channel* channel : channels) {
    if (!steps(*channel) && changes(*channel)) knots.stepped = false;
    if (!takes_nearest(*channel))
      for (const double clip_s : channel->times_s) add_time(knots.times_s, clip_s);
    const std::size_t first = knots.cuts.size();
    add_cuts(*channel, knots.cuts);
    for (std::size_t i = first; steps(*channel) && i < knots.cuts.size(); ++i)
      knots.jumps_s.push_back(knots.cuts[i].begin_s);
  }
  sort_unique(knots.jumps_s);
  knots.times_s.insert(knots.times_s.end(), knots.jumps_s.begin(), knots.jumps_s.end());
  sort_unique(knots.times_s);
  return knots;
}

KeyTimes ClipCurves::find_grid_times() const {
  // Most channels have the same key times, so equal times are sorted and counted only once.
  KeyTimes all;
  const Channel* shown = nullptr;
  std::size_t channels = 0;
  const auto add_shown = [&] {
    if (shown == nullptr) return;
    std::vector<double> times;
    for (const double t : shown->times_s)
      if (t >= 0) times.push_back(t / clip_seconds_per_second_);
    KeyTimes keys = key_times(std::move(times));
    for (std::size_t& count : keys.keys) count *= channels;
    all = merged(all, keys);
  };
  for (const Channel& channel : clip_.channels) {
    const std::uint32_t node = clip_.targets[channel.target].node;
    if (node == kNone || channel.path == ChannelPath::weights || channel.times_s.size() < 2) continue;
    if (channel.interpolation == Interpolation::step || !changes(channel)) continue;
    if (channel.path == ChannelPath::matrix && options_.matrix_keys == MatrixKeys::nearest) continue;
    if (shown == nullptr || shown->times_s != channel.times_s) {
      add_shown();
      shown = &channel;
      channels = 0;
    }
    ++channels;
  }
  add_shown();
  return all;
}

}  // namespace skelter
