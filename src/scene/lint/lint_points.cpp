#include "scene/lint/lint_points.h"

#include <algorithm>

#include "scene/internal/shown.h"

namespace skelter::lint_detail {

SkinPoints::SkinPoints(const Scene& scene, std::size_t most) : scene_(scene) {
  std::size_t vertices = 0;
  for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
    const MeshInstance& instance = scene.nodes[n].meshes[i];
    const Primitive& primitive = scene.meshes[instance.mesh].primitives[p];
    parts_.push_back({n, primitive.influence_begin.empty() ? kNone : instance.skin, &primitive});
    vertices += primitive.positions.size();
  });
  stride_ = std::max<std::size_t>(1, (vertices + most - 1) / std::max<std::size_t>(most, 1));
  for (const Part& part : parts_)
    for (std::size_t v = 0; v < part.primitive->positions.size(); v += stride_)
      owners_.push_back(owner(part, v));
  if (!owners_.empty()) return;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) owners_.push_back(n);
}

std::uint32_t SkinPoints::owner(const Part& part, std::size_t vertex) const {
  if (part.skin == kNone) return part.node;
  const std::size_t begin = part.primitive->influence_begin[vertex],
                    end = part.primitive->influence_begin[vertex + 1];
  if (begin == end) return part.node;
  return scene_.skins[part.skin]
      .joints[part.primitive->influences[begin].joint]
      .node;  // the largest influence is first
}

std::vector<Vec3d> SkinPoints::positions(const Pose& pose) const {
  std::vector<Vec3d> out;
  out.reserve(owners_.size());
  for (const Part& part : parts_) add_positions(part, pose, out);
  if (out.empty())
    for (const Mat4d& world : pose.world) out.push_back(translation_part(world));
  return out;
}

void SkinPoints::add_positions(const Part& part, const Pose& pose, std::vector<Vec3d>& out) const {
  std::vector<Mat4d> world_from_mesh;
  if (part.skin != kNone)
    for (const Joint& joint : scene_.skins[part.skin].joints)
      world_from_mesh.push_back(pose.world[joint.node] * to_double(joint.joint_from_mesh));
  const Primitive& primitive = *part.primitive;
  for (std::size_t v = 0; v < primitive.positions.size(); v += stride_) {
    const Vec3d at_rest = to_double(primitive.positions[v]);
    const std::size_t begin = part.skin == kNone ? 0 : primitive.influence_begin[v],
                      end = part.skin == kNone ? 0 : primitive.influence_begin[v + 1];
    Vec3d position;
    for (std::size_t i = begin; i < end; ++i)
      position += transform_point(world_from_mesh[primitive.influences[i].joint], at_rest) *
                  primitive.influences[i].weight;
    out.push_back(begin == end ? transform_point(pose.world[part.node], at_rest) : position);
  }
}

}  // namespace skelter::lint_detail
