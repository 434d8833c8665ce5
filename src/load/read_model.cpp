#include "load/internal/read_model.h"

#include "load/internal/merge_other_clips.h"
#include "scene/internal/up_axis.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

Result<void> turn_up(Scene& scene, FileUp up) {
  if (scene.format == "fbx" && up == FileUp::unsaid) return {};  // the file says which axis is up
  const double z = scene.format == "x" ? -1 : 1;                 // `.x` has z mirrored
  const Vec3d axes[] = {{}, {0, 1, 0}, {0, 0, z}, {0, 0, -z}, {1, 0, 0}};
  const Vec3d axis = up == FileUp::unsaid ? guess_up(scene) : axes[static_cast<std::size_t>(up)];
  if (axis.y > 0.5) return {};
  if (up == FileUp::unsaid) {
    const bool plus = axis.z * z > 0;
    std::string message =
        scene.meshes.empty() ? "the skeleton stands along z, so " : "stands on the plane z = 0, so ";
    message += std::string(plus ? "+Z" : "-Z") + " is up; engines expect +Y";
    if (scene.format != "pack") message += std::string(" (--up ") + (plus ? "z" : "-z") + " turns it)";
    scene.diagnostics.add(Severity::note, "check.z-up", {scene.file, 0, {}, {}}, std::move(message));
    return {};
  }
  if (scene.format == "pack")
    return Error{Status::invalid_argument,
                 "cli.up",
                 "a pack is not turned; give --up where it is compiled",
                 {scene.file, 0, {}, {}}};
  turn_upright(scene, axis);
  return {};
}

// The limit that nobody gave has an option.
Result<Scene> load_within_limit(const std::string& file, const ModelReading& reading, Pack* pack = nullptr) {
  auto scene = load_scene(file, reading, pack);
  if (scene || reading.x.limits.max_memory_bytes != 0) return scene;
  Error error = scene.error();
  if (error.code == "file.too-large") error.message += "; --max-memory BYTES allows more";
  return error;
}

}  // namespace

Result<Scene> read_model(const std::string& file, const ModelReading& reading, Pack* pack) {
  ModelReading alone = reading;
  alone.with_clips.clear();  // they are added after the model is turned
  auto scene = load_within_limit(file, alone, pack);
  if (!scene) return scene;
  if (auto turned = turn_up(*scene, reading.up); !turned) return turned.error();
  for (const std::string& other_file : reading.with_clips) {
    auto other = load_within_limit(other_file, alone);
    if (!other) return other;
    scene->diagnostics.append(other->diagnostics);
    if (auto merged = merge_other_clips(*scene, *other, reading.map_names); !merged) return merged.error();
  }
  return scene;
}

}  // namespace skelter
