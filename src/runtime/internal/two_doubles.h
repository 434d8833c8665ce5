#pragma once
// Two doubles at once in WebAssembly, with the names of Highway, which has no double vectors for WebAssembly
// in version 1.0.3. Contains only the functions that our kernels call:
//
//   #if HWY_HAVE_FLOAT64
//   namespace hn = hwy::HWY_NAMESPACE;
//   #else
//   namespace hn = skelter::two_doubles;
//   #endif

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

namespace skelter::two_doubles {

template <class T>
struct Kind {};
template <class T, std::size_t kMax>
using CappedTag = Kind<T>;
template <class T, class Tag>
using Rebind = Kind<T>;

struct Doubles {
  v128_t v;
};
struct Floats {
  float v[2];
};
struct Integers {
  std::int32_t v[2];
};
struct Yes {  // a mask: all bits of a lane are set, or none
  v128_t v;
};
template <class Tag>
using Vec = Doubles;
template <class Tag>
using Mask = Yes;

constexpr std::size_t Lanes(Kind<double>) {
  return 2;
}
inline Doubles Set(Kind<double>, double n) {
  return {wasm_f64x2_splat(n)};
}
inline Doubles LoadU(Kind<double>, const double* at) {
  return {wasm_v128_load(at)};
}
inline void StoreU(Doubles n, Kind<double>, double* at) {
  wasm_v128_store(at, n.v);
}
inline Integers LoadU(Kind<std::int32_t>, const std::int32_t* at) {
  return {{at[0], at[1]}};
}
inline void StoreU(Integers n, Kind<std::int32_t>, std::int32_t* at) {
  at[0] = n.v[0];
  at[1] = n.v[1];
}
inline Doubles Add(Doubles a, Doubles b) {
  return {wasm_f64x2_add(a.v, b.v)};
}
inline Doubles Sub(Doubles a, Doubles b) {
  return {wasm_f64x2_sub(a.v, b.v)};
}
inline Doubles Mul(Doubles a, Doubles b) {
  return {wasm_f64x2_mul(a.v, b.v)};
}
inline Doubles Div(Doubles a, Doubles b) {
  return {wasm_f64x2_div(a.v, b.v)};
}
inline Doubles Sqrt(Doubles a) {
  return {wasm_f64x2_sqrt(a.v)};
}
inline Doubles Abs(Doubles a) {
  return {wasm_f64x2_abs(a.v)};
}
inline Doubles Neg(Doubles a) {
  return {wasm_f64x2_neg(a.v)};
}
inline Doubles Floor(Doubles a) {
  return {wasm_f64x2_floor(a.v)};
}
// As with minpd and maxpd, the result is the second operand if one is NaN.
inline Doubles Min(Doubles a, Doubles b) {
  return {wasm_f64x2_pmin(b.v, a.v)};
}
inline Doubles Max(Doubles a, Doubles b) {
  return {wasm_f64x2_pmax(b.v, a.v)};
}
inline Yes Eq(Doubles a, Doubles b) {
  return {wasm_f64x2_eq(a.v, b.v)};
}
inline Yes Lt(Doubles a, Doubles b) {
  return {wasm_f64x2_lt(a.v, b.v)};
}
inline Yes Gt(Doubles a, Doubles b) {
  return {wasm_f64x2_gt(a.v, b.v)};
}
inline Yes Le(Doubles a, Doubles b) {
  return {wasm_f64x2_le(a.v, b.v)};
}
inline Yes Ge(Doubles a, Doubles b) {
  return {wasm_f64x2_ge(a.v, b.v)};
}
inline Yes IsNaN(Doubles a) {
  return {wasm_f64x2_ne(a.v, a.v)};
}
inline Yes And(Yes a, Yes b) {
  return {wasm_v128_and(a.v, b.v)};
}
inline bool AllTrue(Kind<double>, Yes a) {
  return wasm_i64x2_all_true(a.v);
}
inline Doubles IfThenElse(Yes which, Doubles a, Doubles b) {
  return {wasm_v128_bitselect(a.v, b.v, which.v)};
}
inline Doubles IfThenElseZero(Yes which, Doubles a) {
  return {wasm_v128_and(a.v, which.v)};
}
// Rounds towards zero, like cvttpd2dq; values out of range become the nearest integer, while cvttpd2dq gives
// the smallest one.
inline Integers DemoteTo(Kind<std::int32_t>, Doubles a) {
  const v128_t n = wasm_i32x4_trunc_sat_f64x2_zero(a.v);
  return {{wasm_i32x4_extract_lane(n, 0), wasm_i32x4_extract_lane(n, 1)}};
}
inline Floats DemoteTo(Kind<float>, Doubles a) {
  return {{static_cast<float>(wasm_f64x2_extract_lane(a.v, 0)),
           static_cast<float>(wasm_f64x2_extract_lane(a.v, 1))}};
}
inline Doubles PromoteTo(Kind<double>, Integers a) {
  return {wasm_f64x2_make(a.v[0], a.v[1])};
}
inline Doubles PromoteTo(Kind<double>, Floats a) {
  return {wasm_f64x2_make(double{a.v[0]}, double{a.v[1]})};
}

}  // namespace skelter::two_doubles

#endif
