// compress_set: converts a keyframed set to a scene of sibling nodes, compiles and stores it, and opens the
// result for playback.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "d3dx/internal/compressed_set_parts.h"
#include "skelter/compile/compile.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

constexpr double kMinError = 1e-4;    // relative to the largest number in the set, at lossiness 0
constexpr double kMaxLoss = 100;      // factor for kMinError at lossiness 1
constexpr std::uint32_t kLevels = 4;  // lossiness is rounded down to a level
// A channel of a scene cannot have two keys at one time, so a jump becomes two keys this far apart, relative
// to times of 1 s, because times become floats later.
constexpr double kJump_s = 1e-6;

Error wrong(const std::string& set, std::string message, Status status = Status::invalid_argument) {
  return {status, "build.bad-compressed-set", std::move(message), {{}, 0, {}, "set \"" + set + "\""}};
}

template <class Key>
Channel channel_of(std::uint32_t target, ChannelPath path, std::span<const Key> keys, double ticks_per_second,
                   std::vector<float> (*numbers)(const Key&)) {
  Channel channel;
  channel.target = target;
  channel.path = path;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const bool twin_before = k > 0 && keys[k - 1].tick == keys[k].tick;
    const bool twin_after = k + 1 < keys.size() && keys[k + 1].tick == keys[k].tick;
    if (twin_before && twin_after) continue;  // has no effect
    double time_s = keys[k].tick / ticks_per_second;
    if (twin_after) time_s -= kJump_s * std::max(1.0, std::abs(time_s));
    if (!channel.times_s.empty() && time_s <= channel.times_s.back()) continue;
    channel.times_s.push_back(time_s);
    for (const float number : numbers(keys[k])) channel.values.push_back(number);
  }
  return channel;
}

std::vector<float> of_vector(const TickKey<Vec3d>& key) {
  const Vec3 v = to_float(key.value);
  return {v.x, v.y, v.z};
}
std::vector<float> of_rotation(const TickKey<Quatd>& key) {
  const Quat q = to_float(key.value);
  return {q.x, q.y, q.z, q.w};
}
std::vector<float> of_matrix(const TickKey<Mat4d>& key) {
  const Mat4 m = to_float(key.value);
  return {m.m.begin(), m.m.end()};
}

Scene scene_of(const KeyframedSet& set) {
  Scene scene;
  scene.absent = set.settings().absent;
  Clip clip;
  clip.name = std::string(set.name());
  clip.duration_s = set.period_s();
  clip.ticks_per_second = set.ticks_per_second();
  const double rate = set.ticks_per_second();
  for (std::uint32_t i = 0; i < set.animation_count(); ++i) {
    Node node;
    node.name = std::string(set.animation_name(i));
    const AffineParts rest = *set.rest(i);
    node.rest = to_float(compose(rest));
    scene.nodes.push_back(node);
    const auto scale = *set.scale_keys(i);
    const auto rotation = *set.rotation_keys(i);
    const auto translation = *set.translation_keys(i);
    const auto matrix = *set.matrix_keys(i);
    if (scale.empty() && rotation.empty() && translation.empty() && matrix.empty()) {
      // An animation without keys still drives its output, with its rest value or the identity.
      const Mat4 still = set.settings().absent == Absent::rest ? node.rest : Mat4{};
      clip.channels.push_back(
          {i, ChannelPath::matrix, Interpolation::linear, {0}, {still.m.begin(), still.m.end()}});
    }
    clip.targets.push_back({node.name, i, {}});
    if (!matrix.empty()) {
      clip.channels.push_back(channel_of<TickKey<Mat4d>>(i, ChannelPath::matrix, matrix, rate, of_matrix));
      continue;
    }
    if (!scale.empty())
      clip.channels.push_back(channel_of<TickKey<Vec3d>>(i, ChannelPath::scale, scale, rate, of_vector));
    if (!rotation.empty())
      clip.channels.push_back(
          channel_of<TickKey<Quatd>>(i, ChannelPath::rotation, rotation, rate, of_rotation));
    if (!translation.empty())
      clip.channels.push_back(
          channel_of<TickKey<Vec3d>>(i, ChannelPath::translation, translation, rate, of_vector));
  }
  scene.clips.push_back(std::move(clip));
  return scene;
}

// The largest number in the set, at least 1: errors are relative to it.
double largest_number(const Scene& scene) {
  double largest = 1;
  for (const Node& node : scene.nodes)
    for (const float e : node.rest.m) largest = std::max(largest, std::abs(static_cast<double>(e)));
  for (const Channel& channel : scene.clips[0].channels)
    for (const float e : channel.values) largest = std::max(largest, std::abs(static_cast<double>(e)));
  return largest;
}

