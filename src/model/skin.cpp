#include <algorithm>
#include <cmath>

#include "skelter/model/evaluate.h"

namespace skelter {
namespace {

// Where a joint, or the node itself, takes positions and normals.
struct VertexMotion {
  Mat4d world_from_mesh;
  Mat3d normal_matrix;
};

VertexMotion motion_of(const Mat4d& world_from_mesh) {
  const Mat3d linear = linear_part(world_from_mesh);
  double size = 0;
  for (const double e : linear.m) size = std::max(size, std::abs(e));
  // The inverse transpose; where there is none, cofactors still give the normal of a surface squeezed flat.
  Mat3d normal_matrix = cofactors(linear);
  const double det = determinant(linear);
  if (std::abs(det) > 1e-12 * size * size * size)
    for (double& e : normal_matrix.m) e /= det;
  return {world_from_mesh, normal_matrix};
}

std::vector<VertexMotion> joint_motions(const Scene& scene, const Pose& pose, std::uint32_t skin) {
  std::vector<VertexMotion> motions;
  if (skin == kNone) return motions;
  for (const Joint& joint : scene.skins[skin].joints)
    motions.push_back(motion_of(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  return motions;
}

}  // namespace

SkinnedVertices skin(const Scene& scene, const Pose& pose, std::uint32_t node, std::uint32_t instance,
                     std::uint32_t primitive) {
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  const Primitive& source = scene.meshes[drawn.mesh].primitives[primitive];
  const VertexMotion rigid = motion_of(pose.world[node]);
  const std::vector<VertexMotion> joints = joint_motions(scene, pose, drawn.skin);
  const bool skinned = !joints.empty() && !source.influence_begin.empty();

  SkinnedVertices out;
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  for (std::size_t v = 0; v < source.positions.size(); ++v) {
    Vec3d position, normal;
    const Vec3d mesh_position = to_double(source.positions[v]);
    const Vec3d mesh_normal = source.normals.empty() ? Vec3d{} : to_double(source.normals[v]);
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
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p)
        for (const Vec3d& position : skin(scene, pose, n, i, p).positions) bounds.add(position);
  if (bounds.empty())
    for (const Mat4d& world : pose.world) bounds.add(translation_part(world));
  return bounds;
}

}  // namespace skelter
