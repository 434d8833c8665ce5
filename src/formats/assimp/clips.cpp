// Converts clips: keys for positions, rotations, scales and morph weights, with times in seconds.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

// Keys as Assimp lists them, before validation.
struct Keys {
  std::vector<double> ticks;
  std::vector<float> values;
  std::uint32_t width = 3;
};

struct ClipRepairs {
  std::uint64_t bad_value = 0, bad_order = 0, bad_length = 0;
};

bool sound(const Keys& keys, std::size_t key) {
  if (!std::isfinite(keys.ticks[key])) return false;
  return std::all_of(keys.values.begin() + static_cast<std::ptrdiff_t>(key * keys.width),
                     keys.values.begin() + static_cast<std::ptrdiff_t>((key + 1) * keys.width),
                     [](float x) { return std::isfinite(x); });
}

// Converts keys to seconds and sorts them. If times are equal, the first key is kept. Invalid keys are
// dropped.
Channel to_channel(const Keys& keys, ChannelPath path, double ticks_per_second, ClipRepairs& repairs) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < keys.ticks.size(); ++k) {
    if (sound(keys, k))
      order.push_back(k);
    else
      ++repairs.bad_value;
  }
  const auto earlier = [&](std::size_t a, std::size_t b) { return keys.ticks[a] < keys.ticks[b]; };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) {
    ++repairs.bad_order;
    std::stable_sort(order.begin(), order.end(), earlier);
  }
  Channel channel;
  channel.path = path;
  for (const std::size_t k : order) {
    const double time_s = keys.ticks[k] / ticks_per_second;
    if (!channel.times_s.empty() && !(time_s > channel.times_s.back())) {
      ++repairs.bad_order;
      continue;
    }
    channel.times_s.push_back(time_s);
    channel.values.insert(channel.values.end(),
                          keys.values.begin() + static_cast<std::ptrdiff_t>(k * keys.width),
                          keys.values.begin() + static_cast<std::ptrdiff_t>((k + 1) * keys.width));
  }
  return channel;
}

Keys keys_of(const aiVectorKey* list, unsigned count) {
  Keys keys;
  for (unsigned k = 0; list != nullptr && k < count; ++k) {
    keys.ticks.push_back(list[k].mTime);
    keys.values.insert(keys.values.end(), {list[k].mValue.x, list[k].mValue.y, list[k].mValue.z});
  }
  return keys;
}

Keys keys_of(const aiQuatKey* list, unsigned count, ClipRepairs& repairs) {
  Keys keys;
  keys.width = 4;
  for (unsigned k = 0; list != nullptr && k < count; ++k) {
    const aiQuaternion& from = list[k].mValue;
    const Quatd q{from.x, from.y, from.z, from.w};
    const double size = length(q);
    if (std::isfinite(size) && std::abs(size - 1) > 0.01) ++repairs.bad_length;
    const Quatd unit = size > 0 ? normalized(q) : Quatd{};
    keys.ticks.push_back(std::isfinite(size) ? list[k].mTime : NAN);
    for (const double part : {unit.x, unit.y, unit.z, unit.w})
      keys.values.push_back(static_cast<float>(part));
  }
  return keys;
}

class ClipReader {
 public:
  ClipReader(Context& c, const aiAnimation& from, std::size_t index, double rate)
      : c_(c), from_(from), object_(label_of("Clip", text(from.mName), index)), rate_(rate) {}

  Clip read() {
    if (from_.mName.length != 0) clip_.name = text(from_.mName);
    clip_.ticks_per_second = rate_;
    for (unsigned i = 0; from_.mChannels != nullptr && i < from_.mNumChannels; ++i)
      if (from_.mChannels[i] != nullptr) read_moves(*from_.mChannels[i]);
    for (unsigned i = 0; from_.mMorphMeshChannels != nullptr && i < from_.mNumMorphMeshChannels; ++i)
      if (from_.mMorphMeshChannels[i] != nullptr) read_weights(*from_.mMorphMeshChannels[i]);
    // validate() requires channels in the order of their targets.
    std::stable_sort(clip_.channels.begin(), clip_.channels.end(),
                     [](const Channel& a, const Channel& b) { return a.target < b.target; });
    for (const Channel& channel : clip_.channels)
      clip_.duration_s = std::max(clip_.duration_s, channel.times_s.back());
    return std::move(clip_);
  }

