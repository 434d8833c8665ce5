#include "viewer/compare/internal/matrix_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "skelter/math/camera.h"
#include "skelter/math/trig.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

constexpr int kMaxParentheses = 64;
constexpr const char* kFunctions =
    "translate(x,y,z), rotate_x(deg), rotate_y(deg), rotate_z(deg), rotate(x,y,z,deg), scale(s), "
    "scale(x,y,z), look_at(eye x,y,z, target x,y,z[, up x,y,z]), perspective(fov_deg,aspect,near,far) or "
    "matrix(16 numbers)";

// Rotation about a unit axis, counter-clockwise seen from its tip. Quarter turns are exact, as users expect.
// Source: Rodrigues' formula.
Mat4d rotation(const Vec3d& axis, double degrees) {
  const double turn = std::remainder(degrees, 360), angle = turn * std::numbers::pi / 180;
  const double c = std::abs(turn) == 90 ? 0 : std::cos(angle),
               s = std::abs(turn) == 180 ? 0 : std::sin(angle);
  const double a[3] = {axis.x, axis.y, axis.z};
  Mat4d r;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r(i, i) = c + (1 - c) * a[i] * a[i];
    r(j, i) = (1 - c) * a[i] * a[j] + s * a[k];
    r(k, i) = (1 - c) * a[i] * a[k] - s * a[j];
  }
  return r;
}

Vec3d behind_mirror(const Vec3d& v) {
  return {v.x, v.y, -v.z};
}

// With row vectors, Direct3D's left-handed view matrix; see docs/conventions.md.
Result<Mat4d> view_matrix(const std::vector<double>& n, MatrixConvention convention) {
  const Vec3d eye{n[0], n[1], n[2]}, target{n[3], n[4], n[5]};
  const Vec3d up = n.size() == 9 ? Vec3d{n[6], n[7], n[8]} : Vec3d{0, 1, 0};
  if (convention == MatrixConvention::columns) return look_at(eye, target, up);
  const Result<Mat4d> view = look_at(behind_mirror(eye), behind_mirror(target), behind_mirror(up));
  if (!view) return view;
  return mirrored_z(*view);
}

// With row vectors, Direct3D's left-handed projection, with depth from 0 to 1.
Result<Mat4d> projection_matrix(const std::vector<double>& n, MatrixConvention convention) {
  const double near_distance = n[2], far_distance = n[3];
  Result<Mat4d> projection = perspective({n[0] * std::numbers::pi / 180, n[1], near_distance, far_distance});
  if (!projection || convention == MatrixConvention::columns) return projection;
  Mat4d& m = *projection;
  m(2, 2) = far_distance / (far_distance - near_distance);
  m(2, 3) = -near_distance * far_distance / (far_distance - near_distance);
  m(3, 2) = 1;
  return projection;
}

// Recursive descent parser: a product of terms; a term is a parenthesized product or a function.
class MatrixParser {
 public:
  MatrixParser(std::string_view text, MatrixConvention convention) : text_(text), convention_(convention) {}

  Result<MatrixProduct> whole() {
    MatrixProduct whole;
    const Result<Mat4d> matrix = product(&whole.factors);
    if (!matrix) return matrix.error();
    if (next() != '\0') return expected("\"*\" or the end");
    whole.matrix = *matrix;
    return whole;
  }

