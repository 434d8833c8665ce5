#pragma once
// A folder for files written by a test, and short helpers to examine the scenes read from them.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "skelter/formats/assimp/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

namespace skelter::test {

inline constexpr double kNear = 1e-5;  // precision of floats up to 3

class MadeFiles {
 public:
  MadeFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "skelter_assimp_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~MadeFiles() { std::filesystem::remove_all(folder_); }
  MadeFiles(const MadeFiles&) = delete;
  MadeFiles& operator=(const MadeFiles&) = delete;

  // Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Result<Scene> read(const std::string& name, const std::string& text, const ReadOptions& shared = {},
                     double max_seconds = kAssimpMaxSeconds) const {
    return read_assimp_file(write(name, text), shared, max_seconds);
  }
  // Reads a file and returns the error as text, without the folder.
  std::string error(const std::string& name, const std::string& text, const ReadOptions& shared = {},
                    double max_seconds = kAssimpMaxSeconds) const {
    const auto scene = read(name, text, shared, max_seconds);
    return scene ? "none" : without_folder(to_string(scene.error()));
  }
  std::string without_folder(std::string text) const {
    for (std::size_t at; (at = text.find(folder_ + "/")) != std::string::npos;)
      text.erase(at, folder_.size() + 1);
    return text;
  }

 private:
  std::string folder_;
};

inline Vec3d place_of(const Scene& scene, const Pose& pose, std::string_view node) {
  const std::uint32_t index = find_node(scene, node);
  EXPECT_NE(index, kNone) << node;
  return index == kNone ? Vec3d{} : translation_part(pose.world[index]);
}

// The vertices of the first mesh of the first node that has one.
inline SkinnedVertices vertices_of(const Scene& scene, const Pose& pose) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (!scene.nodes[n].meshes.empty()) return skin(scene, pose, n, 0);
  ADD_FAILURE() << "no mesh";
  return {};
}

}  // namespace skelter::test
