// Code shared by the kernels. It processes four vertices at a time, with one, two or four rows of four floats
// per vector. Included once per target by the sources that Highway compiles several times.

#if defined(SKELTER_SKINNING_BLOCK_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_SKINNING_BLOCK_KERNELS_INL_H_
#undef SKELTER_SKINNING_BLOCK_KERNELS_INL_H_
#else
#define SKELTER_SKINNING_BLOCK_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "skinning/kernel_arguments.h"

// Targets without vectors of four floats, or with vectors of unknown size, run the scalar versions.
#undef SKELTER_SKINNING_HAS_ROWS
#define SKELTER_SKINNING_HAS_ROWS (HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE)

#if SKELTER_SKINNING_HAS_ROWS

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Rows = hn::CappedTag<float, 16>;
using V = hn::Vec<Rows>;
using Row = hn::CappedTag<float, 4>;
using RowV = hn::Vec<Row>;

inline constexpr std::size_t kRowsPerVector = hn::MaxLanes(Rows()) / 4;  // 1: SSE4; 2: AVX2; 4: AVX-512
inline constexpr std::size_t kGroups = (3 + kRowsPerVector - 1) / kRowsPerVector;

// The blended matrices of four vertices by column: column[g][c] holds, for each row of group g, element c of
// the four vertices.
struct Columns {
  V column[kGroups][4];
};

// Rows x, y, z of four vertices.
struct Block {
  V rows[kGroups];
};

// Transposes the 4 x 4 tile in each 128-bit part of four vectors.
template <class D, class Vector = hn::Vec<D>>
HWY_INLINE void transpose(D d, Vector v0, Vector v1, Vector v2, Vector v3, Vector* HWY_RESTRICT out) {
  const Vector low02 = hn::InterleaveLower(d, v0, v2), high02 = hn::InterleaveUpper(d, v0, v2);
  const Vector low13 = hn::InterleaveLower(d, v1, v3), high13 = hn::InterleaveUpper(d, v1, v3);
  out[0] = hn::InterleaveLower(d, low02, low13);
  out[1] = hn::InterleaveUpper(d, low02, low13);
  out[2] = hn::InterleaveLower(d, high02, high13);
  out[3] = hn::InterleaveUpper(d, high02, high13);
}

// The weighted sum of one vertex's palette entries. With kInfluences = 0, `influences` is their number.
template <std::size_t kLane, std::size_t kInfluences>
HWY_INLINE void blend_vertex(const PaletteMatrix* HWY_RESTRICT palette,
                             const std::uint16_t* HWY_RESTRICT joints, const float* HWY_RESTRICT weights,
                             std::size_t influences, V* HWY_RESTRICT sum) {
  const Rows rows;
  const float* first = &palette[joints[kLane]].m[0][0];
  if constexpr (kInfluences == 1) {
    for (std::size_t g = 0; g < kGroups; ++g) sum[g] = hn::Load(rows, first + g * hn::MaxLanes(rows));
    return;
  }
  const V first_weight = hn::Broadcast<kLane>(hn::LoadDup128(rows, weights));
  for (std::size_t g = 0; g < kGroups; ++g)
    sum[g] = hn::Mul(first_weight, hn::Load(rows, first + g * hn::MaxLanes(rows)));
  const std::size_t count = kInfluences == 0 ? influences : kInfluences;
  for (std::size_t i = 1; i < count; ++i) {
    const float* entry = &palette[joints[i * 4 + kLane]].m[0][0];
    const V weight = hn::Broadcast<kLane>(hn::LoadDup128(rows, weights + i * 4));
    for (std::size_t g = 0; g < kGroups; ++g)
      sum[g] = hn::MulAdd(weight, hn::Load(rows, entry + g * hn::MaxLanes(rows)), sum[g]);
  }
}

