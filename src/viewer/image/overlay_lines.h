#pragma once
// Lines drawn over the scene: normals, bounds, joint axes, trails.

#include <span>
#include <vector>

#include "skelter/math/bounds.h"
#include "skelter/render/renderer.h"
#include "viewer/image/internal/picking.h"

namespace skelter {

// One line along each vertex normal; vertices without a normal are skipped.
void add_normals(std::vector<OverlayLine>& lines, std::span<const PosedPrimitive> posed, double length);

// The twelve edges of a box.
void add_box(std::vector<OverlayLine>& lines, const Bounds& box, const Vec3& color);

// Red x, green y and blue z axes of equal length, whatever the scale of the node.
void add_axes(std::vector<OverlayLine>& lines, const Mat4d& world, double length);

// Bounds of the posed vertices, or of the nodes if there are no vertices.
Bounds bounds_of(std::span<const PosedPrimitive> posed, const Pose& pose);

}  // namespace skelter
