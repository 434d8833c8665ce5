// Computes hierarchy and palette of eight instances at once; lanes are instances. Included once per Highway
// target.
//
// Groups of eight are transposed, so that a joint's matrix product has no dependence between lanes, as in
// other structure-of-arrays code; docs/performance.md compares this layout with lanes over joints.

#if defined(SKELTER_CROWD_GROUP_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_CROWD_GROUP_KERNEL_INL_H
#undef SKELTER_CROWD_GROUP_KERNEL_INL_H
#else
#define SKELTER_CROWD_GROUP_KERNEL_INL_H
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>
#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::crowd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;
using GroupTag = hn::CappedTag<float, 8>;
using GroupVector = hn::Vec<GroupTag>;

// Twelve rows of eight lanes: the upper three rows of eight affine matrices, element by element.
struct alignas(32) GroupMatrix {
  float rows[12][kLanes];
};

// --- transposing -----------------------------------------------------------------------------------------

// Transposes the 4 x 4 tile in the lower half of four vectors, and the one in the upper half. Afterwards,
// 128-bit block k of r[i] holds element i of block k of the four inputs.
HWY_INLINE void transpose_blocks(GroupVector& r0, GroupVector& r1, GroupVector& r2, GroupVector& r3) {
  const GroupTag d;
  const hn::RepartitionToWide<GroupTag> dw;
  const auto lower01 = hn::BitCast(dw, hn::InterleaveLower(d, r0, r1));
  const auto upper01 = hn::BitCast(dw, hn::InterleaveUpper(d, r0, r1));
  const auto lower23 = hn::BitCast(dw, hn::InterleaveLower(d, r2, r3));
  const auto upper23 = hn::BitCast(dw, hn::InterleaveUpper(d, r2, r3));
  r0 = hn::BitCast(d, hn::InterleaveLower(dw, lower01, lower23));
  r1 = hn::BitCast(d, hn::InterleaveUpper(dw, lower01, lower23));
  r2 = hn::BitCast(d, hn::InterleaveLower(dw, upper01, upper23));
  r3 = hn::BitCast(d, hn::InterleaveUpper(dw, upper01, upper23));
}

// One row (such as translation x) of a block of eight joints, for eight instances: out[joint][instance].
HWY_INLINE void transpose_8x8(const float* const (&in)[kLanes], std::size_t offset, float* HWY_RESTRICT out) {
  const GroupTag d;
  const auto load = [&](std::uint32_t instance, std::size_t lane)
                        HWY_ATTR { return hn::Load(d, in[instance] + offset + lane); };
  if constexpr (hn::MaxLanes(d) == 8) {
    GroupVector a0 = load(0, 0), a1 = load(1, 0), a2 = load(2, 0), a3 = load(3, 0);
    GroupVector b0 = load(4, 0), b1 = load(5, 0), b2 = load(6, 0), b3 = load(7, 0);
    transpose_blocks(a0, a1, a2, a3);
    transpose_blocks(b0, b1, b2, b3);
    hn::Store(hn::ConcatLowerLower(d, b0, a0), d, out);
    hn::Store(hn::ConcatLowerLower(d, b1, a1), d, out + 8);
    hn::Store(hn::ConcatLowerLower(d, b2, a2), d, out + 16);
    hn::Store(hn::ConcatLowerLower(d, b3, a3), d, out + 24);
    hn::Store(hn::ConcatUpperUpper(d, b0, a0), d, out + 32);
    hn::Store(hn::ConcatUpperUpper(d, b1, a1), d, out + 40);
    hn::Store(hn::ConcatUpperUpper(d, b2, a2), d, out + 48);
    hn::Store(hn::ConcatUpperUpper(d, b3, a3), d, out + 56);
  } else {
    for (std::uint32_t half = 0; half < 2; ++half)
      for (std::uint32_t quarter = 0; quarter < 2; ++quarter) {
        GroupVector r0 = load(4 * half, 4 * quarter), r1 = load(4 * half + 1, 4 * quarter),
                    r2 = load(4 * half + 2, 4 * quarter), r3 = load(4 * half + 3, 4 * quarter);
        transpose_blocks(r0, r1, r2, r3);
        float* const to = out + 32 * quarter + 4 * half;
        hn::Store(r0, d, to);
        hn::Store(r1, d, to + 8);
        hn::Store(r2, d, to + 16);
        hn::Store(r3, d, to + 24);
      }
  }
}