// `joints` and `weights`: the data of the block.
template <std::size_t kInfluences>
HWY_INLINE Columns blend_block(const PaletteMatrix* HWY_RESTRICT palette,
                               const std::uint16_t* HWY_RESTRICT joints, const float* HWY_RESTRICT weights,
                               std::size_t influences) {
  V v0[kGroups], v1[kGroups], v2[kGroups], v3[kGroups];
  blend_vertex<0, kInfluences>(palette, joints, weights, influences, v0);
  blend_vertex<1, kInfluences>(palette, joints, weights, influences, v1);
  blend_vertex<2, kInfluences>(palette, joints, weights, influences, v2);
  blend_vertex<3, kInfluences>(palette, joints, weights, influences, v3);
  Columns columns;
  for (std::size_t g = 0; g < kGroups; ++g) transpose(Rows(), v0[g], v1[g], v2[g], v3[g], columns.column[g]);
  return columns;
}

// `xyz`: rows x, y, z of four vertices, twelve floats.
HWY_INLINE Block transform_points(const Columns& m, const float* HWY_RESTRICT xyz) {
  const Rows rows;
  const V x = hn::LoadDup128(rows, xyz), y = hn::LoadDup128(rows, xyz + 4), z = hn::LoadDup128(rows, xyz + 8);
  Block out;
  for (std::size_t g = 0; g < kGroups; ++g)
    out.rows[g] = hn::MulAdd(m.column[g][2], z,
                             hn::MulAdd(m.column[g][1], y, hn::MulAdd(m.column[g][0], x, m.column[g][3])));
  return out;
}
HWY_INLINE Block transform_directions(const Columns& m, const float* HWY_RESTRICT xyz) {
  const Rows rows;
  const V x = hn::LoadDup128(rows, xyz), y = hn::LoadDup128(rows, xyz + 4), z = hn::LoadDup128(rows, xyz + 8);
  Block out;
  for (std::size_t g = 0; g < kGroups; ++g)
    out.rows[g] = hn::MulAdd(m.column[g][2], z, hn::MulAdd(m.column[g][1], y, hn::Mul(m.column[g][0], x)));
  return out;
}

// These return row x, y or z of a block, and broadcast a row to all parts of a vector.
#if HWY_MAX_BYTES >= 64
using Half = hn::Half<Rows>;
HWY_INLINE RowV row_x(const Block& b) {
  return hn::LowerHalf(Row(), hn::LowerHalf(Half(), b.rows[0]));
}
HWY_INLINE RowV row_y(const Block& b) {
  return hn::UpperHalf(Row(), hn::LowerHalf(Half(), b.rows[0]));
}
HWY_INLINE RowV row_z(const Block& b) {
  return hn::LowerHalf(Row(), hn::UpperHalf(Half(), b.rows[0]));
}
HWY_INLINE V spread_row(RowV row) {
  const auto two = hn::Combine(Half(), row, row);
  return hn::Combine(Rows(), two, two);
}
#elif HWY_MAX_BYTES == 32
HWY_INLINE RowV row_x(const Block& b) {
  return hn::LowerHalf(Row(), b.rows[0]);
}
HWY_INLINE RowV row_y(const Block& b) {
  return hn::UpperHalf(Row(), b.rows[0]);
}
HWY_INLINE RowV row_z(const Block& b) {
  return hn::LowerHalf(Row(), b.rows[1]);
}
HWY_INLINE V spread_row(RowV row) {
  return hn::Combine(Rows(), row, row);
}
#else
HWY_INLINE RowV row_x(const Block& b) {
  return b.rows[0];
}
HWY_INLINE RowV row_y(const Block& b) {
  return b.rows[1];
}
HWY_INLINE RowV row_z(const Block& b) {
  return b.rows[2];
}
HWY_INLINE V spread_row(RowV row) {
  return row;
}
#endif

#if HWY_MAX_BYTES >= 64
HWY_INLINE Block from_rows(RowV x, RowV y, RowV z) {
  return {{hn::Combine(Rows(), hn::Combine(Half(), z, z), hn::Combine(Half(), y, x))}};
}
#elif HWY_MAX_BYTES == 32
HWY_INLINE Block from_rows(RowV x, RowV y, RowV z) {
  return {{hn::Combine(Rows(), y, x), hn::Combine(Rows(), z, z)}};
}
#else
HWY_INLINE Block from_rows(RowV x, RowV y, RowV z) {
  return {{x, y, z}};
}
#endif

