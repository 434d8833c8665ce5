// A folder with many files: which models are in memory, and which data of the other files are kept.
#include "viewer/document/internal/file_list.h"

#include <algorithm>
#include <mutex>

#include "viewer/bare_viewer.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

class FileList : public ViewerTest {
 protected:
  // Writes many/000.x, 001.x and so on.
  void make_files(std::size_t count) {
    std::filesystem::create_directories(path("many"));
    for (std::size_t i = 0; i < count; ++i) {
      scenes_[name_of(i)] = test::figure();
      touch("many/" + name_of(i), "1");
    }
  }
  static std::string name_of(std::size_t i) {
    const std::string digits = std::to_string(i);
    return std::string(3 - digits.size(), '0') + digits + ".x";
  }
  // Counts reads, including those on a different thread.
  ViewerOptions of_three(const std::vector<std::string>& files) {
    ViewerOptions wanted = options(files);
    wanted.most_models = 3;
    wanted.services.read = [this, read = wanted.services.read](const std::string& file,
                                                               const FileReading& reading, Pack* pack) {
      const std::lock_guard lock(mutex_);
      ++reads_;
      return read(file, reading, pack);
    };
    return wanted;
  }
  std::size_t reads() {
    const std::lock_guard lock(mutex_);
    return reads_;
  }
  static std::size_t models(const Viewer& viewer) {
    const auto& documents = viewer.data().documents;
    return static_cast<std::size_t>(
        std::count_if(documents.begin(), documents.end(), [](const auto& one) { return one != nullptr; }));
  }
  // Draws frames until no file is being read.
  static void settle(test::BareViewer& shown) {
    do shown.frame();
    while (is_reading(shown.viewer.data()));
  }
  static std::string shown_name(const test::BareViewer& shown) {
    const Document* document = shown.viewer.data().document();
    return document == nullptr ? "" : file_name(document->path);
  }

  std::mutex mutex_;
  std::size_t reads_ = 0;
};

TEST_F(FileList, a_folder_of_a_thousand_is_listed_and_one_file_is_read) {
  make_files(1000);
  const Viewer viewer(of_three({"many"}));
  EXPECT_EQ(viewer.state().files.size(), 1000u);
  EXPECT_EQ(reads(), 1u);
  EXPECT_EQ(viewer.data().document()->path, path("many/000.x"));
  EXPECT_THAT(viewer.data().recent, ::testing::ElementsAre(path("many/000.x")));
  const Json report = Json::parse(viewer.report());
  EXPECT_EQ(report["files"][0]["format"], "x");
  EXPECT_EQ(report["files"][0]["clips"], 2);
  EXPECT_EQ(report["files"][999]["name"], "999.x");
  EXPECT_TRUE(report["files"][999]["format"].is_null()) << "not read yet";
}

TEST_F(FileList, at_most_three_models_are_in_memory_during_a_pass_through_all_files) {
  make_files(200);
  test::BareViewer shown(of_three({"many"}));
  for (std::size_t i = 1; i <= 200; ++i) {
    shown.command("file next");
    shown.frame();
    EXPECT_EQ(shown_name(shown), name_of(i % 200));
    EXPECT_LE(models(shown.viewer), 3u);
  }
  EXPECT_EQ(reads(), 201u) << "each once, and the first again";
}

TEST_F(FileList, tab_goes_forward_and_with_shift_backward) {
  make_files(4);
  test::BareViewer shown(of_three({"many"}));
  const auto tab = [&](bool shift) {
    shown.viewer.handle(KeyEvent{Key::tab, Press::down, {shift, false, false}});
    return shown_name(shown);
  };
  EXPECT_EQ(tab(false), "001.x");
  EXPECT_EQ(tab(true), "000.x");
  EXPECT_EQ(tab(true), "003.x");
  EXPECT_EQ(tab(true), "002.x");
  shown.command("file 000.x");
  shown.command("file previous");
  EXPECT_EQ(shown_name(shown), "003.x");
  shown.command("file next");
  EXPECT_EQ(shown_name(shown), "000.x");
}

