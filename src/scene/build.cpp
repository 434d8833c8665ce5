#include "skelter/scene/build.h"
#include "scene/internal/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "skelter/scene/validate.h"

namespace skelter {
namespace {

Error bad_bone(const SkeletonBone& bone, std::size_t index, std::string_view code, std::string message) {
  return {
      Status::invalid_argument, code, std::move(message), {{}, 0, {}, label_of("Bone", bone.name, index)}};
}

// Returns the parent of a bone, or kNone for a root. A root's parent is either kNone or the bone itself.
std::uint32_t parent_of(std::span<const SkeletonBone> bones, std::uint32_t bone) {
  return bones[bone].parent == bone ? kNone : bones[bone].parent;
}

Result<void> check_parents(std::span<const SkeletonBone> bones) {
  const auto count = static_cast<std::uint32_t>(bones.size());
  for (std::uint32_t i = 0; i < count; ++i)
    if (const std::uint32_t parent = parent_of(bones, i); parent != kNone && parent >= count)
      return bad_bone(
          bones[i], i, "build.bad-parent",
          fmt::format("parent {}; expected below {}, or its own index for a root", parent, count));
  // Per bone: the start of the first walk to the root that reached it. A walk that reaches a bone twice has
  // found a cycle.
  std::vector<std::uint32_t> met_from(count, kNone);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t b = i;
    for (; b != kNone && met_from[b] == kNone; b = parent_of(bones, b)) met_from[b] = i;
    if (b != kNone && met_from[b] == i)
      return bad_bone(bones[b], b, "build.circle", "its parents lead back to it");
  }
  return {};
}

bool is_finite_matrix(const Mat4d& m) {
  return std::all_of(m.m.begin(), m.m.end(), [](double e) { return std::isfinite(e); });
}

Result<void> check_bones(std::span<const SkeletonBone> bones) {
  if (bones.empty()) return Error{Status::invalid_argument, "build.no-bones", "no bones", {}};
  for (std::size_t i = 0; i < bones.size(); ++i)
    if (!is_finite_matrix(bones[i].parent_from_bone))
      return bad_bone(bones[i], i, "build.not-finite", "matrix not finite");
  return check_parents(bones);
}

// Processes parents first, because a parent may come after its children in the list.
std::vector<Mat4d> rest_in_figure(std::span<const SkeletonBone> bones) {
  std::vector<Mat4d> model_from_bone(bones.size());
  std::vector<bool> known(bones.size(), false);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t i = 0; i < bones.size(); ++i) {
    for (std::uint32_t b = i; b != kNone && !known[b]; b = parent_of(bones, b)) waiting.push_back(b);
    for (; !waiting.empty(); waiting.pop_back()) {
      const std::uint32_t b = waiting.back(), parent = parent_of(bones, b);
      model_from_bone[b] =
          parent == kNone ? bones[b].parent_from_bone : model_from_bone[parent] * bones[b].parent_from_bone;
      known[b] = true;
    }
  }
  return model_from_bone;
}

// Calls `undo` if the addition made the scene invalid.
template <class Undo>
Result<std::uint32_t> keep_if_valid(Scene& scene, std::uint32_t index, const Undo& undo) {
  Result<void> valid = validate(scene);
  if (valid) return index;
  undo(scene);
  Error error = valid.error();
  error.status = Status::invalid_argument;
  return error;
}

}  // namespace

Node make_node(std::string name, std::uint32_t parent, const Mat4d& parent_from_node) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.rest = to_float(parent_from_node);
  return node;
}

