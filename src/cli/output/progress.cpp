#include "cli/output/progress.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace skelter::cli {

Progress::Progress(std::string what, std::size_t total, bool quiet, std::FILE* out,
                   std::function<Clock::time_point()> now)
    : what_(std::move(what)),
      total_(std::max<std::size_t>(total, 1)),
      silent_(quiet || isatty(fileno(out)) == 0),
      out_(out),
      now_(std::move(now)),
      next_(now_() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs("\r\033[K", out_);
  std::fflush(out_);
}

void Progress::step() {
  ++done_;
  const Clock::time_point now = now_();
  if (silent_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  std::fprintf(out_, "\r%s %zu of %zu (%zu %%)\033[K", what_.c_str(), done_, total_, done_ * 100 / total_);
  std::fflush(out_);
}

}  // namespace skelter::cli
