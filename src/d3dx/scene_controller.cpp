// Controllers and sets made from scenes. compress_set.cpp compresses keyframed sets.
#include "skelter/d3dx/scene_controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "d3dx/internal/compressed_set_parts.h"
#include "scene/evaluate/internal/sample_node.h"
#include "skelter/math/transform.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/hierarchy.h"

namespace skelter {
namespace {

std::vector<CallbackKey> callbacks_of(const SceneControllerSettings& settings, std::uint32_t clip) {
  return clip < settings.callbacks.size() ? settings.callbacks[clip] : std::vector<CallbackKey>();
}

// --- the reference set -------------------------------------------------------------------------------------

// Plays a copy of one clip's keys on copies of the nodes that the clip moves.
class ReferenceSet final : public AnimationSet {
 public:
  ReferenceSet(const Scene& scene, std::uint32_t clip, const SceneControllerSettings& settings)
      : clip_(scene.clips[clip]),
        options_(settings.source),
        absent_(scene.absent),
        playback_(settings.playback) {
    const std::vector<std::string> names = output_names(scene);
    const std::vector<NodeChannels> channels = channels_by_node(scene, clip_);
    for (const ClipTarget& target : clip_.targets) {
      if (target.node == kNone || channels[target.node].empty()) continue;
      Node node;
      node.name = names[target.node];
      node.rest = scene.nodes[target.node].rest;
      node.rest_trs = scene.nodes[target.node].rest_trs;
      moved_.push_back({node, rest_parts(node), channels[target.node]});
    }
    callbacks_ = callbacks_of(settings, clip);
    std::stable_sort(callbacks_.begin(), callbacks_.end(),
                     [](const CallbackKey& a, const CallbackKey& b) { return a.time_s < b.time_s; });
  }
  // Not copyable, because the channels point into the clip of this object.
  ReferenceSet(const ReferenceSet&) = delete;
  ReferenceSet& operator=(const ReferenceSet&) = delete;

  std::string_view name() const override {
    return clip_.name ? std::string_view(*clip_.name) : std::string_view{};
  }
  double period_s() const override { return clip_.duration_s; }
  Loop playback() const override { return playback_; }
  std::uint32_t animation_count() const override { return static_cast<std::uint32_t>(moved_.size()); }
  std::string_view animation_name(std::uint32_t animation) const override {
    return moved_[animation].node.name;
  }
  AffineParts sample(std::uint32_t animation, double periodic_position_s) const override {
    const Moved& moved = moved_[animation];
    if (moved.channels.matrix == nullptr) return sample_parts(moved.channels, periodic_position_s, absent_);
    // Split like the rest, so that poses of mirrored nodes can be mixed.
    return split_like(moved.rest,
                      sample_local(moved.node, moved.channels, periodic_position_s, options_, absent_));
  }
  std::span<const CallbackKey> callback_keys() const override { return callbacks_; }

