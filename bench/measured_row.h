#pragma once
// A benchmark row for contenders that run on the calling thread.

#include <cstdio>
#include <string>
#include <vector>

#include "one_thread.h"
#include "result_file.h"

namespace skelter::bench {

struct Rounds {
  std::size_t least = 15;
  double least_s = 1.0;
};

// Measures the contenders in turns, stores the results, and prints medians, in parentheses the least times,
// and ratios to the first contender. `units`: see ResultFile::add.
inline void measure_row(ResultFile& results, const std::string& name,
                        const std::vector<Contender>& contenders, const char* unit, double units,
                        Rounds rounds = {}) {
  const auto timings = measure_one_thread(contenders, rounds.least, rounds.least_s);
  std::printf("%-44s", name.c_str());
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    results.add(name, contenders[i].name, unit, timings[i], units);
    std::printf("  %s %.4g (%.4g) %.2f", contenders[i].name.c_str(), timings[i].median_s * units,
                timings[i].min_s * units, timings[i].median_s / timings[0].median_s);
  }
  std::printf("  %s\n", unit);
  std::fflush(stdout);
}

}  // namespace skelter::bench
