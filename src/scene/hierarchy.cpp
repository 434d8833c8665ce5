#include "skelter/scene/hierarchy.h"

#include <algorithm>
#include <utility>

namespace skelter {
namespace {

BoundingSphere sphere_of(const std::vector<Vec3d>& points) {
  BoundingSphere sphere;
  if (points.empty()) return sphere;
  for (const Vec3d& point : points) sphere.center += point;
  sphere.center = sphere.center * (1 / static_cast<double>(points.size()));
  for (const Vec3d& point : points) sphere.radius = std::max(sphere.radius, length(point - sphere.center));
  return sphere;
}

}  // namespace

std::vector<std::uint32_t> depth_first(const Scene& scene, std::uint32_t root) {
  // First child and next sibling of every node; the roots are siblings.
  std::vector<std::uint32_t> child(scene.nodes.size(), kNone), sibling(scene.nodes.size(), kNone);
  std::uint32_t first_root = kNone;
  for (auto i = static_cast<std::uint32_t>(scene.nodes.size()); i-- > 0;) {
    const std::uint32_t parent = scene.nodes[i].parent;
    sibling[i] = std::exchange(parent == kNone ? first_root : child[parent], i);
  }
  std::vector<std::uint32_t> order, open;
  if (root != kNone) sibling[root] = kNone;
  const std::uint32_t first = root == kNone ? first_root : root;
  if (first != kNone) open.push_back(first);
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    order.push_back(node);
    if (sibling[node] != kNone) open.push_back(sibling[node]);
    if (child[node] != kNone) open.push_back(child[node]);
  }
  return order;
}

std::uint32_t count_named_nodes(const Scene& scene, std::uint32_t root) {
  const std::vector<std::uint32_t> order = depth_first(scene, root);
  return static_cast<std::uint32_t>(std::count_if(
      order.begin(), order.end(), [&](std::uint32_t node) { return !scene.nodes[node].name.empty(); }));
}

std::uint32_t append_child(Scene& scene, std::uint32_t parent, Node node) {
  node.parent = parent;
  node.synthetic = true;
  scene.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(scene.nodes.size() - 1);
}

BoundingSphere rigid_bounding_sphere(const Scene& scene, const Pose& pose) {
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const MeshInstance& instance : scene.nodes[i].meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives)
        for (const Vec3& position : primitive.positions)
          points.push_back(transform_point(pose.world[i], to_double(position)));
  return sphere_of(points);
}

BoundingSphere skinned_bounding_sphere(const Scene& scene, const Pose& pose) {
  std::vector<Vec3d> points;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i)
    for (std::uint32_t instance = 0; instance < scene.nodes[i].meshes.size(); ++instance) {
      const Mesh& mesh = scene.meshes[scene.nodes[i].meshes[instance].mesh];
      for (std::uint32_t primitive = 0; primitive < mesh.primitives.size(); ++primitive) {
        const SkinnedVertices vertices = skin(scene, pose, i, instance, primitive);
        points.insert(points.end(), vertices.positions.begin(), vertices.positions.end());
      }
    }
  return sphere_of(points);
}

}  // namespace skelter
