#include "compile/build_clip/clip_rows.h"

#include <algorithm>
#include <cmath>

#include "runtime/internal/two_doubles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compile/build_clip/clip_rows.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace clip_rows {
namespace HWY_NAMESPACE {

#if HWY_HAVE_FLOAT64
namespace hn = hwy::HWY_NAMESPACE;
#else
namespace hn = two_doubles;
#endif

// At most kAtOnce lanes, so that rows are full vectors.
using Tag = hn::CappedTag<double, TimeRows::kAtOnce>;
using Numbers = hn::Vec<Tag>;

struct Triple {
  Numbers x, y, z;
};
struct Rotation {
  Numbers x, y, z, w;
};

HWY_INLINE Numbers load(const double* at) {
  return hn::LoadU(Tag(), at);
}
HWY_INLINE void store(Numbers n, double* at) {
  hn::StoreU(n, Tag(), at);
}
HWY_INLINE Numbers set(double n) {
  return hn::Set(Tag(), n);
}
HWY_INLINE Triple load_triple(const double* at, std::size_t stride) {
  return {load(at), load(at + stride), load(at + 2 * stride)};
}
HWY_INLINE Rotation load_rotation(const double* at, std::size_t stride) {
  return {load(at), load(at + stride), load(at + 2 * stride), load(at + 3 * stride)};
}
HWY_INLINE Triple minus(const Triple& a, const Triple& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Triple plus(const Triple& a, const Triple& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Triple times(const Triple& a, Numbers s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE Numbers squared(const Triple& a) {
  return hn::Add(hn::Add(hn::Mul(a.x, a.x), hn::Mul(a.y, a.y)), hn::Mul(a.z, a.z));
}
HWY_INLINE Numbers dot(const Rotation& a, const Rotation& b) {
  return hn::Add(hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z)),
                 hn::Mul(a.w, b.w));
}
HWY_INLINE Rotation minus(const Rotation& a, const Rotation& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z), hn::Sub(a.w, b.w)};
}
HWY_INLINE Rotation plus(const Rotation& a, const Rotation& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z), hn::Add(a.w, b.w)};
}
HWY_INLINE Rotation times(const Rotation& a, Numbers s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s), hn::Mul(a.w, s)};
}
HWY_INLINE Rotation unit(const Rotation& q) {
  const Numbers length = hn::Sqrt(dot(q, q));
  const auto has_length = hn::Gt(length, set(0));
  const Rotation scaled = times(q, hn::Div(set(1), length));
  return {hn::IfThenElseZero(has_length, scaled.x), hn::IfThenElseZero(has_length, scaled.y),
          hn::IfThenElseZero(has_length, scaled.z), hn::IfThenElse(has_length, scaled.w, set(1))};
}
HWY_INLINE Numbers nearer(const Rotation& a, const Rotation& b) {
  const Rotation off = minus(a, b), other = plus(a, b);
  return hn::Min(dot(off, off), dot(other, other));
}

// Returns the largest of all lanes. Inline, because a function with a vector argument leaves the upper
// register halves dirty, which slows down all scalar code after it.
HWY_INLINE double largest_of(Numbers n) {
  double lanes[TimeRows::kAtOnce] = {}, largest = 0;
  store(n, lanes);
  for (const double lane : lanes) largest = lane > largest ? lane : largest;
  return largest;
}

