#include "skelter/crowd/crowd_levels.h"

#include <cmath>

namespace skelter {

Status validate_levels(std::span<const CrowdLevel> levels) {
  if (levels.empty() || levels.size() > kMaxCrowdLevels) return Status::invalid_argument;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const CrowdLevel& level = levels[i];
    if (level.update_interval == 0 || !(level.cost > 0) || !std::isfinite(level.cost))
      return Status::invalid_argument;
    if (i > 0 && level.cost > levels[i - 1].cost) return Status::invalid_argument;
    if (i + 1 == levels.size()) continue;
    if (!(level.from_importance > 0) || !std::isfinite(level.from_importance))
      return Status::invalid_argument;
    if (i > 0 && !(level.from_importance < levels[i - 1].from_importance)) return Status::invalid_argument;
  }
  return Status::ok;
}

}  // namespace skelter
