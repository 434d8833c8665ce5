#include "compile/compile_graph/profile_rates.h"

#include <algorithm>

#include "compile/mask_weights.h"

namespace skelter::compile {

std::vector<float> profile_rates(std::span<const MaskSettings> profiles, const Skeleton& skeleton,
                                 std::span<const std::uint16_t> parents) {
  const std::size_t count = skeleton.joint_count(), lanes = std::size_t{kLanes} * skeleton.block_count();
  std::vector<float> all(profiles.size() * lanes, 0.0f);
  for (std::size_t p = 0; p < profiles.size(); ++p) {
    const std::span<float> rates(all.data() + p * lanes, count);
    std::fill(rates.begin(), rates.end(), profiles[p].base_weight);
    for (const MaskSettings::Entry& entry : profiles[p].entries) {
      const std::uint16_t top = skeleton.find(entry.joint);
      if (top == kNone16) continue;
      set_weights(
          rates, entry, [&](std::size_t j) { return j == top; }, [&](std::size_t j) { return parents[j]; });
      if (skeleton.helpers[top] != 0)
        rates[skeleton.parents[top]] = entry.weight;  // both halves of the joint's
                                                      // node get the same rate
    }
  }
  return all;
}

}  // namespace skelter::compile
