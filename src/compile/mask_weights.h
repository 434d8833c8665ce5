#pragma once
// Computes the weights of joints from the entries of a mask.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/compile/settings.h"

namespace skelter {

// Sets the weights of the joints named by an entry and, with `subtree`, of all their descendants.
// `is_named(j)`: whether the entry names joint j. `parent(j)`: the parent of joint j, or kNone16. Parents
// must precede their children.
template <class IsNamed, class Parent>
void set_weights(std::span<float> weights, const MaskSettings::Entry& entry, const IsNamed& is_named,
                 const Parent& parent) {
  std::vector<bool> inside(weights.size());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const std::uint16_t above = parent(j);
    inside[j] = is_named(j) || (entry.subtree && above != kNone16 && inside[above]);
    if (inside[j]) weights[j] = entry.weight;
  }
}

}  // namespace skelter
