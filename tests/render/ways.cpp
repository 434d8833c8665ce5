#include "render/ways.h"

namespace skelter::test {

const std::vector<Way>& ways() {
  static const std::vector<Way> all = [] {
    std::vector<Way> made;
    for (const SkinningPath path : skinning_paths())
      made.push_back({std::string(skinning_path_name(path)), {path}, path != SkinningPath::cpu});
    return made;
  }();
  return all;
}

}  // namespace skelter::test
