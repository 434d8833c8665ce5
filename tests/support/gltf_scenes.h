#pragma once
// The glTF scenes of the corpus that can be loaded, with their paths relative to corpus/gltf; without
// deliberately broken ones and the validator's small cases.

#include <functional>
#include <string>

#include "formats/gltf/gltf_corpus.h"

namespace skelter::test {

inline bool is_broken_on_purpose(const std::string& file) {
  return file.starts_with("invalid/") || file.starts_with("validator_cases/");
}

// Calls `use` with every scene. Returns the number of scenes.
inline std::size_t for_each_gltf_scene(const std::function<void(const std::string&, const Scene&)>& use) {
  std::size_t count = 0;
  for (const std::string& file : corpus_gltf_files()) {
    if (is_broken_on_purpose(file)) continue;
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
    if (!scene.ok()) continue;
    ++count;
    use(file, *scene);
  }
  return count;
}

}  // namespace skelter::test