CompileSettings compile_settings(const KeyframedSet& set, double largest, std::uint32_t level) {
  ClipSettings clip;
  // The shell distance equals the largest number, so that rotations and stretches are kept within the same
  // relative error. The bound is halved, because the errors of a joint's parts add up in its shell but not in
  // its numbers.
  clip.shell_distance = largest;
  clip.error_bound = largest * kMinError / 2 * std::pow(kMaxLoss, static_cast<double>(level) / kLevels);
  clip.source.matrix_keys = set.settings().matrix_keys;
  CompileSettings settings;
  settings.source = clip.source;
  settings.clips = {clip};
  settings.origin_apart = false;  // a set cannot store an origin
  return settings;
}

// The bytes of a pack, the decoded data, and the views into both.
struct PackOwner {
  AlignedBytes pack, hot;
  PackView view;
  ClipView clip;
};

// The joint of each node; for a sheared node the helper, which comes after the first joint.
std::vector<CompressedAnimation> animations_of(const Skeleton& skeleton) {
  std::vector<CompressedAnimation> animations;
  std::vector<std::uint16_t> joints(skeleton.joint_count());
  std::iota(joints.begin(), joints.end(), std::uint16_t{0});
  std::stable_sort(joints.begin(), joints.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return skeleton.nodes[a] < skeleton.nodes[b]; });
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const bool outer = i + 1 < joints.size() && skeleton.nodes[joints[i]] == skeleton.nodes[joints[i + 1]];
    if (!outer) animations.push_back({std::string(skeleton.name(joints[i])), joints[i]});
  }
  return animations;
}

}  // namespace

Result<std::shared_ptr<CompressedSet>> make_compressed_set(ByteSpan buffer, const std::string& name,
                                                           Loop playback,
                                                           std::vector<CallbackKey> callbacks) {
  auto owner = std::make_shared<PackOwner>();
  owner->pack = AlignedBytes(buffer.size());
  if (!buffer.empty()) std::memcpy(owner->pack.data(), buffer.data(), buffer.size());
  const Problem problem = PackView::open(owner->pack.span(), owner->view);
  if (!problem.ok())
    return wrong(name, fmt::format("the buffer is not a pack: {}", problem.what), problem.status);
  const PackSection stored = owner->view.find(SectionKind::stored_clip, 0);
  if (stored.bytes.empty())
    return wrong(name, "the buffer has no stored clip; expected the output of compress_set",
                 Status::bad_data);
  if (const Problem size = check_decoded_size(stored.bytes); !size.ok())
    return wrong(name, size.what, size.status);
  owner->hot = AlignedBytes(decoded_size(stored.bytes));
  const Problem decoded = decode_clip(stored.bytes, {owner->hot.data(), owner->hot.size()}, owner->clip);
  if (!decoded.ok()) return wrong(name, decoded.what, decoded.status);
  CompressedSetParts parts;
  parts.name = name;
  parts.playback = playback;
  parts.callbacks = std::move(callbacks);
  parts.skeleton = owner->view.skeleton();
  parts.clip = owner->clip;
  parts.animations = animations_of(parts.skeleton);
  parts.buffer = owner->pack.span();
  parts.owner = owner;
  return CompressedSet::create(std::move(parts));
}

Result<std::shared_ptr<CompressedSet>> compress_set(const KeyframedSet& set, double lossiness) {
  const std::string name(set.name());
  if (!(lossiness >= 0 && lossiness <= 1))
    return wrong(name, fmt::format("lossiness {}; expected 0 to 1", lossiness));
  if (set.animation_count() == 0) return wrong(name, "there are no animations");
  const Scene scene = scene_of(set);
  const double largest = largest_number(scene);
  // A looser bound does not always give fewer bytes, so the results of tighter levels are also tried.
  const auto last = static_cast<std::uint32_t>(lossiness * kLevels + 1e-9);
  std::optional<AlignedBytes> smallest;
  for (std::uint32_t level = 0; level <= last; ++level) {
    auto pack = compile_scene(scene, compile_settings(set, largest, level));
    if (!pack) return pack.error();
    if (!smallest || pack->bytes.size() < smallest->size()) smallest = std::move(pack->bytes);
  }
  const std::span<const CallbackKey> callbacks = set.callback_keys();
  return make_compressed_set(smallest->span(), name, set.playback(), {callbacks.begin(), callbacks.end()});
}

}  // namespace skelter
