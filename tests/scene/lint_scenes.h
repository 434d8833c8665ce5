#pragma once
// A model with three bones, one unit high, with values of the lint rules that can be worked out by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "scene/lint/internal/lint.h"
#include "skelter/scene/validate.h"
#include "support/scene_parts.h"

namespace skelter::test {

inline constexpr std::uint32_t kHip = 0, kLeft = 1, kRight = 2, kBody = 3;

// Two feet at (+-0.1, 0, 0) below a hip at (0, 1, 0); each joint has one vertex, with its full weight. H is
// 1.
inline Scene figure() {
  Scene scene;
  scene.file = "figure.x";
  scene.format = "x";
  scene.ticks_in_file = true;
  const Vec3d hip{0, 1, 0}, left{0.1, -1, 0}, right{-0.1, -1, 0};
  scene.nodes = {make_node("Hip", kNone, translation_matrix(hip)),
                 make_node("Left", kHip, translation_matrix(left)),
                 make_node("Right", kHip, translation_matrix(right)), make_node("Body", kNone, {})};
  Primitive primitive;
  primitive.positions = {to_float(hip), to_float(hip + left), to_float(hip + right)};
  primitive.source_vertices = 3;
  primitive.source_faces = 1;
  primitive.indices = {0, 1, 2};
  Skin skin{"Bones", {}};
  for (const std::uint32_t joint : {kHip, kLeft, kRight}) {
    append_influences(primitive, {{joint, 1}});
    skin.joints.push_back({scene.nodes[joint].name, joint, translation_matrix(-primitive.positions[joint])});
  }
  scene.meshes = {{"Body", {primitive}}};
  scene.skins = {skin};
  scene.nodes[kBody].meshes = {{0, 0}};
  return scene;
}

// Adds a clip with 30 ticks per second. Channel targets are node indices.
inline void add_lint_clip(Scene& scene, const std::string& name, std::vector<Channel> channels) {
  Clip clip;
  clip.name = name;
  clip.ticks_per_second = 30;
  std::vector<std::uint32_t> target_of(scene.nodes.size(), kNone);
  std::stable_sort(channels.begin(), channels.end(),
                   [](const Channel& a, const Channel& b) { return a.target < b.target; });
  for (Channel& channel : channels) {
    const std::uint32_t node = channel.target;
    if (target_of[node] == kNone) {
      target_of[node] = static_cast<std::uint32_t>(clip.targets.size());
      clip.targets.push_back({scene.nodes[node].name, node, {}});
    }
    channel.target = target_of[node];
    clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
  }
  clip.channels = std::move(channels);
  scene.clips.push_back(std::move(clip));
  ASSERT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
}

// Returns a translation channel of a node from pairs of time and offset from rest.
inline Channel way(const Scene& scene, std::uint32_t node,
                   const std::vector<std::pair<double, Vec3d>>& offsets) {
  std::vector<double> times_s;
  std::vector<float> values;
  for (const auto& key : offsets) {
    times_s.push_back(key.first);
    append_value(values, translation_part(to_double(scene.nodes[node].rest)) + key.second);
  }
  return make_channel(node, ChannelPath::translation, times_s, values);
}

inline std::vector<LintFinding> findings_of(const Scene& scene, const std::string& rule,
                                            std::optional<double> threshold = {}) {
  LintOptions options;
  options.rules = {rule};
  if (threshold) options.thresholds = {{rule, *threshold}};
  return lint(scene, options);
}

// Returns the only finding of a rule.
inline LintFinding finding_of(const Scene& scene, const std::string& rule,
                              std::optional<double> threshold = {}) {
  const std::vector<LintFinding> findings = findings_of(scene, rule, threshold);
  EXPECT_EQ(findings.size(), 1u) << rule;
  return findings.size() == 1 ? findings[0] : LintFinding{};
}

}  // namespace skelter::test
