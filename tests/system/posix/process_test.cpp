#include "system/internal/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <span>
#include <string>
#include <vector>

#include "skelter/system/file.h"
#include "system/text_bytes.h"

namespace skelter {
namespace {

using test::bytes_of;

TEST(Process, a_program_is_found_in_the_folders_of_path) {
  ASSERT_TRUE(find_program("sh"));
  EXPECT_THAT(*find_program("sh"), testing::EndsWith("/sh"));
  EXPECT_FALSE(find_program("no-such-program-here"));
  EXPECT_FALSE(find_program(""));
}

TEST(Process, processors_are_counted_as_the_system_counts_them) {
  const std::string same = "test $(getconf _NPROCESSORS_ONLN) -eq " + std::to_string(processor_count());
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", same});
  ASSERT_TRUE(child);
  EXPECT_TRUE(child->finish());
}

TEST(Process, what_is_written_arrives) {
  Result<TemporaryFile> file = TemporaryFile::create(".txt");
  ASSERT_TRUE(file);
  EXPECT_THAT(file->path(), testing::EndsWith(".txt"));
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", "cat > " + file->path()});
  ASSERT_TRUE(child) << to_string(child.error());
  ASSERT_TRUE(child->write(bytes_of("one ")));
  ASSERT_TRUE(child->write(bytes_of("two")));
  ASSERT_TRUE(child->finish());
  const Result<std::vector<std::byte>> read = read_file(file->path());
  ASSERT_TRUE(read);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(read->data()), read->size()), "one two");
}

TEST(Process, a_failure_quotes_the_last_line_that_was_printed) {
  Result<ChildProcess> child =
      ChildProcess::start("/bin/sh", {"-c", "echo first >&2; echo no such codec >&2; exit 3"});
  ASSERT_TRUE(child);
  EXPECT_EQ(to_string(child->finish().error()), "/bin/sh: ended with status 3: no such codec");
}

TEST(Process, an_end_by_signal_is_reported) {
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", "kill -9 $$"});
  ASSERT_TRUE(child);
  EXPECT_EQ(to_string(child->finish().error()), "/bin/sh: was ended by signal 9");
}

TEST(Process, an_unknown_end_is_not_success) {
  void (*const before)(int) = ::signal(SIGCHLD, SIG_IGN);
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", "echo disk full >&2; exit 1"});
  const Result<void> ended = child ? child->finish() : Result<void>();
  ::signal(SIGCHLD, before);
  ASSERT_TRUE(child);
  ASSERT_FALSE(ended);
  EXPECT_EQ(to_string(ended.error()),
            "/bin/sh: has ended, but its status is unknown because SIGCHLD is ignored: disk full");
}

TEST(Process, the_last_error_line_is_kept_also_after_success) {
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", "echo Error writing trailer >&2"});
  ASSERT_TRUE(child);
  EXPECT_TRUE(child->finish());
  EXPECT_EQ(child->last_error_line(), "Error writing trailer");
}

TEST(Process, writing_to_a_program_that_has_ended_is_an_error_and_no_signal) {
  Result<ChildProcess> child = ChildProcess::start("/bin/sh", {"-c", "exit 0"});
  ASSERT_TRUE(child);
  const std::string much(1 << 20, 'x');
  Result<void> written;
  for (int i = 0; i < 50 && written; ++i) written = child->write(bytes_of(much));
  ASSERT_FALSE(written);
  EXPECT_EQ(to_string(written.error()), "/bin/sh: ended before it had read all of its input");
}

TEST(Process, a_program_that_does_not_exist_cannot_be_started) {
  const Result<ChildProcess> child = ChildProcess::start("/nowhere/program", {});
  ASSERT_FALSE(child);
  EXPECT_EQ(to_string(child.error()), "/nowhere/program: cannot be started: No such file or directory");
}

TEST(Process, a_temporary_file_is_removed_with_its_object) {
  std::string path;
  {
    Result<TemporaryFile> file = TemporaryFile::create(".mp4");
    ASSERT_TRUE(file);
    path = file->path();
    EXPECT_TRUE(file_exists(path));
  }
  EXPECT_FALSE(file_exists(path));
}

}  // namespace
}  // namespace skelter
