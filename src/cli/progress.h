#pragma once
// Progress: one line on a terminal for work that takes longer than a second.

#include <chrono>
#include <cstddef>
#include <string>

namespace skelter::cli {

class Progress {
 public:
  // Shows nothing when `quiet`, or when standard error is not a terminal.
  Progress(std::string what, std::size_t total, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // wipes the line

  // One more of `total` is done.
  void step();

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_ = false;
  bool silent_;
  Clock::time_point next_;  // not before: a second after the start, then ten times a second
};

}  // namespace skelter::cli
