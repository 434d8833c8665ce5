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

struct CrowdBudgetJob {
  std::span<const CrowdLevel> levels;
  // Per instance, for example its size on the screen; > 0; any other value counts as least important. Rounded
  // down to eighths of an octave, and clamped to 2^-32 to 2^32, like the levels' from_importance: instances
  // in the same eighth share a level.
  std::span<const float> importances;
  double budget_s = 0;     // > 0
  double last_cost_s = 0;  // cost of the last frame; at least 0
  // Work of the last frame: CrowdCounters::units, or planned_units if all instances are evaluated in every
  // frame. 0 at first.
  double last_units = 0;
  std::span<std::uint8_t> out_levels;  // per instance: index into levels
  CrowdCounters* counters = nullptr;   // the plan is read and written

  Status validate() const;
  // O(instances + levels * steps). Does not allocate; uses a histogram of 2 KB on the stack.
  Status run() const;
};

}  // namespace skelter
