#include "skelter/system/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>

#include "skelter/core/bytes.h"
#include "system/text_bytes.h"

namespace skelter {
namespace {

namespace fs = std::filesystem;

using test::bytes_of;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Creates a separate folder for every test and removes it at the end.
class file : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = ::testing::TempDir() + "skelter_" + test->name() + "_" + std::to_string(::getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void make(const std::string& name, std::string_view text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::string folder_;
};

TEST_F(file, what_was_written_is_read_back) {
  const std::string text("a\0b\r\n\xFF", 6);
  ASSERT_TRUE(write_file(path("a.bin"), bytes_of(text), false).ok());
  const auto bytes = read_file(path("a.bin"));
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(text_of(*bytes), text);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(file, what_cannot_be_written_is_reported_before_writing) {
  make("plain", "x");
  EXPECT_TRUE(expect_writable(path("new")).ok());
  EXPECT_TRUE(expect_writable(path("plain")).ok());
  EXPECT_TRUE(expect_writable("-").ok());
  EXPECT_TRUE(expect_writable("/dev/null").ok());
  EXPECT_FALSE(file_exists(path("new")));
  for (const auto& [name, why] :
       {std::pair{std::string("gone/new"), "there is no folder \"" + path("gone") + "\""},
        std::pair{std::string("gone/below/new"), "there is no folder \"" + path("gone") + "\""},
        std::pair{std::string("plain/new"), "\"" + path("plain") + "\" is a file; expected a folder"}}) {
    const auto known = expect_writable(path(name));
    ASSERT_FALSE(known.ok()) << name;
    EXPECT_EQ(known.error().status, Status::io);
    EXPECT_EQ(to_string(known.error()), path(name) + ": cannot be written: " + why);
  }
  EXPECT_EQ(to_string(expect_writable(folder_).error()), folder_ + ": cannot be written: Is a directory");
}

TEST_F(file, an_empty_file_reads_as_no_bytes) {
  ASSERT_TRUE(write_file(path("empty"), {}, false).ok());
  const auto bytes = read_file(path("empty"));
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(bytes->empty());
}

TEST_F(file, a_file_larger_than_the_buffer_is_read_whole) {
  // The size of a pipe is unknown, so the buffer has to grow.
  const std::string pipe = path("pipe");
  ASSERT_EQ(::system(("mkfifo '" + pipe + "' && (head -c 300000 /dev/zero > '" + pipe + "' &)").c_str()), 0);
  const auto bytes = read_file(pipe);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size(), 300'000u);
}

TEST_F(file, a_missing_file_is_not_found) {
  const auto bytes = read_file(path("no.x"));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().status, Status::not_found);
  EXPECT_EQ(bytes.error().code, "file.not-found");
  EXPECT_EQ(to_string(bytes.error()), path("no.x") + ": no such file");
}

TEST_F(file, a_folder_is_not_a_file) {
  const auto bytes = read_file(folder_);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(to_string(bytes.error()), folder_ + ": is a folder; expected a file");
}

TEST_F(file, an_empty_name_is_reported_as_empty) {
  const auto bytes = read_file("");
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().code, "file.not-found");
  EXPECT_EQ(to_string(bytes.error()), "the name of the file is empty");
}

TEST_F(file, a_part_of_the_path_that_is_a_file_cannot_be_opened) {
  make("plain", "x");
  const auto bytes = read_file(path("plain/below"));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().status, Status::io);
  EXPECT_EQ(to_string(bytes.error()), path("plain/below") + ": cannot be opened: Not a directory");
}

TEST_F(file, more_bytes_than_the_limit_are_refused) {
  make("ten", "0123456789");
  const auto bytes = read_file(path("ten"), 9);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().status, Status::limit_exceeded);
  EXPECT_EQ(bytes.error().code, "file.too-large");
  EXPECT_EQ(to_string(bytes.error()), path("ten") + ": file is larger than the limit of 9 bytes");
  EXPECT_TRUE(read_file(path("ten"), 10).ok());
}

