#pragma once
// MatrixTrial: the product of matrices that the user typed, and the image of the user's point.

#include <optional>
#include <string>

#include "skelter/math/bounds.h"
#include "viewer/compare/internal/matrix_expression.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

struct MatrixTrial {
  std::string problem;  // parser error, then the rest is empty; "" on success
  MatrixProduct product;
  std::optional<Vec3d> image;  // image of the point; none at infinity
};
MatrixTrial tried_matrix(const MatrixState& state);

// Adds the point and its image to the bounds, if they are shown.
void add_matrix_points(Bounds& bounds, const MatrixState& state);

}  // namespace skelter
