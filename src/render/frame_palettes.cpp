#include "render/frame_palettes.h"

#include <map>

namespace skelter {

FramePalettes frame_palettes(const GpuScene& gpu, const Scene& scene, const Pose& pose,
                             bool dual_quaternions) {
  FramePalettes out;
  std::map<std::pair<std::uint32_t, std::uint32_t>, FramePalettes::Range> known;  // by skin and node
  for (const DrawItem& item : gpu.items) {
    if (!item.skinned) {
      out.ranges.push_back({});
      continue;
    }
    const std::uint32_t skin = scene.nodes[item.node].meshes[item.instance].skin;
    const std::uint32_t node = item.has_free_vertices ? item.node : kNone;
    const auto [place, is_new] = known.emplace(std::pair{skin, node}, FramePalettes::Range{});
    FramePalettes::Range& range = place->second;
    if (is_new) {
      range.first = static_cast<std::uint32_t>(out.world_from_mesh.size());
      for (const Joint& joint : scene.skins[skin].joints)
        out.world_from_mesh.push_back(pose.world[joint.node] * to_double(joint.joint_from_mesh));
      if (node != kNone) out.world_from_mesh.push_back(pose.world[node]);
      range.size = static_cast<std::uint32_t>(out.world_from_mesh.size()) - range.first;
      for (std::size_t i = range.first; i < out.world_from_mesh.size(); ++i)
        out.matrices.push_back(to_affine(out.world_from_mesh[i]));
      range.plain_normals = has_plain_normals(out.matrices_of(range));
    }
    out.ranges.push_back(range);
  }
  if (dual_quaternions) {
    out.motions.resize(out.matrices.size());
    (void)pack_dual_quaternions(out.matrices, out.motions);  // sizes are equal
    for (FramePalettes::Range& range : out.ranges)
      range.plain_normals = has_plain_normals(
          std::span<const DualQuaternionEntry>(out.motions).subspan(range.first, range.size));
  }
  return out;
}

Bounds transformed(const Bounds& box, const Mat4d& matrix) {
  Bounds out;
  if (box.empty()) return out;
  for (int i = 0; i < 8; ++i)
    out.add(transform_point(matrix, {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                     i & 4 ? box.max.z : box.min.z}));
  return out;
}

void update_bounds(GpuScene& gpu, const Pose& pose, const FramePalettes& palettes) {
  for (std::size_t i = 0; i < gpu.items.size(); ++i) {
    DrawItem& item = gpu.items[i];
    if (!item.skinned) {
      item.bounds = transformed(item.entry_bounds[0], pose.world[item.node]);
      continue;
    }
    item.bounds = {};
    for (std::uint32_t e = 0; e < palettes.ranges[i].size; ++e)
      item.bounds.add(
          transformed(item.entry_bounds[e], palettes.world_from_mesh[palettes.ranges[i].first + e]));
  }
}

std::vector<Vec4> morphs_in_use(const DrawItem& item, const Scene& scene, const Pose& pose) {
  std::vector<Vec4> on;
  const auto add = [&](const auto& weights) {
    for (std::uint32_t m = 0; m < weights.size() && m < item.morph_targets; ++m)
      if (weights[m] != 0) on.push_back({static_cast<float>(m), static_cast<float>(weights[m]), 0, 0});
  };
  if (item.morph_targets == 0) return on;
  if (item.node < pose.morph_weights.size() && !pose.morph_weights[item.node].empty())
    add(pose.morph_weights[item.node]);
  else
    add(rest_morph_weights(scene, item.node));
  return on;
}

}  // namespace skelter
