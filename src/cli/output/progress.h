#pragma once
// Shows the progress of work that takes longer than a second: one changing line on a terminal, otherwise a
// line every ten seconds.

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

  // Shows nothing if `quiet`. `now` is the clock.
  Progress(std::string what, std::size_t total, bool quiet, std::FILE* out = stderr,
           std::function<Clock::time_point()> now = Clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // clears the line

  // Counts one more of `total` as done, with an optional name.
  void step(std::string_view name = {});

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_ = false;
  bool quiet_, terminal_;
  std::FILE* out_;
  std::function<Clock::time_point()> now_;
  // Earliest time of the next output. On a terminal: a second after the start, then ten times per second.
  Clock::time_point next_;
};

}  // namespace skelter::cli
