#include "load/internal/read_model.h"

#include <algorithm>

#include "scene/internal/name_map.h"
#include "scene/internal/up_axis.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

Result<void> turn_up(Scene& scene, FileUp up) {
  const double z = scene.format == "x" ? -1 : 1;  // `.x` has z mirrored
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
  auto scene = load_within_limit(file, reading, pack);
  if (!scene) return scene;
  if (auto turned = turn_up(*scene, reading.up); !turned) return turned.error();
  for (const std::string& other_file : reading.with_clips) {
    auto other = load_within_limit(other_file, reading);
    if (!other) return other;
    scene->diagnostics.append(other->diagnostics);
    merge_other_clips(*scene, *other, reading);
  }
  return scene;
}

void merge_other_clips(Scene& scene, const Scene& other, const ModelReading& reading) {
  if (reading.map_names) return merge_clips_by_alike_names(scene, other, scene.diagnostics);
  const bool alike = std::any_of(other.clips.begin(), other.clips.end(), [&](const Clip& clip) {
    const auto map = map_target_names(scene, clip);
    return std::any_of(map.begin(), map.end(),
                       [](const MappedTarget& target) { return target.node != kNone && !target.exact; });
  });
  merge_clips(scene, other, NameMatch::exact, scene.diagnostics);
  if (alike)
    scene.diagnostics.add(Severity::note, "cli.map-names", {other.file, 0, {}, {}},
                          "some names differ from the model's by prefix, suffix or case only; --map-names "
                          "matches them");
}

}  // namespace skelter
