// Runs work in a copy of the process: checks its results, and the report for each kind of failure.

#include "system/internal/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace skelter {
namespace {

using Bytes = std::vector<std::byte>;

std::string error_of(const std::function<Bytes()>& work, const SandboxLimits& limits = {}) {
  const auto answer = run_in_sandbox("bad.fbx", work, limits);
  return answer ? "none" : std::string(answer.error().code) + " | " + to_string(answer.error());
}

TEST(Sandbox, answers_of_any_size_come_back) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3'000'000}}) {
    const auto answer = run_in_sandbox("a", [size] { return Bytes(size, std::byte{7}); });
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_EQ(*answer, Bytes(size, std::byte{7}));
  }
}

TEST(Sandbox, what_the_copy_changes_stays_in_the_copy) {
  int number = 1;
  const auto answer = run_in_sandbox("a", [&] {
    number = 2;
    return Bytes(static_cast<std::size_t>(number));
  });
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), 2u);
  EXPECT_EQ(number, 1);
}

TEST(Sandbox, a_signal_is_named) {
  EXPECT_EQ(error_of([]() -> Bytes {
              ::raise(SIGSEGV);
              return {};
            }),
            "isolated.crashed | bad.fbx: crashed with signal 11");
}

TEST(Sandbox, an_exception_is_a_crash) {
  EXPECT_EQ(error_of([]() -> Bytes { throw std::runtime_error("no"); }),
            "isolated.crashed | bad.fbx: ended with status 78");
}

TEST(Sandbox, stops_at_the_time_limit) {
  SandboxLimits limits;
  limits.max_seconds = 0.2;
  EXPECT_EQ(error_of(
                []() -> Bytes {
                  while (true) ::pause();
                },
                limits),
            "isolated.time | bad.fbx: takes longer than 0.2 s");
}

TEST(Sandbox, stops_at_the_memory_limit) {
  SandboxLimits limits;
  limits.max_memory_bytes = 1'000'000;
  EXPECT_EQ(error_of([]() -> Bytes { throw std::bad_alloc(); }, limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 1000000 bytes");
  EXPECT_EQ(error_of([] { return Bytes(1'000'001); }, limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 1000000 bytes");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Sandbox, memory_that_the_work_allocates_counts) {
  SandboxLimits limits;
  limits.max_memory_bytes = 10'000'000;
  EXPECT_EQ(error_of(
                [] {
                  Bytes large(200'000'000, std::byte{1});
                  return Bytes(1, large.back());
                },
                limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 10000000 bytes");
}
#endif

// Ignores SIGCHLD, as servers do; programs inherit that. The exit status of a child process is then not
// available.
class ChildrenIgnored {
 public:
  ChildrenIgnored() : before_(::signal(SIGCHLD, SIG_IGN)) {}
  ~ChildrenIgnored() { ::signal(SIGCHLD, before_); }

 private:
  void (*before_)(int);
};

TEST(Sandbox, an_answer_counts_only_if_it_is_complete_where_the_status_is_unknown) {
  const ChildrenIgnored ignored;
  const auto answer = run_in_sandbox("a", [] { return Bytes(3, std::byte{7}); });
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(*answer, Bytes(3, std::byte{7}));
  EXPECT_EQ(error_of([]() -> Bytes { ::abort(); }), "isolated.crashed | bad.fbx: ended without an answer");
  EXPECT_EQ(error_of([]() -> Bytes { ::_exit(0); }), "isolated.crashed | bad.fbx: ended without an answer");
  SandboxLimits limits;
  limits.max_memory_bytes = 1'000'000;
  EXPECT_EQ(error_of([]() -> Bytes { throw std::bad_alloc(); }, limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 1000000 bytes");
}

TEST(Sandbox, an_end_without_an_answer_is_an_error_whatever_its_status) {
  EXPECT_EQ(error_of([]() -> Bytes { ::_exit(0); }), "isolated.crashed | bad.fbx: ended without an answer");
}

// The pipe then gets the number of a standard stream, which the copy replaces.
TEST(Sandbox, answers_come_back_where_the_standard_files_are_closed) {
  const int kept[] = {::dup(0), ::dup(1), ::dup(2)};
  for (const int standard : {0, 1, 2}) ::close(standard);
  const auto answer = run_in_sandbox("a", [] { return Bytes(3, std::byte{7}); });
  for (const int standard : {0, 1, 2}) {
    ::dup2(kept[standard], standard);
    ::close(kept[standard]);
  }
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(*answer, Bytes(3, std::byte{7}));
}

#ifdef __linux__
TEST(Sandbox, files_with_high_numbers_are_closed_too) {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  constexpr int kHigh = 5000;
  if (files.rlim_max <= kHigh) GTEST_SKIP() << "at most " << files.rlim_max << " files";
  const rlimit before = files;
  files.rlim_cur = kHigh + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  ASSERT_EQ(::dup2(2, kHigh), kHigh);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  const auto answer = run_in_sandbox("a", [] { return Bytes(::fcntl(kHigh, F_GETFD) < 0 ? 1 : 2); });
  ::close(kHigh);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), 1u);
}
#endif

TEST(Sandbox, files_of_the_first_process_are_closed) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto answer = run_in_sandbox("a", [&] {
    const bool closed = ::write(ends[1] == 3 ? ends[0] : ends[1], "x", 1) < 0;
    return Bytes(closed ? 1 : 2);
  });
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), 1u);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace skelter
