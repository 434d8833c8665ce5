#include "load/internal/configured.h"

#include <utility>

#include "compile/build_pack/internal/build_pack.h"
#include "skelter/system/file.h"

namespace skelter {

Result<std::string> read_text(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Result<CompileSettings> read_configuration(const std::string& path, const Scene& scene) {
  CompileSettings settings;
  if (!path.empty()) {
    const auto text = read_text(path);
    if (!text) return text.error();
    auto read = read_compile_settings(*text, path, scene);
    if (!read) return read.error();
    settings = std::move(*read);
  }
  settings.clips.resize(scene.clips.size());
  settings.read_text = read_text;
  return settings;
}

Result<ConfiguredPack> compile_configured(const Scene& scene, const std::string& configuration,
                                          MeshParts meshes) {
  auto settings = read_configuration(configuration, scene);
  if (!settings) return settings.error();
  settings->add_meshes = meshes != MeshParts::none;
  settings->add_vertices = meshes == MeshParts::all;
  settings->store_clips = false;
  for (ClipSettings& clip : settings->clips) clip.effort = Effort::quick;
  auto compiled = build_pack(scene, *settings);
  if (!compiled) return compiled.error();
  ConfiguredPack made;
  if (const Problem problem = Pack::open(std::move(compiled->bytes), made.pack); !problem.ok())
    return Error{problem.status, "pack.bad", problem.what, {scene.file, 0, {}, {}}};
  made.skeleton = std::move(compiled->skeleton);
  return made;
}

}  // namespace skelter
