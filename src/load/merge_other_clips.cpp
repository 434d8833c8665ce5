#include "load/internal/merge_other_clips.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>

#include "scene/edit/internal/name_map.h"
#include "skelter/scene/edit.h"
#include "system/internal/paths.h"

namespace skelter {
namespace {

// Mixamo's name for every clip.
constexpr std::string_view kMixamoClip = "mixamo.com";

bool is_mixamo_clip(const Clip& clip) {
  return clip.name == kMixamoClip;
}

// Ratio of the lengths of common bones, by name: the model's over the other file's; 0 without common bones.
double bone_ratio(const Scene& scene, const Scene& other) {
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) by_name.emplace(scene.nodes[n].name, n);
  const auto length_of = [](const Node& node) { return length(translation_part(to_double(node.rest))); };
  double mine = 0, theirs = 0;
  for (const Node& node : other.nodes) {
    if (node.parent == kNone) continue;
    const auto found = by_name.find(node.name);
    if (found == by_name.end()) continue;
    const Node& own = scene.nodes[found->second];
    if (own.parent == kNone || scene.nodes[own.parent].name != other.nodes[node.parent].name) continue;
    mine += length_of(own);
    theirs += length_of(node);
  }
  return mine > 0 && theirs > 0 ? mine / theirs : 0;
}

// The unit of formats that have one: FBX files store it, glTF is in metres. 0 for others.
double unit_of(const Scene& scene) {
  if (scene.format == "fbx") return scene.metres_per_unit.value_or(0.01);
  return scene.format == "gltf" || scene.format == "glb" ? scene.metres_per_unit.value_or(1) : 0;
}

// Size of the other file's unit in units of the model; 1 unless both have a unit. If bone lengths agree
// better without it, one of the files declares a wrong unit, and the result is 1.
double unit_ratio(const Scene& scene, const Scene& other) {
  const double mine = unit_of(scene), theirs = unit_of(other);
  if (mine == 0 || theirs == 0) return 1;
  const double ratio = theirs / mine;
  constexpr double kSameUnit = 1e-6;
  if (!(std::abs(ratio - 1) > kSameUnit)) return 1;
  const double bones = bone_ratio(scene, other);
  const bool numbers_agree = bones > 0 && std::abs(std::log(bones)) < std::abs(std::log(bones / ratio));
  return numbers_agree ? 1 : ratio;
}

std::string shown(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

std::string stem_of(const std::string& file) {
  std::string stem = with_slashes(file);
  stem.erase(0, stem.find_last_of('/') + 1);  // npos + 1 is 0
  return stem.substr(0, stem.find_last_of('.'));
}

// Names the clips of a file so that those of several files differ.
void name_by_file(Scene& other) {
  const std::string stem = stem_of(other.file);
  if (stem.empty()) return;
  std::size_t count = 0;
  for (Clip& clip : other.clips)
    if (is_mixamo_clip(clip)) clip.name = ++count == 1 ? stem : stem + " " + std::to_string(count);
}

Result<void> merge_prepared(Scene& scene, const Scene& other, bool map_names) {
  if (map_names) return merge_clips_by_alike_names(scene, other, scene.diagnostics);
  const bool alike = std::any_of(other.clips.begin(), other.clips.end(), [&](const Clip& clip) {
    const auto map = map_target_names(scene, clip);
    return std::any_of(map.begin(), map.end(),
                       [](const MappedTarget& target) { return target.node != kNone && !target.exact; });
  });
  if (auto merged = merge_clips(scene, other, NameMatch::exact, scene.diagnostics); !merged) {
    Error error = merged.error();
    if (alike && error.code == "merge.target-not-found")
      error.message += "; some names differ by prefix, suffix or case only";
    return error;
  }
  if (alike)
    scene.diagnostics.add(Severity::note, "merge.names-differ", {other.file, 0, {}, {}},
                          "some names differ from the model's by prefix, suffix or case only");
  return {};
}

}  // namespace

Result<void> merge_other_clips(Scene& scene, const Scene& other, bool map_names) {
  const double ratio = unit_ratio(scene, other);
  const bool named = std::none_of(other.clips.begin(), other.clips.end(), is_mixamo_clip);
  if (ratio == 1 && named) return merge_prepared(scene, other, map_names);
  Scene prepared = other;
  name_by_file(prepared);
  if (ratio != 1) {
    if (auto scaled = scale_scene(prepared, ratio); !scaled) {
      Error error = scaled.error();
      error.where.file = other.file;
      return error;
    }
    scene.diagnostics.add(Severity::note, "merge.unit", {other.file, 0, {}, {}},
                          "a unit is " + shown(unit_of(other)) + " m, that of the model " +
                              shown(unit_of(scene)) + " m; the clips are scaled by " + shown(ratio));
  }
  return merge_prepared(scene, prepared, map_names);
}

}  // namespace skelter
