#include "demos/internal/demo.h"

#include <array>

#include "demos/blend/blend_demo.h"
#include "demos/character/character_demo.h"
#include "demos/crowd/crowd_demo.h"
#include "demos/lesson/lesson_demo.h"
#include "demos/skinmesh/sample_skinning.h"
#include "demos/skinmesh/skinmesh_demo.h"
#include "demos/tower/tower_demo.h"

namespace skelter {
namespace {

struct Entry {
  const char* name;
  const char* asset;
  Result<Demo> (*make)(Scene scene, const DemoOptions& options);
};

constexpr std::array kEntries{
    Entry{"character", "mannequin.x", demos::make_character_demo},
    Entry{"tower", "tower.x", demos::make_tower_demo},
    Entry{"blend", "mannequin.x", demos::make_blend_demo},
    Entry{"skinmesh", "mannequin.x", demos::make_skinmesh_demo},
    Entry{"crowd", "mannequin.x", demos::make_crowd_demo},
    Entry{"lesson", "tower.x", demos::make_lesson_demo},
};

const Entry* find(std::string_view name) {
  for (const Entry& entry : kEntries)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace

const std::vector<std::string>& demo_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Entry& entry : kEntries) names.emplace_back(entry.name);
    return names;
  }();
  return kNames;
}

std::vector<ShaderFile> demo_shader_files() {
  std::vector<ShaderFile> files;
  for (const std::string_view name : sample_shader_source_names())
    files.push_back({name, sample_shader_source(name)});
  return files;
}

std::string_view demo_asset(std::string_view name) {
  const Entry* entry = find(name);
  return entry != nullptr ? entry->asset : "";
}

Result<Demo> make_demo(std::string_view name, Scene scene, const DemoOptions& options) {
  const Entry* entry = find(name);
  if (entry != nullptr) {
    const std::string file = scene.file;
    Result<Demo> demo = entry->make(std::move(scene), options);
    if (!demo) {
      Error error = demo.error();
      if (error.where.file.empty()) error.where.file = file;
      return error;
    }
    demo->application->set_shaders(options.shader_folder, options.debug_shaders);
    return demo;
  }
  std::string known;
  for (const std::string& one : demo_names())
    known += (known.empty() ? "" : &one == &demo_names().back() ? " or " : ", ") + one;
  return Error{Status::invalid_argument,
               "demo.unknown",
               "no demo \"" + std::string(name) + "\"; expected " + known,
               {"demo", 0, {}, {}}};
}

}  // namespace skelter
