#include "formats/gltf/write/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "formats/gltf/write/carried.h"
#include "formats/gltf/write/scene_writer.h"
#include "scene/evaluate/internal/sample_node.h"

namespace skelter::gltf {

std::uint32_t Preparation::add_node(std::string name, std::uint32_t parent, std::uint32_t like) {
  const auto index = static_cast<std::uint32_t>(scene.nodes.size());
  Node& node = scene.nodes.emplace_back();
  node.name = std::move(name);
  node.parent = parent;
  if (parent == kNone) added_roots.push_back({index, like});
  return index;
}

namespace {

// Updates animation pointers and extensions in carried-over data. Keys of dropped meshes are dropped as well.
void renumber_meshes(Preparation& p, const std::vector<std::uint32_t>& new_index) {
  constexpr std::string_view kMeshes = "/meshes/";
  renumber_carried_meshes(p.scene.carried, new_index);
  for (Clip& clip : p.scene.clips)
    std::erase_if(clip.properties, [&](PropertyChannel& property) {
      if (!property.pointer.starts_with(kMeshes)) return false;
      std::size_t mesh = new_index.size(), end = kMeshes.size();
      for (std::size_t number = 0; end < property.pointer.size() && end < kMeshes.size() + 9; ++end) {
        const char c = property.pointer[end];
        if (c < '0' || c > '9') break;
        mesh = number = 10 * number + static_cast<std::size_t>(c - '0');
      }
      if (mesh >= new_index.size()) return false;
      if (new_index[mesh] == kNone) return true;
      property.pointer = fmt::format("{}{}{}", kMeshes, new_index[mesh], property.pointer.substr(end));
      return false;
    });
}

}  // namespace

// glTF requires at least one primitive per mesh, and one triangle, line or point per primitive.
void drop_empty_meshes(Preparation& p) {
  std::vector<std::uint32_t> new_index(p.scene.meshes.size(), kNone);
  std::vector<Mesh> kept;
  for (std::size_t m = 0; m < p.scene.meshes.size(); ++m) {
    Mesh& mesh = p.scene.meshes[m];
    std::erase_if(mesh.primitives, [](const Primitive& primitive) {
      return primitive.positions.empty() ||
             (primitive.indices.empty() && primitive.lines.empty() && primitive.points.empty());
    });
    if (mesh.primitives.empty()) {
      p.mention("gltf.empty-mesh", label_of("Mesh", mesh.name, m), "no triangles, lines or points; left out");
      continue;
    }
    new_index[m] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(mesh));
  }
  if (kept.size() != p.scene.meshes.size()) renumber_meshes(p, new_index);
  p.scene.meshes = std::move(kept);
  for (Node& node : p.scene.nodes) {
    std::erase_if(node.meshes,
                  [&](const MeshInstance& instance) { return new_index[instance.mesh] == kNone; });
    for (MeshInstance& instance : node.meshes) instance.mesh = new_index[instance.mesh];
  }
}

namespace {

// Keeps the first channel of each node and path.
void drop_repeated_channels(Clip& clip) {
  std::map<std::pair<std::uint32_t, ChannelPath>, bool> known;
  std::erase_if(clip.channels, [&](const Channel& channel) {
    return !known.emplace(std::pair{clip.targets[channel.target].node, channel.path}, true).second;
  });
}

// An animation needs at least one channel, so this adds one that repeats the rest value.
void fill_empty_clip(Preparation& p, Clip& clip) {
  if (!clip.channels.empty() || !clip.properties.empty()) return;
  if (p.scene.nodes.empty()) p.add_node("root", kNone, kNone);
  const Vec3 t = to_float(rest_parts(p.scene.nodes[0]).translation);
  clip.targets.push_back({p.scene.nodes[0].name, 0, std::nullopt});
  clip.channels.push_back({static_cast<std::uint32_t>(clip.targets.size() - 1),
                           ChannelPath::translation,
                           Interpolation::linear,
                           {0.0},
                           {t.x, t.y, t.z}});
}

}  // namespace

// Adds nodes for clip targets that do not exist; clip libraries have no nodes at all.
void make_missing_targets(Preparation& p) {
  std::map<std::string, std::uint32_t> made;
  for (std::size_t c = 0; c < p.scene.clips.size(); ++c) {
    Clip& clip = p.scene.clips[c];
    const std::string label = label_of("Animation", clip.name.value_or(""), c);
    for (ClipTarget& target : clip.targets) {
      if (target.node != kNone || target.name.empty()) continue;
      const auto [entry, is_new] = made.emplace(target.name, 0);
      if (is_new) {
        entry->second = p.add_node(target.name, kNone, kNone);
        p.mention("gltf.target-made", "Node " + target.name,
                  "a clip moves this name, but no node has it; an empty one is added");
      }
      target.node = entry->second;
    }
    const std::size_t dropped = std::erase_if(
        clip.channels, [&](const Channel& channel) { return clip.targets[channel.target].node == kNone; });
    if (dropped != 0)
      p.lose("gltf.target-without-name", label,
             fmt::format("{} channels of targets without a name; dropped", dropped));
    drop_repeated_channels(clip);
    fill_empty_clip(p, clip);
  }
}

