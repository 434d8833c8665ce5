#include "cli/output/report/scene_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <unordered_set>

#include "cli/output/json_text.h"
#include "scene/internal/words.h"

namespace skelter::cli {
namespace {

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

}  // namespace

ClipFacts clip_facts(const Clip& clip) {
  ClipFacts facts;
  std::unordered_set<std::string> seen;
  for (const ClipTarget& target : clip.targets)
    if (seen.insert(target.name).second) facts.targets.push_back(target.name);
  for (const Channel& channel : clip.channels) {
    facts.keys += channel.times_s.size();
    facts.keys_by_kind[static_cast<std::size_t>(channel.path)] += channel.times_s.size();
    add_once<std::string>(facts.interpolations, std::string(to_text(channel.interpolation)));
  }
  for (const PropertyChannel& property : clip.properties) facts.other_keys += property.times_s.size();
  return facts;
}

namespace {

// Looks up nested members. Returns null if one is missing.
const Json& inside(const Json& value, std::initializer_list<const char*> names) {
  static const Json kNothing;
  const Json* at = &value;
  for (const char* name : names) {
    const auto found = at->is_object() ? at->find(name) : at->end();
    if (!at->is_object() || found == at->end()) return kNothing;
    at = &*found;
  }
  return *at;
}

std::size_t list_size(const Json& value) {
  return value.is_array() || value.is_object() ? value.size() : 0;
}

}  // namespace

std::optional<VrmFacts> vrm_facts(const Scene& scene) {
  if (scene.carried.extensions.find("\"VRM") == std::string::npos) return std::nullopt;
  const Json extensions = Json::parse(scene.carried.extensions, nullptr, false);
  VrmFacts facts;
  bool any = false;
  for (const char* name : {"VRMC_vrm", "VRMC_vrm_animation"}) {
    any = any || inside(extensions, {name}).is_object();
    for (const char* kind : {"preset", "custom"})
      facts.expressions += list_size(inside(extensions, {name, "expressions", kind}));
  }
  facts.spring_chains += list_size(inside(extensions, {"VRMC_springBone", "springs"}));
  any = any || inside(extensions, {"VRM"}).is_object();
  facts.expressions += list_size(inside(extensions, {"VRM", "blendShapeMaster", "blendShapeGroups"}));
  for (const Json& group : inside(extensions, {"VRM", "secondaryAnimation", "boneGroups"}))
    facts.spring_chains += list_size(inside(group, {"bones"}));
  return any ? std::optional<VrmFacts>(facts) : std::nullopt;
}

}  // namespace skelter::cli
