#pragma once
// What a person writes to try out matrices: translate(4,-3,8) * rotate_z(45).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/math/mat.h"

namespace skelter {

// How products and the sixteen numbers of matrix() read. Mat4d stores both in one order.
enum class MatrixConvention {
  columns,  // column vectors: in a * b, b acts first; matrix() gives one column after the other
  rows,  // row vectors, as in Direct3D: a acts first; one row after the other. Cameras are left-handed, with
         // depth from 0 to 1; with columns they are OpenGL's: right-handed, from -1 to 1
};

// A product of translate(x,y,z), rotate_x(deg), rotate_y(deg), rotate_z(deg), rotate(x,y,z,deg) about any
// axis, scale(s), scale(x,y,z), look_at(eye, target[, up]), perspective(fov_deg,aspect,near,far),
// matrix(16 numbers), with * and parentheses. Errors: invalid_argument, with
// the number of the character, counted from 1, in the message.
Result<Mat4d> parse_matrix(std::string_view expression, MatrixConvention convention);

// The same with what it is a product of, from left to right; what stands in parentheses is one factor.
struct MatrixFactor {
  std::string text;  // as it was written
  Mat4d matrix;
};
struct MatrixProduct {
  std::vector<MatrixFactor> factors;
  Mat4d matrix;
};
Result<MatrixProduct> parse_matrix_product(std::string_view expression, MatrixConvention convention);

// Where the matrix takes a point. The fourth coordinate is 1, and is divided by where the matrix changes it,
// as Direct3D does; nothing where it becomes 0.
std::optional<Vec3d> image_of_point(const Mat4d& matrix, const Vec3d& point);

}  // namespace skelter