// --- one joint -------------------------------------------------------------------------------------------

// A block of eight joints of eight instances, after transposing: tile[row][joint in block][instance].
using GroupTile = float[10][kLanes][kLanes];

struct GroupAffine {
  GroupVector m[3][4];
};

HWY_INLINE GroupAffine load_matrix(const GroupMatrix& from, std::size_t lane) {
  const GroupTag d;
  GroupAffine a;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) a.m[r][c] = hn::Load(d, from.rows[4 * r + c] + lane);
  return a;
}

HWY_INLINE void store_matrix(const GroupAffine& a, GroupMatrix& to, std::size_t lane) {
  const GroupTag d;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) hn::Store(a.m[r][c], d, to.rows[4 * r + c] + lane);
}

// The matrix of a translation, rotation and scale.
HWY_INLINE GroupAffine local_matrix(const GroupTile& tile, std::size_t joint, std::size_t lane) {
  const GroupTag d;
  const auto row = [&](std::size_t r) HWY_ATTR { return hn::Load(d, tile[r][joint] + lane); };
  const auto x = row(3), y = row(4), z = row(5), w = row(6);
  const auto x2 = hn::Add(x, x), y2 = hn::Add(y, y), z2 = hn::Add(z, z);
  const auto wx = hn::Mul(w, x2), wy = hn::Mul(w, y2), wz = hn::Mul(w, z2);
  const auto one = hn::Set(d, 1.0f);
  const auto sx = row(7), sy = row(8), sz = row(9);
  GroupAffine a;
  a.m[0][0] = hn::Mul(sx, hn::NegMulAdd(y, y2, hn::NegMulAdd(z, z2, one)));
  a.m[1][0] = hn::Mul(sx, hn::MulAdd(x, y2, wz));
  a.m[2][0] = hn::Mul(sx, hn::MulSub(x, z2, wy));
  a.m[0][1] = hn::Mul(sy, hn::MulSub(x, y2, wz));
  a.m[1][1] = hn::Mul(sy, hn::NegMulAdd(x, x2, hn::NegMulAdd(z, z2, one)));
  a.m[2][1] = hn::Mul(sy, hn::MulAdd(y, z2, wx));
  a.m[0][2] = hn::Mul(sz, hn::MulAdd(x, z2, wy));
  a.m[1][2] = hn::Mul(sz, hn::MulSub(y, z2, wx));
  a.m[2][2] = hn::Mul(sz, hn::NegMulAdd(x, x2, hn::NegMulAdd(y, y2, one)));
  a.m[0][3] = row(0);
  a.m[1][3] = row(1);
  a.m[2][3] = row(2);
  return a;
}

// a * b; `element(row, column)` returns the elements of `b`.
template <class Element>
HWY_INLINE GroupAffine multiply(const GroupAffine& a, const Element& element) {
  GroupAffine r;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto b0 = element(0, c), b1 = element(1, c), b2 = element(2, c);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto first = c == 3 ? hn::MulAdd(a.m[i][0], b0, a.m[i][3]) : hn::Mul(a.m[i][0], b0);
      r.m[i][c] = hn::MulAdd(a.m[i][2], b2, hn::MulAdd(a.m[i][1], b1, first));
    }
  }
  return r;
}

// --- output ----------------------------------------------------------------------------------------------

