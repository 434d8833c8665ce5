#pragma once
// CrowdLevel: a cheaper variant of an instance, with fewer joints, and with interpolation between less
// frequent evaluations. A crowd has one table of levels, finest first. CrowdBudgetJob picks one per instance;
// CrowdScheduleJob and CrowdInterpolateJob apply it.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"

namespace skelter {

struct CrowdLevel {
  std::uint16_t lod = 0;              // level of detail of the skeleton
  std::uint16_t update_interval = 1;  // frames between evaluations; 1: every frame
  // Work units of one evaluation. Only ratios matter: measure them, or use the number of joints.
  float cost = 1;
  // The level applies from this importance up to that of the previous level. Ignored for the last level,
  // which applies to the rest.
  float from_importance = 0;
  float mix_cost = 0;  // work units of a frame's interpolation; only at intervals above 1

  // Average per frame. Must not exceed that of the previous level.
  double units_per_frame() const {
    return update_interval == 1 ? cost : static_cast<double>(cost) / update_interval + mix_cost;
  }
};
inline constexpr std::uint32_t kMaxCrowdLevels = 16;

// Checks that there are 1 to kMaxCrowdLevels levels, in order, with intervals above 0 and finite costs that
// are above 0 for evaluation and at least 0 for mixing.
Status validate_levels(std::span<const CrowdLevel> levels);

}  // namespace skelter