void to_world(const double* parent, const double* local, std::size_t stride, double* world) {
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    const Triple t = load_triple(local + i, stride), s = load_triple(local + 7 * stride + i, stride);
    const Rotation q = load_rotation(local + 3 * stride + i, stride);
    const Numbers xx = hn::Mul(q.x, q.x), yy = hn::Mul(q.y, q.y), zz = hn::Mul(q.z, q.z),
                  xy = hn::Mul(q.x, q.y), xz = hn::Mul(q.x, q.z), yz = hn::Mul(q.y, q.z),
                  wx = hn::Mul(q.w, q.x), wy = hn::Mul(q.w, q.y), wz = hn::Mul(q.w, q.z);
    const Numbers one = set(1), two = set(2);
    const auto diagonal = [&](Numbers a, Numbers b) { return hn::Sub(one, hn::Mul(two, hn::Add(a, b))); };
    const auto twice_sum = [&](Numbers a, Numbers b) { return hn::Mul(two, hn::Add(a, b)); };
    const auto twice_difference = [&](Numbers a, Numbers b) { return hn::Mul(two, hn::Sub(a, b)); };
    const Triple columns[4] = {
        times(Triple{diagonal(yy, zz), twice_sum(xy, wz), twice_difference(xz, wy)}, s.x),
        times(Triple{twice_difference(xy, wz), diagonal(xx, zz), twice_sum(yz, wx)}, s.y),
        times(Triple{twice_sum(xz, wy), twice_difference(yz, wx), diagonal(xx, yy)}, s.z), t};
    if (parent == nullptr) {
      for (std::size_t c = 0; c < 4; ++c) {
        store(columns[c].x, world + (c * 3 + 0) * stride + i);
        store(columns[c].y, world + (c * 3 + 1) * stride + i);
        store(columns[c].z, world + (c * 3 + 2) * stride + i);
      }
      continue;
    }
    for (std::size_t r = 0; r < 3; ++r) {
      const Numbers p0 = load(parent + r * stride + i), p1 = load(parent + (3 + r) * stride + i),
                    p2 = load(parent + (6 + r) * stride + i), p3 = load(parent + (9 + r) * stride + i);
      for (std::size_t c = 0; c < 4; ++c) {
        const Triple& column = columns[c];
        const Numbers turned =
            hn::Add(hn::Add(hn::Mul(p0, column.x), hn::Mul(p1, column.y)), hn::Mul(p2, column.z));
        store(c == 3 ? hn::Add(turned, p3) : turned, world + (c * 3 + r) * stride + i);
      }
    }
  }
}

double shell_distances(const double* a, const double* b, const Vec3d& shell, std::size_t stride,
                       std::size_t moments, double* largest_squared) {
  const Numbers axes[3] = {set(shell.x), set(shell.y), set(shell.z)};
  double sums[TimeRows::kAtOnce] =
      {};  // the same count for every vector size, so that the sum has the same bits
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    const Triple origin =
        minus(load_triple(a + 9 * stride + i, stride), load_triple(b + 9 * stride + i, stride));
    Numbers largest = set(0), sum = set(0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t at = 3 * axis * stride + i;
      const Triple along = times(minus(load_triple(a + at, stride), load_triple(b + at, stride)), axes[axis]);
      const Numbers one = squared(plus(origin, along)), other = squared(minus(origin, along));
      largest = hn::Max(largest, hn::Max(one, other));
      sum = hn::Add(hn::Add(sum, hn::Sqrt(one)), hn::Sqrt(other));
    }
    store(hn::IfThenElse(hn::IsNaN(sum), sum, largest), largest_squared + i);
    double lanes[TimeRows::kAtOnce];
    store(sum, lanes);
    for (std::size_t lane = 0; lane < hn::Lanes(Tag()) && i + lane < moments; ++lane)
      sums[(i + lane) % TimeRows::kAtOnce] += lanes[lane];
  }
  double all = 0;
  for (const double sum : sums) all += sum;
  return all;
}

void mix_numbers(const double* first, const double* second, const double* weight, double offset, double step,
                 std::size_t stride, double* out) {
  const Numbers whole = set(32767);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    const Numbers w = load(weight + i);
    const Numbers number =
        hn::Div(hn::Add(hn::Mul(load(first + i), hn::Sub(whole, w)), hn::Mul(load(second + i), w)), whole);
    store(hn::Add(set(offset), hn::Mul(set(step), number)), out + i);
  }
}

