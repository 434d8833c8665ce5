// Kernels for the matrices of one character: local to model, palettes. Included like pose_kernels-inl.h.

#if defined(SKELTER_RUNTIME_DETAIL_MATRIX_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_RUNTIME_DETAIL_MATRIX_KERNELS_INL_H_
#undef SKELTER_RUNTIME_DETAIL_MATRIX_KERNELS_INL_H_
#else
#define SKELTER_RUNTIME_DETAIL_MATRIX_KERNELS_INL_H_
#endif

#include <cstring>

#include "runtime/internal/pose_kernels-inl.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/skin.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::local_to_model;
using scalar::palette;

#else

using RowTag = hn::Simd<float, 4, 0>;
using Row = hn::Vec<RowTag>;

// One row of kStep matrices by column: each vector holds one element for all of them.
struct SoaRow {
  Floats c0, c1, c2, c3;
};

// Transposes four columns of one row into that row of kStep matrices.
HWY_INLINE void store_rows(const SoaRow& row, std::size_t r, float (*out)[3][4]) {
  const FloatTag d;
  const Floats even01 = hn::InterleaveLower(d, row.c0, row.c2),
               odd01 = hn::InterleaveLower(d, row.c1, row.c3);
  const Floats even23 = hn::InterleaveUpper(d, row.c0, row.c2),
               odd23 = hn::InterleaveUpper(d, row.c1, row.c3);
  const Floats rows[4] = {hn::InterleaveLower(d, even01, odd01), hn::InterleaveUpper(d, even01, odd01),
                          hn::InterleaveLower(d, even23, odd23), hn::InterleaveUpper(d, even23, odd23)};
  const RowTag row_tag;
  for (std::size_t i = 0; i < 4; ++i) {
#if HWY_MAX_BYTES >= 32
    hn::StoreU(hn::LowerHalf(row_tag, rows[i]), row_tag, out[i][r]);
    hn::StoreU(hn::UpperHalf(row_tag, rows[i]), row_tag, out[i + 4][r]);
#else
    hn::StoreU(rows[i], row_tag, out[i][r]);
#endif
  }
}

// parent_from_joint of kStep joints. The operations are the same as in the crowd's local_matrix, so that both
// give the same bits.
HWY_INLINE void local_matrices(const SoaTransform& pose, std::size_t lane, float (*out)[3][4]) {
  const Floats one = hn::Set(FloatTag(), 1.0f);
  const Vector3 t = load_vector(pose, 0, lane), s = load_vector(pose, 7, lane);
  const Rotation q = load_rotation(pose, lane);
  const Floats x2 = hn::Add(q.x, q.x), y2 = hn::Add(q.y, q.y), z2 = hn::Add(q.z, q.z);
  const Floats wx = hn::Mul(q.w, x2), wy = hn::Mul(q.w, y2), wz = hn::Mul(q.w, z2);
  const Floats one_zz = hn::NegMulAdd(q.z, z2, one), one_yy = hn::NegMulAdd(q.y, y2, one);
  store_rows({hn::Mul(s.x, hn::NegMulAdd(q.y, y2, one_zz)), hn::Mul(s.y, hn::MulSub(q.x, y2, wz)),
              hn::Mul(s.z, hn::MulAdd(q.x, z2, wy)), t.x},
             0, out);
  store_rows({hn::Mul(s.x, hn::MulAdd(q.x, y2, wz)), hn::Mul(s.y, hn::NegMulAdd(q.x, x2, one_zz)),
              hn::Mul(s.z, hn::MulSub(q.y, z2, wx)), t.y},
             1, out);
  store_rows({hn::Mul(s.x, hn::MulSub(q.x, z2, wy)), hn::Mul(s.y, hn::MulAdd(q.y, z2, wx)),
              hn::Mul(s.z, hn::NegMulAdd(q.x, x2, one_yy)), t.z},
             2, out);
}

// A matrix in registers, with as many rows per register as fit.
struct Matrix {
#if HWY_MAX_BYTES >= 32
  Floats rows01;
#else
  Row row0, row1;
#endif
  Row row2;
};

HWY_INLINE Matrix load_matrix(const float (&a)[3][4]) {
#if HWY_MAX_BYTES >= 32
  return {hn::LoadU(FloatTag(), a[0]), hn::LoadU(RowTag(), a[2])};
#else
  return {hn::LoadU(RowTag(), a[0]), hn::LoadU(RowTag(), a[1]), hn::LoadU(RowTag(), a[2])};
#endif
}

