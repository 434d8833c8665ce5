#pragma once
// Shader files in a folder, which are edited while a program runs.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "render/stage.h"

namespace skelter::test {

class ShaderFolder : public testing::Test {
 protected:
  ShaderFolder() {
    folder_ = std::filesystem::temp_directory_path() / ("skelter_shaders_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ShaderFolder() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    // File systems have coarse clocks, so the change gets a later date than all changes before it.
    std::filesystem::last_write_time(
        folder_ / name, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++edits_));
  }
  std::string path(const std::string& name) const { return folder_.string() + "/" + name; }
  RendererOptions options() const { return {folder_.string(), false}; }

  std::filesystem::path folder_;
  int edits_ = 0;
};

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// The pixel in the middle of the tube.
inline std::array<int, 3> middle(const Image& image) {
  const std::uint8_t* p = image.at(image.width / 2, image.height / 2);
  return {p[0], p[1], p[2]};
}

}  // namespace skelter::test