 private:
  char next() {
    at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  Error bad(std::size_t at, std::string message) const {
    return {
        Status::invalid_argument, "matrix.expression", fmt::format("character {}: {}", at + 1, message), {}};
  }
  Error expected(std::string_view what) {
    const char c = next();
    return bad(at_, fmt::format("{}; expected {}", c == '\0' ? "the end" : fmt::format("\"{}\"", c), what));
  }

  Result<Mat4d> product(std::vector<MatrixFactor>* out_factors) {
    Result<Mat4d> left = factor(out_factors);
    while (left && take('*')) {
      const Result<Mat4d> right = factor(out_factors);
      if (!right) return right;
      left = convention_ == MatrixConvention::columns ? *left * *right : *right * *left;
    }
    return left;
  }

  Result<Mat4d> factor(std::vector<MatrixFactor>* out_factors) {
    next();
    const std::size_t begin = at_;
    Result<Mat4d> matrix = term();
    if (matrix && out_factors != nullptr)
      out_factors->push_back({std::string(text_.substr(begin, at_ - begin)), *matrix});
    return matrix;
  }

  Result<Mat4d> term() {
    if (!take('(')) return function();
    if (++depth_ > kMaxParentheses)
      return bad(at_ - 1, fmt::format("more than {} nested parentheses", kMaxParentheses));
    Result<Mat4d> inner = product(nullptr);
    if (inner && !take(')')) return expected("\"*\" or \")\"");
    --depth_;
    return inner;
  }

  Result<Mat4d> function() {
    next();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) return expected(kFunctions);
    if (!take('(')) return expected(fmt::format("\"(\" and the numbers of {}", name));
    std::vector<double> n;
    do {
      next();
      const std::size_t end = std::min(text_.find_first_of(",) \t\n", at_), text_.size());
      const auto value = parse_number(text_.substr(at_, end - at_));
      if (!value) return bad(at_, fmt::format("\"{}\" is not a number", text_.substr(at_, end - at_)));
      n.push_back(*value);
      at_ = end;
    } while (take(','));
    if (!take(')')) return expected("\",\" or \")\"");
    return made(name, n, begin);
  }

  Result<Mat4d> made(std::string_view name, const std::vector<double>& n, std::size_t begin) const {
    if (name == "translate" && n.size() == 3) return translation_matrix(Vec3d{n[0], n[1], n[2]});
    if (name == "rotate_x" && n.size() == 1) return rotation({1, 0, 0}, n[0]);
    if (name == "rotate_y" && n.size() == 1) return rotation({0, 1, 0}, n[0]);
    if (name == "rotate_z" && n.size() == 1) return rotation({0, 0, 1}, n[0]);
    if (name == "scale" && n.size() == 1) return scale_matrix(Vec3d{n[0], n[0], n[0]});
    if (name == "scale" && n.size() == 3) return scale_matrix(Vec3d{n[0], n[1], n[2]});
    if (name == "rotate" && n.size() == 4) {
      const double longest = std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])});
      if (longest == 0) return bad(begin, "the axis of rotate is (0, 0, 0); expected a direction");
      const Vec3d axis{n[0] / longest, n[1] / longest, n[2] / longest};
      return rotation(axis * (1 / length(axis)), n[3]);
    }
    const bool is_view = name == "look_at" && (n.size() == 6 || n.size() == 9);
    if (is_view || (name == "perspective" && n.size() == 4)) {
      const Result<Mat4d> camera = is_view ? view_matrix(n, convention_) : projection_matrix(n, convention_);
      if (!camera) return bad(begin, fmt::format("{}: {}", name, camera.error().message));
      return camera;
    }
    if (name == "matrix" && n.size() == 16) {
      Mat4d matrix;
      std::copy(n.begin(), n.end(), matrix.m.begin());
      return matrix;
    }
    return bad(begin, fmt::format("{} with {} number{} is not known; expected {}", name, n.size(),
                                  n.size() == 1 ? "" : "s", kFunctions));
  }

  std::string_view text_;
  MatrixConvention convention_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<Mat4d> parse_matrix(std::string_view expression, MatrixConvention convention) {
  const Result<MatrixProduct> product = parse_matrix_product(expression, convention);
  if (!product) return product.error();
  return product->matrix;
}

Result<MatrixProduct> parse_matrix_product(std::string_view expression, MatrixConvention convention) {
  return MatrixParser(expression, convention).whole();
}

std::optional<Vec3d> image_of_point(const Mat4d& matrix, const Vec3d& point) {
  const double w = matrix(3, 0) * point.x + matrix(3, 1) * point.y + matrix(3, 2) * point.z + matrix(3, 3);
  if (w == 0) return std::nullopt;
  return transform_point(matrix, point) * (1 / w);
}

}  // namespace skelter
