#include "skinning/prepare_palette.h"

#include <algorithm>
#include <cmath>

#include "skelter/math/mat.h"
#include "skelter/math/transform.h"

namespace skelter::skinning {
namespace {

// Element (i, j) of transpose(linear) * linear.
float column_dot(const Affine& a, std::size_t i, std::size_t j) {
  return a.m[0][i] * a.m[0][j] + a.m[1][i] * a.m[1][j] + a.m[2][i] * a.m[2][j];
}

// Whether transpose(linear) * linear is scale_squared times the identity, within `tolerance`. False if a
// number is not finite.
bool is_orthogonal(const Affine& a, float scale_squared, float tolerance) {
  const float most = 2 * tolerance * scale_squared;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::abs(column_dot(a, i, i) - scale_squared) <= most)) return false;
    if (!(std::abs(column_dot(a, i, (i + 1) % 3)) <= most)) return false;
  }
  return true;
}

Mat3d linear_part_of(const Affine& a) {
  Mat3d r;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) r(row, column) = a.m[row][column];
  return r;
}

// The dual part is half of translation * rotation.
void write_motion(const Quatd& q, const Vec3d& t, float* out) {
  const Vec3d v{q.x, q.y, q.z};
  const Vec3d dual = (t * q.w + cross(t, v)) * 0.5;
  const double numbers[8] = {q.x, q.y, q.z, q.w, dual.x, dual.y, dual.z, -0.5 * dot(t, v)};
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<float>(numbers[i]);
}

}  // namespace

bool turns_normals_by_linear_part(std::span<const Affine> palette, float tolerance) {
  if (palette.empty()) return true;
  const float scale_squared = column_dot(palette[0], 0, 0);
  return std::all_of(palette.begin(), palette.end(),
                     [&](const Affine& a) { return is_orthogonal(a, scale_squared, tolerance); });
}

bool is_rotation(const Affine& matrix, float tolerance) {
  return is_orthogonal(matrix, 1, tolerance) && determinant(linear_part_of(matrix)) > 0;
}

PaletteMatrix to_palette_matrix(const Affine& matrix) {
  PaletteMatrix r{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column) r.m[row][column] = matrix.m[row][column];
  return r;
}

PaletteMatrix normal_matrix(const Affine& matrix) {
  const Mat3d linear = linear_part_of(matrix);
  double size = 0;
  for (const double e : linear.m) size = std::max(size, std::abs(e));
  const double det = determinant(linear);
  const double factor = std::abs(det) > 1e-12 * size * size * size ? 1 / det : 1;
  const Mat3d cofactor = cofactors(linear);
  PaletteMatrix r{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      r.m[row][column] = static_cast<float>(cofactor(row, column) * factor);
  return r;
}

void rigid_motion(const Affine& matrix, float* out) {
  write_motion(to_quat(linear_part_of(matrix)), {matrix.m[0][3], matrix.m[1][3], matrix.m[2][3]}, out);
}

Affine stretch_and_motion(const Affine& matrix, float* out) {
  const AffineParts parts = split(to_double(to_mat4(matrix)));
  write_motion(parts.rotation, parts.translation, out);
  return to_affine(to_mat4(parts.stretch, Vec3d{}));
}

}  // namespace skelter::skinning
