#include "load/internal/merge_other_clips.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/edit/internal/name_map.h"
#include "skelter/scene/edit.h"
#include "system/internal/paths.h"

namespace skelter {
namespace {

// Names that programs give to clips that their users did not name.
constexpr std::string_view kDefaultNames[] = {"mixamo.com", "Scene", "Unreal Take", "CINEMA_4D_Main"};

bool is_take(std::string_view name) {
  constexpr std::string_view kTake = "Take";
  if (name.substr(0, kTake.size()) != kTake) return false;
  name.remove_prefix(kTake.size());
  if (!name.empty() && (name[0] == ' ' || name[0] == '_')) name.remove_prefix(1);
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Also true for "Armature|mixamo.com|Layer0", which is how Blender names an imported clip with a default
// name.
bool is_default_name(std::string_view name) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('|', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (is_take(part) ||
        std::find(std::begin(kDefaultNames), std::end(kDefaultNames), part) != std::end(kDefaultNames))
      return true;
    begin = end + 1;
  }
  return false;
}

// Total length of the bones that both files have, by name, in the model divided by that in the other file; 0
// if there are none.
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

// Metres per unit for formats that have a unit: FBX files store it, and glTF uses metres. 0 for other
// formats.
double unit_of(const Scene& scene) {
  if (scene.format == "fbx") return scene.metres_per_unit.value_or(0.01);
  return scene.format == "gltf" || scene.format == "glb" ? scene.metres_per_unit.value_or(1) : 0;
}

// Size of the other file's unit in the model's unit, or 1 unless both have a unit. If bone lengths agree
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

// Returns "Run" for "folder/Hero@Run.fbx", because some programs put the model's name before the clip's name.
std::string stem_of(const std::string& file) {
  std::string stem = with_slashes(file);
  stem.erase(0, stem.find_last_of('/') + 1);  // npos + 1 is 0
  stem = stem.substr(0, stem.find_last_of('.'));
  const std::size_t at = stem.find_last_of('@');
  return at == std::string::npos || at + 1 == stem.size() ? stem : stem.substr(at + 1);
}

// Returns the name, or the name with the first number from 2 that makes it unique.
std::string unused_name(const std::string& name, const std::set<std::string>& used) {
  std::string text = name;
  for (std::size_t number = 2; used.contains(text); ++number) text = name + " " + std::to_string(number);
  return text;
}

// For each clip, its new name if it needs one. Clips with default names, and with names that the model or the
// file already uses, are named after the file, so that every clip can be found by name.
std::vector<std::optional<std::string>> names_by_file(const Scene& scene, const Scene& other) {
  std::vector<std::optional<std::string>> names(other.clips.size());
  const std::string stem = stem_of(other.file);
  if (stem.empty()) return names;
  std::set<std::string> used;
  for (const Clip& clip : scene.clips)
    if (clip.name) used.insert(*clip.name);
  std::vector<bool> renamed(other.clips.size());
  for (std::size_t i = 0; i < other.clips.size(); ++i)
    if (const auto& name = other.clips[i].name;
        name && (is_default_name(*name) || !used.insert(*name).second))
      renamed[i] = true;
  for (std::size_t i = 0; i < other.clips.size(); ++i) {
    if (!renamed[i]) continue;
    const std::string& name = *other.clips[i].name;
    const bool only_one = other.clips.size() == 1 || is_default_name(name) || name == stem;
    names[i] = unused_name(only_one ? stem : stem + " " + name, used);
    used.insert(*names[i]);
  }
  return names;
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
  std::vector<std::optional<std::string>> names = names_by_file(scene, other);
  const bool same_names =
      std::none_of(names.begin(), names.end(), [](const auto& name) { return name.has_value(); });
  if (ratio == 1 && same_names) return merge_prepared(scene, other, map_names);
  Scene prepared = other;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i]) prepared.clips[i].name = std::move(names[i]);
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
