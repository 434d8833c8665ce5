#include "skelter/scene/scene.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "skelter/scene/hierarchy.h"

namespace skelter {

std::vector<std::vector<std::uint32_t>> children_of(const Scene& scene) {
  std::vector<std::vector<std::uint32_t>> children(scene.nodes.size() + 1);
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const std::uint32_t parent = scene.nodes[i].parent;
    children[parent == kNone ? scene.nodes.size() : parent].push_back(i);
  }
  return children;
}

bool same_content(const Scene& a, const Scene& b) {
  return a.nodes == b.nodes && a.meshes == b.meshes && a.skins == b.skins && a.materials == b.materials &&
         a.textures == b.textures && a.images == b.images && a.samplers == b.samplers &&
         a.cameras == b.cameras && a.lights == b.lights && a.clips == b.clips && a.scenes == b.scenes &&
         a.default_scene == b.default_scene && a.copyright == b.copyright && a.carried == b.carried;
}

std::vector<float> rest_morph_weights(const Scene& scene, std::uint32_t node) {
  const Node& of = scene.nodes[node];
  if (of.meshes.empty()) return {};
  const Mesh& mesh = scene.meshes[of.meshes[0].mesh];
  const std::size_t targets = mesh.primitives.empty() ? 0 : mesh.primitives[0].morphs.size();
  if (targets == 0) return {};
  if (!of.morph_weights.empty()) return of.morph_weights;
  return mesh.morph_weights.empty() ? std::vector<float>(targets, 0.0f) : mesh.morph_weights;
}

std::vector<std::uint32_t> parents_first(const Scene& scene) {
  const auto children = children_of(scene);
  using SmallestFirst = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  SmallestFirst ready(std::greater<>(), children.back());
  std::vector<std::uint32_t> order;
  order.reserve(scene.nodes.size());
  while (!ready.empty()) {
    const std::uint32_t node = ready.top();
    ready.pop();
    order.push_back(node);
    for (const std::uint32_t child : children[node]) ready.push(child);
  }
  return order;
}

std::uint32_t find_node(const Scene& scene, std::string_view name, std::uint32_t root) {
  const auto children = children_of(scene);
  // The next node to visit is on top of the stack, so children are pushed in reverse order.
  std::vector<std::uint32_t> open(children.back().rbegin(), children.back().rend());
  if (root != kNone) open = {root};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (scene.nodes[node].name == name) return node;
    open.insert(open.end(), children[node].rbegin(), children[node].rend());
  }
  return kNone;
}

std::uint32_t find_clip(const Scene& scene, std::string_view name) {
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
    if (scene.clips[i].name && *scene.clips[i].name == name) return i;
  return kNone;
}

}  // namespace skelter
