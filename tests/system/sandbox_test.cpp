// Work in a copy of the process: what comes back, and how each way to fail is told.

#include "system/internal/sandbox.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
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

TEST(Sandbox, time_ends) {
  SandboxLimits limits;
  limits.max_seconds = 0.2;
  EXPECT_EQ(error_of(
                []() -> Bytes {
                  while (true) ::pause();
                },
                limits),
            "isolated.time | bad.fbx: takes longer than 0.2 s");
}

TEST(Sandbox, memory_ends) {
  SandboxLimits limits;
  limits.max_memory_bytes = 1'000'000;
  EXPECT_EQ(error_of([]() -> Bytes { throw std::bad_alloc(); }, limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 1000000 bytes");
  EXPECT_EQ(error_of([] { return Bytes(1'000'001); }, limits),
            "isolated.memory | bad.fbx: needs more memory than the limit of 1000000 bytes");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Sandbox, memory_that_the_work_takes_for_itself_counts) {
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
