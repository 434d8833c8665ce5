#pragma once
// Lines over the scene: normals, bounds, axes of joints, trails.

#include <span>
#include <vector>

#include "skelter/math/bounds.h"
#include "skelter/render/renderer.h"
#include "viewer/internal/picking.h"

namespace skelter {

// One line along each vertex normal. Vertices without a normal have none.
void add_normals(std::vector<OverlayLine>& lines, std::span<const PosedPrimitive> posed, double length);

// The twelve edges of a box.
void add_box(std::vector<OverlayLine>& lines, const Bounds& box, const Vec3& color);

// x red, y green, z blue, of unit direction whatever the node's scale.
void add_axes(std::vector<OverlayLine>& lines, const Mat4d& world, double length);

// Bounds of what was posed, of this moment; of the nodes where nothing is drawn.
Bounds bounds_of(std::span<const PosedPrimitive> posed, const Pose& pose);

}  // namespace skelter
