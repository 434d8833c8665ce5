#include "viewer/compare/internal/matrix_trial.h"

namespace skelter {

MatrixTrial tried_matrix(const MatrixState& state) {
  MatrixTrial trial;
  Result<MatrixProduct> product =
      parse_matrix_product(state.expression, state.rows ? MatrixConvention::rows : MatrixConvention::columns);
  if (!product) {
    trial.problem = product.error().message;
    return trial;
  }
  trial.product = std::move(*product);
  trial.image = image_of_point(trial.product.matrix, state.point);
  return trial;
}

void add_matrix_points(Bounds& bounds, const MatrixState& state) {
  if (!state.shown) return;
  bounds.add(state.point);
  if (const auto image = tried_matrix(state).image) bounds.add(*image);
}

}  // namespace skelter
