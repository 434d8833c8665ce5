#pragma once
// MatrixTrial: the product of matrices that the user typed, and the user's point transformed by it.

#include <optional>
#include <string>

#include "skelter/math/bounds.h"
#include "viewer/compare/internal/matrix_expression.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

struct MatrixTrial {
  std::string problem;  // parser error, in which case all other members are empty; "" on success
  MatrixProduct product;
  std::optional<Vec3d> image;  // the transformed point; none at infinity
};
MatrixTrial tried_matrix(const MatrixState& state);

// Extends the bounds by the point and the transformed point, if they are shown.
void add_matrix_points(Bounds& bounds, const MatrixState& state);

}  // namespace skelter
