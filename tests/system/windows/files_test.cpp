// Files on Windows: names of every language, long paths, names of devices, drives and backslashes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <windows.h>

#include <filesystem>
#include <string>
#include <vector>

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/paths.h"
#include "system/text_bytes.h"

namespace skelter::test {
namespace {

namespace fs = std::filesystem;

class WindowsFiles : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    wide_ = fs::temp_directory_path() / (std::string("skelter_") + test->name());
    fs::remove_all(wide_);
    fs::create_directories(wide_);
    folder_ = wide_.generic_string();
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(wide_);
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  fs::path before_, wide_;
  std::string folder_;
};

constexpr const char* kName =
    "d\xC3\xA9j\xC3\xA0 \xE6\xAD\xA9\xE3\x81\x8F \xF0\x9F\x9A\xB6.x";  // déjà 歩く and a walker

TEST_F(WindowsFiles, names_are_utf_16_on_the_disk) {
  ASSERT_TRUE(write_file(path(kName), bytes_of("xof "), false).ok());
  EXPECT_TRUE(fs::exists(wide_ / L"d\u00E9j\u00E0 \u6B69\u304F \xD83D\xDEB6.x"));
  EXPECT_EQ(text_of(*read_file(path(kName))), "xof ");
  EXPECT_THAT(names_in(folder_), testing::ElementsAre(kName));
  EXPECT_THAT(*files_below(folder_), testing::ElementsAre(kName));
  EXPECT_EQ(find_below(folder_, kName), path(kName));
  EXPECT_EQ(file_stem(path(kName)) + ".x", kName);
}

TEST_F(WindowsFiles, a_file_is_replaced_as_a_whole_and_leaves_nothing_else) {
  ASSERT_TRUE(write_file(path("a.x"), bytes_of("old and longer"), false).ok());
  EXPECT_FALSE(write_file(path("a.x"), bytes_of("new"), false).ok());
  ASSERT_TRUE(write_file(path("a.x"), bytes_of("a\r\nb\n\x1A c"), true).ok());
  EXPECT_EQ(text_of(*read_file(path("a.x"))), "a\r\nb\n\x1A c") << "bytes are not text";
  EXPECT_THAT(names_in(folder_), testing::ElementsAre("a.x"));
}

TEST_F(WindowsFiles, paths_beyond_260_characters_are_written_and_read) {
  std::string deep = folder_;
  std::vector<std::wstring> made;
  for (int i = 0; i < 6; ++i) {
    deep += "/" + std::string(80, static_cast<char>('a' + i));
    made.push_back(L"\\\\?\\" + fs::path(deep).make_preferred().wstring());
    ASSERT_TRUE(::CreateDirectoryW(made.back().c_str(), nullptr));
  }
  const std::string file = deep + "/walk.x";
  ASSERT_GT(file.size(), 500u);
  const Result<void> written = write_file(file, bytes_of("long"), false);
  ASSERT_TRUE(written.ok()) << to_string(written.error());
  EXPECT_EQ(text_of(*read_file(file)), "long");
  ASSERT_TRUE(write_file(file, bytes_of("longer"), true).ok());
  EXPECT_EQ(file_stamp(file)->bytes, 6u);
  EXPECT_TRUE(::DeleteFileW((L"\\\\?\\" + fs::path(file).make_preferred().wstring()).c_str()));
  for (; !made.empty(); made.pop_back()) ::RemoveDirectoryW(made.back().c_str());
}

TEST_F(WindowsFiles, names_of_devices_are_refused_and_nul_swallows) {
  for (const char* name : {"aux.x", "Con.glb", "COM1", "lpt9.png", "nul.x", "prn .x"}) {
    const Result<void> written = write_file(path(name), bytes_of("lost"), true);
    ASSERT_FALSE(written.ok()) << name;
    EXPECT_EQ(written.error().message, "has a name that Windows reserves for a device; choose another name");
    EXPECT_FALSE(read_file(path(name)).ok());
    EXPECT_FALSE(expect_writable(path(name)).ok());
  }
  for (const char* name : {"auxiliary.x", "COM0.x", "com10.x", "console.x"})
    EXPECT_TRUE(write_file(path(name), bytes_of("kept"), true).ok()) << name;
  EXPECT_TRUE(write_file("NUL", bytes_of("gone"), true).ok());
  EXPECT_TRUE(expect_writable("nul").ok());
  EXPECT_TRUE(is_stream("NUL"));
  EXPECT_EQ(read_file("NUL")->size(), 0u);
}

TEST_F(WindowsFiles, errors_name_what_is_wrong) {
  EXPECT_EQ(read_file(path("none.x")).error().message, "no such file");
  EXPECT_EQ(read_file(folder_).error().message, "is a folder; expected a file");
  EXPECT_EQ(write_file(path("no/a.x"), bytes_of("a"), false).error().message,
            "cannot be written: there is no folder \"" + path("no") + "\"");
  EXPECT_EQ(expect_writable(path("no/a.x")).error().message,
            "cannot be written: there is no folder \"" + path("no") + "\"");
  EXPECT_FALSE(expect_writable(folder_).ok());
}

TEST_F(WindowsFiles, backslashes_and_drives_are_parts_of_paths) {
  ASSERT_TRUE(make_folder(path("art\\deep")).ok());
  ASSERT_TRUE(write_file(path("art\\deep\\Skin.PNG"), bytes_of("png"), false).ok());
  EXPECT_EQ(parent_folder("C:\\models\\walk.x"), "C:/models");
  EXPECT_EQ(parent_folder("C:/models/walk.x"), "C:/models");
  EXPECT_EQ(parent_folder("C:/walk.x"), "C:/");
  EXPECT_EQ(file_name("C:\\models\\walk.x"), "walk.x");
  EXPECT_EQ(file_stem("models\\walk.run.x"), "walk.run");
  EXPECT_EQ(extension("models.old\\Walk.X"), ".x");
  EXPECT_EQ(absolute_path("C:\\a\\..\\b\\walk.x"), "C:/b/walk.x");
  EXPECT_EQ(path_from(path("art"), path("art\\deep\\Skin.PNG")), "deep/Skin.PNG");
  EXPECT_EQ(way_down(folder_, path("art\\deep")), "art/deep");
  EXPECT_TRUE(is_same_file(path("art/deep/skin.png"), path("art\\DEEP\\Skin.PNG")));
}

TEST_F(WindowsFiles, looking_below_gives_the_letters_of_the_disk_and_never_leaves_the_folder) {
  ASSERT_TRUE(make_folder(path("Art")).ok());
  ASSERT_TRUE(write_file(path("Art/Skin.PNG"), bytes_of("png"), false).ok());
  EXPECT_EQ(find_below(folder_, "art/skin.png"), path("Art/Skin.PNG"));
  EXPECT_EQ(find_below(path("Art"), "SKIN.png"), path("Art/Skin.PNG"));
  EXPECT_EQ(find_below(folder_, "art\\skin.png"), path("Art/Skin.PNG"));
  for (const std::string& outside :
       {std::string("..\\x.png"), path("Art/Skin.PNG"), std::string("\\windows"), std::string("C:x.png"),
        std::string("aux.png"), std::string("Skin.PNG:stream")})
    EXPECT_EQ(find_below(path("Art"), outside), std::nullopt) << outside;
}

}  // namespace
}  // namespace skelter::test
