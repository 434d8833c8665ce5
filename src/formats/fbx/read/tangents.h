#pragma once
// Tangents for normal textures of meshes that have none.

#include <cstdint>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter::fbx {

// What the tangent at a corner of a polygon depends on. `uv` runs up, as in the file.
struct TangentCorner {
  Vec3 position, normal;
  Vec2 uv;
};

// Returns a tangent per corner; w is the side of the bitangent, which points along rising v. The rules are
// those of MikkTSpace, which glTF prescribes for meshes without tangents: corners with equal position, normal
// and uv share a tangent if their triangles are connected by edges and their textures are mirrored alike. The
// tangent is the sum of the directions of rising u, weighted by the angles of the triangles at the corner.
// `triangles`: indices of corners. Time: n log n.
std::vector<Vec4> make_tangents(const std::vector<TangentCorner>& corners,
                                const std::vector<std::uint32_t>& triangles);

}  // namespace skelter::fbx