// Normalises vectors; zero vectors stay zero.
HWY_INLINE Block normalized(const Block& block) {
  const Row row;
  const RowV x = row_x(block), y = row_y(block), z = row_z(block);
  const RowV squared = hn::MulAdd(z, z, hn::MulAdd(y, y, hn::Mul(x, x)));
  const RowV inverse = hn::Div(hn::Set(row, 1.0f), hn::Sqrt(squared));
  const RowV scale = hn::IfThenElseZero(hn::Gt(squared, hn::Set(row, kSmallestSquare)), inverse);
  const V spread = spread_row(scale);
  Block out;
  for (std::size_t g = 0; g < kGroups; ++g) out.rows[g] = hn::Mul(block.rows[g], spread);
  return out;
}

// --- storing ---------------------------------------------------------------------------------------------

template <bool kStream, class D>
HWY_INLINE void put_row(D d, hn::Vec<D> v, float* HWY_RESTRICT to) {
  if constexpr (kStream)
    hn::Stream(v, d, to);
  else
    hn::StoreU(v, d, to);
}

// Stores four vertices as x y z, one after another: x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3.
template <bool kStream>
HWY_INLINE void store_packed(const Block& block, float* HWY_RESTRICT to) {
  const Row row;
#if HWY_MAX_BYTES >= 64
  alignas(64) static constexpr std::int32_t kOrder[16] = {0,  4, 8, 1,  5,  9,  2,  6,
                                                          10, 3, 7, 11, 12, 13, 14, 15};
  const V packed = hn::TableLookupLanes(block.rows[0], hn::SetTableIndices(Rows(), kOrder));
  const auto low = hn::LowerHalf(Half(), packed);
  if constexpr (kStream) {  // only multiples of 16 bytes are guaranteed
    hn::Stream(hn::LowerHalf(row, low), row, to);
    hn::Stream(hn::UpperHalf(row, low), row, to + 4);
  } else {
    hn::StoreU(low, Half(), to);
  }
  put_row<kStream>(row, hn::LowerHalf(row, hn::UpperHalf(Half(), packed)), to + 8);
#elif HWY_MAX_BYTES == 32
  // x and y come from the first vector, z from the second.
  const Rows rows;
  alignas(32) static constexpr std::int32_t kLowXY[8] = {0, 4, 0, 1, 5, 0, 2, 6};
  alignas(32) static constexpr std::int32_t kLowZ[8] = {0, 0, 0, 0, 0, 1, 0, 0};
  alignas(32) static constexpr std::int32_t kLowTakesZ[8] = {0, 0, -1, 0, 0, -1, 0, 0};
  alignas(32) static constexpr std::int32_t kHighXY[8] = {0, 3, 7, 0, 0, 0, 0, 0};
  alignas(32) static constexpr std::int32_t kHighZ[8] = {2, 0, 0, 3, 0, 0, 0, 0};
  alignas(32) static constexpr std::int32_t kHighTakesZ[8] = {-1, 0, 0, -1, 0, 0, 0, 0};
  const auto pick = [&](const std::int32_t* xy, const std::int32_t* z, const std::int32_t* takes_z) HWY_ATTR {
    const auto mask = hn::MaskFromVec(hn::BitCast(rows, hn::Load(hn::RebindToSigned<Rows>(), takes_z)));
    return hn::IfThenElse(mask, hn::TableLookupLanes(block.rows[1], hn::SetTableIndices(rows, z)),
                          hn::TableLookupLanes(block.rows[0], hn::SetTableIndices(rows, xy)));
  };
  const V low = pick(kLowXY, kLowZ, kLowTakesZ);
  if constexpr (kStream) {  // only multiples of 16 bytes are guaranteed
    hn::Stream(hn::LowerHalf(row, low), row, to);
    hn::Stream(hn::UpperHalf(row, low), row, to + 4);
  } else {
    hn::StoreU(low, rows, to);
  }
  put_row<kStream>(row, hn::LowerHalf(row, pick(kHighXY, kHighZ, kHighTakesZ)), to + 8);
#else
  const RowV x = row_x(block), y = row_y(block), z = row_z(block);
  const RowV x1230 = hn::Shuffle0321(x), y1230 = hn::Shuffle0321(y), z1230 = hn::Shuffle0321(z);
  const RowV x0y0 = hn::InterleaveLower(row, x, y), z0x1 = hn::InterleaveLower(row, z, x1230);
  const RowV y1z1 = hn::InterleaveLower(row, y1230, z1230), x2y2 = hn::InterleaveUpper(row, x, y);
  const RowV z2x3 = hn::InterleaveUpper(row, z, x1230), y2z2y3z3 = hn::InterleaveUpper(row, y, z);
  put_row<kStream>(row, hn::ConcatLowerLower(row, z0x1, x0y0), to);
  put_row<kStream>(row, hn::ConcatLowerLower(row, x2y2, y1z1), to + 4);
  put_row<kStream>(row, hn::ConcatUpperLower(row, y2z2y3z3, z2x3), to + 8);
#endif
}

