#pragma once
// ViewerTest: a viewer in a temporary folder, with files a.x, b.x and more/c.x.

#include <unistd.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "desktop/internal/script.h"
#include "skelter/image/decode.h"
#include "skelter/system/file.h"
#include "viewer/figures.h"
#include "viewer/internal/viewer.h"

namespace skelter {

using Json = nlohmann::json;

class ViewerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "skelter_viewer_" + std::to_string(::getpid()) + "_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/more");
    for (const char* name : {"a.x", "b.x", "more/c.x", "more/readme.txt"}) touch(name, "1");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void touch(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  // `scenes_` defines the scenes of the files; the text in a file only exists so that it can be changed.
  ViewerOptions options(const std::vector<std::string>& files) {
    ViewerOptions options;
    for (const std::string& file : files) options.files.push_back(path(file));
    options.services.read = [this](const std::string& file, const FileReading& reading,
                                   Pack*) -> Result<Scene> {
      reading_ = reading;
      const auto found = scenes_.find(file_name(file));
      if (found == scenes_.end())
        return Error{Status::bad_data, "test", "is broken; expected a figure", {file, 3, {}, {}}};
      Scene scene = found->second;
      scene.file = file;
      return scene;
    };
    options.services.read_endings = {".x"};
    options.services.write = [](const Scene&, const std::string&) -> Result<WriteResult> {
      WriteResult written;
      written.bytes.resize(5);
      written.losses.add(Severity::warning, "test.lost", {"a.x", 0, {}, "Clip bend"}, "has no room");
      written.losses.add(Severity::note, "test.changed", {"a.x", 0, {}, "Frame root"}, "has another index");
      return written;
    };
    options.services.write_endings = {".x"};
    return options;
  }
  // Runs a script and returns the state after it.
  Json after(const std::string& script, const std::vector<std::string>& files = {"a.x"}) {
    DesktopViewer viewer(options(files));
    const auto run = run_script(viewer, script, "test.script");
    EXPECT_TRUE(run.ok()) << to_string(run.error());
    return Json::parse(viewer.viewer().report());
  }
  Image picture(const std::string& name) {
    auto image = decode_image_file(path(name));
    EXPECT_TRUE(image.ok()) << to_string(image.error());
    return image.ok() ? *image : Image(1, 1);
  }
  std::string folder_;
  FileReading reading_;  // options of the last file that was read
  std::map<std::string, Scene> scenes_ = {
      {"a.x", test::figure()}, {"b.x", test::figure()}, {"c.x", test::figure()}};
};

}  // namespace skelter
