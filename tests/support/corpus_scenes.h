#pragma once
// All .x scenes of the corpus that can be loaded, with their paths relative to it.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "skelter/formats/x/read.h"
#include "support/corpus.h"

namespace skelter::test {

inline std::vector<std::string> corpus_x_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
    std::string extension = entry.path().extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(c));
    // Deliberately broken files have separate tests.
    const std::string file = std::filesystem::relative(entry.path(), corpus_folder()).generic_string();
    if (entry.is_regular_file() && extension == ".x" && !file.starts_with("wild/") &&
        !file.starts_with("hostile/"))
      files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Calls `use` with every scene. Returns the number of scenes.
inline std::size_t for_each_corpus_scene(const std::function<void(const std::string&, const Scene&)>& use) {
  std::size_t count = 0;
  for (const std::string& file : corpus_x_files()) {
    const auto scene = read_x_file(corpus_folder() + "/" + file);
    if (!scene.ok()) continue;
    ++count;
    use(file, *scene);
  }
  return count;
}

}  // namespace skelter::test