TEST_F(file, a_file_without_end_stops_at_the_limit) {
  const auto bytes = read_file("/dev/zero", 1000);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(to_string(bytes.error()), "/dev/zero: file is larger than the limit of 1000 bytes");
}

// A sparse file uses no disk space, and its size is independent of its contents.
TEST_F(file, a_file_of_ten_gigabytes_is_refused_by_its_size) {
  make("hole", "");
  fs::resize_file(path("hole"), 10'000'000'000);
  const auto bytes = read_file(path("hole"));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().status, Status::limit_exceeded);
  EXPECT_EQ(to_string(bytes.error()), path("hole") + ": file is larger than the limit of 1073741824 bytes");
}

TEST_F(file, a_limit_that_is_given_holds_for_streams_too) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::system(("mkfifo '" + pipe + "' && (head -c 70000000 /dev/zero > '" + pipe + "' &)").c_str()),
            0);
  const auto bytes = read_file(pipe, 80'000'000);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size(), 70'000'000u);
}

TEST_F(file, a_file_that_cannot_be_read_says_why) {
  // The first page of a process is never mapped, so reading it fails after a successful open.
  const auto bytes = read_file("/proc/self/mem");
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().status, Status::io);
  EXPECT_EQ(to_string(bytes.error()), "/proc/self/mem: cannot be read: Input/output error");
}

TEST_F(file, a_dash_reads_standard_input) {
  make("input", "from a pipe");
  const int saved = ::dup(0);
  ASSERT_NE(std::freopen(path("input").c_str(), "rb", stdin), nullptr);
  const auto bytes = read_file("-");
  ::dup2(saved, 0);
  ::close(saved);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(text_of(*bytes), "from a pipe");
}

TEST_F(file, a_dash_writes_to_standard_output) {
  ::testing::internal::CaptureStdout();
  EXPECT_TRUE(write_file("-", bytes_of("picture"), false).ok());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "picture");
}

TEST_F(file, an_existing_file_is_replaced_only_when_asked) {
  make("a.x", "old");
  const auto refused = write_file(path("a.x"), bytes_of("new"), false);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().status, Status::io);
  EXPECT_EQ(to_string(refused.error()),
            path("a.x") + ": already exists; choose a different name, or use the option to replace it");
  EXPECT_EQ(text_of(*read_file(path("a.x"))), "old");
  ASSERT_TRUE(write_file(path("a.x"), bytes_of("new"), true).ok());
  EXPECT_EQ(text_of(*read_file(path("a.x"))), "new");
}

TEST_F(file, writing_into_a_missing_folder_fails) {
  const auto refused = write_file(path("no/a.x"), bytes_of("new"), false);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(to_string(refused.error()),
            path("no/a.x") + ": cannot be written: there is no folder \"" + path("no") + "\"");
  EXPECT_EQ(entries(), 0u);
}

