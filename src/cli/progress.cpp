#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace skelter::cli {

Progress::Progress(std::string what, std::size_t total, bool quiet)
    : what_(std::move(what)),
      total_(std::max<std::size_t>(total, 1)),
      silent_(quiet || isatty(STDERR_FILENO) == 0),
      next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::step() {
  ++done_;
  const Clock::time_point now = Clock::now();
  if (silent_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  std::fprintf(stderr, "\r%s %zu of %zu (%zu %%)\033[K", what_.c_str(), done_, total_, done_ * 100 / total_);
  std::fflush(stderr);
}

}  // namespace skelter::cli