 private:
  struct Moved {
    Node node;
    AffineParts rest;
    NodeChannels channels;
  };
  Clip clip_;
  EvaluateOptions options_;
  Absent absent_;
  Loop playback_;
  std::vector<Moved> moved_;
  std::vector<CallbackKey> callbacks_;
};

// --- the keyframed set -------------------------------------------------------------------------------------

Error cannot_key(const Scene& scene, std::uint32_t clip, const std::string& target, std::string message) {
  return {Status::unsupported,
          "build.no-keyframed-set",
          std::move(message),
          {scene.file, 0, {}, fmt::format("clip {}, {}", clip_label(scene, clip), target)}};
}

Vec3d vector_at(const Channel& channel, std::size_t key) {
  const float* v = channel.values.data() + 3 * key;
  return {v[0], v[1], v[2]};
}

void append_keys(AnimationKeys& keys, const Channel& channel, double ticks_per_second) {
  for (std::size_t k = 0; k < channel.times_s.size(); ++k) {
    const double tick = channel.times_s[k] * ticks_per_second;
    const float* v = channel.values.data() + channel_width(channel.path) * k;
    switch (channel.path) {
      case ChannelPath::translation:
        keys.translation.push_back({tick, vector_at(channel, k)});
        break;
      case ChannelPath::rotation:
        keys.rotation.push_back({tick, {v[0], v[1], v[2], v[3]}});
        break;
      case ChannelPath::scale:
        keys.scale.push_back({tick, vector_at(channel, k)});
        break;
      case ChannelPath::matrix: {
        Mat4d matrix;
        for (std::size_t i = 0; i < 16; ++i) matrix.m[i] = v[i];
        keys.matrix.push_back({tick, matrix});
        break;
      }
      case ChannelPath::weights:
        break;
    }
  }
}

// --- the compiled set --------------------------------------------------------------------------------------

struct CompiledOwner {
  std::shared_ptr<const SkeletonBuild> skeleton;
  ClipBuild built;
};

}  // namespace

std::vector<std::string> output_names(const Scene& scene) {
  std::vector<bool> moved(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips)
    for (const ClipTarget& target : clip.targets)
      if (target.node != kNone) moved[target.node] = true;
  std::unordered_set<std::string_view> taken;
  std::vector<std::string> names(scene.nodes.size());
  for (const std::uint32_t i : depth_first(scene)) {
    const std::string& name = scene.nodes[i].name;
    if (name.empty())
      names[i] = moved[i] ? fmt::format("#{}", i) : "";
    else
      names[i] = taken.insert(name).second ? name : fmt::format("{}#{}", name, i);
  }
  return names;
}

Result<std::shared_ptr<KeyframedSet>> make_keyframed_set(const Scene& scene, std::uint32_t index,
                                                         const SceneControllerSettings& settings) {
  const Clip& clip = scene.clips[index];
  if (settings.source.matrix_keys == MatrixKeys::product)
    return cannot_key(
        scene, index, "matrix keys",
        "a keyframed set cannot multiply matrix keys with keys of other types; use a reference set");
  KeyframedSetSettings made;
  made.name = clip.name.value_or("");
  made.ticks_per_second = clip.ticks_per_second.value_or(1000);
  made.playback = settings.playback;
  made.matrix_keys = settings.source.matrix_keys;
  made.absent = scene.absent;
  for (const CallbackKey& callback : callbacks_of(settings, index)) made.callbacks.push_back(callback);
  auto set = KeyframedSet::create(std::move(made));
  if (!set) return set.error();
  const std::vector<std::string> names = output_names(scene);
  const std::vector<NodeChannels> channels = channels_by_node(scene, clip);
  for (const ClipTarget& target : clip.targets) {
    if (target.node == kNone || channels[target.node].empty()) continue;
    AnimationKeys keys;
    keys.name = names[target.node];
    keys.rest = rest_parts(scene.nodes[target.node]);
    const NodeChannels& moved = channels[target.node];
    for (const Channel* channel : {moved.translation, moved.rotation, moved.scale, moved.matrix}) {
      if (channel == nullptr) continue;
      if (channel->interpolation != Interpolation::linear && channel->times_s.size() > 1)
        return cannot_key(scene, index, target.name,
                          "a keyframed set supports only linear keys; use a reference set or a compiled set");
      append_keys(keys, *channel, (*set)->ticks_per_second());
    }
    if (auto added = (*set)->add_animation(std::move(keys)); !added) return added.error();
  }
  return set;
}

namespace {

Result<std::shared_ptr<CompressedSet>> make_compiled_set(const Scene& scene, std::uint32_t index,
                                                         std::shared_ptr<const SkeletonBuild> skeleton,
                                                         const SceneControllerSettings& settings) {
  const Clip& clip = scene.clips[index];
  ClipSettings clip_settings = settings.clip;
  clip_settings.source = settings.source;
  auto built = build_clip(scene, index, *skeleton, clip_settings);
  if (!built) return built.error();
  const auto owner = std::make_shared<CompiledOwner>(CompiledOwner{skeleton, *std::move(built)});
  CompressedSetParts parts;
  parts.name = clip.name.value_or("");
  parts.playback = settings.playback;
  parts.skeleton = skeleton->skeleton.view;
  parts.clip = owner->built.clip.view;
  parts.buffer = owner->built.clip.bytes.span();
  parts.callbacks = callbacks_of(settings, index);
  parts.owner = owner;
  const std::vector<std::string> names = output_names(scene);
  const std::vector<NodeChannels> channels = channels_by_node(scene, clip);
  for (const ClipTarget& target : clip.targets)
    if (target.node != kNone && !channels[target.node].empty())
      parts.animations.push_back({names[target.node], skeleton->joint_of_node[target.node]});
  return CompressedSet::create(std::move(parts));
}

// --- the controller ----------------------------------------------------------------------------------------

// `skeleton` is only used by compiled sets.
Result<std::shared_ptr<const AnimationSet>> make_scene_set(
    const Scene& scene, std::uint32_t clip, const std::shared_ptr<const SkeletonBuild>& skeleton,
    const SceneControllerSettings& settings) {
  using Set = std::shared_ptr<const AnimationSet>;
  switch (settings.kind) {
    case SetKind::reference:
      break;
    case SetKind::keyframed:
      return make_keyframed_set(scene, clip, settings).map([](auto set) { return Set(std::move(set)); });
    case SetKind::compiled:
      return make_compiled_set(scene, clip, skeleton, settings).map([](auto set) {
        return Set(std::move(set));
      });
  }
  return Set(std::make_shared<ReferenceSet>(scene, clip, settings));
}

Result<std::shared_ptr<const SkeletonBuild>> skeleton_for(const Scene& scene, SetKind kind,
                                                          const EvaluateOptions& source) {
  if (kind != SetKind::compiled || scene.clips.empty()) return std::shared_ptr<const SkeletonBuild>();
  SkeletonSettings settings;
  settings.source = source;
  auto built = build_skeleton(scene, settings);
  if (!built) return built.error();
  return std::shared_ptr<const SkeletonBuild>(std::make_shared<SkeletonBuild>(*std::move(built)));
}

void note_shared_names(const Scene& scene, Diagnostics& diagnostics) {
  std::map<std::string_view, std::uint32_t> count;
  for (const Node& node : scene.nodes)
    if (!node.name.empty()) ++count[node.name];
  for (const auto& [name, times] : count)
    if (times > 1)
      diagnostics.add(Severity::warning, "build.shared-name",
                      {scene.file, 0, {}, "node " + std::string(name)},
                      fmt::format("{} nodes have this name; its animations move only one of them", times));
}

}  // namespace

Result<std::shared_ptr<const AnimationSet>> make_scene_set(const Scene& scene, std::uint32_t clip,
                                                           const SceneControllerSettings& settings) {
  const auto skeleton = skeleton_for(scene, settings.kind, settings.source);
  if (!skeleton) return skeleton.error();
  return make_scene_set(scene, clip, *skeleton, settings);
}

Result<SceneController> make_controller(const Scene& scene, const SceneControllerSettings& settings) {
  const bool d3dx = settings.mode == ControllerMode::d3dx;
  if (d3dx && scene.absent != Absent::identity) {
    Scene meant_so = scene;
    meant_so.absent = Absent::identity;
    return make_controller(meant_so, settings);
  }
  const std::vector<std::string> names = output_names(scene);
  std::uint32_t outputs = 0;
  for (std::uint32_t i = 0; i < names.size(); ++i)
    outputs += names[i].empty() || (d3dx && names[i] != scene.nodes[i].name) ? 0 : 1;
  ControllerSettings made;
  made.mode = settings.mode;
  made.unmoved_at_rest = settings.unmoved_at_rest;
  if (settings.d3dx_limits)
    made.limits = ControllerLimits::d3dx(std::max(outputs, 1u),
                                         std::max(static_cast<std::uint32_t>(scene.clips.size()), 1u));
  auto controller = Controller::create(made);
  if (!controller) return controller.error();
  SceneController result{*std::move(controller), {}, {}};
  note_shared_names(scene, result.diagnostics);

  for (std::uint32_t i = 0; i < names.size(); ++i) {
    // D3DX identifies nodes only by name: of several nodes with the same name, the last one stays registered.
    const std::string& name = d3dx ? scene.nodes[i].name : names[i];
    if (name.empty()) continue;
    const auto output = result.controller.register_output(name, rest_parts(scene.nodes[i]));
    if (!output) return output.error();
    result.node_of_output.resize(result.controller.output_count());
    result.node_of_output[*output] = i;
  }
  const auto skeleton = skeleton_for(scene, settings.kind, settings.source);
  if (!skeleton) return skeleton.error();
  for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip) {
    auto set = make_scene_set(scene, clip, *skeleton, settings);
    if (!set) return set.error();
    if (auto index = result.controller.register_set(*std::move(set)); !index) return index.error();
  }
  if (!scene.clips.empty()) {
    if (auto fine = result.controller.set_track_set(0, 0); !fine) return fine.error();
    if (auto fine = result.controller.set_track_enabled(0, true); !fine) return fine.error();
  }
  return result;
}

Pose scene_pose(const Scene& scene, std::span<const std::uint32_t> node_of_output,
                std::span<const AffineParts> pose, const Mat4d& world_from_scene) {
  Pose result;
  result.local.reserve(scene.nodes.size());
  for (const Node& node : scene.nodes) result.local.push_back(to_double(node.rest));
  for (std::size_t i = 0; i < node_of_output.size(); ++i) result.local[node_of_output[i]] = compose(pose[i]);
  local_to_world(scene, result);
  for (Mat4d& world : result.world) world = world_from_scene * world;
  return result;
}

}  // namespace skelter
