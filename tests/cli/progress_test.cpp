// Progress on a simulated terminal, with a simulated clock.

#include "cli/output/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace skelter::test {
namespace {

using cli::Progress;

class ProgressOnTerminal : public ::testing::Test {
 protected:
  void SetUp() override {
    master_ = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0)
      GTEST_SKIP() << "no pseudo terminals here";
    terminal_ = std::fopen(ptsname(master_), "w");
    ASSERT_NE(terminal_, nullptr);
  }
  void TearDown() override {
    if (terminal_ != nullptr) std::fclose(terminal_);
    if (master_ >= 0) close(master_);
  }
  // Returns the text written since the last call.
  std::string shown() const {
    char text[1024];
    const ssize_t count = read(master_, text, sizeof(text));
    return count > 0 ? std::string(text, static_cast<std::size_t>(count)) : std::string();
  }
  void pass(int ms) { now_ += std::chrono::milliseconds(ms); }
  Progress progress(bool quiet, std::FILE* out) {
    return Progress("frame", 8, quiet, out, [this] { return now_; });
  }
  int master_ = -1;
  std::FILE* terminal_ = nullptr;
  Progress::Clock::time_point now_{};
};

TEST_F(ProgressOnTerminal, nothing_is_shown_in_the_first_second_then_a_line_that_is_erased_at_the_end) {
  {
    Progress bar = progress(false, terminal_);
    pass(900);
    bar.step();
    EXPECT_EQ(shown(), "");
    pass(200);
    bar.step();
    EXPECT_EQ(shown(), "\rframe 2 of 8 (25 %)\033[K");
    pass(50);
    bar.step();  // at most ten updates per second
    EXPECT_EQ(shown(), "");
    pass(60);
    bar.step();
    EXPECT_EQ(shown(), "\rframe 4 of 8 (50 %)\033[K");
  }
  EXPECT_EQ(shown(), "\r\033[K");
}

TEST_F(ProgressOnTerminal, quiet_shows_nothing) {
  Progress bar = progress(true, terminal_);
  pass(5000);
  bar.step();
  EXPECT_EQ(shown(), "");
}

// The output may also be a file, such as the log of a build machine.
TEST_F(ProgressOnTerminal, file_gets_a_line_every_ten_seconds) {
  std::FILE* file = std::tmpfile();
  {
    Progress bar = progress(false, file);
    for (int i = 0; i < 5; ++i) {
      pass(5000);
      bar.step();
    }
  }
  std::rewind(file);
  char text[200];
  const std::size_t count = std::fread(text, 1, sizeof text, file);
  EXPECT_EQ(std::string(text, count), "frame 2 of 8 (25 %)\nframe 4 of 8 (50 %)\n");
  std::fclose(file);
}

}  // namespace
}  // namespace skelter::test
