#pragma once
// Subtree queries in constant time.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

class Subtrees {
 public:
  // Precondition: the nodes form a forest. O(nodes).
  explicit Subtrees(const Scene& scene);

  std::uint32_t root(std::uint32_t node) const { return root_[node]; }
  // Whether `node` is `ancestor` or one of its descendants.
  bool is_below(std::uint32_t node, std::uint32_t ancestor) const {
    return at_[node] >= at_[ancestor] && at_[node] < end_[ancestor];
  }

 private:
  std::vector<std::uint32_t> root_;
  std::vector<std::uint32_t> at_, end_;  // depth-first index of each node, and the end of its subtree
};

}  // namespace skelter
