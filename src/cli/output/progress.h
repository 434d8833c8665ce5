#pragma once
// Progress of work that takes longer than a second: one line on a terminal that changes; elsewhere a line
// every ten seconds.

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

namespace skelter::cli {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // Shows nothing when `quiet`. `now` is the clock.
  Progress(std::string what, std::size_t total, bool quiet, std::FILE* out = stderr,
           std::function<Clock::time_point()> now = Clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // wipes the line

  // One more of `total` is done; it has this name, or none.
  void step(std::string_view name = {});

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_ = false;
  bool quiet_, terminal_;
  std::FILE* out_;
  std::function<Clock::time_point()> now_;
  // Not before: on a terminal a second after the start, then ten times a second.
  Clock::time_point next_;
};

}  // namespace skelter::cli
