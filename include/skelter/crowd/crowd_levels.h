#pragma once
// CrowdLevel: what an instance may be cheaper by: fewer joints, and fewer evaluations with interpolation in
// between. A crowd has one table of levels, the finest first; CrowdBudgetJob picks one per instance,
// CrowdScheduleJob and CrowdInterpolateJob carry it out.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"

namespace skelter {

struct CrowdLevel {
  std::uint16_t lod = 0;              // level of detail of the skeleton
  std::uint16_t update_interval = 1;  // frames from one evaluation to the next; 1: every frame
  // Units of work of one evaluation. Only relations matter: measure them, or take the number of joints.
  float cost = 1;
  // For importances from here on, below the level before. Not used of the last level, which takes the rest.
  float from_importance = 0;
  float mix_cost = 0;  // units of work of a frame's interpolation; only at intervals above 1

  // Per frame, on average. Not above that of the level before.
  double units_per_frame() const {
    return update_interval == 1 ? cost : static_cast<double>(cost) / update_interval + mix_cost;
  }
};
inline constexpr std::uint32_t kMaxCrowdLevels = 16;

// 1 to kMaxCrowdLevels levels, in order; intervals above 0; costs finite and above 0, of mixing 0 or more.
Status validate_levels(std::span<const CrowdLevel> levels);

}  // namespace skelter