 private:
  std::uint32_t target(const std::string& name, std::uint32_t node) {
    for (std::size_t t = 0; t < clip_.targets.size(); ++t) {
      const ClipTarget& known = clip_.targets[t];
      if (node == kNone ? known.node == kNone && known.name == name : known.node == node)
        return static_cast<std::uint32_t>(t);
    }
    clip_.targets.push_back({name, node, {}});
    if (node == kNone)
      c_.warn("assimp.no-node", object_,
              fmt::format("keys for {} have no effect: no node has this name", name));
    return static_cast<std::uint32_t>(clip_.targets.size() - 1);
  }

  void add(std::uint32_t target, Channel channel, const ClipRepairs& repairs) {
    const std::string& name = clip_.targets[target].name;
    c_.warn("assimp.key-values", object_, fmt::format("a key of {} is not finite; left out", name),
            repairs.bad_value);
    c_.warn("assimp.key-rotations", object_,
            fmt::format("a rotation key of {} does not have unit length; normalised", name),
            repairs.bad_length);
    c_.warn("assimp.key-times", object_,
            fmt::format("key times of {} do not increase; sorted, the first of equal ones kept", name),
            repairs.bad_order);
    if (channel.times_s.empty()) return;
    channel.target = target;
    for (const Channel& known : clip_.channels)
      if (known.target == target && known.path == channel.path) {
        c_.warn("assimp.channel-twice", object_, fmt::format("moves {} twice; the first is used", name));
        return;
      }
    clip_.channels.push_back(std::move(channel));
  }

  // Node that a clip moves. If several nodes have the name and only one of them is a bone, the bone is used.
  std::uint32_t moved_node(const std::string& name) {
    const auto shared = c_.shared_names.find(name);
    if (shared == c_.shared_names.end()) return c_.find_node(name, "clip");
    std::vector<std::uint32_t> bones;
    for (const std::uint32_t node : shared->second)
      if (std::any_of(c_.mesh_bones.begin(), c_.mesh_bones.end(), [&](const auto& of_mesh) {
            return std::find(of_mesh.begin(), of_mesh.end(), node) != of_mesh.end();
          }))
        bones.push_back(node);
    return bones.size() == 1 ? bones[0] : c_.find_node(name, "clip");
  }

  void read_moves(const aiNodeAnim& from) {
    const std::string name = text(from.mNodeName);
    const std::uint32_t at = target(name, moved_node(name));
    ClipRepairs moved, turned, scaled;
    add(at,
        to_channel(keys_of(from.mPositionKeys, from.mNumPositionKeys), ChannelPath::translation, rate_,
                   moved),
        moved);
    Keys rotations = keys_of(from.mRotationKeys, from.mNumRotationKeys, turned);
    add(at, to_channel(rotations, ChannelPath::rotation, rate_, turned), turned);
    add(at, to_channel(keys_of(from.mScalingKeys, from.mNumScalingKeys), ChannelPath::scale, rate_, scaled),
        scaled);
  }

  // Node with the mesh that a morph channel animates. Searches by node name, then by mesh name.
  std::uint32_t morphed_node(const std::string& name) const {
    const auto has_morphs = [&](std::uint32_t node) {
      const Node& n = c_.scene.nodes[node];
      return !n.meshes.empty() && !c_.scene.meshes[n.meshes[0].mesh].primitives[0].morphs.empty();
    };
    const auto by_name = c_.node_by_name.find(name);
    if (by_name != c_.node_by_name.end() && has_morphs(by_name->second)) return by_name->second;
    for (std::uint32_t n = 0; n < c_.scene.nodes.size(); ++n)
      if (has_morphs(n) && c_.scene.meshes[c_.scene.nodes[n].meshes[0].mesh].name == name) return n;
    return kNone;
  }

