#pragma once
// How files are read for a page.

#include <string>
#include <vector>

#include "skelter/load.h"
#include "web/answer.h"

namespace skelter::web {

struct Reading {
  LoadOptions options;
  std::vector<std::string> with_clips;  // files of the page
  bool map_names = false;               // of their clips: also by names that are alike
};

// As sk_scene_read takes it. Errors: invalid_argument for values that are none.
Result<Reading> reading_of(const Json& json);

// `path` is one of the page's. Errors: those of load_scene, and of checked_path.
Result<Scene> read_scene(const std::string& path, const Reading& reading, Pack* pack = nullptr);

}  // namespace skelter::web
