// Child processes and the sandbox on Windows. This program itself is the child.

#include "system/internal/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/sandbox.h"
#include "system/text_bytes.h"

namespace skelter::test {
namespace {

using Bytes = std::vector<std::byte>;

// Before main(), as the command does first in main(): a copy of this program that a sandbox has started does
// not return. SKELTER_TEST_CHILD makes this program a child with that behaviour.
const bool is_prepared = [] {
  prepare_program();
  const std::string child = environment_variable("SKELTER_TEST_CHILD");
  if (child.empty()) return true;
  char text[100] = {};
  const std::size_t size = std::fread(text, 1, sizeof text - 1, stdin);
  if (child == "fail") {
    std::fprintf(stderr, "first\nno such codec\n");
    std::_Exit(3);
  }
  if (child == "words") std::fprintf(stderr, "%ls", ::GetCommandLineW());
  if (child == "echo" && size > 0) {
    std::fprintf(stderr, "%s", text);
    std::_Exit(4);
  }
  std::_Exit(0);
}();

class AsChild {
 public:
  explicit AsChild(const char* what) { ::SetEnvironmentVariableA("SKELTER_TEST_CHILD", what); }
  ~AsChild() { ::SetEnvironmentVariableA("SKELTER_TEST_CHILD", nullptr); }
};

TEST(WindowsProcess, its_input_arrives_and_its_last_line_is_quoted) {
  const AsChild child("echo");
  auto started = ChildProcess::start(this_program(), {});
  ASSERT_TRUE(started.ok()) << to_string(started.error());
  ASSERT_TRUE(started->write(bytes_of("d\xC3\xA9j\xC3\xA0\n")).ok());
  const Result<void> ended = started->finish();
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().message, "ended with status 4: d\xC3\xA9j\xC3\xA0");
}

TEST(WindowsProcess, arguments_keep_spaces_quotes_and_backslashes) {
  const AsChild child("words");
  auto started =
      ChildProcess::start(this_program(), {"a b", "", "say \"x\"", "C:\\dir\\", "\\\\host\\", "c\\\"d"});
  ASSERT_TRUE(started.ok());
  ASSERT_TRUE(started->finish().ok());
  EXPECT_THAT(started->last_error_line(),
              testing::EndsWith(R"( "a b" "" "say \"x\"" "C:\dir\\" "\\host\\" "c\\\"d")"));
}

TEST(WindowsProcess, failures_are_reported) {
  const AsChild child("fail");
  auto started = ChildProcess::start(this_program(), {});
  ASSERT_TRUE(started.ok());
  EXPECT_EQ(started->finish().error().message, "ended with status 3: no such codec");
  EXPECT_FALSE(ChildProcess::start("C:/nowhere/program.exe", {}).ok());
}

TEST(WindowsProcess, facts_of_the_machine_and_the_program) {
  EXPECT_GE(processor_count(), 1u);
  EXPECT_GT(peak_memory_bytes(), 1u << 20);
  EXPECT_GE(thread_cpu_seconds(), 0);
  EXPECT_EQ(file_name(executable_path()), "system_tests.exe");
  EXPECT_FALSE(find_program("no-such-program-here"));
  ASSERT_TRUE(find_program("cmd"));
  EXPECT_EQ(extension(*find_program("cmd")), ".exe");
}

TEST(WindowsProcess, temporary_files_have_their_suffix_and_go_with_the_object) {
  std::string path;
  {
    auto file = TemporaryFile::create(".mp4");
    ASSERT_TRUE(file.ok());
    path = file->path();
    EXPECT_TRUE(path.ends_with(".mp4"));
    EXPECT_TRUE(file_exists(path));
  }
  EXPECT_FALSE(file_exists(path));
}

// --- the sandbox ---

Bytes reversed(ByteSpan input) {
  return {input.rbegin(), input.rend()};
}
Bytes crashing(ByteSpan) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
  return {};
}
Bytes endless(ByteSpan) {
  while (true) ::Sleep(10);
}
Bytes greedy(ByteSpan) {
  std::vector<Bytes> all;
  while (all.size() < 4000) {
    all.emplace_back(std::size_t{1} << 20);
    std::memset(all.back().data(), 1, all.back().size());
    ::Sleep(1);  // Wine enforces no limit of a job, so the first process has to see what is used
  }
  return {};
}
Bytes throwing(ByteSpan) {
  throw std::runtime_error("no");
}
Bytes leaving(ByteSpan) {
  std::_Exit(5);
}
Bytes of_another_process(ByteSpan) {
  const DWORD id = ::GetCurrentProcessId();
  Bytes bytes(sizeof id);
  std::memcpy(bytes.data(), &id, sizeof id);
  return bytes;
}

std::string failure(SandboxWork work, const SandboxLimits& limits = {}) {
  const auto answer = run_in_sandbox("bad.glb", work, {}, limits);
  return answer ? "none" : std::string(answer.error().code) + ": " + answer.error().message;
}

TEST(WindowsSandbox, the_answer_of_another_process_comes_back) {
  for (const std::size_t size : {0, 1, 70'000, 5'000'000}) {
    Bytes input(size);
    for (std::size_t i = 0; i < size; ++i) input[i] = static_cast<std::byte>(i * 7 + i / 251);
    const auto answer = run_in_sandbox("a", reversed, input);
    ASSERT_TRUE(answer.ok()) << to_string(answer.error());
    EXPECT_EQ(*answer, reversed(input)) << size;
  }
  const auto answer = run_in_sandbox("a", of_another_process, {});
  ASSERT_TRUE(answer.ok());
  DWORD id = 0;
  ASSERT_EQ(answer->size(), sizeof id);
  std::memcpy(&id, answer->data(), sizeof id);
  EXPECT_NE(id, ::GetCurrentProcessId());
}

TEST(WindowsSandbox, failures_are_those_of_the_file) {
  EXPECT_THAT(failure(crashing), testing::StartsWith("isolated.crashed: crashed with exception 0xC0000005"));
  EXPECT_EQ(failure(throwing), "isolated.crashed: ended with status 78");
  EXPECT_EQ(failure(leaving), "isolated.crashed: ended with status 5");
}

TEST(WindowsSandbox, time_and_memory_are_limited) {
  SandboxLimits limits;
  limits.max_seconds = 0.5;
  EXPECT_EQ(failure(endless, limits), "isolated.time: takes longer than 0.5 s");
  limits.max_seconds = 60;
  limits.max_memory_bytes = 200 << 20;
  EXPECT_EQ(failure(greedy, limits), "isolated.memory: needs more memory than the limit of 209715200 bytes");
}

}  // namespace
}  // namespace skelter::test
