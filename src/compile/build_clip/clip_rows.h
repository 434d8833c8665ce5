#pragma once
// Poses and matrices at many times, joint by joint. Each number of a joint is a row with one entry per time,
// so that the kernels process several times at once. Arithmetic is in double precision, with the operations
// and the order of the plain code (math/), so results are bit-identical on every machine.

#include <cstddef>
#include <memory>

#include "skelter/math/transform.h"

namespace skelter {

class TimeRows {
 public:
  // Transforms consist of translation xyz, rotation xyzw and scale xyz; matrices of the upper three rows,
  // column by column.
  static constexpr std::size_t kTransform = 10, kMatrix = 12;
  static constexpr std::size_t kTranslation = 0, kRotation = 3, kScale = 7;

  // Largest number of clip times that a kernel processes per pass. pad() extends rows to a multiple of it
  // with copies of their last entry.
  static constexpr std::size_t kAtOnce = 8;
  static constexpr std::size_t padded(std::size_t moments) {
    return (moments + kAtOnce - 1) / kAtOnce * kAtOnce;
  }

  TimeRows() = default;
  TimeRows(std::size_t joints, std::size_t numbers, std::size_t moments)
      : numbers_(numbers),
        moments_(moments),
        stride_(padded(moments)),
        rows_(new double[joints * numbers * stride_]) {}

  std::size_t moments() const { return moments_; }
  std::size_t stride() const { return stride_; }  // length of a row; a multiple of kAtOnce
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
  std::unique_ptr<double[]> rows_;  // uninitialised, because all rows are written before they are read
};

// All rows have length `stride`, a multiple of TimeRows::kAtOnce. The rows of a joint are contiguous.
namespace clip_rows {

// Computes world = parent * matrix of the transform `local`, or only that matrix if `parent` is null.
void to_world(const double* parent, const double* local, std::size_t stride, double* world);

// Computes, per time, the largest squared distance between a shell point (clip_error.h) under matrix `a` and
// the same point under `b`. Returns the sum of all distances over the first `moments` times. NaN is
// preserved.
double shell_distances(const double* a, const double* b, const Vec3d& shell, std::size_t stride,
                       std::size_t moments, double* largest_squared);

// Computes offset + step * (first * (32767 - weight) + second * weight) / 32767.
void mix_numbers(const double* first, const double* second, const double* weight, double offset, double step,
                 std::size_t stride, double* out);
// Computes normalised a * weight_a + b * weight_b over four rows, or a where weight_b is 0.
void mix_rotations(const double* a, const double* b, const double* weight_a, const double* weight_b,
                   std::size_t stride, double* out);
// Finds the minimum and maximum of a row.
void find_extent(const double* row, std::size_t stride, double& least, double& most);
// Normalises rotations. Rotations of length 0 become the identity.
void normalise(double* rotations, std::size_t stride);
// Rounds numbers to the nearest floats.
void round_to_float(double* row, std::size_t count);

// Largest distance of three or four rows from one value. Rotations use the nearer of q and -q. For scales,
// this is the largest change of a component, relative to `of` where `of` is above 0.
double farthest_vector(const double* rows, std::size_t stride, const Vec3d& value);
double farthest_rotation(const double* rows, std::size_t stride, const Quatd& value);
double farthest_scale(const double* rows, std::size_t stride, const Vec3d& value, const Vec3d& of);
// As above, for rows of length `count` that are interpolated between `a` and `b`, like frames.
struct Between {
  const double* a;
  const double* b;
  const double* ratio;
  std::size_t count;
};
double farthest_vector(const double* rows, std::size_t stride, const Between& between);
double farthest_rotation(const double* rows, std::size_t stride, const Between& between);
double farthest_scale(const double* rows, std::size_t stride, const Between& between, const Vec3d& of);

// Largest squared distance between points and their target positions, each times a factor, in a pose of the
// carrying joint: a point becomes linear * point + origin factor * origin. Rows of length `stride`: x, y, z
// of the points and of the target positions; factors of the origin and of the square. NaN counts as 0.
struct Points {
  const double* points;
  const double* places;
  const double* factors;
  std::size_t stride;
};
double farthest_point(const Points& points, const Mat3d& linear, const Vec3d& origin);

// Extends [low, high] by the transformed box, enlarged by `slack` times its distance from the origin.
struct Box {
  Vec3d centre, half;
  double slack;
};
void add_box(const double* matrix, std::size_t stride, const Box& box, double (&low)[3], double (&high)[3]);

}  // namespace clip_rows
}  // namespace skelter
