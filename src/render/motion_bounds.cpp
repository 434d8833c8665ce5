#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "render/internal/bones.h"
#include "skelter/render/picture.h"

namespace skelter {
namespace {

constexpr double kMomentsPerSecond = 30;
constexpr std::size_t kMostMoments = 601, kFewestMoments = 33;
constexpr std::size_t kMostNodePoses = 200'000;    // of all moments together
constexpr std::size_t kMostVertexPoses = 400'000;  // above, a few vertices stand for all
constexpr std::size_t kDirections = 26;            // the faces, edges and corners of a cube

std::size_t moments_for(const Scene& scene, double duration_s) {
  const std::size_t affordable =
      std::clamp(kMostNodePoses / std::max<std::size_t>(scene.nodes.size(), 1), kFewestMoments, kMostMoments);
  const double wanted = std::ceil(duration_s * kMomentsPerSecond) + 1;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::min(wanted, 1e6)), kFewestMoments, affordable);
}

std::array<Vec3, kDirections> directions() {
  std::array<Vec3, kDirections> all;
  std::size_t count = 0;
  for (int i = 0; i < 27; ++i)
    if (i != 13) all[count++] = {float(i % 3 - 1), float(i / 3 % 3 - 1), float(i / 9 - 1)};
  return all;
}

// The outermost vertices of those that one joint moves most.
struct Outermost {
  std::array<std::uint32_t, kDirections> vertex{};
  std::array<float, kDirections> reach;
  Outermost() { reach.fill(-INFINITY); }
};

// Of every joint, at rest and with each morph target in full.
std::vector<std::uint32_t> outermost_vertices(const Primitive& primitive) {
  static const std::array<Vec3, kDirections> kWays = directions();
  std::map<std::uint32_t, Outermost> of_joint;
  const auto look = [&](std::size_t v, const Vec3& at) {
    const bool weighted =
        !primitive.influence_begin.empty() && primitive.influence_begin[v] < primitive.influence_begin[v + 1];
    const std::uint32_t joint =
        weighted ? primitive.influences[primitive.influence_begin[v]].joint : kNone;  // the largest weight
    Outermost& outermost = of_joint[joint];
    for (std::size_t d = 0; d < kDirections; ++d)
      if (const float reach = dot(kWays[d], at); reach > outermost.reach[d]) {
        outermost.reach[d] = reach;
        outermost.vertex[d] = static_cast<std::uint32_t>(v);
      }
  };
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    look(v, primitive.positions[v]);
    for (const MorphTarget& morph : primitive.morphs)
      if (v < morph.position_offsets.size() && morph.position_offsets[v] != Vec3{})
        look(v, primitive.positions[v] + morph.position_offsets[v]);
  }
  std::vector<std::uint32_t> chosen;
  for (const auto& entry : of_joint)
    chosen.insert(chosen.end(), entry.second.vertex.begin(), entry.second.vertex.end());
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Primitive with_vertices(const Primitive& source, const std::vector<std::uint32_t>& vertices) {
  Primitive few;
  few.morphs.resize(source.morphs.size());
  if (!source.influence_begin.empty()) few.influence_begin.push_back(0);
  for (const std::uint32_t v : vertices) {
    few.positions.push_back(source.positions[v]);
    for (std::size_t m = 0; m < source.morphs.size(); ++m)
      if (v < source.morphs[m].position_offsets.size())
        few.morphs[m].position_offsets.push_back(source.morphs[m].position_offsets[v]);
    if (source.influence_begin.empty()) continue;
    few.influences.insert(few.influences.end(), source.influences.begin() + source.influence_begin[v],
                          source.influences.begin() + source.influence_begin[v + 1]);
    few.influence_begin.push_back(static_cast<std::uint32_t>(few.influences.size()));
  }
  return few;
}

// The scene with the outermost vertices alone, without clips and looks.
Scene outline_of(const Scene& scene) {
  Scene outline;
  outline.nodes = scene.nodes;
  outline.skins = scene.skins;
  for (const Mesh& mesh : scene.meshes) {
    Mesh few;
    few.morph_weights = mesh.morph_weights;
    for (const Primitive& primitive : mesh.primitives)
      few.primitives.push_back(with_vertices(primitive, outermost_vertices(primitive)));
    outline.meshes.push_back(std::move(few));
  }
  return outline;
}

std::size_t vertex_count(const Scene& scene) {
  std::size_t count = 0;
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives)
        count += primitive.positions.size();
  return count;
}

// Where a scene without vertices is: its joints, not its cameras and lights.
Bounds joint_bounds(const Scene& scene, const Pose& pose) {
  const std::vector<bool> bones = bone_nodes(scene);
  Bounds bounds;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (bones[n] && scene.nodes[n].camera == kNone && scene.nodes[n].light == kNone)
      bounds.add(translation_part(pose.world[n]));
  return bounds.empty() ? pose_bounds(scene, pose) : bounds;
}

}  // namespace

Bounds motion_bounds(const Scene& scene, const PoseAt& pose_at, double from_s, double to_s) {
  const std::size_t vertices = vertex_count(scene);
  const std::size_t moments = to_s > from_s ? moments_for(scene, to_s - from_s) : 1;
  const bool many = vertices * moments > kMostVertexPoses;
  const Scene outline = many ? outline_of(scene) : Scene();
  const std::size_t whole_every = many ? std::max<std::size_t>((moments - 1) / 2, 1) : 1;
  Bounds bounds;
  for (std::size_t i = 0; i < moments; ++i) {
    const double ratio = moments > 1 ? double(i) / double(moments - 1) : 0;
    const Pose pose = pose_at(from_s + ratio * (to_s - from_s));
    if (vertices == 0)
      bounds.add(joint_bounds(scene, pose));
    else
      bounds.add(pose_bounds(i % whole_every == 0 ? scene : outline, pose));
  }
  return bounds;
}

}  // namespace skelter
