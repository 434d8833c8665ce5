#pragma once
// MatrixTrial: the product of matrices that a person typed, and where it takes their point.

#include <optional>
#include <string>

#include "skelter/math/bounds.h"
#include "viewer/internal/matrix_expression.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

struct MatrixTrial {
  std::string problem;  // the parser's, then there is nothing else; "" when all is well
  MatrixProduct product;
  std::optional<Vec3d> image;  // of the point; nothing at infinity
};
MatrixTrial tried_matrix(const MatrixState& state);

// The point and its image, if they are shown.
void add_matrix_points(Bounds& bounds, const MatrixState& state);

}  // namespace skelter
