// Splits the matrices in keys and rest poses into translation, rotation and scale. A node that shears becomes
// two nodes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"
#include "math/internal/shear.h"
#include "scene/edit/internal/fit_keys.h"
#include "scene/evaluate/internal/sample_node.h"
#include "skelter/scene/build.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"

namespace skelter::gltf {
namespace {

// Maximum off-diagonal entry of the stretch, relative to the largest entry, that parts may lose.
constexpr double kLossless = 1e-5;
// A rest matrix that its parts reproduce within this error remains a matrix, because the validator accepts
// it.
constexpr double kMatrixStays = 1e-6;

Mat4d key_matrix(const Channel& channel, std::size_t key) {
  Mat4d matrix;
  std::copy_n(channel.values.begin() + static_cast<std::ptrdiff_t>(key * 16), 16, matrix.m.begin());
  return matrix;
}

bool shears(const Channel& channel) {
  for (std::size_t k = 0; k < channel.times_s.size(); ++k)
    if (shear_of(key_matrix(channel, k)) > kLossless) return true;
  return false;
}

// The three channels of a node, which are filled key by key.
struct PartKeys {
  Channel translation, rotation, scale;

  PartKeys(std::uint32_t target, const std::vector<double>& times_s, Interpolation interpolation)
      : translation{target, ChannelPath::translation, interpolation, times_s, {}},
        rotation{target, ChannelPath::rotation, interpolation, times_s, {}},
        scale{target, ChannelPath::scale, interpolation, times_s, {}} {}

  void add(const Transformd& t) {
    append_value(translation.values, t.translation);
    append_value(rotation.values, t.rotation);
    append_value(scale.values, t.scale);
  }

  // Merges scales that differ only by rounding into one key.
  void reduce_scale() {
    for (std::size_t i = 3; i < scale.values.size(); ++i) {
      const float first = scale.values[i % 3];
      if (std::abs(scale.values[i] - first) > 1e-6f * std::max(1e-6f, std::abs(first))) return;
    }
    scale.times_s.resize(1);
    scale.values.resize(3);
  }
};

class KeyMaker {
 public:
  explicit KeyMaker(Preparation& p) : p_(p), extent_(scene_size(p.scene)) {}

  void run() {
    const auto count = static_cast<std::uint32_t>(p_.scene.nodes.size());
    find_channels();
    for (std::uint32_t node = 0; node < count; ++node) {
      if (is_sheared(node))
        split_node(node);
      else
        make_parts(node);
    }
    if (matrix_channels_ != 0)
      p_.mention("gltf.matrix-keys", "animations",
                 fmt::format("{} channels of matrix keys; written as translation, rotation and scale",
                             matrix_channels_));
  }

 private:
  void find_channels() {
    animated_.assign(p_.scene.nodes.size(), false);
    sheared_.assign(p_.scene.nodes.size(), false);
    for (const Clip& clip : p_.scene.clips)
      for (const Channel& channel : clip.channels) {
        const std::uint32_t node = clip.targets[channel.target].node;
        if (channel.path == ChannelPath::weights) continue;
        animated_[node] = true;
        if (channel.path == ChannelPath::matrix && shears(channel)) sheared_[node] = true;
      }
  }

  bool is_sheared(std::uint32_t node) const {
    const Node& n = p_.scene.nodes[node];
    return sheared_[node] || (!n.rest_trs && shear_of(to_double(n.rest)) > kLossless);
  }

  // --- nodes without shear ---

  void make_parts(std::uint32_t index) {
    Node& node = p_.scene.nodes[index];
    if (!node.rest_trs) {
      const Mat4d rest = to_double(node.rest);
      const bool stays =
          !animated_[index] && shear_of(rest) <= kMatrixStays && determinant(linear_part(rest)) != 0;
      if (!stays) set_rest(node, *to_transform(split(rest), kLossless));
    }
    if (!animated_[index]) return;
    for (Clip& clip : p_.scene.clips) make_part_channels(clip, index);
  }

  static void set_rest(Node& node, const Transformd& t) {
    node.rest_trs = Transform{to_float(t.translation), to_float(t.rotation), to_float(t.scale)};
    node.rest = to_float(to_mat4(t));
  }

