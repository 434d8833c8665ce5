#pragma once
// Meshes for skinning tests, with every kind of influence; and the skinning of a built mesh in double
// precision, directly from the scene, as reference for the kernels.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "skelter/core/aligned_bytes.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {

struct MeshShape {
  std::uint32_t vertices = 100;
  std::uint32_t joints = 12;
  std::uint32_t min_influences = 1, max_influences = 8;  // 0: moves with the node
  bool normals = true, tangents = true;
  std::uint32_t morphs = 0;
};

inline double random_between(std::mt19937& random, double low, double high) {
  return low + (high - low) * (random() / 4294967296.0);  // the same numbers with every standard library
}

inline Vec3d random_vector(std::mt19937& random, double size) {
  return {random_between(random, -size, size), random_between(random, -size, size),
          random_between(random, -size, size)};
}

inline std::vector<Influence> random_influences(std::mt19937& random, std::uint32_t count,
                                                std::uint32_t joints) {
  std::vector<Influence> influences;
  const std::uint32_t first = random() % joints;
  double sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    influences.push_back({(first + i * 5) % joints, static_cast<float>(random_between(random, 0.1, 1))});
    sum += influences.back().weight;
  }
  for (Influence& influence : influences) influence.weight = static_cast<float>(influence.weight / sum);
  std::stable_sort(influences.begin(), influences.end(),
                   [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
  return influences;
}

// Makes one mesh of triangles between neighbouring vertices on node `joints`, in a box of side 2, skinned to
// nodes 0 to joints - 1. The number of influences of each vertex is random within the two limits.
inline Scene skinned_scene(const MeshShape& shape, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  Scene scene;
  Skin skin;
  for (std::uint32_t j = 0; j < shape.joints; ++j) {
    scene.nodes.push_back(make_node("joint" + std::to_string(j), kNone, Mat4d{}));
    skin.joints.push_back(
        {scene.nodes.back().name, j, to_float(translation_matrix(random_vector(random, 1)))});
  }
  scene.skins.push_back(std::move(skin));
  scene.nodes.push_back(make_node("mesh", kNone, Mat4d{}));
  scene.nodes.back().meshes.push_back({0, 0});
  Primitive p;
  for (std::uint32_t v = 0; v < shape.vertices; ++v) {
    p.positions.push_back(to_float(random_vector(random, 1)));
    if (shape.normals) p.normals.push_back(to_float(normalized(random_vector(random, 1))));
    if (shape.tangents) {
      const Vec3 t = to_float(normalized(random_vector(random, 1)));
      p.tangents.push_back({t.x, t.y, t.z, random() % 2 != 0 ? 1.0f : -1.0f});
    }
    const std::uint32_t span = shape.max_influences - shape.min_influences + 1;
    append_influences(p, random_influences(random, shape.min_influences + random() % span, shape.joints));
    if (v >= 2) p.indices.insert(p.indices.end(), {v - 2, v - 1, v});
  }
  for (std::uint32_t m = 0; m < shape.morphs; ++m) {
    MorphTarget target;
    target.name = "morph" + std::to_string(m);
    for (std::uint32_t v = 0; v < shape.vertices; ++v) {
      const bool moved = v % 16 < 5;
      target.position_offsets.push_back(moved ? to_float(random_vector(random, 0.5)) : Vec3{});
      if (shape.normals)
        target.normal_offsets.push_back(moved ? to_float(random_vector(random, 0.5)) : Vec3{});
    }
    p.morphs.push_back(std::move(target));
  }
  p.source_vertices = shape.vertices;
  p.source_faces = static_cast<std::uint32_t>(p.indices.size() / 3);
  scene.meshes.push_back({"mesh", {std::move(p)}});
  return scene;
}

inline SkinnedMeshBuild built_mesh(const Scene& scene, const SkinnedMeshSettings& settings = {}) {
  auto built = build_skinned_mesh(scene, static_cast<std::uint32_t>(scene.nodes.size()) - 1, 0, 0, settings);
  if (!built.ok()) {
    ADD_FAILURE() << to_string(built.error());
    return {};
  }
  return std::move(*built);
}

// Returns a rotation with a translation and, if `scale` is not (1, 1, 1), a scale along rotated axes.
inline Mat4d random_motion(std::mt19937& random, const Vec3d& scale = {1, 1, 1}) {
  const auto random_turn = [&] {
    const Vec3d axis = normalized(random_vector(random, 1));
    return from_axis_angle(axis, random_between(random, -3, 3));
  };
  const Quatd turn = random_turn(), axes = random_turn();
  const Mat3d stretch = to_mat3(axes) * linear_part(scale_matrix(scale)) * transposed(to_mat3(axes));
  return to_mat4(to_mat3(turn) * stretch, random_vector(random, 1));
}

inline std::vector<Affine> random_palette(std::size_t size, const Vec3d& scale = {1, 1, 1},
                                          std::uint32_t seed = 7) {
  std::mt19937 random(seed);
  std::vector<Affine> palette;
  for (std::size_t i = 0; i < size; ++i) palette.push_back(to_affine(random_motion(random, scale)));
  return palette;
}

// Output arrays with a guard value after every stream, and with space for any stride.
struct Streams {
  static constexpr float kGuard = -12345.0f;
  explicit Streams(std::size_t vertices, std::size_t stride = 4)
      : positions(vertices * stride + 16, kGuard),
        normals(vertices * stride + 16, kGuard),
        tangents(vertices * stride + 16, kGuard) {}
  std::vector<float> positions, normals, tangents;
  friend bool operator==(const Streams&, const Streams&) = default;
};

inline Vec3d vector_at(const std::vector<float>& stream, std::size_t vertex, std::size_t stride) {
  return {stream[vertex * stride], stream[vertex * stride + 1], stream[vertex * stride + 2]};
}

}  // namespace skelter::test
