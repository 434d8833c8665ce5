#pragma once
// CrowdBudgetJob: picks a level for every instance, so that a frame is estimated to fit its budget.
//
// One factor, at most 1, multiplies all importances; it goes in steps of an eighth of an octave. The more
// important of two instances never gets the coarser level. When the estimate does not fit, the factor is
// lowered at once, as far as needed; it rises by one step per frame, and only while a tenth of the budget
// stays free after it, so that levels do not flicker. The estimate is planned units times seconds per unit,
// which follow from the last frame. No clocks here: the caller measures, and only the arguments matter.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/crowd/crowd_levels.h"

namespace skelter {

// The caller keeps it from frame to frame; one per crowd.
struct CrowdBudgetState {
  std::int32_t factor_step = 0;  // factor = 2^(factor_step / 8)
  double seconds_per_unit = 0;   // of the last frame that did anything; 0: not known yet
};

struct CrowdBudgetCounters {
  std::uint32_t instances[kMaxCrowdLevels] = {};  // per level
  double planned_units = 0;                       // per frame, once all go at their rates
  double estimated_s = 0;                         // 0 while the cost of a unit is not known
  float factor = 1;
  bool over_budget = false;  // even with all instances at the coarsest level
};

struct CrowdBudgetJob {
  std::span<const CrowdLevel> levels;
  // Per instance, such as its size on the screen; > 0, anything else counts as least important. Rounded down
  // to eighths of an octave, and to the range 2^-32 to 2^32, like the levels' from_importance: instances of
  // one eighth share a level.
  std::span<const float> importances;
  double budget_s = 0;     // > 0
  double last_cost_s = 0;  // what the last frame took; not negative
  // Its units: CrowdScheduleCounters::units; planned_units if all is evaluated in every frame. 0 at first.
  double last_units = 0;
  CrowdBudgetState* state = nullptr;
  std::span<std::uint8_t> out_levels;  // per instance: index into levels
  CrowdBudgetCounters* out_counters = nullptr;

  Status validate() const;
  // O(instances + levels * steps). Does not allocate: a histogram of 2 KB on the stack.
  Status run() const;
};

}  // namespace skelter
