#include "system/internal/paths.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace skelter {
namespace {

class Paths : public ::testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    root_ =
        std::filesystem::canonical(::testing::TempDir()) / ("skelter_paths_" + std::to_string(::getpid()));
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ / "a" / "b");
    std::filesystem::create_directories(root_ / "c");
    std::filesystem::current_path(root_ / "a");
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(root_);
  }
  std::string in(const std::string& path) const { return (root_ / path).generic_string(); }
  std::filesystem::path before_, root_;
};

TEST_F(Paths, absolute_ones_begin_at_the_root) {
  EXPECT_EQ(absolute_path("walk.x"), in("a/walk.x"));
  EXPECT_EQ(absolute_path("./b/../walk.x"), in("a/walk.x"));
  EXPECT_EQ(absolute_path("../c/walk.x"), in("c/walk.x"));
  EXPECT_EQ(absolute_path(in("c/walk.x")), in("c/walk.x"));
}

TEST_F(Paths, absolute_ones_do_not_depend_on_the_working_folder) {
  EXPECT_TRUE(is_absolute(in("c/walk.x")));
  EXPECT_FALSE(is_absolute("c/walk.x"));
  EXPECT_FALSE(is_absolute("../walk.x"));
}

TEST_F(Paths, from_a_folder_to_a_file) {
  EXPECT_EQ(path_from("", "walk.x"), "walk.x");
  EXPECT_EQ(path_from("b", "walk.x"), "../walk.x");
  EXPECT_EQ(path_from("../c", "b/walk.x"), "../a/b/walk.x");
  EXPECT_EQ(path_from(in("a"), in("a/b/walk.x")), "b/walk.x");
}

// "link/.." is the parent of the folder that the link refers to.
TEST_F(Paths, links_are_resolved) {
  std::filesystem::create_directory_symlink(in("a/b"), in("c/link"));
  EXPECT_EQ(path_from(in("c/link"), in("c/walk.x")), "../../c/walk.x");
}

TEST(WithSlashes, a_run_of_backslashes_is_one_slash) {
  EXPECT_EQ(with_slashes("C:\\\\maps\\skin.dds"), "C:/maps/skin.dds");
  EXPECT_EQ(with_slashes("maps//skin.dds"), "maps//skin.dds") << "slashes stay";
  EXPECT_EQ(with_slashes(""), "");
}

}  // namespace
}  // namespace skelter