Result<std::uint32_t> append_skeleton(Scene& scene, std::span<const SkeletonBone> bones, bool bound_at_rest) {
  if (auto checked = check_bones(bones); !checked) return checked.error();
  const std::vector<Mat4d> model_from_bone = rest_in_figure(bones);
  const auto first = static_cast<std::uint32_t>(scene.nodes.size());
  Skin skin;
  for (std::uint32_t i = 0; i < bones.size(); ++i) {
    const Mat4d bone_from_model = bound_at_rest ? inverse_affine(model_from_bone[i]) : Mat4d{};
    if (!is_finite_matrix(bone_from_model))
      return bad_bone(bones[i], i, "build.flat-bone", "matrix flattens space; expected one with an inverse");
    skin.joints.push_back({bones[i].name, first + i, to_float(bone_from_model)});
  }
  for (std::uint32_t i = 0; i < bones.size(); ++i) {
    const std::uint32_t parent = parent_of(bones, i);
    scene.nodes.push_back(
        make_node(bones[i].name, parent == kNone ? kNone : first + parent, bones[i].parent_from_bone));
  }
  scene.skins.push_back(std::move(skin));
  return keep_if_valid(scene, static_cast<std::uint32_t>(scene.skins.size() - 1), [first](Scene& undone) {
    undone.nodes.resize(first);
    undone.skins.pop_back();
  });
}

void append_influences(Primitive& primitive, std::vector<Influence> influences) {
  std::erase_if(influences, [](const Influence& influence) { return influence.weight == 0; });
  std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  if (primitive.influence_begin.empty()) primitive.influence_begin.push_back(0);
  primitive.influences.insert(primitive.influences.end(), influences.begin(), influences.end());
  primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
}

Result<std::uint32_t> append_skinned_mesh(Scene& scene, Mesh mesh, std::uint32_t skin) {
  for (Primitive& primitive : mesh.primitives) {
    if (primitive.source_vertices == 0)
      primitive.source_vertices = static_cast<std::uint32_t>(primitive.positions.size());
    if (primitive.source_faces == 0)
      primitive.source_faces = static_cast<std::uint32_t>(primitive.indices.size() / 3);
  }
  Node node = make_node(mesh.name, kNone, {});
  node.meshes.push_back({static_cast<std::uint32_t>(scene.meshes.size()), skin});
  scene.meshes.push_back(std::move(mesh));
  scene.nodes.push_back(std::move(node));
  return keep_if_valid(scene, static_cast<std::uint32_t>(scene.nodes.size() - 1), [](Scene& undone) {
    undone.meshes.pop_back();
    undone.nodes.pop_back();
  });
}

Channel& append_channel(Clip& clip, std::string_view node, ChannelPath path) {
  const auto named = std::find_if(clip.targets.begin(), clip.targets.end(),
                                  [&](const ClipTarget& target) { return target.name == node; });
  const auto target = static_cast<std::uint32_t>(named - clip.targets.begin());
  if (named == clip.targets.end()) clip.targets.push_back({std::string(node), kNone, {}});
  const auto same = std::find_if(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
    return channel.target == target && channel.path == path;
  });
  if (same != clip.channels.end()) return *same;
  const auto later = std::find_if(clip.channels.begin(), clip.channels.end(),
                                  [&](const Channel& channel) { return channel.target > target; });
  Channel channel;
  channel.target = target;
  channel.path = path;
  return *clip.channels.insert(later, std::move(channel));
}

void append_value(std::vector<float>& values, const Vec3d& value) {
  for (const double e : {value.x, value.y, value.z}) values.push_back(static_cast<float>(e));
}
void append_value(std::vector<float>& values, const Quatd& value) {
  for (const double e : {value.x, value.y, value.z, value.w}) values.push_back(static_cast<float>(e));
}
void append_value(std::vector<float>& values, const Mat4d& value) {
  for (const double e : value.m) values.push_back(static_cast<float>(e));
}

Result<std::uint32_t> append_clip(Scene& scene, Clip clip) {
  for (ClipTarget& target : clip.targets) {
    if (target.node != kNone) continue;
    target.node = find_node(scene, target.name);
    if (target.node == kNone)
      return Error{Status::invalid_argument,
                   "build.no-node",
                   fmt::format("no node \"{}\"; expected the name of one", target.name),
                   {scene.file, 0, {}, {}}};
  }
  clip.duration_s = 0;
  for (const Channel& channel : clip.channels)
    if (!channel.times_s.empty()) clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
  scene.clips.push_back(std::move(clip));
  return keep_if_valid(scene, static_cast<std::uint32_t>(scene.clips.size() - 1),
                       [](Scene& undone) { undone.clips.pop_back(); });
}

}  // namespace skelter
