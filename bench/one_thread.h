#pragma once
// Measures contenders that run only on the calling thread.

#include <vector>

#include "cli/internal/measure.h"
#include "system/internal/process.h"

namespace skelter::bench {

// Like measure(), but in CPU time of the calling thread.
inline std::vector<Timing> measure_one_thread(const std::vector<Contender>& contenders,
                                              std::size_t min_rounds = 9, double min_total_s = 0.4,
                                              std::size_t max_rounds = 400) {
  return measure(contenders, min_rounds, min_total_s, max_rounds, thread_cpu_seconds);
}

}  // namespace skelter::bench
