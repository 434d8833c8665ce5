// Rest poses of nodes.

#include <cmath>

#include "formats/fbx/read/scene_builder.h"
#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

Quatd axis_turn(std::size_t axis, double degrees) {
  const Vec3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return from_axis_angle(axes[axis], std::fmod(degrees, 360) * (trig::kPi / 180));
}

// The order names the axes in the order in which they act.
Quatd euler(const Vec3d& degrees, std::int64_t order) {
  constexpr std::size_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
  const auto& axes = kOrders[order >= 0 && order < 6 ? order : 0];
  const double v[3] = {degrees.x, degrees.y, degrees.z};
  return axis_turn(axes[2], v[axes[2]]) * axis_turn(axes[1], v[axes[1]]) * axis_turn(axes[0], v[axes[0]]);
}

Transformd local_pose(const SceneBuilder& b, std::uint32_t o) {
  const ObjectGraph& g = b.graph;
  const Vec3d t = g.vector(o, "Lcl Translation", {}), s = g.vector(o, "Lcl Scaling", {1, 1, 1});
  const bool active =
      g.integer(o, "RotationActive", 1) != 0 && g.integer(o, "RotationSpaceForLimitOnly", 0) == 0;
  const std::int64_t order = active ? g.integer(o, "RotationOrder", 0) : 0;
  Quatd q = euler(g.vector(o, "Lcl Rotation", {}), order);
  if (active)
    q = euler(g.vector(o, "PreRotation", {}), 0) * q * conjugate(euler(g.vector(o, "PostRotation", {}), 0));
  const Vec3d rp = g.vector(o, "RotationPivot", {}), sp = g.vector(o, "ScalingPivot", {});
  const Vec3d arm = g.vector(o, "ScalingOffset", {}) + sp - rp - Vec3d{s.x * sp.x, s.y * sp.y, s.z * sp.z};
  return {t + g.vector(o, "RotationOffset", {}) + rp + rotate(q, arm), q, s};
}

}  // namespace

Result<void> pose_nodes(SceneBuilder& b) {
  b.rest_world.assign(b.graph.objects.size(), Mat4d{});
  std::vector<std::uint32_t> object_of_node(b.scene.nodes.size(), kNone);
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o)
    if (b.node_of_object[o] != kNone) object_of_node[b.node_of_object[o]] = o;
  for (const std::uint32_t node : parents_first(b.scene)) {
    const std::uint32_t o = object_of_node[node];
    const Transformd pose = local_pose(b, o);
    Node& made = b.scene.nodes[node];
    made.rest_trs =
        Transform{Vec3{static_cast<float>(pose.translation.x), static_cast<float>(pose.translation.y),
                       static_cast<float>(pose.translation.z)},
                  to_float(pose.rotation),
                  Vec3{static_cast<float>(pose.scale.x), static_cast<float>(pose.scale.y),
                       static_cast<float>(pose.scale.z)}};
    made.rest = to_mat4(*made.rest_trs);
    b.rest_world[o] = to_mat4(pose);
    if (made.parent != kNone) b.rest_world[o] = b.rest_world[object_of_node[made.parent]] * b.rest_world[o];
  }
  return {};
}

}  // namespace skelter::fbx
