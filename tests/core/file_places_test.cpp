#include "skelter/core/file_places.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace skelter {
namespace {

namespace fs = std::filesystem;

class file_places : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = ::testing::TempDir() + "skelter_" + test->name() + "_" + std::to_string(::getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void make(const std::string& name) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << "x";
  }

  std::string folder_;
};

TEST_F(file_places, files_below_are_listed_sorted_with_their_folders) {
  make("b.x");
  make("a/deep/c.x");
  make("a/z.x");
  const auto files = files_below(folder_);
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(*files, (std::vector<std::string>{"a/deep/c.x", "a/z.x", "b.x"}));
}

TEST_F(file_places, folder_that_is_not_there_is_an_error) {
  const auto files = files_below(path("none"));
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(to_string(files.error()), path("none") + ": no such folder");
}

TEST_F(file_places, newer_is_what_was_written_later_or_at_once) {
  make("old");
  make("new");
  fs::last_write_time(path("old"), fs::last_write_time(path("new")) - std::chrono::hours(1));
  EXPECT_TRUE(is_newer(path("new"), path("old")));
  EXPECT_FALSE(is_newer(path("old"), path("new")));
  EXPECT_TRUE(is_newer(path("new"), path("new")));
  EXPECT_FALSE(is_newer(path("new"), path("none")));
  EXPECT_FALSE(is_newer(path("none"), path("new")));
}

}  // namespace
}  // namespace skelter
