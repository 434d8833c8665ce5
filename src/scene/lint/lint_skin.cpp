// Rules about skins: weight-sum, dead-joint, bones, influences.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scene/lint/lint_detail.h"

namespace skelter::lint_detail {
namespace {

constexpr std::size_t kMinBareJoints = 3;  // fewer than this may be helpers

bool has_extension(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

std::string shown_name(const std::string& name, std::string_view kind, std::size_t index) {
  return name.empty() ? fmt::format("{} #{}", kind, index) : name;
}

// Per skin and joint: whether a vertex uses it.
std::vector<std::vector<bool>> used_joints(const Scene& scene) {
  std::vector<std::vector<bool>> used;
  for (const Skin& skin : scene.skins) used.emplace_back(skin.joints.size(), false);
  for_each_skinned(scene, [&](std::uint32_t skin, std::uint32_t, const Primitive& primitive) {
    for (const Influence& influence : primitive.influences) used[skin][influence.joint] = true;
  });
  return used;
}

// Per node: whether a clip moves it, which takes more than one key.
std::vector<bool> moved_by_keys(const Scene& scene) {
  std::vector<bool> moved(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels)
      if (const std::uint32_t node = clip.targets[channel.target].node;
          node != kNone && channel.path != ChannelPath::weights && channel.times_s.size() > 1)
        moved[node] = true;
  return moved;
}

// Per node: whether the node or a descendant has a mesh, a camera or a light.
std::vector<bool> carries_something(const Scene& scene) {
  std::vector<bool> carries(scene.nodes.size(), false);
  const std::vector<std::uint32_t> order = parents_first(scene);
  for (auto n = order.rbegin(); n != order.rend(); ++n) {
    const Node& node = scene.nodes[*n];
    if (!node.meshes.empty() || node.camera != kNone || node.light != kNone) carries[*n] = true;
    if (carries[*n] && node.parent != kNone) carries[node.parent] = true;
  }
  return carries;
}

}  // namespace

// Detects a lost skin, where the file has meshes but its animated skeleton moves none of them. In models of
// rigid parts, meshes are children of the nodes that the clips move, so most of those nodes have something
// attached.
MeasuredList missing_skin(const LintWork& work) {
  const Scene& scene = work.scene;
  if (scene.meshes.empty() || scene.clips.empty()) return {};
  bool skinned = false;
  for_each_skinned(scene, [&](std::uint32_t, std::uint32_t, const Primitive&) { skinned = true; });
  Measured measured;
  if (skinned) return {measured};
  const std::vector<bool> moved = moved_by_keys(scene), carries = carries_something(scene);
  std::vector<std::string> bare;
  std::size_t all = 0, chained = 0;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!moved[n]) continue;
    ++all;
    if (carries[n]) continue;
    bare.push_back(shown_name(scene.nodes[n].name, "node", n));
    const std::uint32_t parent = scene.nodes[n].parent;
    if (parent != kNone && moved[parent] && !carries[parent]) ++chained;
  }
  if (bare.size() < kMinBareJoints || 2 * bare.size() <= all || chained == 0) return {measured};
  measured.value = static_cast<double>(bare.size());
  measured.object = first_names(bare);
  measured.note = "animated mesh without a skin: the clips move joints that no mesh follows";
  return {measured};
}

// Readers normalise the weights of every vertex, so the sums in the file can only be seen from the readers'
// warnings.
MeasuredList weight_sums(const LintWork& work) {
  if (work.scene.skins.empty()) return {};
  Measured measured;
  for (const Diagnostic& entry : work.scene.diagnostics.entries()) {
    if (!has_extension(entry.code, ".weights-not-normalised")) continue;
    if (measured.value == 0) {
      measured.object = entry.spot.object;
      measured.note = entry.message;
    }
    measured.value += static_cast<double>(entry.count);
  }
  return {measured};
}

// A model of several meshes often has a skin per mesh with the whole skeleton. A joint counts if no vertex of
// any skin follows its node, and counts once.
MeasuredList dead_joints(const LintWork& work) {
  if (work.scene.skins.empty()) return {};
  const std::vector<Skin>& skins = work.scene.skins;
  const std::vector<std::vector<bool>> used = used_joints(work.scene);
  const std::size_t nodes = work.scene.nodes.size();
  std::vector<std::size_t> user(nodes, kNone), lister(nodes, kNone);  // a skin that uses or lists the node
  std::vector<bool> shared(nodes, false);                             // used by several skins
  for (std::size_t s = 0; s < used.size(); ++s)
    for (std::size_t j = 0; j < used[s].size(); ++j) {
      if (!used[s][j]) continue;
      const std::uint32_t node = skins[s].joints[j].node;
      shared[node] = shared[node] || (user[node] != kNone && user[node] != s);
      user[node] = s;
    }
  std::vector<std::string> dead;
  for (std::size_t s = 0; s < used.size(); ++s)
    for (std::size_t j = 0; j < used[s].size(); ++j) {
      const std::uint32_t node = skins[s].joints[j].node;
      if (used[s][j] || shared[node] || (user[node] != kNone && user[node] != s)) continue;
      if (lister[node] != kNone && lister[node] != s) continue;
      lister[node] = s;
      dead.push_back(shown_name(skins[s].joints[j].name, "joint", j));
    }
  Measured measured;
  measured.value = static_cast<double>(dead.size());
  measured.object = first_names(dead);
  if (!dead.empty()) measured.note = "no vertex follows them; they only waste space in the palette";
  return {measured};
}

MeasuredList bone_count(const LintWork& work) {
  if (work.scene.skins.empty()) return {};
  const auto fewer = [](const Skin& a, const Skin& b) { return a.joints.size() < b.joints.size(); };
  const auto largest = std::max_element(work.scene.skins.begin(), work.scene.skins.end(), fewer);
  Measured measured;
  measured.value = static_cast<double>(largest->joints.size());
  measured.object =
      shown_name(largest->name, "skin", static_cast<std::size_t>(largest - work.scene.skins.begin()));
  std::string exceeded;
  for (const std::size_t palette : {26u, 30u, 40u})
    if (largest->joints.size() > palette)
      exceeded += fmt::format("{}{}", exceeded.empty() ? "" : ", ", palette);
  if (!exceeded.empty()) measured.note = fmt::format("over {}, the palette sizes of old engines", exceeded);
  return {measured};
}

MeasuredList influence_count(const LintWork& work) {
  if (work.scene.skins.empty()) return {};
  Measured measured;
  for_each_skinned(work.scene, [&](std::uint32_t, std::uint32_t mesh, const Primitive& primitive) {
    for (std::size_t v = 0; v + 1 < primitive.influence_begin.size(); ++v) {
      const double count = primitive.influence_begin[v + 1] - primitive.influence_begin[v];
      if (count <= measured.value) continue;
      measured.value = count;
      measured.object = shown_name(work.scene.meshes[mesh].name, "mesh", mesh);
    }
  });
  if (measured.value > 4) measured.note = "many engines keep the largest 4";
  return {measured};
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

}  // namespace skelter::lint_detail
