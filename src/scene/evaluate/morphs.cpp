#include "scene/evaluate/internal/morphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "core/internal/close_name.h"

namespace skelter {
namespace {

std::string morph_label(const Scene& scene, std::uint32_t node, std::uint32_t target,
                        const std::string& name) {
  if (!name.empty()) return name;
  const std::string& of = scene.nodes[node].name;
  return fmt::format("{} #{}", of.empty() ? fmt::format("node {}", node) : of, target);
}

std::string known_morphs(const std::vector<NamedMorph>& morphs, std::string_view unknown_name) {
  if (morphs.empty()) return "the file has no morph targets";
  std::vector<std::string> names;
  for (const NamedMorph& morph : morphs) names.push_back(morph.name);
  return known_names(unknown_name, names, "morph targets");
}

}  // namespace

std::vector<double> posed_morph_weights(const Scene& scene, const Pose& pose, std::uint32_t node) {
  if (node < pose.morph_weights.size() && !pose.morph_weights[node].empty()) return pose.morph_weights[node];
  const std::vector<float> rest = rest_morph_weights(scene, node);
  return {rest.begin(), rest.end()};
}

std::vector<NamedMorph> named_morphs(const Scene& scene) {
  std::vector<NamedMorph> morphs;
  std::map<std::string, std::size_t> known;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (scene.nodes[n].meshes.empty()) continue;
    const std::vector<Primitive>& primitives = scene.meshes[scene.nodes[n].meshes.front().mesh].primitives;
    if (primitives.empty()) continue;
    for (std::uint32_t t = 0; t < primitives.front().morphs.size(); ++t) {
      const std::string name = morph_label(scene, n, t, primitives.front().morphs[t].name);
      const auto [at, is_new] = known.emplace(name, morphs.size());
      if (is_new) morphs.push_back({name, {}});
      morphs[at->second].places.push_back({n, t});
    }
  }
  return morphs;
}

Result<std::uint32_t> choose_morph(const std::vector<NamedMorph>& morphs, std::string_view text) {
  for (std::uint32_t i = 0; i < morphs.size(); ++i)
    if (morphs[i].name == text) return i;
  const std::string_view digits = text.substr(0, 1) == "#" ? text.substr(1) : text;
  std::uint32_t index = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (problem == std::errc() && end == digits.data() + digits.size() && index < morphs.size()) return index;
  return Error{Status::invalid_argument,
               "scene.unknown-morph",
               fmt::format("no morph target is named \"{}\"; {}", text, known_morphs(morphs, text)),
               {}};
}

void set_morph(const Scene& scene, const NamedMorph& morph, double weight, Pose& pose) {
  pose.morph_weights.resize(scene.nodes.size());
  for (const NamedMorph::Place& place : morph.places) {
    std::vector<double> weights = posed_morph_weights(scene, pose, place.node);
    if (place.target < weights.size()) weights[place.target] = weight;
    pose.morph_weights[place.node] = std::move(weights);
  }
}

double morph_weight(const Scene& scene, const NamedMorph& morph, const Pose& pose) {
  const std::vector<double> weights = posed_morph_weights(scene, pose, morph.places.front().node);
  return morph.places.front().target < weights.size() ? weights[morph.places.front().target] : 0;
}

}  // namespace skelter
