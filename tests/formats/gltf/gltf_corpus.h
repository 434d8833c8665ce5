#pragma once
// The glTF files of the corpus.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "skelter/formats/gltf/read.h"
#include "support/corpus.h"

namespace skelter::test {

// Sorted paths below corpus/gltf, including those of `invalid` and of the validator's cases.
inline std::vector<std::string> corpus_gltf_files() {
  const std::string folder = corpus_folder() + "/gltf";
  std::vector<std::string> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".gltf" || extension == ".glb" || extension == ".vrm" || extension == ".vrma")
      files.push_back(std::filesystem::relative(entry.path(), folder).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace skelter::test
