#include "math/internal/shear.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/columns.h"

namespace skelter {
namespace {

// Unit vectors along the columns. Flat columns get the remaining directions, as close as possible to `like`.
Columns directions(const Columns& scaled_u, const std::array<double, 3>& lengths, const Columns& like) {
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
  Columns u = like;
  const double flat = 1e-12 * lengths[order[0]];
  const std::size_t a = order[0], b = order[1], c = order[2];
  if (lengths[a] > 0) u[a] = scaled_u[a] * (1 / lengths[a]);
  if (lengths[b] > flat) {
    u[b] = scaled_u[b] * (1 / lengths[b]);
  } else {
    u[b] = normalized(u[b] - u[a] * dot(u[a], u[b]));
    if (u[b] == Vec3d{})
      u[b] = normalized(cross(u[a], std::abs(u[a].x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  }
  if (lengths[c] > flat) {
    u[c] = scaled_u[c] * (1 / lengths[c]);
  } else {
    const Vec3d across = cross(u[a], u[b]);
    u[c] = dot(across, u[c]) < 0 ? -across : across;
  }
  return u;
}

}  // namespace

double shear_of(const Mat4d& matrix) {
  const Mat3d stretch = split(matrix).stretch;
  double largest = 0, off = 0;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) {
      largest = std::max(largest, std::abs(stretch(i, c)));
      if (i != c) off = std::max(off, std::abs(stretch(i, c)));
    }
  return largest > 0 ? off / largest : 0;
}

ShearedParts split_sheared(const ShearedParts& neighbour, const Mat4d& matrix) {
  const Mat3d linear = linear_part(matrix);
  Columns scaled_u = columns_of(linear * neighbour.v), v = columns_of(neighbour.v);
  // The tolerance is coarser than rounding: if two lengths are equal up to rounding, any axes will do, and
  // the neighbour's are the best choice.
  orthogonalise(scaled_u, v, [](double pp, double qq) { return 1e-9 * std::max(pp, qq); });
  std::array<double, 3> scale{length(scaled_u[0]), length(scaled_u[1]), length(scaled_u[2])};
  Columns like = columns_of(to_mat3(neighbour.outer.rotation));
  const double signs[3] = {neighbour.outer.scale.x, neighbour.outer.scale.y, neighbour.outer.scale.z};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (signs[axis] < 0) like[axis] = -like[axis];
  Columns u = directions(scaled_u, scale, like);
  const auto flip = [&](std::size_t axis) {
    u[axis] = -u[axis];
    scale[axis] = -scale[axis];
  };
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (signs[axis] < 0) flip(axis);
  if (determinant(from_columns(u)) < 0) {
    std::size_t shortest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis)
      if (std::abs(scale[axis]) < std::abs(scale[shortest]) * (1 - 1e-9)) shortest = axis;
    flip(shortest);
  }
  return {{translation_part(matrix), to_quat(from_columns(u)), {scale[0], scale[1], scale[2]}},
          from_columns(v)};
}

Quatd helper_rotation(const ShearedParts& parts) {
  return to_quat(transposed(parts.v));
}

}  // namespace skelter
