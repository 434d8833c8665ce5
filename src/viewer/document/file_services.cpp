#include "viewer/document/internal/file_services.h"

#include <algorithm>
#include <utility>

#include "load/internal/configured.h"
#include "load/internal/extensions.h"
#include "save/internal/save_scene.h"
#include "scene/internal/lost_weight.h"
#include "skelter/compile/compile.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {
namespace {

// Returns the scene as it would look after a round trip through a pack, with the configuration's masks, loops
// and graphs.
Result<Scene> as_configured(Scene scene, const FileServicesOptions& options, Pack& out_pack) {
  std::vector<std::string> pictures;
  Diagnostics reported = std::move(scene.diagnostics);
  reported.append(take_pictures_in(scene, pictures, options.textures, Pictures::for_packs));
  warn_of_lost_weight(scene, kMaxInfluences,
                      reported);  // a pack stores no more influences than the engine uses
  auto made = compile_configured(scene, options.config);
  if (!made) return made.error();
  out_pack = std::move(made->pack);
  auto shown = scene_from_pack(out_pack.view(), scene.file);
  if (shown) shown->diagnostics.append(reported);
  return shown;
}

LoadOptions asked_for(LoadOptions reading, const FileReading& asked) {
  if (asked.ticks_per_second)
    reading.ticks_per_second = asked.ticks_per_second;
  else if (asked.frame_numbers)
    reading.x.frame_numbers = reading.ticks_per_second ? false : *asked.frame_numbers;
  reading.with_clips.insert(reading.with_clips.end(), asked.with_clips.begin(), asked.with_clips.end());
  reading.map_names = reading.map_names || asked.map_names;
  return reading;
}

// Loads a model. Clips from files in `may_be_refused` that do not fit the model are dropped with a warning,
// so that the model can still be shown.
Result<Scene> load_model(const std::string& path, LoadOptions reading,
                         const std::vector<std::string>& may_be_refused, Pack* pack) {
  Diagnostics refused;
  for (;;) {
    auto scene = load_scene(path, reading, pack);
    if (scene) {
      scene->diagnostics.append(refused);
      return scene;
    }
    const Error& error = scene.error();
    const std::string& file = error.where.file;
    const bool does_not_fit = error.code == "merge.other-skeleton" || error.code == "merge.target-not-found";
    const auto left_out = std::find(reading.with_clips.begin(), reading.with_clips.end(), file);
    if (!does_not_fit || left_out == reading.with_clips.end() ||
        std::find(may_be_refused.begin(), may_be_refused.end(), file) == may_be_refused.end())
      return scene;
    refused.add(Severity::warning, error.code, error.where, error.message + "; not added");
    reading.with_clips.erase(left_out);
  }
}

}  // namespace

ViewerServices file_services(const FileServicesOptions& given) {
  FileServicesOptions options = given;
  options.reading.gltf.check_all = true;
  ViewerServices services;
  services.read = [options](const std::string& path, const FileReading& asked, Pack* pack) -> Result<Scene> {
    auto scene = load_model(path, asked_for(options.reading, asked), options.reading.with_clips, pack);
    if (!scene || options.config.empty() || scene->format == "pack") return scene;
    return as_configured(std::move(*scene), options, *pack);
  };
  services.read_endings = own_extensions();
  services.write = [textures = options.textures](const Scene& scene, const std::string& path) {
    return converted(scene, path, textures);
  };
  services.write_endings = {".x", ".gltf", ".glb"};
  return services;
}

}  // namespace skelter