TEST_F(FileList, a_file_that_cannot_be_read_is_skipped_in_both_directions) {
  for (const char* way : {"next", "previous"}) {
    make_files(4);
    test::BareViewer shown(of_three({"many"}));
    scenes_.erase(name_of(way[0] == 'n' ? 1 : 3));
    shown.command(std::string("file ") + way);
    EXPECT_EQ(shown_name(shown), "002.x") << way;
    shown.command("file 000.x");
    EXPECT_EQ(shown.viewer.state().files.size(), 3u) << way;
  }
  make_files(4);
  test::BareViewer last(of_three({"many"}));
  for (int i = 0; i < 3; ++i) last.command("file next");
  ASSERT_EQ(last.viewer.data().documents[0], nullptr) << "it left the memory";
  scenes_.erase("000.x");
  last.command("file next");
  EXPECT_EQ(shown_name(last), "001.x") << "past the first, and no further";
}

TEST_F(FileList, a_file_with_an_unloaded_model_is_shown_with_its_last_state) {
  make_files(10);
  test::BareViewer shown(of_three({"many"}));
  for (const char* line : {"clip rise", "pause", "seek 0.25", "select Upper", "orbit 70 20", "check"})
    shown.command(line);
  shown.frame();
  const Json before = shown.report();
  for (int i = 0; i < 5; ++i) shown.command("file next");
  EXPECT_EQ(shown.viewer.data().documents[0], nullptr);
  EXPECT_EQ(shown.report()["files"][0]["clips"], 2) << "still known";
  shown.command("file 0");
  shown.frame();
  const Json after = shown.report();
  for (const char* part : {"clip", "time_s", "selected", "lint"})
    EXPECT_EQ(after[part], before[part]) << part;
  EXPECT_EQ(after["state"]["camera"], before["state"]["camera"]);
  EXPECT_FALSE(after["lint"].is_null());
}

TEST_F(FileList, unreadable_files_are_skipped_and_named) {
  make_files(6);
  for (const std::size_t broken : {0, 2, 3}) scenes_.erase(name_of(broken));
  test::BareViewer shown(of_three({"many", "gone.x"}));
  EXPECT_EQ(shown_name(shown), "001.x");
  EXPECT_EQ(shown.viewer.state().files.size(), 5u) << "the missing file and the first are off the list";
  shown.command("file next");
  EXPECT_EQ(shown_name(shown), "004.x");
  EXPECT_THAT(shown.viewer.state().files,
              ::testing::ElementsAre(path("many/001.x"), path("many/004.x"), path("many/005.x")));
  std::vector<std::string> failed;
  for (const FailedFile& one : shown.viewer.data().failed) failed.push_back(file_name(one.path));
  EXPECT_THAT(failed, ::testing::UnorderedElementsAre("000.x", "gone.x", "002.x", "003.x"));
  const auto asked = shown.viewer.command("file 002.x");
  EXPECT_EQ(to_string(asked.error()),
            "\"002.x\" is not known; expected the name of an open file, or its number from 0");
}

TEST_F(FileList, a_file_is_compared_with_one_that_was_not_read) {
  make_files(10);
  test::BareViewer shown(of_three({"many"}));
  shown.command("compare file 7");
  shown.frame();
  EXPECT_TRUE(shown.report()["comparison"]["problem"].is_null());
  for (int i = 0; i < 4; ++i) shown.command("file next");
  shown.frame();
  EXPECT_NE(shown.viewer.data().documents[7], nullptr) << "it stays while it is compared";
  EXPECT_EQ(models(shown.viewer), 3u);
}

TEST_F(FileList, an_animation_finds_its_model_that_is_not_in_memory) {
  make_files(6);
  scenes_["005.x"].meshes.clear();
  scenes_["005.x"].skins.clear();
  for (Node& node : scenes_["005.x"].nodes) node.meshes.clear();
  for (const std::size_t other : {1, 2, 3, 4})
    for (Node& node : scenes_[name_of(other)].nodes) node.name += "_other";
  test::BareViewer shown(of_three({"many"}));
  for (int i = 0; i < 5; ++i) shown.command("file next");
  EXPECT_EQ(shown.viewer.data().documents[0], nullptr);
  shown.command("answer no-mesh");
  EXPECT_EQ(shown_name(shown), "000.x");
  EXPECT_EQ(reading_.with_clips, std::vector<std::string>{path("many/005.x")});
}

