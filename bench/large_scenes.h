#pragma once
// Scenes that are large in one respect: many nodes, or many morph targets.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "skelter/math/quat.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

inline constexpr std::uint32_t kManyNodes = 5000;

// Ropes of 20 nodes below a single root, all of which swing for two seconds at 30 Hz.
inline Scene many_nodes_scene() {
  constexpr std::uint32_t kRope = 20, kKeys = 61;
  Scene scene;
  Clip clip;
  clip.name = "swing";
  clip.duration_s = 2;
  for (std::uint32_t n = 0; n < kManyNodes; ++n) {
    Node node;
    node.name = "node" + std::to_string(n);
    if (n > 0) node.parent = (n - 1) % kRope == 0 ? 0 : n - 1;
    const Vec3 offset{n == 0 ? 0.0f : 0.1f, 0.01f * static_cast<float>(n % 7), 0};
    node.rest_trs = Transform{offset, {}, {1, 1, 1}};
    node.rest = translation_matrix(offset);
    scene.nodes.push_back(std::move(node));
    clip.targets.push_back({scene.nodes.back().name, n, {}});
    Channel turn{n, ChannelPath::rotation, Interpolation::linear, {}, {}};
    for (std::uint32_t k = 0; k < kKeys; ++k) {
      const float phase = 6.2831853f * static_cast<float>(k % (kKeys - 1)) / (kKeys - 1);
      const Quat q = from_axis_angle(Vec3{0.3f, 0.1f * static_cast<float>(n % 5), 1},
                                     0.1f * std::sin(phase + 0.01f * static_cast<float>(n)));
      turn.times_s.push_back(k / 30.0);
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
    }
    clip.channels.push_back(std::move(turn));
  }
  scene.clips.push_back(std::move(clip));
  return scene;
}

inline constexpr std::uint32_t kFaceTargets = 52;  // typical for face trackers

// A curved sheet of 10,000 vertices, bound to one node. Each target makes a bulge in an eighth of the sheet.
inline Scene face_scene() {
  constexpr std::uint32_t kSide = 100;
  Scene scene;
  scene.nodes.emplace_back();
  scene.nodes[0].name = "face";
  scene.nodes[0].meshes.push_back({0, kNone});
  Primitive p;
  for (std::uint32_t v = 0; v < kSide * kSide; ++v) {
    const float x = static_cast<float>(v % kSide) / kSide - 0.5f,
                y = static_cast<float>(v / kSide) / kSide - 0.5f;
    p.positions.push_back({x, y, 0.2f * (1 - x * x - y * y)});
    p.normals.push_back(normalized(Vec3{0.4f * x, 0.4f * y, 1}));
  }
  for (std::uint32_t row = 0; row + 1 < kSide; ++row)
    for (std::uint32_t c = 0; c + 1 < kSide; ++c) {
      const std::uint32_t v = row * kSide + c;
      p.indices.insert(p.indices.end(), {v, v + 1, v + kSide, v + 1, v + kSide + 1, v + kSide});
    }
  for (std::uint32_t t = 0; t < kFaceTargets; ++t) {
    MorphTarget target;
    target.name = "shape" + std::to_string(t);
    const float angle = 2.4f * static_cast<float>(t), radius = 0.06f * std::sqrt(static_cast<float>(t));
    const Vec3 middle{radius * std::cos(angle), radius * std::sin(angle), 0};
    for (const Vec3& position : p.positions) {
      const Vec3 away{position.x - middle.x, position.y - middle.y, 0};
      const float near = std::max(0.0f, 1 - length(away) / 0.2f);
      target.position_offsets.push_back({0, 0, 0.05f * near * near});
      target.normal_offsets.push_back(near > 0 ? away * (0.5f * near) : Vec3{});
    }
    p.morphs.push_back(std::move(target));
  }
  p.source_vertices = kSide * kSide;
  p.source_faces = static_cast<std::uint32_t>(p.indices.size() / 3);
  p.materials = {kNone};
  Mesh mesh;
  mesh.name = "face";
  mesh.primitives.push_back(std::move(p));
  scene.meshes.push_back(std::move(mesh));
  return scene;
}

}  // namespace skelter::bench
