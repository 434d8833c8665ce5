#include "cli/output/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/internal/terminal.h"
#include "system/internal/text.h"

namespace skelter::cli {

Progress::Progress(std::string what, std::size_t total, bool quiet, std::FILE* out,
                   std::function<Clock::time_point()> now)
    : what_(std::move(what)),
      total_(std::max<std::size_t>(total, 1)),
      quiet_(quiet),
      terminal_(is_terminal(out)),
      out_(out),
      now_(std::move(now)),
      next_(now_() + std::chrono::seconds(terminal_ ? 1 : 10)) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs("\r\033[K", out_);
  std::fflush(out_);
}

void Progress::step(std::string_view name) {
  ++done_;
  const Clock::time_point now = now_();
  if (quiet_ || now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10));
  shown_ = terminal_;
  std::string text = fmt::format("{} {} of {} ({} %)", what_, done_, total_, done_ * 100 / total_);
  if (!name.empty()) text += ": " + std::string(name);
  text = terminal_ ? "\r" + printable(text) + "\033[K" : printable(text) + "\n";
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

}  // namespace skelter::cli