namespace {

// Rounds times to increasing 32-bit floats. If two keys round to the same time (a jump), both are kept if
// possible.
void round_times(Channel& channel) {
  const std::size_t width = channel.values.size() / channel.times_s.size();
  std::vector<float> times;
  std::vector<float> values;
  for (std::size_t k = 0; k < channel.times_s.size(); ++k) {
    const auto time = std::max(0.0f, static_cast<float>(channel.times_s[k]));
    if (!times.empty() && time <= times.back()) {
      const float before = std::nextafter(times.back(), 0.0f);
      if (times.back() > 0 && (times.size() < 2 || before > times[times.size() - 2])) {
        times.back() = before;
      } else {
        times.pop_back();
        values.resize(values.size() - width);
      }
    }
    times.push_back(time);
    values.insert(values.end(), channel.values.begin() + static_cast<std::ptrdiff_t>(k * width),
                  channel.values.begin() + static_cast<std::ptrdiff_t>((k + 1) * width));
  }
  channel.times_s.assign(times.begin(), times.end());
  channel.values = std::move(values);
}

// A cubic curve needs at least two keys, so a single cubic key becomes linear.
void widen_single_cubic_key(Channel& channel) {
  if (channel.interpolation != Interpolation::cubic || channel.times_s.size() > 1) return;
  const std::size_t width = channel.values.size() / 3;
  channel.values = {channel.values.begin() + static_cast<std::ptrdiff_t>(width),
                    channel.values.begin() + static_cast<std::ptrdiff_t>(2 * width)};
  channel.interpolation = Interpolation::linear;
}

// Chooses the sign of each rotation that is closer to the previous one: q and -q are the same rotation, but
// some programs would interpolate the long way round.
void make_signs_continuous(Channel& channel) {
  if (channel.path != ChannelPath::rotation || channel.interpolation != Interpolation::linear) return;
  for (std::size_t k = 4; k + 4 <= channel.values.size(); k += 4) {
    float* q = &channel.values[k];
    const float* last = q - 4;
    if (q[0] * last[0] + q[1] * last[1] + q[2] * last[2] + q[3] * last[3] >= 0) continue;
    for (int i = 0; i < 4; ++i) q[i] = -q[i];
  }
}

}  // namespace

void make_float_times(Preparation& p) {
  for (Clip& clip : p.scene.clips) {
    for (Channel& channel : clip.channels) {
      round_times(channel);
      widen_single_cubic_key(channel);
      make_signs_continuous(channel);
    }
    for (PropertyChannel& property : clip.properties) {
      Channel channel{0, ChannelPath::weights, property.interpolation, std::move(property.times_s),
                      std::move(property.values)};
      round_times(channel);
      widen_single_cubic_key(channel);
      property = {property.pointer, channel.interpolation, std::move(channel.times_s),
                  std::move(channel.values)};
    }
  }
}

void list_scenes(Preparation& p) {
  Scene& scene = p.scene;
  if (scene.nodes.empty() && scene.scenes.empty()) return;
  if (scene.scenes.empty()) {
    scene.default_scene = 0;
    SceneRoots& all = scene.scenes.emplace_back();
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      if (scene.nodes[n].parent == kNone) all.roots.push_back(n);
    return;
  }
  const auto root_of = [&](std::uint32_t node) {
    while (scene.nodes[node].parent != kNone) node = scene.nodes[node].parent;
    return node;
  };
  for (SceneRoots& roots : scene.scenes) {
    std::vector<std::uint32_t> now;
    std::vector<bool> is_listed(scene.nodes.size(), false);
    const auto list = [&](std::uint32_t node) {
      if (!is_listed[node]) now.push_back(node);
      is_listed[node] = true;
    };
    for (const std::uint32_t root : roots.roots) list(root_of(root));
    for (const Preparation::AddedRoot& added : p.added_roots) {
      if (scene.nodes[added.node].parent != kNone) continue;
      if (added.like == kNone || is_listed[root_of(added.like)]) list(added.node);
    }
    roots.roots = std::move(now);
  }
}

Result<Scene> prepared(const Scene& scene, const GltfWriteOptions& options, Diagnostics& losses) {
  Preparation p{scene, options, losses};
  drop_empty_meshes(p);
  drop_textures_without_coordinates(p);
  mention_unused_coordinates(p);
  make_missing_targets(p);
  make_part_keys(p);
  make_float_times(p);
  drop_skin_methods(p);
  bind_loose_vertices(p);
  part_skins(p);
  one_mesh_per_node(p);
  join_skeletons(p);
  drop_wrong_skeletons(p);
  drop_color_profiles(p);
  if (options.quantize)
    if (const auto scaled = scale_meshes_for_quantizing(p); !scaled) return scaled.error();
  list_scenes(p);
  return std::move(p.scene);
}

}  // namespace skelter::gltf