HWY_INLINE void store_matrix(const Matrix& a, Affine& out) {
#if HWY_MAX_BYTES >= 32
  hn::StoreU(a.rows01, FloatTag(), out.m[0]);
#else
  hn::StoreU(a.row0, RowTag(), out.m[0]);
  hn::StoreU(a.row1, RowTag(), out.m[1]);
#endif
  hn::StoreU(a.row2, RowTag(), out.m[2]);
}

// One or two rows of the product: the elements of `a` times the rows of `b`, plus the translation of `a`, in
// the order of operations of the crowd's multiply.
template <class V>
HWY_INLINE V row_product(V a, V b0, V b1, V b2, V last_only) {
  const V first = hn::MulAdd(hn::Broadcast<0>(a), b0, hn::And(a, last_only));
  return hn::MulAdd(hn::Broadcast<2>(a), b2, hn::MulAdd(hn::Broadcast<1>(a), b1, first));
}

// a * b
HWY_INLINE Matrix product(const Matrix& a, const float (&b)[3][4]) {
  const FloatTag d;
  const hn::RebindToUnsigned<FloatTag> bits;
  alignas(16) static constexpr std::uint32_t kLast[4] = {0, 0, 0, 0xFFFFFFFFu};
  const Floats last_only = hn::BitCast(d, hn::LoadDup128(bits, kLast));
  const Floats b0 = hn::LoadDup128(d, b[0]), b1 = hn::LoadDup128(d, b[1]), b2 = hn::LoadDup128(d, b[2]);
#if HWY_MAX_BYTES >= 32
  return {
      row_product(a.rows01, b0, b1, b2, last_only),
      row_product(a.row2, hn::LowerHalf(b0), hn::LowerHalf(b1), hn::LowerHalf(b2), hn::LowerHalf(last_only))};
#else
  return {row_product(a.row0, b0, b1, b2, last_only), row_product(a.row1, b0, b1, b2, last_only),
          row_product(a.row2, b0, b1, b2, last_only)};
#endif
}

// Along a chain of joints the parent stays in registers, which is faster than waiting for its store.
HWY_MAYBE_UNUSED static void local_to_model(const LocalToModelJob& job) {
  const std::uint32_t end = job.end == 0 ? job.skeleton->joint_count() : job.end;
  const std::uint16_t* parents = job.skeleton->parents.data();
  Affine* HWY_RESTRICT out = job.out_model_from_joint.data();
  static constexpr Affine kIdentity;
  // If model_from_root is the identity, roots are copied, so that even zeros keep their signs.
  const bool at_origin = std::memcmp(&job.model_from_root, &kIdentity, sizeof(Affine)) == 0;
  const Matrix model_from_root = load_matrix(job.model_from_root.m);
  Matrix model_from_parent = model_from_root;
  std::uint32_t previous = kNone;
  for (std::uint32_t first = job.begin / kLanes * kLanes; first < end; first += kLanes) {
    const SoaTransform& pose = job.local_pose[first / kLanes];
    alignas(32) float local[kLanes][3][4];
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) local_matrices(pose, lane, local + lane);
    const std::uint32_t to = HWY_MIN(first + kLanes, end);
    for (std::uint32_t joint = HWY_MAX(first, job.begin); joint < to; ++joint) {
      const std::uint16_t parent = parents[joint];
      const auto& parent_from_joint = local[joint - first];
      if (parent == previous) {
        model_from_parent = product(model_from_parent, parent_from_joint);
      } else if (parent != kNone16) {
        model_from_parent = product(load_matrix(out[parent].m), parent_from_joint);
      } else {
        model_from_parent =
            at_origin ? load_matrix(parent_from_joint) : product(model_from_root, parent_from_joint);
      }
      store_matrix(model_from_parent, out[joint]);
      previous = joint;
    }
  }
}

HWY_MAYBE_UNUSED static void palette(const PaletteJob& job) {
  const std::size_t size = job.skin->joints.size();
  const std::uint16_t* joints = job.skin->joints.data();
  const Affine* joint_from_mesh = job.skin->joint_from_mesh.data();
  const Affine* model_from_joint = job.model_from_joint.data();
  Affine* out = job.out_palette.data();
  for (std::size_t i = 0; i < size; ++i)
    store_matrix(product(load_matrix(model_from_joint[joints[i]].m), joint_from_mesh[i].m), out[i]);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#endif
