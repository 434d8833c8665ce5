#include "viewer/image/internal/picking.h"
#include "skelter/math/trig.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace skelter {
namespace {

double distance_2d(const Vec2d& a, const Vec2d& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double distance_to_segment(const Vec2d& p, const Vec2d& a, const Vec2d& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  const double t = squared > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0;
  return distance_2d(p, {a.x + t * dx, a.y + t * dy});
}

// Returns the distance along the ray, or none. Source: Moeller and Trumbore, "Fast, Minimum Storage
// Ray-Triangle Intersection", 1997.
std::optional<double> hit(const Projector::Ray& ray, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a;
  const Vec3d p = cross(ray.direction, ac);
  const double determinant = dot(ab, p);
  if (determinant == 0) return std::nullopt;
  const Vec3d to_origin = ray.origin - a;
  const double u = dot(to_origin, p) / determinant;
  const Vec3d q = cross(to_origin, ab);
  const double v = dot(ray.direction, q) / determinant;
  if (!(u >= 0 && v >= 0 && u + v <= 1)) return std::nullopt;
  const double t = dot(ac, q) / determinant;
  return t > 0 ? std::optional<double>(t) : std::nullopt;
}

std::uint32_t shown_parent(const Scene& scene, const std::vector<bool>& nodes, std::uint32_t node) {
  std::uint32_t at = scene.nodes[node].parent;
  while (at != kNone && !nodes[at]) at = scene.nodes[at].parent;
  return at;
}

}  // namespace

Projector::Projector(const Camera& camera, const ViewRectangle& view) : view_(view), camera_(camera) {
  const Result<Mat4d> camera_from_world = view_matrix(camera);
  const Result<Mat4d> clip_from_camera = projection_matrix(camera, view.width / view.height);
  possible_ = camera_from_world && clip_from_camera;
  if (possible_) clip_from_world_ = *clip_from_camera * *camera_from_world;
  if (camera_.aspect == 0) camera_.aspect = view.width / view.height;
}

std::optional<Vec2d> Projector::pixel(const Vec3d& point) const {
  if (!possible_) return std::nullopt;
  const Mat4d& m = clip_from_world_;
  const double w = m(3, 0) * point.x + m(3, 1) * point.y + m(3, 2) * point.z + m(3, 3);
  if (!(w > 0)) return std::nullopt;
  const Vec3d clip = transform_point(m, point);
  return Vec2d{view_.x + (clip.x / w + 1) / 2 * view_.width, view_.y + (1 - clip.y / w) / 2 * view_.height};
}

Projector::Ray Projector::ray(double px, double py) const {
  const double right = (px - view_.x) / view_.width * 2 - 1, up = 1 - (py - view_.y) / view_.height * 2;
  const Vec3d forward = normalized(camera_.target - camera_.eye);
  const Vec3d across = normalized(cross(forward, camera_.up)), upwards = cross(across, forward);
  if (camera_.parallel_height != 0) {
    const double half = camera_.parallel_height / 2;
    const Vec3d origin = camera_.eye + across * (right * half * camera_.aspect) + upwards * (up * half);
    return {origin - forward * camera_.far_distance, forward};
  }
  const double tangent = std::tan(camera_.fov_y_deg * std::numbers::pi / 360);
  return {camera_.eye,
          normalized(forward + across * (right * tangent * camera_.aspect) + upwards * (up * tangent))};
}

std::uint32_t pick_joint(const Scene& scene, const Pose& pose, const std::vector<bool>& nodes,
                         const Projector& projector, double px, double py, double reach) {
  std::vector<std::optional<Vec2d>> at(scene.nodes.size());
  std::uint32_t nearest = kNone, nearest_bone = kNone;
  double least = reach, least_bone = reach / 2;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!nodes[n]) continue;
    at[n] = projector.pixel(translation_part(pose.world[n]));
    if (!at[n]) continue;
    const double distance = distance_2d(*at[n], {px, py});
    if (distance < least) {
      least = distance;
      nearest = n;
    }
  }
  if (nearest != kNone) return nearest;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!at[n]) continue;
    const std::uint32_t parent = shown_parent(scene, nodes, n);
    if (parent == kNone || !at[parent]) continue;
    const double distance = distance_to_segment({px, py}, *at[parent], *at[n]);
    if (distance >= least_bone) continue;
    least_bone = distance;
    nearest_bone = parent;
  }
  return nearest_bone;
}

const Primitive& primitive_of(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                              std::uint32_t primitive) {
  return scene.meshes[scene.nodes[node].meshes[instance].mesh].primitives[primitive];
}

std::vector<PosedPrimitive> posed_primitives(const Scene& scene, const Pose& pose,
                                             const std::vector<bool>& hidden) {
  std::vector<PosedPrimitive> posed;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].shown || (!hidden.empty() && hidden[n])) continue;
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const Mesh& mesh = scene.meshes[scene.nodes[n].meshes[i].mesh];
      for (std::uint32_t p = 0; p < mesh.primitives.size(); ++p)
        posed.push_back({n, i, p, skin(scene, pose, n, i, p)});
    }
  }
  return posed;
}

std::optional<VertexLocation> pick_vertex(const Scene& scene, std::span<const PosedPrimitive> posed,
                                          const Projector::Ray& ray) {
  std::optional<VertexLocation> picked;
  double nearest = INFINITY;
  for (const PosedPrimitive& part : posed) {
    const std::vector<std::uint32_t>& indices =
        primitive_of(scene, part.node, part.instance, part.primitive).indices;
    const std::vector<Vec3d>& at = part.vertices.positions;
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
      const auto distance = hit(ray, at[indices[t]], at[indices[t + 1]], at[indices[t + 2]]);
      if (!distance || *distance >= nearest) continue;
      nearest = *distance;
      const Vec3d point = ray.origin + ray.direction * nearest;
      const auto corner = std::min_element(
          indices.begin() + static_cast<std::ptrdiff_t>(t),
          indices.begin() + static_cast<std::ptrdiff_t>(t + 3),
          [&](std::uint32_t a, std::uint32_t b) { return length(at[a] - point) < length(at[b] - point); });
      picked = VertexLocation{part.node, part.instance, part.primitive, *corner};
    }
  }
  return picked;
}

}  // namespace skelter
