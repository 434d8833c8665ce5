#include "ufbx.h"

#include "peers/fbx.h"

namespace skelter::bench {
namespace {

bool load(const std::string& path) {
  const ufbx_load_opts options{};
  ufbx_scene* const scene = ufbx_load_file(path.c_str(), &options, nullptr);
  if (scene == nullptr) return false;
  ufbx_free_scene(scene);
  return true;
}

}  // namespace

LoadFbx ufbx_load() {
  return load;
}

}  // namespace skelter::bench
