#include "cli/output/progress.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace skelter::cli {

Progress::Progress(std::string what, std::size_t total, bool quiet, std::FILE* out,
                   std::function<Clock::time_point()> now)
    : what_(std::move(what)),
      total_(std::max<std::size_t>(total, 1)),
      quiet_(quiet),
      terminal_(isatty(fileno(out)) != 0),
      out_(out),
      now_(std::move(now)),
      next_(now_() + std::chrono::seconds(terminal_ ? 1 : 10)) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs("\r\033[K", out_);
  std::fflush(out_);
}

void Progress::step() {
  ++done_;
  const Clock::time_point now = now_();
  if (quiet_ || now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10));
  shown_ = terminal_;
  std::fprintf(out_, terminal_ ? "\r%s %zu of %zu (%zu %%)\033[K" : "%s %zu of %zu (%zu %%)\n", what_.c_str(),
               done_, total_, done_ * 100 / total_);
  std::fflush(out_);
}

}  // namespace skelter::cli
