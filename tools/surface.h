#pragma once
// From an implicit body to a triangle mesh: polygonise finely, then remesh to even triangles whose size follows a
// field, with edges along the borders between cloths. Works on the half with x >= 0; the other half is its mirror.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "body_shape.h"

namespace skelter::assets {

struct Surface {
  std::vector<Vec3d> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
  std::vector<Cloth> cloths;                            // per triangle
};

// Wanted edge length at a point, in metres.
using SizeField = std::function<double(const Vec3d&)>;

// The half with x >= 0, open along x = 0, at about `cell` metres per edge. Source: marching tetrahedra (Doi and
// Koide, 1991), six to a cube.
Surface polygonise_half(const BodyShape& body, double cell);

// Even triangles of the wanted size. Source: Botsch and Kobbelt, "A Remeshing Approach to Multiresolution Modeling",
// 2004: split long edges, collapse short ones, flip towards valence six, relax along the surface. Borders between
// cloths are cut in after the first rounds and kept as edges in the later ones.
void remesh(Surface& surface, const BodyShape& body, const SizeField& size);

// Both halves; points with x = 0 are shared.
Surface mirrored(const Surface& half);

}  // namespace skelter::assets
