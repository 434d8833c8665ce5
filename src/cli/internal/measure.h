#pragma once
// Interleaved timing: every round runs each contender once, so that other load affects all of them equally.

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace skelter::bench {

struct Contender {
  std::string name;
  std::function<void()> run;           // one unit of work
  std::function<void()> prepare = {};  // called before each run, not timed
};

struct Timing {
  double min_s = 0, median_s = 0, max_s = 0;
};

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Runs rounds until every contender has at least `min_rounds` runs and the total reaches `min_total_s`. The
// first round is a warm-up and does not count. `now_s`: the clock; the CPU time of the thread excludes time
// used by other programs. Returns one Timing per contender.
inline std::vector<Timing> measure(const std::vector<Contender>& contenders, std::size_t min_rounds = 9,
                                   double min_total_s = 0.4, std::size_t max_rounds = 400,
                                   double (*now_s)() = wall_seconds) {
  std::vector<std::vector<double>> seconds(contenders.size());
  const double begin_s = wall_seconds();
  for (std::size_t round = 0; round < max_rounds + 1; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (contenders[i].prepare) contenders[i].prepare();
      const double start_s = now_s();
      contenders[i].run();
      if (round > 0) seconds[i].push_back(now_s() - start_s);
    }
    if (round >= min_rounds && wall_seconds() - begin_s > min_total_s) break;
  }
  std::vector<Timing> timings;
  for (std::vector<double>& s : seconds) {
    std::sort(s.begin(), s.end());
    timings.push_back({s.front(), s[s.size() / 2], s.back()});
  }
  return timings;
}

}  // namespace skelter::bench