void mix_rotations(const double* a, const double* b, const double* weight_a, const double* weight_b,
                   std::size_t stride, double* out) {
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    const Rotation first = load_rotation(a + i, stride);
    const Numbers weight = load(weight_b + i);
    const Rotation mixed =
        unit(plus(times(first, load(weight_a + i)), times(load_rotation(b + i, stride), weight)));
    const auto exact = hn::Eq(weight, set(0));
    store(hn::IfThenElse(exact, first.x, mixed.x), out + i);
    store(hn::IfThenElse(exact, first.y, mixed.y), out + stride + i);
    store(hn::IfThenElse(exact, first.z, mixed.z), out + 2 * stride + i);
    store(hn::IfThenElse(exact, first.w, mixed.w), out + 3 * stride + i);
  }
}

void find_extent(const double* row, std::size_t stride, double& least, double& most) {
  Numbers low = load(row), high = low;
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    low = hn::Min(low, load(row + i));
    high = hn::Max(high, load(row + i));
  }
  double lanes[TimeRows::kAtOnce];
  store(low, lanes);
  least = *std::min_element(lanes, lanes + hn::Lanes(Tag()));
  store(high, lanes);
  most = *std::max_element(lanes, lanes + hn::Lanes(Tag()));
}

void normalise(double* rotations, std::size_t stride) {
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
    const Rotation q = unit(load_rotation(rotations + i, stride));
    store(q.x, rotations + i);
    store(q.y, rotations + stride + i);
    store(q.z, rotations + 2 * stride + i);
    store(q.w, rotations + 3 * stride + i);
  }
}

void round_to_float(double* row, std::size_t count) {
  const hn::Rebind<float, Tag> floats;
  for (std::size_t i = 0; i < count; i += hn::Lanes(Tag()))
    store(hn::PromoteTo(Tag(), hn::DemoteTo(floats, load(row + i))), row + i);
}

double farthest_vector(const double* rows, std::size_t stride, const Vec3d& value) {
  const Triple v{set(value.x), set(value.y), set(value.z)};
  Numbers largest = set(0);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag()))
    largest = hn::Max(largest, squared(minus(load_triple(rows + i, stride), v)));
  return std::sqrt(largest_of(largest));
}
double farthest_rotation(const double* rows, std::size_t stride, const Quatd& value) {
  const Rotation v{set(value.x), set(value.y), set(value.z), set(value.w)};
  Numbers largest = set(0);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag()))
    largest = hn::Max(largest, nearer(load_rotation(rows + i, stride), v));
  return std::sqrt(largest_of(largest));
}
HWY_INLINE Triple divisors_of(const Vec3d& of) {
  return {set(of.x > 0 ? of.x : 1), set(of.y > 0 ? of.y : 1), set(of.z > 0 ? of.z : 1)};
}
HWY_INLINE Numbers largest_share(const Triple& off, const Triple& of) {
  return hn::Max(hn::Max(hn::Div(hn::Abs(off.x), of.x), hn::Div(hn::Abs(off.y), of.y)),
                 hn::Div(hn::Abs(off.z), of.z));
}
double farthest_scale(const double* rows, std::size_t stride, const Vec3d& value, const Vec3d& of) {
  const Triple v{set(value.x), set(value.y), set(value.z)}, divisors = divisors_of(of);
  Numbers largest = set(0);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag()))
    largest = hn::Max(largest, largest_share(minus(load_triple(rows + i, stride), v), divisors));
  return largest_of(largest);
}

