#pragma once
// CrowdBudgetJob: picks a level for every instance so that the estimated frame time fits the budget.
//
// One factor, at most 1, multiplies all importances; it changes in steps of an eighth of an octave. The more
// important of two instances never gets the coarser level. If the estimate exceeds the budget, the factor
// drops at once, as far as needed. It rises by one step per frame, and only if a tenth of the budget stays
// free after the step, so that levels do not flicker. The estimate is the planned units times the seconds per
// unit of the last frame. The job reads no clock: the caller measures the time, and the result depends only
// on the arguments.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/crowd/crowd_levels.h"

namespace skelter {

// State that the caller keeps from frame to frame; one per crowd.
struct CrowdBudgetState {
  std::int32_t factor_step = 0;  // factor = 2^(factor_step / 8)
  double seconds_per_unit = 0;   // cost in the last frame that did any work; 0: unknown
};

struct CrowdBudgetCounters {
  std::uint32_t instances[kMaxCrowdLevels] = {};  // per level
  double planned_units = 0;  // per frame, once all instances run at the rates of their levels
  double estimated_s = 0;    // 0 while the cost of a unit is unknown
  float factor = 1;
  bool over_budget = false;  // true if the estimate is over budget with all instances at the coarsest level
};

struct CrowdBudgetJob {
  std::span<const CrowdLevel> levels;
  // Per instance, for example its size on the screen; > 0; any other value counts as least important. Rounded
  // down to eighths of an octave, and clamped to 2^-32 to 2^32, like the levels' from_importance: instances
  // in the same eighth share a level.
  std::span<const float> importances;
  double budget_s = 0;     // > 0
  double last_cost_s = 0;  // cost of the last frame; at least 0
  // Work of the last frame: CrowdScheduleCounters::units, or planned_units if all instances are evaluated in
  // every frame. 0 at first.
  double last_units = 0;
  CrowdBudgetState* state = nullptr;
  std::span<std::uint8_t> out_levels;  // per instance: index into levels
  CrowdBudgetCounters* out_counters = nullptr;

  Status validate() const;
  // O(instances + levels * steps). Does not allocate; uses a histogram of 2 KB on the stack.
  Status run() const;
};

}  // namespace skelter
