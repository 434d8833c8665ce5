#pragma once
// Parses matrix products that users type, such as translate(4,-3,8) * rotate_z(45).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter {

// How to interpret products and the sixteen numbers of matrix(). Mat4d stores both conventions in one layout.
enum class MatrixConvention {
  columns,  // column vectors: in a * b, b acts first; matrix() lists columns. Cameras follow OpenGL: they are
            // right-handed, with a depth range of -1 to 1
  rows,     // row vectors, as in Direct3D: a acts first; matrix() lists rows. Cameras are left-handed, with a
            // depth range of 0 to 1
};

// Parses a product of translate(x,y,z), rotate_x(deg), rotate_y(deg), rotate_z(deg), rotate(x,y,z,deg) about
// any axis, scale(s), scale(x,y,z), look_at(eye, target[, up]), perspective(fov_deg,aspect,near,far),
// matrix(16 numbers), with * and parentheses. Errors: invalid_argument; the message contains the character
// position, starting at 1.
Result<Mat4d> parse_matrix(std::string_view expression, MatrixConvention convention);

// Also returns the factors from left to right. A term in parentheses is one factor.
struct MatrixFactor {
  std::string text;  // source text
  Mat4d matrix;
};
struct MatrixProduct {
  std::vector<MatrixFactor> factors;
  Mat4d matrix;
};
Result<MatrixProduct> parse_matrix_product(std::string_view expression, MatrixConvention convention);

// Transforms the point (x, y, z, 1) and divides by the fourth coordinate, as in Direct3D. Returns none if the
// fourth coordinate is 0.
std::optional<Vec3d> image_of_point(const Mat4d& matrix, const Vec3d& point);

}  // namespace skelter
