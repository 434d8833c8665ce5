// Saved views and recent files used from a different working folder, and after their folders were moved.

#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

class SavedPaths : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    before_ = std::filesystem::current_path();
    std::filesystem::create_directories(path("views"));
    std::filesystem::create_directories(path("elsewhere"));
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    ViewerTest::TearDown();
  }
  // Returns options like options(), but with names as a user types them.
  ViewerOptions typed(const std::vector<std::string>& files) {
    ViewerOptions wanted = options({});
    wanted.files = files;
    const auto read = wanted.services.read;
    wanted.services.read = [read](const std::string& file, const FileReading& reading,
                                  Pack* pack) -> Result<Scene> {
      if (!file_exists(file)) return Error{Status::not_found, "test", "no such file", {file, 0, {}, {}}};
      return read(file, reading, pack);
    };
    return wanted;
  }
  void save(const std::vector<std::string>& files, const std::string& view) {
    Viewer viewer(typed(files));
    ASSERT_TRUE(viewer.not_opened().empty());
    ASSERT_TRUE(viewer.command("clip rise").ok());
    const auto saved = viewer.command("save-view " + view);
    ASSERT_TRUE(saved.ok()) << to_string(saved.error());
  }
  // Returns the open files after the view was opened; files that could not be opened are empty.
  std::vector<std::string> opened(const std::string& view) {
    Viewer viewer(typed({view}));
    if (!viewer.not_opened().empty()) return {};
    EXPECT_EQ(viewer.state().clip, 1u);
    return viewer.state().files;
  }
  std::filesystem::path before_;
};

TEST_F(SavedPaths, a_view_names_files_relative_to_its_folder_and_absolutely) {
  save({"a.x", "more/c.x"}, "views/v.json");
  std::ifstream file("views/v.json");
  const Json json = Json::parse(file);
  EXPECT_EQ(json["files"], (Json{"../a.x", "../more/c.x"}));
  EXPECT_EQ(json["absolute_files"], (Json{path("a.x"), path("more/c.x")}));
}

TEST_F(SavedPaths, a_view_opens_from_any_working_folder) {
  save({"a.x", "more/c.x"}, "views/v.json");
  const std::vector<std::string> files{path("a.x"), path("more/c.x")};
  std::filesystem::current_path(path("elsewhere"));
  EXPECT_EQ(opened("../views/v.json"), files);
  EXPECT_EQ(opened(path("views/v.json")), files);
  std::filesystem::current_path(path("views"));
  EXPECT_EQ(opened("v.json"), files);
}

TEST_F(SavedPaths, a_folder_is_moved_as_a_whole_or_only_the_view) {
  save({"more/c.x"}, "more/v.json");
  std::filesystem::copy(path("more"), path("elsewhere/copied"));
  EXPECT_EQ(opened("elsewhere/copied/v.json"), std::vector<std::string>{path("elsewhere/copied/c.x")});
  std::filesystem::remove(path("elsewhere/copied/c.x"));
  EXPECT_EQ(opened("elsewhere/copied/v.json"), std::vector<std::string>{path("more/c.x")})
      << "the absolute path is the second try";
  std::filesystem::remove(path("more/c.x"));
  EXPECT_TRUE(opened("elsewhere/copied/v.json").empty());
}

TEST_F(SavedPaths, a_view_of_an_older_version_is_read_relative_to_the_working_folder) {
  touch("views/old.json", R"({"files": ["a.x"], "clip": 1})");
  EXPECT_EQ(opened("views/old.json"), std::vector<std::string>{"a.x"});
}

TEST_F(SavedPaths, a_file_that_is_open_by_another_name_is_not_opened_twice) {
  save({"a.x"}, "views/v.json");
  const Viewer viewer(typed({"a.x", "views/v.json"}));
  EXPECT_EQ(viewer.state().files, std::vector<std::string>{"a.x"});
}

TEST_F(SavedPaths, recent_files_are_absolute) {
  const Viewer viewer(typed({"a.x", "./more/../b.x"}));
  EXPECT_EQ(viewer.config().recent, (std::vector<std::string>{path("b.x"), path("a.x")}));
}

}  // namespace
}  // namespace skelter