  static std::uint32_t target_of(const Clip& clip, std::uint32_t node) {
    for (std::uint32_t t = 0; t < clip.targets.size(); ++t)
      if (clip.targets[t].node == node) return t;
    return kNone;
  }

  void make_part_channels(Clip& clip, std::uint32_t node) {
    const std::uint32_t target = target_of(clip, node);
    if (target == kNone) return;
    for (std::size_t c = 0; c < clip.channels.size(); ++c) {
      if (clip.channels[c].path != ChannelPath::matrix || clip.targets[clip.channels[c].target].node != node)
        continue;
      const Channel matrices = clip.channels[c];
      replace_channels(clip, node, parts_of(matrices));
      ++matrix_channels_;
      return;
    }
    if (p_.scene.absent == Absent::identity) add_identity_parts(clip, target);
  }

  static PartKeys parts_of(const Channel& matrices) {
    PartKeys keys(matrices.target, matrices.times_s, matrices.interpolation);
    AffineParts last;
    for (std::size_t k = 0; k < matrices.times_s.size(); ++k) {
      const Mat4d matrix = key_matrix(matrices, k);
      last = k == 0 ? split(matrix) : split_like(last, matrix);
      keys.add(
          {last.translation, last.rotation, {last.stretch(0, 0), last.stretch(1, 1), last.stretch(2, 2)}});
    }
    keys.reduce_scale();
    return keys;
  }

  // Replaces all channels that moved the node. A matrix overrides parts, as in the reference evaluator.
  static void replace_channels(Clip& clip, std::uint32_t node, PartKeys keys) {
    std::vector<Channel> channels;
    bool placed = false;
    for (Channel& channel : clip.channels) {
      if (channel.path == ChannelPath::weights || clip.targets[channel.target].node != node) {
        channels.push_back(std::move(channel));
        continue;
      }
      if (placed) continue;
      placed = true;
      for (Channel* made : {&keys.translation, &keys.rotation, &keys.scale})
        channels.push_back(std::move(*made));
    }
    clip.channels = std::move(channels);
  }

  void add_identity_parts(Clip& clip, std::uint32_t target) {
    const auto has = [&](ChannelPath path) {
      return std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
        return channel.target == target && channel.path == path;
      });
    };
    const auto add = [&](ChannelPath path, std::vector<float> values) {
      if (!has(path))
        clip.channels.push_back({target, path, Interpolation::linear, {0.0}, std::move(values)});
    };
    if (!has(ChannelPath::translation) && !has(ChannelPath::rotation) && !has(ChannelPath::scale)) return;
    add(ChannelPath::translation, {0, 0, 0});
    add(ChannelPath::rotation, {0, 0, 0, 1});
    add(ChannelPath::scale, {1, 1, 1});
  }

  // --- nodes that shear ---

  // The node keeps its translation, one rotation and the scale. Its children move to a helper node below it,
  // which contains a second rotation.
  void split_node(std::uint32_t index) {
    const Node source = p_.scene.nodes[index];
    const ShearedParts rest = split_sheared({}, to_double(source.rest));
    const std::uint32_t helper = p_.add_node(source.name.empty() ? "" : source.name + "_shear", index, index);
    set_rest(p_.scene.nodes[index], rest.outer);
    set_rest(p_.scene.nodes[helper], {{}, helper_rotation(rest), {1, 1, 1}});
    move_to_helper(index, helper);
    Fit worst;
    for (Clip& clip : p_.scene.clips) {
      if (target_of(clip, index) == kNone) continue;
      const Fit fit = split_channels(clip, source, index, helper, rest);
      worst.keys_added += fit.keys_added;
      worst.error = std::max(worst.error, fit.error);
    }
    p_.mention("gltf.sheared-node", label_of("Node", source.name, index),
               fmt::format("shears, which one glTF node cannot; split into two, the second with the children "
                           "({} keys added, error up to {:.2g} of the extent)",
                           worst.keys_added, worst.error));
  }

