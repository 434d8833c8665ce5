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

// The plan of CrowdBudgetJob and the work of CrowdScheduleJob. The caller keeps one per crowd from frame to
// frame, initialised as here.
struct CrowdCounters {
  // CrowdBudgetJob.
  std::int32_t factor_step = 0;                   // factor = 2^(factor_step / 8)
  double seconds_per_unit = 0;                    // cost in the last frame that did any work; 0: unknown
  std::uint32_t instances[kMaxCrowdLevels] = {};  // per level
  double planned_units = 0;                       // per frame, once all instances run at their rates
  double estimated_s = 0;                         // 0 while the cost of a unit is unknown
  float factor = 1;
  bool over_budget = false;  // true if the estimate is over budget with all instances at the coarsest level
  // CrowdScheduleJob, for this frame.
  std::uint32_t due = 0;           // evaluations
  std::uint32_t interpolated = 0;  // instances that show a mix
  std::uint32_t slots_held = 0;
  std::uint32_t without_slot = 0;  // evaluated because no slot was free
  double units = 0;                // work, for CrowdBudgetJob::last_units
};

}  // namespace skelter
