#pragma once
// Interleaved timing: every round runs each contender once, so that a busy neighbour hits all of them alike.

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace skelter::bench {

struct Contender {
  std::string name;
  std::function<void()> run;           // one whole unit of work
  std::function<void()> prepare = {};  // before each, not timed
};

struct Timing {
  double min_s = 0, median_s = 0, max_s = 0;
};

// Runs rounds until every contender has at least `min_rounds` and the total reaches `min_total_s`; the first
// round warms up and does not count. Returns one Timing per contender. `TimedBy`: what a contender is timed
// by, in place of the clock on the wall, such as the time of a thread's own.
template <class TimedBy = std::chrono::steady_clock>
std::vector<Timing> measure(const std::vector<Contender>& contenders, std::size_t min_rounds = 9,
                            double min_total_s = 0.4, std::size_t max_rounds = 400) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<double>> seconds(contenders.size());
  const auto begin = Clock::now();
  for (std::size_t round = 0; round < max_rounds + 1; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (contenders[i].prepare) contenders[i].prepare();
      const auto start = TimedBy::now();
      contenders[i].run();
      if (round > 0) seconds[i].push_back(std::chrono::duration<double>(TimedBy::now() - start).count());
    }
    if (round >= min_rounds && std::chrono::duration<double>(Clock::now() - begin).count() > min_total_s)
      break;
  }
  std::vector<Timing> timings;
  for (std::vector<double>& s : seconds) {
    std::sort(s.begin(), s.end());
    timings.push_back({s.front(), s[s.size() / 2], s.back()});
  }
  return timings;
}

}  // namespace skelter::bench
