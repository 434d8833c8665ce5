#pragma once
// Poses and matrices of many moments, joint by joint: each number of a joint is a row, one moment after
// another, so that the kernels compute several moments at once. All are double arithmetic whose operations
// and order are those of the plain code (math/): the same bits, on every machine.

#include <cstddef>
#include <memory>

#include "skelter/math/transform.h"

namespace skelter {

class MomentRows {
 public:
  // Translation, rotation and scale: xyz xyzw xyz; or the upper three rows of a matrix, column by column.
  static constexpr std::size_t kTransform = 10, kMatrix = 12;
  static constexpr std::size_t kTranslation = 0, kRotation = 3, kScale = 7;

  // The kernels compute so many moments at a time. Rows are as long as a multiple of it, and end with copies
  // of their last moment (pad).
  static constexpr std::size_t kAtOnce = 8;
  static constexpr std::size_t padded(std::size_t moments) {
    return (moments + kAtOnce - 1) / kAtOnce * kAtOnce;
  }

  MomentRows() = default;
  MomentRows(std::size_t joints, std::size_t numbers, std::size_t moments)
      : numbers_(numbers),
        moments_(moments),
        stride_(padded(moments)),
        rows_(new double[joints * numbers * stride_]) {}

  std::size_t moments() const { return moments_; }
  std::size_t stride() const { return stride_; }  // from a row to the next, in whole vectors
  double* joint(std::size_t joint) { return rows_.get() + joint * numbers_ * stride_; }
  const double* joint(std::size_t joint) const { return rows_.get() + joint * numbers_ * stride_; }
  double* row(std::size_t j, std::size_t number) { return joint(j) + number * stride_; }
  const double* row(std::size_t j, std::size_t number) const { return joint(j) + number * stride_; }

  void pad(std::size_t j) {
    for (std::size_t number = 0; number < numbers_; ++number) {
      double* at = row(j, number);
      for (std::size_t moment = moments_; moment < stride_; ++moment) at[moment] = at[moments_ - 1];
    }
  }
  void set(std::size_t j, std::size_t moment, const Transformd& t) {
    double* at = joint(j) + moment;
    for (const double number : {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                                t.rotation.z, t.rotation.w, t.scale.x, t.scale.y, t.scale.z}) {
      *at = number;
      at += stride_;
    }
  }
  void set(std::size_t j, std::size_t moment, const Mat4d& m) {
    double* at = joint(j) + moment;
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t r = 0; r < 3; ++r, at += stride_) *at = m(r, c);
  }
  Transformd transform(std::size_t j, std::size_t moment) const {
    const double* at = joint(j) + moment;
    const auto n = [&](std::size_t number) { return at[number * stride_]; };
    return {{n(0), n(1), n(2)}, {n(3), n(4), n(5), n(6)}, {n(7), n(8), n(9)}};
  }
  Mat4d matrix(std::size_t j, std::size_t moment) const {
    const double* at = joint(j) + moment;
    Mat4d m;
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t r = 0; r < 3; ++r, at += stride_) m(r, c) = *at;
    return m;
  }

 private:
  std::size_t numbers_ = 0, moments_ = 0, stride_ = 0;
  std::unique_ptr<double[]> rows_;  // not set: all are, before they are read
};

// Rows are `stride` long, a multiple of MomentRows::kAtOnce, and those of a joint that far apart.
namespace clip_rows {

// world = parent * matrix of `local`, a transform; without a parent that matrix.
void to_world(const double* parent, const double* local, std::size_t stride, double* world);

// The largest squared distance between the six shell points under two matrices (clip_error.h), per moment.
// Returns the sum of all distances of the first `moments`. What is not a number stays so.
double shell_distances(const double* a, const double* b, const Vec3d& shell, std::size_t stride,
                       std::size_t moments, double* largest_squared);

// offset + step * (first * (32767 - weight) + second * weight) / 32767.
void mix_numbers(const double* first, const double* second, const double* weight, double offset, double step,
                 std::size_t stride, double* out);
// a * weight_a + b * weight_b, normalised, by four rows; where weight_b is 0, a.
void mix_rotations(const double* a, const double* b, const double* weight_a, const double* weight_b,
                   std::size_t stride, double* out);
// The least and the most of a row.
void find_extent(const double* row, std::size_t stride, double& least, double& most);
// Rotations become unit; those of length 0 the identity.
void normalise(double* rotations, std::size_t stride);
// Numbers become the nearest floats.
void round_to_float(double* row, std::size_t count);

// The largest distance of what three or four rows hold from one value: of rotations on the nearer side; of
// scales the largest change of a component, as a share of it in `of` (where that is above 0).
double farthest_vector(const double* rows, std::size_t stride, const Vec3d& value);
double farthest_rotation(const double* rows, std::size_t stride, const Quatd& value);
double farthest_scale(const double* rows, std::size_t stride, const Vec3d& value, const Vec3d& of);
// The same from what lies between `a` and `b`, whose rows are `count` long, mixed as frames are.
struct Between {
  const double* a;
  const double* b;
  const double* ratio;
  std::size_t count;
};
double farthest_vector(const double* rows, std::size_t stride, const Between& between);
double farthest_rotation(const double* rows, std::size_t stride, const Between& between);
double farthest_scale(const double* rows, std::size_t stride, const Between& between, const Vec3d& of);

// The largest squared distance of points from their places, each times a factor, in a pose of what carries
// them: linear * point + factor of the origin * origin. Rows of `stride` points: x, y, z of points and of
// places; factors of the origin and of the square. What is not a number counts as 0.
struct Points {
  const double* points;
  const double* places;
  const double* factors;
  std::size_t stride;
};
double farthest_point(const Points& points, const Mat3d& linear, const Vec3d& origin);

// Where a box is under matrices: grows [low, high] by it, and by `slack` of its distance from the origin.
struct Box {
  Vec3d centre, half;
  double slack;
};
void add_box(const double* matrix, std::size_t stride, const Box& box, double (&low)[3], double (&high)[3]);

}  // namespace clip_rows
}  // namespace skelter
