#include "load/internal/merge_other_clips.h"

#include <algorithm>

#include "scene/internal/name_map.h"
#include "skelter/scene/edit.h"

namespace skelter {

Result<void> merge_other_clips(Scene& scene, const Scene& other, bool map_names) {
  if (map_names) return merge_clips_by_alike_names(scene, other, scene.diagnostics);
  const bool alike = std::any_of(other.clips.begin(), other.clips.end(), [&](const Clip& clip) {
    const auto map = map_target_names(scene, clip);
    return std::any_of(map.begin(), map.end(),
                       [](const MappedTarget& target) { return target.node != kNone && !target.exact; });
  });
  if (auto merged = merge_clips(scene, other, NameMatch::exact, scene.diagnostics); !merged) {
    Error error = merged.error();
    if (alike && error.code == "merge.target-not-found")
      error.message += "; some names differ by prefix, suffix or case only, and --map-names matches them";
    return error;
  }
  if (alike)
    scene.diagnostics.add(Severity::note, "cli.map-names", {other.file, 0, {}, {}},
                          "some names differ from the model's by prefix, suffix or case only; --map-names "
                          "matches them");
  return {};
}

}  // namespace skelter
