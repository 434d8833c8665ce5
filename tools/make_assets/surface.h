#pragma once
// Converts an implicit body to a triangle mesh. It polygonises finely, then remeshes to even triangles with a
// size that follows a field, and with edges along the borders between cloths. Works on the half with x >= 0;
// the other half is mirrored.

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

// Target edge length at a point, in metres.
using SizeField = std::function<double(const Vec3d&)>;

// The half with x >= 0, open along x = 0, with about `cell` metres per edge. Source: marching tetrahedra (Doi
// and Koide, 1991), six per cube.
Surface polygonise_half(const BodyShape& body, double cell);

// Remeshes to even triangles of the target size. Source: Botsch and Kobbelt, "A Remeshing Approach to
// Multiresolution Modeling", 2004: split long edges, collapse short ones, flip towards valence six, relax
// along the surface. Borders between cloths are cut after the first iterations and kept as edges in the later
// ones.
void remesh(Surface& surface, const BodyShape& body, const SizeField& size);

// Both halves; points with x = 0 are shared.
Surface mirrored(const Surface& half);

}  // namespace skelter::assets