  void read_weights(const aiMeshMorphAnim& from) {
    std::string name = text(from.mName);
    std::uint32_t node = morphed_node(name);
    // The name may end in the index of the mesh at the node: "Head*0".
    if (node == kNone) node = morphed_node(name = name.substr(0, name.rfind('*')));
    if (node == kNone) {
      c_.warn("assimp.no-node", object_,
              fmt::format("nothing with morph targets is named {}; its keys are left out", name));
      return;
    }
    const Mesh& mesh = c_.scene.meshes[c_.scene.nodes[node].meshes[0].mesh];
    ClipRepairs repairs;
    Channel channel = weight_channel(from, mesh, repairs);
    const std::uint32_t at = target(c_.scene.nodes[node].name, node);
    add(at, std::move(channel), repairs);
  }

  // A key may list only some of the targets. The weights of other targets are interpolated between the keys
  // that list them.
  Channel weight_channel(const aiMeshMorphAnim& from, const Mesh& mesh, ClipRepairs& repairs) const {
    const std::size_t targets = mesh.primitives[0].morphs.size();
    std::vector<Keys> curves(targets);
    for (Keys& curve : curves) curve.width = 1;
    std::vector<double> times_s;
    for (unsigned k = 0; from.mKeys != nullptr && k < from.mNumKeys; ++k) {
      const aiMeshMorphKey& key = from.mKeys[k];
      if (std::isfinite(key.mTime)) times_s.push_back(key.mTime / rate_);
      for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
        if (key.mValues[i] >= targets) {
          ++repairs.bad_value;
          continue;
        }
        curves[key.mValues[i]].ticks.push_back(key.mTime);
        curves[key.mValues[i]].values.push_back(static_cast<float>(key.mWeights[i]));
      }
    }
    std::sort(times_s.begin(), times_s.end());
    times_s.erase(std::unique(times_s.begin(), times_s.end()), times_s.end());
    Channel all;
    all.path = ChannelPath::weights;
    all.values.resize(times_s.size() * targets);
    for (std::size_t t = 0; t < targets; ++t) {
      const Channel curve = to_channel(curves[t], ChannelPath::weights, rate_, repairs);
      const float rest = t < mesh.morph_weights.size() ? mesh.morph_weights[t] : 0;
      for (std::size_t k = 0; k < times_s.size(); ++k)
        all.values[k * targets + t] = curve.times_s.empty() ? rest : value_at(curve, times_s[k]);
    }
    all.times_s = std::move(times_s);
    return all;
  }

  static float value_at(const Channel& curve, double time_s) {
    const auto after = std::lower_bound(curve.times_s.begin(), curve.times_s.end(), time_s);
    if (after == curve.times_s.end()) return curve.values.back();
    const auto k = static_cast<std::size_t>(after - curve.times_s.begin());
    if (k == 0 || *after == time_s) return curve.values[k];
    const double part = (time_s - curve.times_s[k - 1]) / (curve.times_s[k] - curve.times_s[k - 1]);
    return static_cast<float>(curve.values[k - 1] + part * (double{curve.values[k]} - curve.values[k - 1]));
  }

  Context& c_;
  const aiAnimation& from_;
  std::string object_;
  double rate_;
  Clip clip_;
};

}  // namespace

void read_clips(Context& c) {
  for (unsigned a = 0; a < c.from.mNumAnimations; ++a) {
    const aiAnimation* from = c.from.mAnimations[a];
    if (from == nullptr) continue;
    double rate = from->mTicksPerSecond;
    const bool stated = std::isfinite(rate) && rate > 0;
    if (!stated) rate = kAssimpDefaultTicks;
    if (c.options.ticks_per_second) rate = *c.options.ticks_per_second;
    if (!stated && !c.options.ticks_per_second)
      c.note("assimp.ticks", label_of("Clip", text(from->mName), a),
             fmt::format("no ticks per second in the file; {} assumed", kAssimpDefaultTicks));
    c.scene.ticks_in_file = stated;
    c.scene.clips.push_back(ClipReader(c, *from, a, rate).read());
  }
}

}  // namespace skelter::assimp