// Writes row `r` of the matrices of eight (or four) instances to their outputs: four floats each.
HWY_INLINE void store_rows(GroupVector c0, GroupVector c1, GroupVector c2, GroupVector c3,
                           float* const (&out)[kLanes], std::size_t lane, std::size_t offset) {
  const GroupTag d;
  transpose_blocks(c0, c1, c2, c3);
  if constexpr (hn::MaxLanes(d) == 8) {
    const hn::Half<GroupTag> dh;
    hn::Store(hn::LowerHalf(dh, c0), dh, out[0] + offset);
    hn::Store(hn::LowerHalf(dh, c1), dh, out[1] + offset);
    hn::Store(hn::LowerHalf(dh, c2), dh, out[2] + offset);
    hn::Store(hn::LowerHalf(dh, c3), dh, out[3] + offset);
    hn::Store(hn::UpperHalf(dh, c0), dh, out[4] + offset);
    hn::Store(hn::UpperHalf(dh, c1), dh, out[5] + offset);
    hn::Store(hn::UpperHalf(dh, c2), dh, out[6] + offset);
    hn::Store(hn::UpperHalf(dh, c3), dh, out[7] + offset);
  } else {
    hn::Store(c0, d, out[lane] + offset);
    hn::Store(c1, d, out[lane + 1] + offset);
    hn::Store(c2, d, out[lane + 2] + offset);
    hn::Store(c3, d, out[lane + 3] + offset);
  }
}

// out[i]: matrices of instance i, 12 floats each.
HWY_INLINE void store_matrices(const GroupAffine& a, float* const (&out)[kLanes], std::size_t lane,
                               std::size_t index) {
  for (std::size_t r = 0; r < 3; ++r)
    store_rows(a.m[r][0], a.m[r][1], a.m[r][2], a.m[r][3], out, lane, 12 * index + 4 * r);
}

// --- hierarchy -------------------------------------------------------------------------------------------

// poses[i]: local pose of instance i, block_count blocks. Processes block after block, parents first. kWrite:
// the matrices are also written to `out`, while they are in registers.
template <bool kWrite>
HWY_INLINE void group_local_to_model(const Skeleton& skeleton, const SoaTransform* const (&poses)[kLanes],
                                     GroupMatrix* HWY_RESTRICT model, float* const (&out)[kLanes]) {
  const GroupTag d;
  const std::uint32_t joints = skeleton.joint_count();
  const float* in[kLanes];
  for (std::uint32_t i = 0; i < kLanes; ++i) in[i] = &poses[i]->rows[0][0];
  alignas(64) GroupTile tile;
  // Along a chain the parent is the previous joint, and its matrix is still in registers. This does not work
  // if each joint is computed in two halves.
  constexpr bool kKeepsLast = hn::MaxLanes(d) == kLanes;
  GroupAffine last;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) last.m[r][c] = hn::Zero(d);
  for (std::uint32_t begin = 0; begin < joints; begin += kLanes) {
    const std::size_t block = static_cast<std::size_t>(begin) * 10;
    for (std::size_t row = 0; row < 10; ++row) transpose_8x8(in, block + row * kLanes, &tile[row][0][0]);
    const std::uint32_t count = joints - begin < kLanes ? joints - begin : kLanes;
    for (std::uint32_t j = begin; j < begin + count; ++j) {
      const std::uint16_t parent = skeleton.parents[j];
      for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
        GroupAffine matrix = local_matrix(tile, j - begin, lane);
        if (parent != kNone16) {
          const GroupAffine local = matrix;
          const auto element = [&](std::size_t r, std::size_t c) HWY_ATTR { return local.m[r][c]; };
          matrix = kKeepsLast && parent + 1u == j ? multiply(last, element)
                                                  : multiply(load_matrix(model[parent], lane), element);
        }
        if (kKeepsLast) last = matrix;
        store_matrix(matrix, model[j], lane);
        if (kWrite) store_matrices(matrix, out, lane, j);
      }
    }
  }
}

// Writes model_from_mesh of all entries of the skin.
HWY_INLINE void group_write_palette(const GroupMatrix* HWY_RESTRICT model, const SkinView& skin,
                                    float* const (&out)[kLanes]) {
  const GroupTag d;
  for (std::uint32_t k = 0; k < skin.size(); ++k) {
    const Affine& bind = skin.joint_from_mesh[k];
    for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
      const GroupAffine above = load_matrix(model[skin.joints[k]], lane);
      store_matrices(
          multiply(above, [&](std::size_t r, std::size_t c) HWY_ATTR { return hn::Set(d, bind.m[r][c]); }),
          out, lane, k);
    }
  }
}

#endif

}  // namespace skelter::crowd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
