#include <algorithm>
#include <cmath>

#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

// Where a joint, or the node itself, takes positions and normals.
struct VertexMotion {
  Mat4d world_from_mesh;
  Mat3d normal_matrix;
};

VertexMotion motion_of(const Mat4d& world_from_mesh) {
  return {world_from_mesh, normal_matrix(linear_part(world_from_mesh))};
}

std::vector<VertexMotion> joint_motions(const Scene& scene, const Pose& pose, std::uint32_t skin) {
  std::vector<VertexMotion> motions;
  if (skin == kNone) return motions;
  for (const Joint& joint : scene.skins[skin].joints)
    motions.push_back(motion_of(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  return motions;
}

// The weights in that pose; empty when no target moves a vertex.
std::vector<double> morph_weights(const Scene& scene, const Pose& pose, std::uint32_t node) {
  if (node < pose.morph_weights.size() && !pose.morph_weights[node].empty()) return pose.morph_weights[node];
  const std::vector<float> rest = rest_morph_weights(scene, node);
  return {rest.begin(), rest.end()};
}

// The mesh's own vectors plus weights times their offsets.
std::vector<Vec3d> morphed(const std::vector<Vec3>& base, const Primitive& primitive,
                           const std::vector<double>& weights, std::vector<Vec3> MorphTarget::*offsets) {
  std::vector<Vec3d> vectors;
  vectors.reserve(base.size());
  for (const Vec3& v : base) vectors.push_back(to_double(v));
  for (std::size_t m = 0; m < primitive.morphs.size() && m < weights.size(); ++m) {
    const std::vector<Vec3>& offset = primitive.morphs[m].*offsets;
    if (weights[m] == 0) continue;
    for (std::size_t v = 0; v < offset.size() && v < vectors.size(); ++v)
      vectors[v] += to_double(offset[v]) * weights[m];
  }
  return vectors;
}

}  // namespace

SkinnedVertices skin(const Scene& scene, const Pose& pose, std::uint32_t node, std::uint32_t instance,
                     std::uint32_t primitive) {
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  const Primitive& source = scene.meshes[drawn.mesh].primitives[primitive];
  const VertexMotion rigid = motion_of(pose.world[node]);
  const std::vector<VertexMotion> joints = joint_motions(scene, pose, drawn.skin);
  const bool skinned = !joints.empty() && !source.influence_begin.empty();

  const std::vector<double> weights = morph_weights(scene, pose, node);
  const auto positions = morphed(source.positions, source, weights, &MorphTarget::position_offsets);
  const auto normals = morphed(source.normals, source, weights, &MorphTarget::normal_offsets);
  SkinnedVertices out;
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  for (std::size_t v = 0; v < source.positions.size(); ++v) {
    Vec3d position, normal;
    const Vec3d mesh_position = positions[v];
    const Vec3d mesh_normal = normals.empty() ? Vec3d{} : normals[v];
    const auto add = [&](const VertexMotion& motion, double weight) {
      position += transform_point(motion.world_from_mesh, mesh_position) * weight;
      normal += motion.normal_matrix * mesh_normal * weight;
    };
    const std::size_t begin = skinned ? source.influence_begin[v] : 0,
                      end = skinned ? source.influence_begin[v + 1] : 0;
    for (std::size_t i = begin; i < end; ++i)
      add(joints[source.influences[i].joint], source.influences[i].weight);
    if (begin == end) add(rigid, 1);
    out.positions[v] = position;
    if (!out.normals.empty()) out.normals[v] = normalized(normal);
  }
  return out;
}

Bounds pose_bounds(const Scene& scene, const Pose& pose) {
  Bounds bounds;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p)
        for (const Vec3d& position : skin(scene, pose, n, i, p).positions) bounds.add(position);
  if (bounds.empty())
    for (const Mat4d& world : pose.world) bounds.add(translation_part(world));
  return bounds;
}

}  // namespace skelter