// Stores lanes `first` to `last`, at any address.
HWY_INLINE void store_lanes(const Block& block, std::size_t first, std::size_t last, float* HWY_RESTRICT to,
                            std::size_t stride) {
  const Row row;
  alignas(16) float x[4], y[4], z[4];
  hn::Store(row_x(block), row, x);
  hn::Store(row_y(block), row, y);
  hn::Store(row_z(block), row, z);
  for (std::size_t lane = first; lane < last; ++lane) {
    to[lane * stride] = x[lane];
    to[lane * stride + 1] = y[lane];
    to[lane * stride + 2] = z[lane];
  }
}

// Stores lanes `first` to `last` of block `index`; whole blocks of packed streams use the fast path.
HWY_INLINE void store_block(const Block& block, std::size_t index, std::size_t first, std::size_t last,
                            float* HWY_RESTRICT stream, std::size_t stride, bool past_caches) {
  float* to = stream + index * kMeshBlock * stride;
  if (stride != 3 || last - first != kMeshBlock)
    store_lanes(block, first, last, to, stride);
  else if (past_caches)
    store_packed<true>(block, to);
  else
    store_packed<false>(block, to);
}

// Stores tangents with their fourth component unchanged.
HWY_INLINE void store_tangents(const KernelArguments& a, const Block& block, const float* HWY_RESTRICT source,
                               std::size_t index, std::size_t first, std::size_t last) {
  float* to = a.out.tangents.data() + index * kMeshBlock * a.out.tangent_stride;
  const Row row;
  const RowV w = hn::Load(row, source + 12);
  if (a.out.tangent_stride != 4 || last - first != kMeshBlock) {
    store_lanes(block, first, last, to, a.out.tangent_stride);
    for (std::size_t lane = first; lane < last; ++lane)
      to[lane * a.out.tangent_stride + 3] = source[12 + lane];
    return;
  }
  const RowV x = row_x(block), y = row_y(block), z = row_z(block);
  const RowV xz_low = hn::InterleaveLower(row, x, z), xz_high = hn::InterleaveUpper(row, x, z);
  const RowV yw_low = hn::InterleaveLower(row, y, w), yw_high = hn::InterleaveUpper(row, y, w);
  const RowV vertices[4] = {
      hn::InterleaveLower(row, xz_low, yw_low), hn::InterleaveUpper(row, xz_low, yw_low),
      hn::InterleaveLower(row, xz_high, yw_high), hn::InterleaveUpper(row, xz_high, yw_high)};
  for (std::size_t v = 0; v < 4; ++v)
    if (a.stream_tangents)
      hn::Stream(vertices[v], row, to + 4 * v);
    else
      hn::StoreU(vertices[v], row, to + 4 * v);
}

// The influences of a run of blocks inside one section.
struct Influences {
  const std::uint16_t* HWY_RESTRICT joints;
  const float* HWY_RESTRICT weights;
  std::size_t count;
};

HWY_INLINE Influences influences_at(const KernelArguments& a, const InfluenceSection& section,
                                    std::size_t block) {
  const std::size_t skipped = (block - section.first_vertex / kMeshBlock) * section.influences * kMeshBlock;
  // Sections with one influence have no weights.
  return {a.mesh->joints.data() + section.first_joint + skipped,
          section.influences == 1 ? nullptr : a.mesh->weights.data() + section.first_weight + skipped,
          section.influences};
}

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