HWY_INLINE Triple mixed_vector(const Between& between, std::size_t i) {
  const Triple a = load_triple(between.a + i, between.count), b = load_triple(between.b + i, between.count);
  return plus(a, times(minus(b, a), load(between.ratio + i)));
}
double farthest_from_vectors(const double* rows, std::size_t stride, const Between& between) {
  Numbers largest = set(0);
  for (std::size_t i = 0; i < between.count; i += hn::Lanes(Tag()))
    largest = hn::Max(largest, squared(minus(load_triple(rows + i, stride), mixed_vector(between, i))));
  return std::sqrt(largest_of(largest));
}
double farthest_from_rotations(const double* rows, std::size_t stride, const Between& between) {
  Numbers largest = set(0);
  for (std::size_t i = 0; i < between.count; i += hn::Lanes(Tag())) {
    const Rotation a = load_rotation(between.a + i, between.count),
                   b = load_rotation(between.b + i, between.count);
    const Numbers ratio = load(between.ratio + i), rest = hn::Sub(set(1), ratio);
    const Numbers signed_ratio = hn::IfThenElse(hn::Lt(dot(a, b), set(0)), hn::Neg(ratio), ratio);
    const Rotation mixed = unit(plus(times(a, rest), times(b, signed_ratio)));
    largest = hn::Max(largest, nearer(load_rotation(rows + i, stride), mixed));
  }
  return std::sqrt(largest_of(largest));
}
double farthest_from_scales(const double* rows, std::size_t stride, const Between& between, const Vec3d& of) {
  const Triple divisors = divisors_of(of);
  Numbers largest = set(0);
  for (std::size_t i = 0; i < between.count; i += hn::Lanes(Tag()))
    largest = hn::Max(
        largest, largest_share(minus(load_triple(rows + i, stride), mixed_vector(between, i)), divisors));
  return largest_of(largest);
}

double farthest_point(const Points& p, const Mat3d& linear, const Vec3d& origin) {
  Numbers largest = set(0);
  const double from[3] = {origin.x, origin.y, origin.z};
  for (std::size_t i = 0; i < p.stride; i += hn::Lanes(Tag())) {
    const Triple point = load_triple(p.points + i, p.stride);
    const auto off = [&](std::size_t r) {
      const Numbers turned =
          hn::Add(hn::Add(hn::Mul(set(linear(r, 0)), point.x), hn::Mul(set(linear(r, 1)), point.y)),
                  hn::Mul(set(linear(r, 2)), point.z));
      return hn::Add(hn::Sub(turned, load(p.places + r * p.stride + i)),
                     hn::Mul(load(p.factors + i), set(from[r])));
    };
    const Numbers square = hn::Mul(squared({off(0), off(1), off(2)}), load(p.factors + p.stride + i));
    largest = hn::IfThenElse(hn::Gt(square, largest), square, largest);
  }
  return largest_of(largest);
}