TEST_F(FileList, a_window_reads_in_the_background_the_shown_file_and_two_ahead) {
  make_files(10);
  ViewerOptions window = of_three({});
  window.compile_in_background = true;
  test::BareViewer shown(window);
  shown.viewer.handle(DropEvent{{path("many")}});
  EXPECT_EQ(shown.viewer.state().files.size(), 10u);
  EXPECT_EQ(shown_name(shown), "") << "listed at once, read later";
  EXPECT_EQ(awaited_text(shown.viewer.data()), "Reading 000.x (1 of 10) ...");
  EXPECT_EQ(shown.report()["reading"], path("many/000.x"));
  settle(shown);
  EXPECT_EQ(shown_name(shown), "000.x");
  EXPECT_EQ(awaited_text(shown.viewer.data()), "");
  EXPECT_EQ(reads(), 3u) << "two ahead";
  shown.viewer.handle(KeyEvent{Key::tab, Press::down, {}});
  EXPECT_EQ(shown_name(shown), "001.x") << "was read ahead";
  settle(shown);
  EXPECT_EQ(reads(), 3u) << "002.x is there, and there is no room for another";
  // Files are selected faster than they can be read: only the last one is shown.
  for (int i = 0; i < 5; ++i) shown.viewer.handle(KeyEvent{Key::tab, Press::down, {}});
  settle(shown);
  EXPECT_EQ(shown_name(shown), "006.x");
  EXPECT_EQ(models(shown.viewer), 3u);
}

TEST_F(FileList, a_window_skips_unreadable_files_and_can_close_a_file_that_it_waits_for) {
  make_files(8);
  scenes_.erase("000.x");
  scenes_.erase("003.x");
  ViewerOptions window = of_three({});
  window.compile_in_background = true;
  test::BareViewer shown(window);
  shown.viewer.handle(DropEvent{{path("many")}});
  settle(shown);
  EXPECT_EQ(shown_name(shown), "001.x");
  EXPECT_THAT(shown.viewer.state().files,
              ::testing::ElementsAre(path("many/001.x"), path("many/002.x"), path("many/004.x"),
                                     path("many/005.x"), path("many/006.x"), path("many/007.x")));
  shown.command("file 007.x");
  EXPECT_EQ(awaited_text(shown.viewer.data()), "Reading 007.x (6 of 6) ...");
  shown.command("close-file 007.x");
  settle(shown);
  EXPECT_EQ(shown_name(shown), "001.x");
  EXPECT_FALSE(shown.viewer.data().awaited);
  while (!shown.viewer.state().files.empty()) shown.command("close-file");
  settle(shown);
  EXPECT_EQ(shown_name(shown), "");
}

TEST_F(FileList, the_file_that_a_window_waits_for_can_be_closed_before_any_is_shown) {
  make_files(4);
  scenes_.erase("000.x");
  ViewerOptions window = of_three({});
  window.compile_in_background = true;
  test::BareViewer shown(window);
  EXPECT_EQ(to_string(shown.viewer.command("close-file").error()),
            "\"close-file\" is not known; expected an open file");
  shown.viewer.handle(DropEvent{{path("many")}});
  shown.command("close-file");
  EXPECT_EQ(awaited_text(shown.viewer.data()), "Reading 001.x (1 of 3) ...");
  shown.command("close-file 002.x");
  EXPECT_EQ(awaited_text(shown.viewer.data()), "Reading 001.x (1 of 2) ...");
  shown.command("close-file 001.x");
  settle(shown);
  EXPECT_EQ(shown_name(shown), "003.x");
  EXPECT_THAT(shown.viewer.state().files, ::testing::ElementsAre(path("many/003.x")));
}

}  // namespace
}  // namespace skelter
