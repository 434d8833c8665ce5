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
  // Units of work per frame, on average: evaluations and what is interpolated in between. Only relations
  // matter; measure them, or take joints / update_interval. Not above the level before.
  float cost = 1;
  // Due for importances from here on, below the level before. Of the last level without meaning: it takes
  // what is left.
  float from_importance = 0;
};
inline constexpr std::uint32_t kMaxCrowdLevels = 16;

// 1 to kMaxCrowdLevels levels, in order, costs above 0 and finite, intervals above 0.
Status validate_levels(std::span<const CrowdLevel> levels);

}  // namespace skelter
