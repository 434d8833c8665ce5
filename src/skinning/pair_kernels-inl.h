// Processes two blocks at a time, for vectors of 32 bytes. Rows x and y of a matrix fill one vector, but row
// z fills only half of one, so the other half would be wasted with one block at a time. Here the z rows of
// two blocks share vectors, and later steps have one row of eight vertices per vector. Every number goes
// through the same operations as with one block at a time, so the results have the same bits. Included once
// per target by the sources that Highway compiles several times.

#if defined(SKELTER_SKINNING_PAIR_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_SKINNING_PAIR_KERNELS_INL_H_
#undef SKELTER_SKINNING_PAIR_KERNELS_INL_H_
#else
#define SKELTER_SKINNING_PAIR_KERNELS_INL_H_
#endif

#include "skinning/block_kernels-inl.h"

#undef SKELTER_SKINNING_HAS_PAIRS
#define SKELTER_SKINNING_HAS_PAIRS (SKELTER_SKINNING_HAS_ROWS && HWY_MAX_BYTES == 32)

#if SKELTER_SKINNING_HAS_PAIRS

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

// Rows x, y and z of eight vertices: the first block in the lower half, the second in the upper half.
struct Pair {
  V x, y, z;
};

// Blended matrices of a block's four vertices, vertex by vertex.
struct BlendedBlock {
  V xy[4];
  RowV z[4];
};

// Four weights, each broadcast to all lanes of a vector.
struct Splats {
  V weight[4];
};
HWY_INLINE Splats splats(const float* HWY_RESTRICT weights) {
  const V four = hn::LoadDup128(Rows(), weights);
  return {{hn::Broadcast<0>(four), hn::Broadcast<1>(four), hn::Broadcast<2>(four), hn::Broadcast<3>(four)}};
}

template <std::size_t kInfluences>
HWY_INLINE BlendedBlock blend_vertices(const PaletteMatrix* HWY_RESTRICT palette, const Influences& at) {
  const Rows rows;
  const Row row;
  BlendedBlock sum;
  for (std::size_t v = 0; v < 4; ++v) {
    const float* entry = &palette[at.joints[v]].m[0][0];
    sum.xy[v] = hn::Load(rows, entry);
    sum.z[v] = hn::Load(row, entry + 8);
  }
  if constexpr (kInfluences != 1) {
    const Splats first = splats(at.weights);
    for (std::size_t v = 0; v < 4; ++v) {
      sum.xy[v] = hn::Mul(first.weight[v], sum.xy[v]);
      sum.z[v] = hn::Mul(hn::LowerHalf(row, first.weight[v]), sum.z[v]);
    }
    const std::size_t count = kInfluences == 0 ? at.count : kInfluences;
    for (std::size_t i = 1; i < count; ++i) {
      const Splats s = splats(at.weights + i * 4);
      for (std::size_t v = 0; v < 4; ++v) {
        const float* entry = &palette[at.joints[i * 4 + v]].m[0][0];
        sum.xy[v] = hn::MulAdd(s.weight[v], hn::Load(rows, entry), sum.xy[v]);
        sum.z[v] = hn::MulAdd(hn::LowerHalf(row, s.weight[v]), hn::Load(row, entry + 8), sum.z[v]);
      }
    }
  }
  return sum;
}

struct MovedRows {
  V position, normal;
};

// `column[c]`: element c of a matrix row, for four vertices in each half; x, y and z have the same layout.
HWY_INLINE MovedRows move_rows(const V* HWY_RESTRICT column, V x, V y, V z, V nx, V ny, V nz) {
  return {hn::MulAdd(column[2], z, hn::MulAdd(column[1], y, hn::MulAdd(column[0], x, column[3]))),
          hn::MulAdd(column[2], nz, hn::MulAdd(column[1], ny, hn::Mul(column[0], nx)))};
}

// Computes rows x and y of a block: x in the lower half, y in the upper half.
HWY_INLINE MovedRows move_xy(const BlendedBlock& m, const float* HWY_RESTRICT source) {
  const Rows rows;
  V column[4];
  transpose(rows, m.xy[0], m.xy[1], m.xy[2], m.xy[3], column);
  return move_rows(column, hn::LoadDup128(rows, source), hn::LoadDup128(rows, source + 4),
                   hn::LoadDup128(rows, source + 8), hn::LoadDup128(rows, source + 12),
                   hn::LoadDup128(rows, source + 16), hn::LoadDup128(rows, source + 20));
}

HWY_INLINE V load_halves(const float* HWY_RESTRICT low, const float* HWY_RESTRICT high) {
  return hn::Combine(Rows(), hn::Load(Row(), high), hn::Load(Row(), low));
}

