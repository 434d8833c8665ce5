#include "skelter/math/transform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "math/columns.h"

namespace skelter {
namespace {

// matrix * v = scaled_u, where v is a rotation and the columns of scaled_u are orthogonal.
struct Orthogonalised {
  Columns scaled_u;
  Columns v;
};

Orthogonalised orthogonalised(const Mat3d& matrix) {
  Orthogonalised o{columns_of(matrix), columns_of(Mat3d{})};
  orthogonalise(o.scaled_u, o.v, [](double pp, double qq) { return 1e-15 * std::sqrt(pp) * std::sqrt(qq); });
  return o;
}

// The smallest rotation from unit vector `from` to unit vector `to`.
Mat3d rotation_between(const Vec3d& from, const Vec3d& to) {
  const Vec3d axis = cross(from, to);
  if (length(axis) > 1e-9) return to_mat3(from_axis_angle(axis, portable_atan2(length(axis), dot(from, to))));
  if (dot(from, to) > 0) return {};
  const Vec3d across = std::abs(from.x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  return to_mat3(from_axis_angle(cross(from, across), std::numbers::pi));
}

// The orthogonal matrix nearest to `matrix`: a rotation, or a rotation with a mirror if `matrix` mirrors.
Mat3d nearest_orthogonal(const Mat3d& matrix) {
  const Orthogonalised o = orthogonalised(matrix);
  const std::array<double, 3> lengths{length(o.scaled_u[0]), length(o.scaled_u[1]), length(o.scaled_u[2])};
  const auto longest =
      static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin());
  const auto shortest =
      static_cast<std::size_t>(std::min_element(lengths.begin(), lengths.end()) - lengths.begin());
  if (lengths[longest] == 0) return {};
  const std::size_t middle = 3 - longest - shortest;
  // `longest` and `shortest` differ here, except for three equal lengths, where nothing is flat.
  if (longest != shortest && lengths[middle] <= 1e-14 * lengths[longest])
    return rotation_between(o.v[longest], normalized(o.scaled_u[longest]));

  Columns u{normalized(o.scaled_u[0]), normalized(o.scaled_u[1]), normalized(o.scaled_u[2])};
  // The direction of a flat axis is noise, and so would be the sign of the determinant.
  if (lengths[shortest] <= 1e-6 * lengths[longest])
    u[shortest] = cross(u[(shortest + 1) % 3], u[(shortest + 2) % 3]);
  return from_columns(u) * transposed(from_columns(o.v));
}

// The stretch is the rest of the matrix, so the product is exact for any quality of the rotation.
AffineParts parts_of(const Mat4d& matrix, const Mat3d& rotation) {
  const Quatd q = to_quat(rotation);
  return {translation_part(matrix), q, transposed(to_mat3(q)) * linear_part(matrix)};
}

// Flips the axis of `orthogonal` that brings it closest to `reference` (largest trace of the relative
// rotation). Ties go to the first axis.
Mat3d flipped_near(const Mat3d& orthogonal, const Mat3d& reference) {
  const Mat3d relative = transposed(reference) * orthogonal;
  std::size_t best = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (relative(axis, axis) < relative(best, best) - 1e-9) best = axis;
  Mat3d flipped = orthogonal;
  for (std::size_t row = 0; row < 3; ++row) flipped(row, best) = -flipped(row, best);
  return flipped;
}

bool mirrors(const Mat3d& orthogonal) {
  return determinant(orthogonal) < 0;
}

}  // namespace

AffineParts split(const Mat4d& matrix) {
  const Mat3d orthogonal = nearest_orthogonal(linear_part(matrix));
  return parts_of(matrix, mirrors(orthogonal) ? flipped_near(orthogonal, Mat3d{}) : orthogonal);
}

AffineParts split_like(const AffineParts& neighbour, const Mat4d& matrix) {
  const Mat3d orthogonal = nearest_orthogonal(linear_part(matrix));
  // The flips in the neighbour's stretch.
  const Mat3d flips = nearest_orthogonal(neighbour.stretch);
  if (mirrors(orthogonal) == mirrors(flips)) return parts_of(matrix, orthogonal * transposed(flips));
  return parts_of(matrix,
                  mirrors(orthogonal) ? flipped_near(orthogonal, to_mat3(neighbour.rotation)) : orthogonal);
}

Mat4d compose(const AffineParts& parts) {
  return to_mat4(to_mat3(parts.rotation) * parts.stretch, parts.translation);
}

AffineParts interpolate(const AffineParts& a, const AffineParts& b, double ratio) {
  AffineParts r{lerp(a.translation, b.translation, ratio), slerp(a.rotation, b.rotation, ratio), {}};
  for (std::size_t i = 0; i < 9; ++i)
    r.stretch.m[i] = a.stretch.m[i] + (b.stretch.m[i] - a.stretch.m[i]) * ratio;
  return r;
}

std::optional<Transformd> to_transform(const AffineParts& parts, double tolerance) {
  double largest = 0;
  for (const double e : parts.stretch.m) largest = std::max(largest, std::abs(e));
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i)
      if (i != c && std::abs(parts.stretch(i, c)) > tolerance * largest) return std::nullopt;
  return Transformd{
      parts.translation, parts.rotation, {parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)}};
}

}  // namespace skelter