  void move_to_helper(std::uint32_t node, std::uint32_t helper) {
    std::vector<Node>& nodes = p_.scene.nodes;
    for (std::uint32_t n = 0; n < nodes.size(); ++n)
      if (nodes[n].parent == node && n != helper) nodes[n].parent = helper;
    std::swap(nodes[node].meshes, nodes[helper].meshes);
    std::swap(nodes[node].morph_weights, nodes[helper].morph_weights);
    std::swap(nodes[node].camera, nodes[helper].camera);
    std::swap(nodes[node].light, nodes[helper].light);
    for (Skin& skin : p_.scene.skins)
      for (Joint& joint : skin.joints)
        if (joint.node == node) joint.node = helper;
  }

  struct Fit {
    std::size_t keys_added = 0;
    double error = 0;
  };

  double difference(const Mat4d& a, const Mat4d& b) const {
    double size = 1, linear = 0, shift = 0;
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t i = 0; i < 3; ++i) {
        const double d = std::abs(a(i, c) - b(i, c));
        if (c == 3) {
          shift = std::max(shift, d);
        } else {
          size = std::max(size, std::abs(a(i, c)));
          linear = std::max(linear, d);
        }
      }
    return std::max(linear / size, shift / extent_);
  }

  static Mat4d between(const ShearedParts& a, const ShearedParts& b, double ratio) {
    const Transformd outer{lerp(a.outer.translation, b.outer.translation, ratio),
                           slerp(a.outer.rotation, b.outer.rotation, ratio),
                           lerp(a.outer.scale, b.outer.scale, ratio)};
    return to_mat4(outer) * rotation_matrix(slerp(helper_rotation(a), helper_rotation(b), ratio));
  }

  Fit split_channels(Clip& clip, const Node& source, std::uint32_t node, std::uint32_t helper,
                     const ShearedParts& rest) {
    NodeChannels channels;
    channels.rest = rest_parts(source);
    std::vector<double> times;
    for (const Channel& channel : clip.channels) {
      if (clip.targets[channel.target].node != node || channel.path == ChannelPath::weights) continue;
      const Channel*& slot = channel.path == ChannelPath::translation ? channels.translation
                             : channel.path == ChannelPath::rotation  ? channels.rotation
                             : channel.path == ChannelPath::scale     ? channels.scale
                                                                      : channels.matrix;
      slot = &channel;
      times.insert(times.end(), channel.times_s.begin(), channel.times_s.end());
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (times.empty()) return {};
    const EvaluateOptions once{Loop::once};
    const auto curve = [&](double time_s) {
      return sample_local(source, channels, time_s, once, p_.scene.absent);
    };
    const auto error = [&](double left_s, double right_s, double time_s) {
      const ShearedParts left = split_sheared(rest, curve(left_s)),
                         right = split_sheared(left, curve(right_s));
      return difference(curve(time_s), between(left, right, (time_s - left_s) / (right_s - left_s)));
    };
    const FittedTimes fitted = fit_times(times, error, {p_.options.key_bound, 1e-3});

    const std::uint32_t target = target_of(clip, node);
    PartKeys outer(target, fitted.times_s, Interpolation::linear);
    const auto helper_target = static_cast<std::uint32_t>(clip.targets.size());
    Channel inner{helper_target, ChannelPath::rotation, Interpolation::linear, fitted.times_s, {}};
    ShearedParts last = rest;
    for (const double time_s : fitted.times_s) {
      last = split_sheared(last, curve(time_s));
      outer.add(last.outer);
      append_value(inner.values, helper_rotation(last));
    }
    replace_channels(clip, node, std::move(outer));
    clip.targets.push_back({p_.scene.nodes[helper].name, helper, std::nullopt});
    clip.channels.push_back(std::move(inner));
    move_weights(clip, node, helper_target);
    return {fitted.times_s.size() - times.size(), fitted.largest_error};
  }

  // Moves morph weights along with their mesh.
  static void move_weights(Clip& clip, std::uint32_t node, std::uint32_t helper_target) {
    for (Channel& channel : clip.channels)
      if (channel.path == ChannelPath::weights && clip.targets[channel.target].node == node)
        channel.target = helper_target;
  }

  Preparation& p_;
  double extent_;
  std::vector<bool> animated_, sheared_;
  std::size_t matrix_channels_ = 0;
};

}  // namespace

void make_part_keys(Preparation& p) {
  KeyMaker(p).run();
}

}  // namespace skelter::gltf