// `first` and `second`: influences of two blocks. `source`: the vertices of the first block, followed by
// those of the second. Both results are written member by member, because GCC copies whole structures of
// vectors in halves, and the processor then waits for the halves to reach the cache before it loads them as
// one vector.
template <std::size_t kInfluences>
HWY_INLINE void move_pair(const PaletteMatrix* HWY_RESTRICT palette, const Influences& first,
                          const Influences& second, const float* HWY_RESTRICT source, Pair& positions,
                          Pair& normals) {
  const Rows rows;
  const float* HWY_RESTRICT source2 = source + 24;
  const BlendedBlock a = blend_vertices<kInfluences>(palette, first);
  const MovedRows xy_a = move_xy(a, source);
  const BlendedBlock b = blend_vertices<kInfluences>(palette, second);
  const MovedRows xy_b = move_xy(b, source2);
  V column[4];
  transpose(rows, hn::Combine(rows, b.z[0], a.z[0]), hn::Combine(rows, b.z[1], a.z[1]),
            hn::Combine(rows, b.z[2], a.z[2]), hn::Combine(rows, b.z[3], a.z[3]), column);
  const MovedRows z =
      move_rows(column, load_halves(source, source2), load_halves(source + 4, source2 + 4),
                load_halves(source + 8, source2 + 8), load_halves(source + 12, source2 + 12),
                load_halves(source + 16, source2 + 16), load_halves(source + 20, source2 + 20));
  positions.x = hn::ConcatLowerLower(rows, xy_b.position, xy_a.position);
  positions.y = hn::ConcatUpperUpper(rows, xy_b.position, xy_a.position);
  positions.z = z.position;
  normals.x = hn::ConcatLowerLower(rows, xy_b.normal, xy_a.normal);
  normals.y = hn::ConcatUpperUpper(rows, xy_b.normal, xy_a.normal);
  normals.z = z.normal;
}

// Normalises vectors; zero vectors stay zero.
HWY_INLINE void normalize(Pair& p) {
  const Rows rows;
  const V squared = hn::MulAdd(p.z, p.z, hn::MulAdd(p.y, p.y, hn::Mul(p.x, p.x)));
  const V inverse = hn::Div(hn::Set(rows, 1.0f), hn::Sqrt(squared));
  const V scale = hn::IfThenElseZero(hn::Gt(squared, hn::Set(rows, kSmallestSquare)), inverse);
  p.x = hn::Mul(p.x, scale);
  p.y = hn::Mul(p.y, scale);
  p.z = hn::Mul(p.z, scale);
}

// Stores eight vertices as x y z, one after another. Each half is first arranged as x0 y0 z0 x1 | y1 z1 x2 y2
// | z2 x3 y3 z3: one shuffle moves every number of a row to its lane, and blends combine the rows.
template <bool kStream>
HWY_INLINE void store_pair(const Pair& p, float* HWY_RESTRICT to) {
  const Rows rows;
  const hn::Repartition<std::uint8_t, Rows> bytes;
  const hn::Repartition<double, Rows> doubles;
  alignas(32) static constexpr std::uint8_t kX[32] = {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7,
                                                      0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7};
  alignas(32) static constexpr std::uint8_t kZ[32] = {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15,
                                                      8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15};
  const auto lanes = [&](V v, const std::uint8_t* from) HWY_ATTR {
    return hn::BitCast(rows, hn::TableLookupBytes(hn::BitCast(bytes, v), hn::Load(bytes, from)));
  };
  const V x = lanes(p.x, kX), y = hn::Shuffle2301(p.y),
          z = lanes(p.z, kZ);  // x0 x3 x2 x1, y1 y0 y3 y2, z2 z1 z0 z3
  // Combines lanes 0 and 1 of `low` with lanes 2 and 3 of `high`.
  const auto halves = [&](V low, V high) HWY_ATTR {
    return hn::BitCast(rows, hn::OddEven(hn::BitCast(doubles, high), hn::BitCast(doubles, low)));
  };
  const V yx = halves(y, x), xz = halves(x, z), zy = halves(z, y);
  const V part0 = hn::OddEven(yx, xz), part1 = hn::OddEven(zy, yx), part2 = hn::OddEven(xz, zy);
  put_row<kStream>(rows, hn::ConcatLowerLower(rows, part1, part0), to);
  put_row<kStream>(rows, hn::ConcatUpperLower(rows, part0, part2), to + 8);
  put_row<kStream>(rows, hn::ConcatUpperUpper(rows, part2, part1), to + 16);
}

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
