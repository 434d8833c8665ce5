#include "viewer/image/overlay_lines.h"

namespace skelter {

void add_normals(std::vector<OverlayLine>& lines, std::span<const PosedPrimitive> posed, double length) {
  for (const PosedPrimitive& part : posed)
    for (std::size_t v = 0; v < part.vertices.normals.size(); ++v) {
      const Vec3d& normal = part.vertices.normals[v];
      if (normal == Vec3d{}) continue;
      const Vec3d& from = part.vertices.positions[v];
      lines.push_back({to_float(from), to_float(from + normal * length), {0.10f, 0.45f, 0.85f}, false});
    }
}

void add_box(std::vector<OverlayLine>& lines, const Bounds& box, const Vec3& color) {
  if (box.empty()) return;
  const auto corner = [&](int i) {
    return to_float(
        Vec3d{i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z});
  };
  for (int i = 0; i < 8; ++i)
    for (const int axis : {1, 2, 4})
      if ((i & axis) == 0) lines.push_back({corner(i), corner(i | axis), color, false});
}

void add_axes(std::vector<OverlayLine>& lines, const Mat4d& world, double length) {
  const Vec3d origin = translation_part(world);
  const Vec3d units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3 colors[] = {{0.93f, 0.22f, 0.20f}, {0.18f, 0.72f, 0.22f}, {0.20f, 0.42f, 0.95f}};
  for (int i = 0; i < 3; ++i)
    lines.push_back({to_float(origin),
                     to_float(origin + normalized(transform_direction(world, units[i])) * length), colors[i],
                     true});
}

Bounds bounds_of(std::span<const PosedPrimitive> posed, const Pose& pose) {
  Bounds bounds;
  for (const PosedPrimitive& part : posed)
    for (const Vec3d& p : part.vertices.positions) bounds.add(p);
  if (bounds.empty())
    for (const Mat4d& world : pose.world) bounds.add(translation_part(world));
  return bounds;
}

}  // namespace skelter
