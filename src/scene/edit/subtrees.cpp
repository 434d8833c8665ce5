#include "scene/edit/internal/subtrees.h"

#include <algorithm>

#include "skelter/scene/hierarchy.h"

namespace skelter {

Subtrees::Subtrees(const Scene& scene)
    : root_(scene.nodes.size()), at_(scene.nodes.size()), end_(scene.nodes.size()) {
  const std::vector<std::uint32_t> order = depth_first(scene);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const std::uint32_t node = order[i], parent = scene.nodes[node].parent;
    root_[node] = parent == kNone ? node : root_[parent];
    at_[node] = i;
    end_[node] = i + 1;
  }
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (const std::uint32_t parent = scene.nodes[*node].parent; parent != kNone)
      end_[parent] = std::max(end_[parent], end_[*node]);
}

}  // namespace skelter
