#pragma once
// Which nodes are below which, asked in constant time.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

class Subtrees {
 public:
  // The nodes are a forest. Cost: linear.
  explicit Subtrees(const Scene& scene);

  std::uint32_t root(std::uint32_t node) const { return root_[node]; }
  // Also true for the node itself.
  bool is_below(std::uint32_t node, std::uint32_t ancestor) const {
    return at_[node] >= at_[ancestor] && at_[node] < end_[ancestor];
  }

 private:
  std::vector<std::uint32_t> root_;
  std::vector<std::uint32_t> at_, end_;  // place in depth-first order, and the place after all below
};

}  // namespace skelter
