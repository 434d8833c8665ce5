#pragma once
// Finds joint nodes and skinned meshes.

#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// Per node: whether it is a joint of a skin.
inline std::vector<bool> skin_joints(const Scene& scene) {
  std::vector<bool> is_joint(scene.nodes.size(), false);
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) is_joint[joint.node] = true;
  return is_joint;
}

// Per mesh: whether an instance of it has a skin.
inline std::vector<bool> skinned_meshes(const Scene& scene) {
  std::vector<bool> is_skinned(scene.meshes.size(), false);
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes)
      if (instance.skin != kNone) is_skinned[instance.mesh] = true;
  return is_skinned;
}

}  // namespace skelter
