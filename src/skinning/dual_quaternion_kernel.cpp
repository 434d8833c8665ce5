// The dual-quaternion kernel, compiled once per instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/dual_quaternion_kernel.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "skinning/block_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

#if SKELTER_SKINNING_HAS_ROWS

// Rows of four vertices.
struct Vector3 {
  RowV x, y, z;
};

HWY_INLINE Vector3 cross(const Vector3& a, const Vector3& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}
HWY_INLINE Vector3 mul_add(const Vector3& a, RowV s, const Vector3& b) {
  return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z)};
}

// Dual quaternions of four vertices: real part and dual part, vector and scalar.
struct Motions {
  Vector3 real;
  RowV real_w;
  Vector3 dual;
  RowV dual_w;
  RowV scale;  // 2 / squared length of the real part
};

// Holds the real and the dual part in one vector, if vectors are long enough.
using Pair = hn::CappedTag<float, 8>;
using PairV = hn::Vec<Pair>;
inline constexpr std::size_t kPairs = 8 / hn::MaxLanes(Pair());

struct Gathered {
  PairV part[kPairs][4];
};

HWY_INLINE Gathered gather(const float* HWY_RESTRICT duals, const std::uint16_t* HWY_RESTRICT joints) {
  const Pair pair;
  Gathered r;
  for (std::size_t g = 0; g < kPairs; ++g) {
    const float* from = duals + g * hn::MaxLanes(pair);
    transpose(pair, hn::Load(pair, from + joints[0] * std::size_t{8}),
              hn::Load(pair, from + joints[1] * std::size_t{8}),
              hn::Load(pair, from + joints[2] * std::size_t{8}),
              hn::Load(pair, from + joints[3] * std::size_t{8}), r.part[g]);
  }
  return r;
}

// The weight, negated if the real parts of the two motions are on opposite sides: q and -q are the same
// rotation, but blend differently.
HWY_INLINE PairV same_side_weight(const Gathered& first, const Gathered& other, PairV weight) {
  const Pair pair;
  PairV dot = hn::Mul(first.part[0][0], other.part[0][0]);
  for (std::size_t c = 1; c < 4; ++c) dot = hn::MulAdd(first.part[0][c], other.part[0][c], dot);
#if HWY_MAX_BYTES >= 32
  dot = hn::ConcatLowerLower(pair, dot, dot);
#endif
  return hn::IfThenElse(hn::Lt(dot, hn::Zero(pair)), hn::Neg(weight), weight);
}

HWY_INLINE RowV real_row(const Gathered& g, std::size_t c) {
#if HWY_MAX_BYTES >= 32
  return hn::LowerHalf(Row(), g.part[0][c]);
#else
  return g.part[0][c];
#endif
}
HWY_INLINE RowV dual_row(const Gathered& g, std::size_t c) {
#if HWY_MAX_BYTES >= 32
  return hn::UpperHalf(Row(), g.part[0][c]);
#else
  return g.part[1][c];
#endif
}

template <std::size_t kInfluences>
HWY_INLINE Motions blend_motions(const float* HWY_RESTRICT duals, const Influences& at) {
  const Pair pair;
  const Row row;
  const Gathered first = gather(duals, at.joints);
  Gathered sum = first;
  if constexpr (kInfluences != 1) {
    const PairV first_weight = hn::LoadDup128(pair, at.weights);
    for (std::size_t g = 0; g < kPairs; ++g)
      for (std::size_t c = 0; c < 4; ++c) sum.part[g][c] = hn::Mul(first_weight, sum.part[g][c]);
    const std::size_t count = kInfluences == 0 ? at.count : kInfluences;
    for (std::size_t i = 1; i < count; ++i) {
      const Gathered other = gather(duals, at.joints + i * 4);
      const PairV weight = same_side_weight(first, other, hn::LoadDup128(pair, at.weights + i * 4));
      for (std::size_t g = 0; g < kPairs; ++g)
        for (std::size_t c = 0; c < 4; ++c)
          sum.part[g][c] = hn::MulAdd(weight, other.part[g][c], sum.part[g][c]);
    }
  }
  Motions m;
  m.real = {real_row(sum, 0), real_row(sum, 1), real_row(sum, 2)};
  m.real_w = real_row(sum, 3);
  m.dual = {dual_row(sum, 0), dual_row(sum, 1), dual_row(sum, 2)};
  m.dual_w = dual_row(sum, 3);
  const RowV squared =
      hn::MulAdd(m.real_w, m.real_w,
                 hn::MulAdd(m.real.z, m.real.z, hn::MulAdd(m.real.y, m.real.y, hn::Mul(m.real.x, m.real.x))));
  m.scale = hn::Div(hn::Set(row, 2.0f), squared);
  return m;
}