TEST_F(file, a_failed_rename_leaves_nothing_behind) {
  // A folder that is not empty cannot be replaced with a file.
  make("target/inside", "x");
  const auto refused = write_file(path("target"), bytes_of("new"), true);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message.substr(0, 19), "cannot be written: ");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(file, a_full_disk_leaves_the_old_file_and_nothing_else) {
  make("a.x", "old");
  // A limit on file sizes makes writes fail like a full disk.
  rlimit saved{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = saved;
  small.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto refused = write_file(path("a.x"), bytes_of(std::string(5000, 'x')), true);
  ::setrlimit(RLIMIT_FSIZE, &saved);
  std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(to_string(refused.error()), path("a.x") + ": cannot be written: File too large");
  EXPECT_EQ(text_of(*read_file(path("a.x"))), "old");
  EXPECT_EQ(entries(), 1u);
}

mode_t mode_of(const std::string& path) {
  struct stat about {};
  EXPECT_EQ(::lstat(path.c_str(), &about), 0);
  return about.st_mode;
}

TEST_F(file, a_replaced_file_keeps_its_mode) {
  for (const mode_t mode : {0600, 0640, 0755}) {
    make("a.x", "old");
    ASSERT_EQ(::chmod(path("a.x").c_str(), mode), 0);
    ASSERT_TRUE(write_file(path("a.x"), bytes_of("new"), true).ok());
    EXPECT_EQ(text_of(*read_file(path("a.x"))), "new");
    EXPECT_EQ(mode_of(path("a.x")) & 07777, mode);
  }
}

TEST_F(file, a_new_file_has_the_mode_that_the_user_mask_leaves) {
  const mode_t saved = ::umask(027);
  const bool written = write_file(path("a.x"), bytes_of("new"), false).ok();
  ::umask(saved);
  ASSERT_TRUE(written);
  EXPECT_EQ(mode_of(path("a.x")) & 07777, 0640u);
}

TEST_F(file, a_link_stays_and_the_file_that_it_names_is_written) {
  make("below/real.x", "old");
  fs::create_symlink("below/real.x", path("second"));
  fs::create_symlink(path("second"), path("first"));
  ASSERT_TRUE(write_file(path("first"), bytes_of("new"), true).ok());
  EXPECT_EQ(fs::read_symlink(path("first")), path("second"));
  EXPECT_EQ(fs::read_symlink(path("second")), "below/real.x");
  EXPECT_FALSE(fs::is_symlink(path("below/real.x")));
  EXPECT_EQ(text_of(*read_file(path("below/real.x"))), "new");
  EXPECT_EQ(entries(), 3u);

  fs::create_symlink("below/fresh.x", path("to_come"));
  ASSERT_TRUE(write_file(path("to_come"), bytes_of("first"), false).ok());
  EXPECT_TRUE(fs::is_symlink(path("to_come")));
  EXPECT_EQ(text_of(*read_file(path("below/fresh.x"))), "first");
}

TEST_F(file, links_in_a_circle_cannot_be_written) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  const auto refused = write_file(path("a"), bytes_of("new"), true);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(to_string(refused.error()), path("a") + ": cannot be written: Too many levels of symbolic links");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(file, a_pipe_stays_one_and_its_reader_gets_the_bytes) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  // The pipe is opened for reading and writing, so that neither side waits for the other.
  const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  const auto written = write_file(pipe, bytes_of("through"), false);
  char text[16] = {};
  const ssize_t got = ::read(reader, text, sizeof text);
  ::close(reader);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(std::string(text, static_cast<std::size_t>(std::max<ssize_t>(got, 0))), "through");
  EXPECT_TRUE(S_ISFIFO(mode_of(pipe)));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(file, a_device_stays_one) {
  // Uses a symbolic link, so that a bug in the test cannot damage the device file of this machine.
  fs::create_symlink("/dev/null", path("null"));
  fs::create_symlink("/dev/full", path("full"));
  EXPECT_TRUE(write_file(path("null"), bytes_of("gone"), true).ok());
  const auto refused = write_file(path("full"), bytes_of("no room"), true);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().status, Status::io);
  EXPECT_EQ(to_string(refused.error()), path("full") + ": cannot be written: No space left on device");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/full")));
  EXPECT_EQ(fs::read_symlink(path("full")), "/dev/full");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(file, a_link_planted_for_the_temporary_file_is_not_followed) {
  make("foreign", "untouched");
  // Covers every name that may be chosen for this process ID.
  for (int id = ::getpid() - 2; id <= ::getpid() + 2; ++id)
    fs::create_symlink("foreign", path("a.x.partial." + std::to_string(id)));
  ASSERT_TRUE(write_file(path("a.x"), bytes_of("new"), false).ok());
  EXPECT_EQ(text_of(*read_file(path("foreign"))), "untouched");
  EXPECT_EQ(text_of(*read_file(path("a.x"))), "new");
  EXPECT_FALSE(fs::is_symlink(path("a.x")));
  EXPECT_EQ(entries(), 7u);
}

TEST_F(file, two_writers_of_one_file_leave_one_of_both_whole) {
  const std::string one(200'000, '1'), two(200'000, '2');
  for (int round = 0; round < 20; ++round) {
    auto other =
        std::async(std::launch::async, [&] { return write_file(path("a.x"), bytes_of(two), true).ok(); });
    const bool written = write_file(path("a.x"), bytes_of(one), true).ok();
    ASSERT_TRUE(other.get() && written);
    const std::string text = text_of(*read_file(path("a.x")));
    ASSERT_TRUE(text == one || text == two);
  }
  EXPECT_EQ(entries(), 1u);
}

TEST_F(file, existence_is_true_for_files_and_folders) {
  make("a.x", "x");
  EXPECT_TRUE(file_exists(path("a.x")));
  EXPECT_TRUE(file_exists(folder_));
  EXPECT_FALSE(file_exists(path("b.x")));
}

TEST_F(file, looking_below_ignores_case_in_every_part) {
  make("Textures/Skin.PNG", "x");
  EXPECT_EQ(find_below(folder_, "Textures/Skin.PNG"), path("Textures/Skin.PNG"));
  EXPECT_EQ(find_below(folder_, "textures/SKIN.png"), path("Textures/Skin.PNG"));
  EXPECT_EQ(find_below(folder_, "./textures//skin.png"), path("Textures/Skin.PNG"));
  EXPECT_EQ(find_below(folder_, "textures/other.png"), std::nullopt);
  EXPECT_EQ(find_below(folder_, "other/skin.png"), std::nullopt);
}

TEST_F(file, looking_below_prefers_the_exact_name_then_the_first_in_order) {
  make("b.png", "x");
  make("B.png", "x");
  EXPECT_EQ(find_below(folder_, "b.png"), path("b.png"));
  EXPECT_EQ(find_below(folder_, "B.PNG"), path("B.png"));
}

TEST_F(file, looking_below_never_leaves_the_folder) {
  make("inner/a.png", "x");
  make("secret.png", "x");
  EXPECT_EQ(find_below(path("inner"), "../secret.png"), std::nullopt);
  EXPECT_EQ(find_below(path("inner"), "../inner/a.png"), std::nullopt);
  EXPECT_EQ(find_below(folder_, "inner/../secret.png"), std::nullopt);
  EXPECT_EQ(find_below(folder_, path("secret.png")), std::nullopt);
  EXPECT_EQ(find_below(folder_, "/etc/passwd"), std::nullopt);
}

TEST_F(file, looking_below_finds_files_only) {
  make("inner/a.png", "x");
  EXPECT_EQ(find_below(folder_, "inner"), std::nullopt);
  EXPECT_EQ(find_below(folder_, ""), std::nullopt);
  EXPECT_EQ(find_below(path("missing"), "a.png"), std::nullopt);
}

TEST(file_paths, split_into_folder_name_stem_and_extension) {
  EXPECT_EQ(parent_folder("models/walk.x"), "models");
  EXPECT_EQ(parent_folder("walk.x"), "");
  EXPECT_EQ(file_name("models/walk.x"), "walk.x");
  EXPECT_EQ(file_stem("out/walk.x"), "walk");
  EXPECT_EQ(file_stem("a.tar.gz"), "a.tar");
  EXPECT_EQ(file_stem("README"), "README");
  EXPECT_EQ(extension("models/WALK.X"), ".x");
  EXPECT_EQ(extension("a.tar.GZ"), ".gz");
  EXPECT_EQ(extension("README"), "");
}

TEST(bytes, load_without_alignment_and_least_significant_first) {
  const std::byte raw[] = {std::byte{9}, std::byte{0x78}, std::byte{0x56}, std::byte{0x34}, std::byte{0x12}};
  EXPECT_EQ(load_le<std::uint32_t>(raw, 1), 0x12345678u);
  EXPECT_EQ(load_le<std::uint16_t>(raw, 1), 0x5678u);
}

TEST(ReadFile, a_device_that_does_not_end_is_refused) {
  const auto bytes = read_file("/dev/zero");
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(to_string(bytes.error()), "/dev/zero: file is larger than the limit of 67108864 bytes");
  EXPECT_EQ(read_file("/dev/zero", 1000).error().message, "file is larger than the limit of 1000 bytes");
  EXPECT_TRUE(read_file("/dev/null").ok());
}

}  // namespace
}  // namespace skelter
