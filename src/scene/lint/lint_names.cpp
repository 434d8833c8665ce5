// Rule duplicate-name: names shared by several nodes.

#include <map>
#include <set>
#include <string_view>

#include "scene/lint/lint_detail.h"

namespace skelter::lint_detail {
namespace {

// Returns the names by which clips and skins look up nodes.
std::set<std::string_view> names_looked_up(const Scene& scene) {
  std::set<std::string_view> names;
  for (const Clip& clip : scene.clips)
    for (const ClipTarget& target : clip.targets) names.insert(target.name);
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) names.insert(joint.name);
  return names;
}

// Whether the file format links by name. `.x` has no other links, and readers differ if two frames have the
// same name. Other formats use node indices, so duplicate names only affect tools that work by name.
bool links_by_name(const Scene& scene) {
  return scene.format == "x";
}

}  // namespace

MeasuredList duplicate_names(const LintWork& work) {
  std::map<std::string_view, int> nodes_of;
  for (const Node& node : work.scene.nodes)
    if (!node.name.empty() && !node.synthetic) ++nodes_of[node.name];
  const std::set<std::string_view> looked_up = names_looked_up(work.scene);
  std::vector<std::string> several, ambiguous;
  for (const auto& entry : nodes_of) {
    if (entry.second < 2) continue;
    several.emplace_back(entry.first);
    if (looked_up.count(entry.first) != 0) ambiguous.emplace_back(entry.first);
  }
  Measured measured;
  measured.info_only = ambiguous.empty() || !links_by_name(work.scene);
  const std::vector<std::string>& named = measured.info_only ? several : ambiguous;
  measured.value = static_cast<double>(named.size());
  measured.object = first_names(named);
  if (!several.empty())
    measured.note = measured.info_only
                        ? "nothing in the file depends on it; tools that look up names take the first"
                        : "a clip or a bone refers to this name; the first is taken";
  if (several.empty()) measured.info_only = false;
  return {measured};
}

}  // namespace skelter::lint_detail
