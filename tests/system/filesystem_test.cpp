#include "system/internal/filesystem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "skelter/system/file.h"

namespace skelter {
namespace {

class Places : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "skelter_places_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    ASSERT_TRUE(make_folder(folder_ + "/b/c").ok());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string folder_;
};

TEST_F(Places, files_below_a_folder_are_found_at_every_depth_in_order) {
  write("z.x", "1");
  write("b/a.x", "1");
  write("b/c/d.x", "1");
  const auto files = files_below(folder_);
  ASSERT_TRUE(files.ok()) << to_string(files.error());
  EXPECT_THAT(*files, ::testing::ElementsAre("b/a.x", "b/c/d.x", "z.x"));
  EXPECT_EQ(files_below(folder_, 2)->size(), 2u);
  const auto nowhere = files_below(folder_ + "/nowhere");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(to_string(nowhere.error()), folder_ + "/nowhere: no such folder");
}

TEST_F(Places, names_in_a_folder_are_sorted_and_those_below_left_out) {
  write("z.x", "1");
  write("B.x", "1");
  write("b/a.x", "1");
  EXPECT_THAT(names_in(folder_), ::testing::ElementsAre("B.x", "b", "z.x"));
  EXPECT_EQ(names_in(folder_, 2).size(), 2u);
  EXPECT_THAT(names_in(folder_ + "/nowhere"), ::testing::IsEmpty());
}

TEST_F(Places, visiting_stops_when_the_visitor_returns_false_and_reports_links) {
  write("z.x", "1");
  write("b/a.x", "1");
  std::filesystem::create_symlink("z.x", folder_ + "/y.x");
  std::vector<std::string> links;
  int files = 0;
  ASSERT_TRUE(visit_files_below(folder_, [&](std::string path, bool is_link) {
    ++files;
    if (is_link) links.push_back(std::move(path));
    return true;
  }));
  EXPECT_EQ(files, 3);
  EXPECT_THAT(links, ::testing::ElementsAre("y.x"));
  files = 0;
  ASSERT_TRUE(visit_files_below(folder_, [&](const std::string&, bool) { return ++files < 2; }));
  EXPECT_EQ(files, 2);
}

TEST_F(Places, the_same_file_is_recognised_by_the_disk_and_not_by_its_name) {
  write("z.x", "1");
  write("copy.x", "1");
  std::filesystem::create_symlink("../z.x", folder_ + "/b/link.x");
  std::filesystem::create_hard_link(folder_ + "/z.x", folder_ + "/hard.x");
  std::filesystem::create_symlink("new.x", folder_ + "/to_new.x");
  EXPECT_TRUE(is_same_file(folder_ + "/z.x", folder_ + "/b/../z.x"));
  EXPECT_TRUE(is_same_file(folder_ + "/z.x", folder_ + "/b/link.x"));
  EXPECT_TRUE(is_same_file(folder_ + "/z.x", folder_ + "/hard.x"));
  EXPECT_FALSE(is_same_file(folder_ + "/z.x", folder_ + "/copy.x"));
  EXPECT_TRUE(is_same_file(folder_ + "/new.x", folder_ + "/b/../new.x"));
  EXPECT_TRUE(is_same_file(folder_ + "/new.x", folder_ + "/to_new.x"));
  EXPECT_FALSE(is_same_file(folder_ + "/new.x", folder_ + "/z.x"));
  EXPECT_FALSE(is_same_file(folder_ + "/new.x", folder_ + "/b/new.x"));
  EXPECT_FALSE(is_same_file("/dev/null", "/dev/null"));
  EXPECT_FALSE(is_same_file("", ""));
}

TEST_F(Places, links_are_followed_within_the_folder_only) {
  write("secret", "1");
  write("b/real.png", "1");
  std::filesystem::create_symlink("../real.png", folder_ + "/b/c/up.png");
  std::filesystem::create_symlink("real.png", folder_ + "/b/same.png");
  std::filesystem::create_symlink("../secret", folder_ + "/b/skin.png");
  std::filesystem::create_symlink("..", folder_ + "/b/out");
  const std::string folder = folder_ + "/b";
  EXPECT_EQ(find_below(folder, "same.png"), folder + "/same.png");
  EXPECT_EQ(find_below(folder, "c/up.png"), folder + "/c/up.png");
  EXPECT_EQ(find_below(folder, "skin.png"), std::nullopt);
  EXPECT_EQ(find_below(folder, "SKIN.png"), std::nullopt);
  EXPECT_EQ(find_below(folder, "out/secret"), std::nullopt);
  EXPECT_EQ(find_below(folder + "/c", "up.png"), std::nullopt);
  EXPECT_TRUE(is_link_out_of(folder, "skin.png"));
  EXPECT_TRUE(is_link_out_of(folder, "out/secret"));
  EXPECT_FALSE(is_link_out_of(folder, "same.png"));
  EXPECT_FALSE(is_link_out_of(folder, "nothing.png"));
  EXPECT_FALSE(is_link_out_of(folder, "../secret"));
}

TEST_F(Places, a_real_path_has_no_links) {
  write("z.x", "1");
  const std::string real = real_path(folder_);
  std::filesystem::create_symlink("../z.x", folder_ + "/b/link.x");
  EXPECT_EQ(real_path(folder_ + "/b/c/../link.x"), real + "/z.x");
  EXPECT_EQ(real_path(folder_ + "/nowhere"), "");
  EXPECT_TRUE(is_file(folder_ + "/b/link.x"));
  EXPECT_FALSE(is_file(folder_ + "/b"));
  EXPECT_FALSE(is_file(folder_ + "/nowhere"));
  EXPECT_EQ(from_working_folder(real_path(".") + "/art/skin.png"), "art/skin.png");
}

TEST_F(Places, folders_and_files_are_distinguished) {
  write("a", "1");
  EXPECT_TRUE(is_folder(folder_));
  EXPECT_FALSE(is_folder(folder_ + "/a"));
  EXPECT_FALSE(is_folder(folder_ + "/nothing"));
}

TEST_F(Places, a_stamp_changes_with_the_file) {
  EXPECT_FALSE(file_stamp(folder_ + "/a").has_value());
  write("a", "1");
  const auto first = file_stamp(folder_ + "/a");
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->bytes, 1u);
  EXPECT_EQ(file_stamp(folder_ + "/a"), first);
  write("a", "12");
  EXPECT_NE(file_stamp(folder_ + "/a"), first);
}

TEST_F(Places, newer_is_what_was_written_later_or_at_the_same_time) {
  write("old", "1");
  write("new", "1");
  const std::string older = folder_ + "/old", newer = folder_ + "/new", none = folder_ + "/none";
  std::filesystem::last_write_time(older, std::filesystem::last_write_time(newer) - std::chrono::hours(1));
  EXPECT_TRUE(is_newer(newer, older));
  EXPECT_FALSE(is_newer(older, newer));
  EXPECT_TRUE(is_newer(newer, newer));
  EXPECT_FALSE(is_newer(newer, none));
  EXPECT_FALSE(is_newer(none, newer));
}

}  // namespace
}  // namespace skelter