void add_box(const double* matrix, std::size_t stride, const Box& box, double (&low)[3], double (&high)[3]) {
  for (std::size_t r = 0; r < 3; ++r) {
    Numbers least = set(low[r]), most = set(high[r]);
    for (std::size_t i = 0; i < stride; i += hn::Lanes(Tag())) {
      const auto m = [&](std::size_t column) { return load(matrix + (column * 3 + r) * stride + i); };
      const Numbers at =
          hn::Add(hn::Add(hn::Add(hn::Mul(m(0), set(box.centre.x)), hn::Mul(m(1), set(box.centre.y))),
                          hn::Mul(m(2), set(box.centre.z))),
                  m(3));
      const Numbers half =
          hn::Add(hn::Add(hn::Mul(hn::Abs(m(0)), set(box.half.x)), hn::Mul(hn::Abs(m(1)), set(box.half.y))),
                  hn::Mul(hn::Abs(m(2)), set(box.half.z)));
      const Numbers reach = hn::Add(half, hn::Mul(set(box.slack), hn::Add(hn::Abs(at), half)));
      least = hn::Min(least, hn::Sub(at, reach));
      most = hn::Max(most, hn::Add(at, reach));
    }
    double lanes[TimeRows::kAtOnce];
    store(least, lanes);
    for (std::size_t lane = 0; lane < hn::Lanes(Tag()); ++lane)
      low[r] = lanes[lane] < low[r] ? lanes[lane] : low[r];
    store(most, lanes);
    for (std::size_t lane = 0; lane < hn::Lanes(Tag()); ++lane)
      high[r] = lanes[lane] > high[r] ? lanes[lane] : high[r];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace clip_rows
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::clip_rows {
namespace {

HWY_EXPORT(to_world);
HWY_EXPORT(shell_distances);
HWY_EXPORT(mix_numbers);
HWY_EXPORT(mix_rotations);
HWY_EXPORT(find_extent);
HWY_EXPORT(normalise);
HWY_EXPORT(round_to_float);

HWY_EXPORT(farthest_vector);
HWY_EXPORT(farthest_rotation);
HWY_EXPORT(farthest_scale);
HWY_EXPORT(farthest_from_vectors);
HWY_EXPORT(farthest_from_rotations);
HWY_EXPORT(farthest_from_scales);
HWY_EXPORT(add_box);
HWY_EXPORT(farthest_point);

}  // namespace

void to_world(const double* parent, const double* local, std::size_t stride, double* world) {
  HWY_DYNAMIC_DISPATCH(to_world)(parent, local, stride, world);
}
double shell_distances(const double* a, const double* b, const Vec3d& shell, std::size_t stride,
                       std::size_t moments, double* largest_squared) {
  return HWY_DYNAMIC_DISPATCH(shell_distances)(a, b, shell, stride, moments, largest_squared);
}
void mix_numbers(const double* first, const double* second, const double* weight, double offset, double step,
                 std::size_t stride, double* out) {
  HWY_DYNAMIC_DISPATCH(mix_numbers)(first, second, weight, offset, step, stride, out);
}
void mix_rotations(const double* a, const double* b, const double* weight_a, const double* weight_b,
                   std::size_t stride, double* out) {
  HWY_DYNAMIC_DISPATCH(mix_rotations)(a, b, weight_a, weight_b, stride, out);
}
void find_extent(const double* row, std::size_t stride, double& least, double& most) {
  HWY_DYNAMIC_DISPATCH(find_extent)(row, stride, least, most);
}
void normalise(double* rotations, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(normalise)(rotations, stride);
}
void round_to_float(double* row, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(round_to_float)(row, count);
}
double farthest_vector(const double* rows, std::size_t stride, const Vec3d& value) {
  return HWY_DYNAMIC_DISPATCH(farthest_vector)(rows, stride, value);
}
double farthest_rotation(const double* rows, std::size_t stride, const Quatd& value) {
  return HWY_DYNAMIC_DISPATCH(farthest_rotation)(rows, stride, value);
}
double farthest_scale(const double* rows, std::size_t stride, const Vec3d& value, const Vec3d& of) {
  return HWY_DYNAMIC_DISPATCH(farthest_scale)(rows, stride, value, of);
}
double farthest_vector(const double* rows, std::size_t stride, const Between& between) {
  return HWY_DYNAMIC_DISPATCH(farthest_from_vectors)(rows, stride, between);
}
double farthest_rotation(const double* rows, std::size_t stride, const Between& between) {
  return HWY_DYNAMIC_DISPATCH(farthest_from_rotations)(rows, stride, between);
}
double farthest_scale(const double* rows, std::size_t stride, const Between& between, const Vec3d& of) {
  return HWY_DYNAMIC_DISPATCH(farthest_from_scales)(rows, stride, between, of);
}
double farthest_point(const Points& points, const Mat3d& linear, const Vec3d& origin) {
  return HWY_DYNAMIC_DISPATCH(farthest_point)(points, linear, origin);
}
void add_box(const double* matrix, std::size_t stride, const Box& box, double (&low)[3], double (&high)[3]) {
  HWY_DYNAMIC_DISPATCH(add_box)(matrix, stride, box, low, high);
}

}  // namespace skelter::clip_rows
#endif