// v + 2 / |q|^2 * q x (q x v + w v)
HWY_INLINE Vector3 rotate(const Motions& m, const Vector3& v) {
  const Vector3 inner = mul_add(v, m.real_w, cross(m.real, v));
  return mul_add(cross(m.real, inner), m.scale, v);
}

// Rotates and adds the translation 2 / |q|^2 * (w d - e q + q x d), where (d, e) is the dual part.
HWY_INLINE Vector3 moved(const Motions& m, const Vector3& v) {
  const Vector3 turned = mul_add(m.dual, m.real_w, cross(m.real, m.dual));
  const Vector3 translation{hn::NegMulAdd(m.real.x, m.dual_w, turned.x),
                            hn::NegMulAdd(m.real.y, m.dual_w, turned.y),
                            hn::NegMulAdd(m.real.z, m.dual_w, turned.z)};
  return mul_add(translation, m.scale, rotate(m, v));
}

HWY_INLINE Vector3 load_vectors(const float* HWY_RESTRICT xyz) {
  const Row row;
  return {hn::Load(row, xyz), hn::Load(row, xyz + 4), hn::Load(row, xyz + 8)};
}
HWY_INLINE Vector3 to_vectors(const Block& block) {
  return {row_x(block), row_y(block), row_z(block)};
}
HWY_INLINE Block to_block(const Vector3& v) {
  return from_rows(v.x, v.y, v.z);
}

template <std::size_t kInfluences>
HWY_INLINE Columns stretches(const PaletteMatrix* palette, const Influences& at) {
  return blend_block<kInfluences>(palette, at.joints, at.weights, at.count);
}

template <std::size_t kInfluences>
void move_block(const KernelArguments& a, const InfluenceSection& section, std::size_t block,
                std::size_t first, std::size_t last) {
  const Influences at = influences_at(a, section, block);
  const float* source = a.vertices + block * a.mesh->floats_per_block();
  const Motions motions = blend_motions<kInfluences>(a.dual_quaternions, at);
  const bool stretched = a.palette != nullptr;
  // Both variables are used only if `stretched`.
  Columns stretch;
  Vector3 position = load_vectors(source);
  if (stretched) {
    stretch = stretches<kInfluences>(a.palette, at);
    position = to_vectors(transform_directions(stretch, source));
  }
  store_block(to_block(moved(motions, position)), block, first, last, a.out.positions.data(),
              a.out.position_stride, a.stream_positions);
  if (!a.out.normals.empty()) {
    Vector3 normal = load_vectors(source + 12);
    if (stretched)
      normal = to_vectors(transform_directions(stretches<kInfluences>(a.normal_palette, at), source + 12));
    const Block normals = to_block(rotate(motions, normal));
    store_block(a.normalize ? normalized(normals) : normals, block, first, last, a.out.normals.data(),
                a.out.normal_stride, a.stream_normals);
  }
  if (!a.out.tangents.empty()) {
    const float* source_tangents = a.mesh->tangents.data() + block * 16;
    Vector3 tangent = load_vectors(source_tangents);
    if (stretched) tangent = to_vectors(transform_directions(stretch, source_tangents));
    const Block tangents = to_block(rotate(motions, tangent));
    store_tangents(a, a.normalize ? normalized(tangents) : tangents, source_tangents, block, first, last);
  }
}

template <std::size_t kInfluences>
void move_section(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
                  std::uint32_t end) {
  for (std::size_t block = begin / kMeshBlock; block * kMeshBlock < end; ++block) {
    const std::size_t first = std::max<std::size_t>(begin, block * kMeshBlock) - block * kMeshBlock;
    const std::size_t last = std::min<std::size_t>(end - block * kMeshBlock, kMeshBlock);
    move_block<kInfluences>(a, section, block, first, last);
  }
}

void skin_dual_quaternion(const KernelArguments& arguments, const InfluenceSection& section,
                          std::uint32_t begin, std::uint32_t end) {
  switch (section.influences) {
    case 1:
      return move_section<1>(arguments, section, begin, end);
    case 2:
      return move_section<2>(arguments, section, begin, end);
    default:
      return move_section<0>(arguments, section, begin, end);
  }
}

#else

void skin_dual_quaternion(const KernelArguments& arguments, const InfluenceSection& section,
                          std::uint32_t begin, std::uint32_t end) {
  scalar::skin_dual_quaternion(arguments, section, begin, end);
}

#endif

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::skinning {

HWY_EXPORT(skin_dual_quaternion);

void skin_dual_quaternion(const KernelArguments& arguments, const InfluenceSection& section,
                          std::uint32_t begin, std::uint32_t end) {
  HWY_DYNAMIC_DISPATCH(skin_dual_quaternion)(arguments, section, begin, end);
}

}  // namespace skelter::skinning
#endif
