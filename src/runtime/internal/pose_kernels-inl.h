// Kernels on local poses: sampling, blending, differences. Lanes are joints. Per-target code for Highway: the
// jobs of this module and the crowd include it once for every instruction set, so that the crowd can call it
// for each instance without dispatching. Nothing is validated here.
//
// Reproducible bits: the kernels use only operations with exact rounding (no approximate reciprocals), so
// that an instruction set gives the same bits with every compiler. Instruction sets with and without fused
// multiply-add differ by rounding.

#if defined(SKELTER_RUNTIME_DETAIL_POSE_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SKELTER_RUNTIME_DETAIL_POSE_KERNELS_INL_H_
#undef SKELTER_RUNTIME_DETAIL_POSE_KERNELS_INL_H_
#else
#define SKELTER_RUNTIME_DETAIL_POSE_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/frames_of_rate.h"
#include "runtime/internal/scalar_kernels.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::blend_blocks;
using scalar::difference_blocks;
using scalar::sample_blocks;

#else

namespace hn = hwy::HWY_NAMESPACE;

// Four or eight joints at once; a block takes two steps or one.
using FloatTag = hn::CappedTag<float, kLanes>;
using IntTag = hn::RebindToSigned<FloatTag>;
using ShortTag = hn::Repartition<std::int16_t, FloatTag>;  // twice as many lanes
using Floats = hn::Vec<FloatTag>;
using Shorts = hn::Vec<ShortTag>;
constexpr std::size_t kStep = hn::MaxLanes(FloatTag());
static_assert(kStep == 4 || kStep == 8);

struct Vector3 {
  Floats x, y, z;
};
struct Rotation {
  Floats x, y, z, w;
};

// Rows of a block: translation from row 0, rotation from row 3, scale from row 7. `lane` is 0, or 4 for the
// second step of a block. The alignment of SoaTransform only helps the compiler; the processor does not need
// it.
HWY_INLINE Vector3 load_vector(const SoaTransform& block, std::size_t row, std::size_t lane) {
  const FloatTag d;
  return {hn::LoadU(d, block.rows[row] + lane), hn::LoadU(d, block.rows[row + 1] + lane),
          hn::LoadU(d, block.rows[row + 2] + lane)};
}
HWY_INLINE void store_vector(const Vector3& v, SoaTransform& block, std::size_t row, std::size_t lane) {
  const FloatTag d;
  hn::StoreU(v.x, d, block.rows[row] + lane);
  hn::StoreU(v.y, d, block.rows[row + 1] + lane);
  hn::StoreU(v.z, d, block.rows[row + 2] + lane);
}
HWY_INLINE Rotation load_rotation(const SoaTransform& block, std::size_t lane) {
  const FloatTag d;
  return {hn::LoadU(d, block.rows[3] + lane), hn::LoadU(d, block.rows[4] + lane),
          hn::LoadU(d, block.rows[5] + lane), hn::LoadU(d, block.rows[6] + lane)};
}
HWY_INLINE void store_rotation(const Rotation& q, SoaTransform& block, std::size_t lane) {
  const FloatTag d;
  hn::StoreU(q.x, d, block.rows[3] + lane);
  hn::StoreU(q.y, d, block.rows[4] + lane);
  hn::StoreU(q.z, d, block.rows[5] + lane);
  hn::StoreU(q.w, d, block.rows[6] + lane);
}

HWY_INLINE Floats dot(const Rotation& a, const Rotation& b) {
  return hn::MulAdd(a.w, b.w, hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x))));
}
HWY_INLINE Rotation scaled(const Rotation& q, Floats s) {
  return {hn::Mul(q.x, s), hn::Mul(q.y, s), hn::Mul(q.z, s), hn::Mul(q.w, s)};
}
// q + s * a
HWY_INLINE Rotation add_scaled(const Rotation& q, const Rotation& a, Floats s) {
  return {hn::MulAdd(a.x, s, q.x), hn::MulAdd(a.y, s, q.y), hn::MulAdd(a.z, s, q.z), hn::MulAdd(a.w, s, q.w)};
}
HWY_INLINE Vector3 scaled(const Vector3& v, Floats s) {
  return {hn::Mul(v.x, s), hn::Mul(v.y, s), hn::Mul(v.z, s)};
}
HWY_INLINE Vector3 add_scaled(const Vector3& v, const Vector3& a, Floats s) {
  return {hn::MulAdd(a.x, s, v.x), hn::MulAdd(a.y, s, v.y), hn::MulAdd(a.z, s, v.z)};
}
// (a * b) applies b first.
HWY_INLINE Rotation product(const Rotation& a, const Rotation& b) {
  const auto sum =
      [](Floats p, Floats q, Floats r, Floats s, Floats t, Floats u, Floats minus_v, Floats v)
          HWY_ATTR { return hn::NegMulAdd(minus_v, v, hn::MulAdd(t, u, hn::MulAdd(r, s, hn::Mul(p, q)))); };
  return {sum(a.w, b.x, a.x, b.w, a.y, b.z, a.z, b.y), sum(a.w, b.y, a.y, b.w, a.z, b.x, a.x, b.z),
          sum(a.w, b.z, a.z, b.w, a.x, b.y, a.y, b.x),
          hn::NegMulAdd(a.z, b.z, hn::NegMulAdd(a.y, b.y, hn::NegMulAdd(a.x, b.x, hn::Mul(a.w, b.w))))};
}

// Unit rotation in the direction of `q`; the identity for (nearly) zero length.
HWY_INLINE Rotation normalized(const Rotation& q) {
  const FloatTag d;
  const Floats square = dot(q, q);
  const auto has_length = hn::Gt(square, hn::Set(d, 1e-30f));
  const Floats one = hn::Set(d, 1.0f);
  const Rotation unit = scaled(q, hn::Div(one, hn::Sqrt(square)));
  return {hn::IfThenElseZero(has_length, unit.x), hn::IfThenElseZero(has_length, unit.y),
          hn::IfThenElseZero(has_length, unit.z), hn::IfThenElse(has_length, unit.w, one)};
}

// 1 / sqrt(square) for 0.47 to 1.05, the range of mixes of neighbouring frames. A cubic with an error of at
// most 8.6e-4 (Remez), then one step of the third-order iteration y (1 + h/2 + 3/8 h^2), h = 1 - square y^2,
// which gives an error of 2e-9 before rounding. Takes half the time of a square root and a division, which
// share one execution unit.
HWY_INLINE Floats inverse_length_near_one(Floats square) {
  const FloatTag d;
  const Floats y = hn::MulAdd(
      hn::MulAdd(hn::MulAdd(hn::Set(d, -0.9477580785751343f), square, hn::Set(d, 2.9947049617767334f)),
                 square, hn::Set(d, -3.661583423614502f)),
      square, hn::Set(d, 2.6152117252349854f));
  const Floats h = hn::NegMulAdd(hn::Mul(square, y), y, hn::Set(d, 1.0f));
  return hn::MulAdd(hn::Mul(y, h), hn::MulAdd(hn::Set(d, 0.375f), h, hn::Set(d, 0.5f)), y);
}

// Two frames and their weights.
struct FrameMix {
  const std::byte* frame0;
  const std::byte* frame1;
  Shorts packed_weights;  // w0 w1 w0 w1 ...
  float weight1;          // out of 32767
};

HWY_INLINE FrameMix mix_of(const ClipView& clip, const ClipRate& rate, FramePair frames) {
  const std::int32_t weight0 = 32767 - frames.weight1;
  FrameMix mix;
  mix.frame0 = clip.frames.data() + rate.begin + std::size_t{frames.first} * rate.stride;
  mix.frame1 = mix.frame0 + (clip.frame_count > 1 ? rate.stride : 0);
  mix.packed_weights = hn::BitCast(ShortTag(), hn::Set(IntTag(), weight0 | frames.weight1 * 65536));
  mix.weight1 = static_cast<float>(frames.weight1);
  return mix;
}

// Frames and weights for every rate.
struct ClipMix {
  FrameMix rates[kMaxRates];
};
HWY_INLINE void mix_rates(const ClipView& clip, FramePair frames, ClipMix& mix) {
  std::size_t i = 0;
  for (const ClipRate& rate : clip.rates)
    mix.rates[i++] = mix_of(clip, rate, frames_of_rate(clip, rate, frames));
}

// Decodes and interpolates pairs of integers, one from each frame, in one multiplication. The result is
// scaled by 32767.
HWY_INLINE Floats mixed(const FrameMix& mix, Shorts pairs) {
  const IntTag d;
  auto odd = hn::Zero(d);
  const auto even = hn::ReorderWidenMulAccumulate(d, pairs, mix.packed_weights, hn::Zero(d), odd);
  return hn::ConvertTo(FloatTag(), hn::RearrangeToOddPlusEven(even, odd));
}
// The bytes at the indices `where`, 0 for indices above 127. WebAssembly uses its native instruction: Highway
// 1.0.3 avoids it because of a bug in an engine from 2021, and its byte-by-byte lookup took four fifths of a
// crowd's time.
template <class Bytes>
HWY_INLINE Bytes bytes_at(Bytes bytes, Bytes where) {
#if HWY_TARGET == HWY_WASM
  return Bytes{wasm_i8x16_swizzle(bytes.raw, where.raw)};
#else
  return hn::TableLookupBytesOr0(bytes, where);
#endif
}
// The integers of a pair of rows in one frame, 16 bits each: a0-3 b0-3, and in wide vectors a4-7 b4-7.
// `pair`: 0 for x and y, 1 for z and w.
HWY_INLINE Shorts packed_numbers(const std::byte* frame, const ClipPart& part, const std::uint8_t* spread,
                                 std::size_t pair, std::size_t lane) {
  const hn::Repartition<std::uint8_t, ShortTag> d;
  const std::size_t group = group_of(2 * pair, lane);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(frame + part.data);
  const auto begin = [&](std::size_t g) HWY_ATTR { return bytes + part.begin_of(g); };
  const auto where = hn::LoadU(d, spread + group * kGroupBytes);
  if constexpr (kStep == 4) return hn::BitCast(ShortTag(), bytes_at(hn::LoadU(d, begin(group)), where));
  const hn::Half<decltype(d)> half;
  const auto both = hn::Combine(d, hn::LoadU(half, begin(group + 1)), hn::LoadU(half, begin(group)));
  return hn::BitCast(ShortTag(), bytes_at(both, where));
}
struct TwoRows {
  Floats first, second;
};
// Two rows of a packed part. Interleaving within 128 bits puts the lanes in order.
HWY_INLINE TwoRows mixed_rows(const ClipView& clip, const ClipPart& part, const FrameMix& mix,
                              std::size_t pair, std::size_t lane) {
  const ShortTag d;
  const std::uint8_t* spread = clip.spreads.data() + part.spread * kSpreadBytes;
  const Shorts a = packed_numbers(mix.frame0, part, spread, pair, lane);
  const Shorts b = packed_numbers(mix.frame1, part, spread, pair, lane);
  return {mixed(mix, hn::InterleaveLower(d, a, b)), mixed(mix, hn::InterleaveUpper(d, a, b))};
}
HWY_INLINE Floats mixed_wide(const FrameMix& mix, std::size_t offset, std::size_t row, std::size_t lane) {
  const FloatTag d;
  const std::size_t at = offset + sizeof(float) * (row * kLanes + lane);
  const Floats a = hn::LoadU(d, reinterpret_cast<const float*>(mix.frame0 + at));
  const Floats b = hn::LoadU(d, reinterpret_cast<const float*>(mix.frame1 + at));
  const Floats w0 = hn::Set(d, (32767 - mix.weight1) / 32767), w1 = hn::Set(d, mix.weight1 / 32767);
  return hn::MulAdd(a, w0, hn::Mul(b, w1));
}

// value = offset + step * number.
struct PackedRange {
  const float* offsets;
  Floats step;  // scaled for integers times 32767
  HWY_INLINE Floats value(std::size_t row, Floats mixed) const {
    return hn::MulAdd(step, mixed, hn::LoadU(FloatTag(), offsets + row * kLanes));
  }
};
HWY_INLINE PackedRange packed_range(const ClipView& clip, const ClipPart& part, std::size_t rows,
                                    std::size_t lane) {
  const FloatTag d;
  const float* offsets = clip.constants.data() + part.range + lane;
  return {offsets, hn::Mul(hn::LoadU(d, offsets + rows * kLanes), hn::Set(d, 1.0f / 32767))};
}

HWY_INLINE Vector3 packed_vector(const ClipView& clip, const ClipPart& part, const FrameMix& mix,
                                 std::size_t lane) {
  const PackedRange range = packed_range(clip, part, 3, lane);
  const TwoRows xy = mixed_rows(clip, part, mix, 0, lane);
  const TwoRows z = mixed_rows(clip, part, mix, 1, lane);
  return {range.value(0, xy.first), range.value(1, xy.second), range.value(2, z.first)};
}

// Translations (row 0 of the block) or scales (row 7) of kStep joints.
HWY_INLINE Vector3 sampled_vector(const ClipView& clip, const ClipPart& part, const ClipMix& mixes,
                                  const SoaTransform& rest, std::size_t row, std::size_t lane) {
  const FloatTag d;
  if (part.format == PartFormat::rest) return load_vector(rest, row, lane);
  const FrameMix& mix = mixes.rates[part.rate];
  if (part.format == PartFormat::packed) return packed_vector(clip, part, mix, lane);
  if (part.format == PartFormat::constant) {
    const float* values = clip.constants.data() + part.data + lane;
    return {hn::LoadU(d, values), hn::LoadU(d, values + kLanes), hn::LoadU(d, values + 2 * kLanes)};
  }
  return {mixed_wide(mix, part.data, 0, lane), mixed_wide(mix, part.data, 1, lane),
          mixed_wide(mix, part.data, 2, lane)};
}

// The result is not normalised.
HWY_INLINE Rotation packed_rotation(const ClipView& clip, const ClipPart& part, const FrameMix& mix,
                                    std::size_t lane) {
  const PackedRange range = packed_range(clip, part, 4, lane);
  const TwoRows xy = mixed_rows(clip, part, mix, 0, lane);
  const TwoRows zw = mixed_rows(clip, part, mix, 1, lane);
  return {range.value(0, xy.first), range.value(1, xy.second), range.value(2, zw.first),
          range.value(3, zw.second)};
}

HWY_INLINE Rotation sampled_rotation(const ClipView& clip, const ClipPart& part, const ClipMix& mixes,
                                     const SoaTransform& rest, std::size_t lane) {
  const FloatTag d;
  const FrameMix& mix = mixes.rates[part.rate];
  if (part.format == PartFormat::rest) return load_rotation(rest, lane);
  if (part.format == PartFormat::constant) {
    const float* values = clip.constants.data() + part.data + lane;
    return {hn::LoadU(d, values), hn::LoadU(d, values + kLanes), hn::LoadU(d, values + 2 * kLanes),
            hn::LoadU(d, values + 3 * kLanes)};
  }
  const Rotation q = part.format == PartFormat::packed
                         ? packed_rotation(clip, part, mix, lane)
                         : Rotation{mixed_wide(mix, part.data, 0, lane), mixed_wide(mix, part.data, 1, lane),
                                    mixed_wide(mix, part.data, 2, lane), mixed_wide(mix, part.data, 3, lane)};
  return scaled(q, inverse_length_near_one(dot(q, q)));
}

// Samples the first `block_count` blocks, without keyed tracks (apply_keyed_tracks adds them). kSkipRest:
// parts at rest are not written.
template <bool kSkipRest>
HWY_INLINE void sample_parts(const ClipView& clip, FramePair frames, const SoaTransform* rest_pose,
                             std::uint32_t block_count, SoaTransform* HWY_RESTRICT out) {
  ClipMix mix;
  mix_rates(clip, frames, mix);
  static constexpr SoaTransform kIdentity = SoaTransform::identity();
  const ClipPart* parts = clip.parts.data();
  for (std::uint32_t block = 0; block < block_count; ++block, parts += 3) {
    const SoaTransform& rest = rest_pose == nullptr ? kIdentity : rest_pose[block];
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
      if (!kSkipRest || parts[0].format != PartFormat::rest)
        store_vector(sampled_vector(clip, parts[0], mix, rest, 0, lane), out[block], 0, lane);
      if (!kSkipRest || parts[1].format != PartFormat::rest)
        store_rotation(sampled_rotation(clip, parts[1], mix, rest, lane), out[block], lane);
      if (!kSkipRest || parts[2].format != PartFormat::rest)
        store_vector(sampled_vector(clip, parts[2], mix, rest, 7, lane), out[block], 7, lane);
    }
  }
}
HWY_MAYBE_UNUSED static void sample_blocks(const Skeleton& skeleton, const ClipView& clip, FramePair frames,
                                           std::uint32_t block_count, SoaTransform* HWY_RESTRICT out) {
  sample_parts<false>(clip, frames, clip.additive() ? nullptr : skeleton.rest_pose.data(), block_count, out);
}

// Weights of a layer for the joints from `joint` on. kMasked: at least one layer has a mask.
template <bool kMasked>
HWY_INLINE Floats weight_of(const BlendLayer& layer, std::size_t joint) {
  const FloatTag d;
  const Floats weight = hn::Set(d, layer.weight);
  if (!kMasked || layer.joint_weights.empty()) return weight;
  return hn::Mul(weight, hn::LoadU(d, layer.joint_weights.data() + joint));
}

struct BlendWeights {
  Floats rest;     // weight of the rest pose
  Floats inverse;  // inverse of the sum of all weights
  bool needs_rest;
};

// `sum`: the sum of the layers' weights.
HWY_INLINE BlendWeights blend_weights(const BlendJob& job, Floats sum) {
  const FloatTag d;
  const Floats rest = hn::Max(hn::Sub(hn::Set(d, job.threshold), sum), hn::Zero(d));
  return {rest, hn::Div(hn::Set(d, 1.0f), hn::Add(sum, rest)), !hn::AllTrue(d, hn::Eq(rest, hn::Zero(d)))};
}

// The weight, negated if `q` and the running sum are on opposite sides. The first rotation would be a bad
// reference: at the end of a fade it has almost no weight, but would still determine how the others blend.
HWY_INLINE Floats on_side_of(const Rotation& sum, const Rotation& q, Floats weight) {
  const FloatTag d;
  const auto opposite = hn::Lt(dot(sum, q), hn::Zero(d));
  return hn::Xor(weight, hn::And(hn::VecFromMask(d, opposite), hn::Set(d, -0.0f)));
}

// A weighted sum of transforms.
struct TransformSum {
  Vector3 translation, scale;
  Rotation rotation;
  Floats weight;

  HWY_INLINE void start(const SoaTransform& pose, std::size_t lane, Floats w) {
    translation = scaled(load_vector(pose, 0, lane), w);
    rotation = scaled(load_rotation(pose, lane), w);
    scale = scaled(load_vector(pose, 7, lane), w);
    weight = w;
  }
  HWY_INLINE void add(const SoaTransform& pose, std::size_t lane, Floats w) {
    const Rotation q = load_rotation(pose, lane);
    rotation = add_scaled(rotation, q, on_side_of(rotation, q, w));
    translation = add_scaled(translation, load_vector(pose, 0, lane), w);
    scale = add_scaled(scale, load_vector(pose, 7, lane), w);
    weight = hn::Add(weight, w);
  }
};

// Sum of all layers, and of the rest pose if it has weight. `uniform`: weights if no layer has a mask.
template <bool kMasked>
HWY_INLINE TransformSum weighted_sum(const BlendJob& job, std::size_t block, std::size_t lane,
                                     const BlendWeights* uniform, BlendWeights& weights) {
  const std::size_t joint = kLanes * block + lane;
  TransformSum sum;
  const BlendLayer* layer = job.layers.data();
  const BlendLayer* const end = layer + job.layers.size();
  while (layer != end && layer->weight == 0) ++layer;
  if (layer == end) {
    weights = blend_weights(job, hn::Zero(FloatTag()));
    sum.start(job.skeleton->rest_pose[block], lane, weights.rest);
    return sum;
  }
  sum.start(layer->local_pose[block], lane, weight_of<kMasked>(*layer, joint));
  for (++layer; layer != end; ++layer)
    if (layer->weight != 0) sum.add(layer->local_pose[block], lane, weight_of<kMasked>(*layer, joint));
  weights = kMasked ? blend_weights(job, sum.weight) : *uniform;
  if (weights.needs_rest) sum.add(job.skeleton->rest_pose[block], lane, weights.rest);
  return sum;
}

// These three apply the components of an additive layer; its weight may be negative.
HWY_INLINE Rotation turned(const Rotation& pose, const Rotation& difference, Floats weight) {
  const FloatTag d;
  const Floats one = hn::Set(d, 1.0f);
  const Floats signed_weight = hn::Xor(weight, hn::And(difference.w, hn::Set(d, -0.0f)));
  Rotation turn = scaled(difference, signed_weight);
  turn.w = hn::Add(turn.w, hn::Sub(one, weight));
  return product(pose, turn);
}
HWY_INLINE Vector3 stretched(const Vector3& scale, const Vector3& difference, Floats weight) {
  const Floats one = hn::Set(FloatTag(), 1.0f);
  const auto axis = [&](Floats s, Floats ds)
                        HWY_ATTR { return hn::Mul(s, hn::MulAdd(weight, hn::Sub(ds, one), one)); };
  return {axis(scale.x, difference.x), axis(scale.y, difference.y), axis(scale.z, difference.z)};
}

// Blends one step. Reads all input before it writes, so that the result may alias a layer.
template <bool kMasked>
HWY_INLINE void blend_step(const BlendJob& job, std::size_t block, std::size_t lane,
                           const BlendWeights* uniform = nullptr) {
  BlendWeights weights;
  const TransformSum sum = weighted_sum<kMasked>(job, block, lane, uniform, weights);
  Vector3 translation = scaled(sum.translation, weights.inverse);
  Rotation rotation = normalized(scaled(sum.rotation, weights.inverse));
  Vector3 scale = scaled(sum.scale, weights.inverse);
  for (const BlendLayer& layer : job.additive_layers) {
    const SoaTransform& difference = layer.local_pose[block];
    const Floats weight = weight_of<true>(layer, kLanes * block + lane);
    translation = add_scaled(translation, load_vector(difference, 0, lane), weight);
    rotation = normalized(turned(rotation, load_rotation(difference, lane), weight));
    scale = stretched(scale, load_vector(difference, 7, lane), weight);
  }
  SoaTransform& out = job.out_local_pose[block];
  store_vector(translation, out, 0, lane);
  store_rotation(rotation, out, lane);
  store_vector(scale, out, 7, lane);
}

// The usual case of exactly two layers. Every number is read once, and the two weights are normalised first.
// The result equals that of blend_step up to rounding.
struct PairWeights {
  Floats first, second;  // sum 1
  bool above_threshold;  // false: the rest pose has weight, and blend_step handles it
};
HWY_INLINE PairWeights pair_weights(const BlendJob& job, std::size_t joint) {
  const FloatTag d;
  const Floats w0 = weight_of<true>(job.layers[0], joint), w1 = weight_of<true>(job.layers[1], joint);
  const Floats sum = hn::Add(w0, w1);
  const Floats inverse = hn::Div(hn::Set(d, 1.0f), sum);
  return {hn::Mul(w0, inverse), hn::Mul(w1, inverse),
          hn::AllFalse(d, hn::Lt(sum, hn::Set(d, job.threshold)))};
}
HWY_INLINE Vector3 pair_vector(const Vector3& a, const Vector3& b, const PairWeights& weights) {
  return add_scaled(scaled(a, weights.first), b, weights.second);
}
HWY_INLINE Rotation pair_rotation(const Rotation& a, const Rotation& b, const PairWeights& weights) {
  const Rotation first = scaled(a, weights.first);
  return normalized(add_scaled(first, b, on_side_of(first, b, weights.second)));
}
HWY_INLINE void blend_pair(const BlendJob& job, std::uint32_t blocks) {
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
      const std::size_t joint = kLanes * block + lane;
      const PairWeights weights = pair_weights(job, joint);
      if (!weights.above_threshold) {
        blend_step<true>(job, block, lane);
        continue;
      }
      const SoaTransform &a = job.layers[0].local_pose[block], &b = job.layers[1].local_pose[block];
      SoaTransform& out = job.out_local_pose[block];
      const Vector3 t = pair_vector(load_vector(a, 0, lane), load_vector(b, 0, lane), weights);
      const Rotation q = pair_rotation(load_rotation(a, lane), load_rotation(b, lane), weights);
      const Vector3 s = pair_vector(load_vector(a, 7, lane), load_vector(b, 7, lane), weights);
      store_vector(t, out, 0, lane);
      store_rotation(q, out, lane);
      store_vector(s, out, 7, lane);
    }
}

// Like blend_pair, for two clips sampled by sample_blocks without the parts at rest: such parts are read from
// the rest pose, and copied if they are at rest in both clips. Returns false if a sum of weights is below the
// threshold: the rest pose then has weight, and the caller uses the general path.
HWY_INLINE bool blend_sampled_pair(const BlendJob& job, const ClipView& clip_a, const ClipView& clip_b) {
  const ClipPart *part_a = clip_a.parts.data(), *part_b = clip_b.parts.data();
  for (std::size_t block = 0; block < job.block_count; ++block, part_a += 3, part_b += 3) {
    const SoaTransform& rest = job.skeleton->rest_pose[block];
    const SoaTransform &pose_a = job.layers[0].local_pose[block], &pose_b = job.layers[1].local_pose[block];
    SoaTransform& out = job.out_local_pose[block];
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
      const PairWeights weights = pair_weights(job, kLanes * block + lane);
      if (!weights.above_threshold) return false;
      for (std::size_t kind = 0; kind < 3; ++kind) {
        const bool still_a = part_a[kind].format == PartFormat::rest;
        const bool still_b = part_b[kind].format == PartFormat::rest;
        const SoaTransform& a = still_a ? rest : pose_a;
        const SoaTransform& b = still_b ? rest : pose_b;
        if (kind == 1) {
          const Rotation q = load_rotation(a, lane);
          store_rotation(still_a && still_b ? q : pair_rotation(q, load_rotation(b, lane), weights), out,
                         lane);
        } else {
          const std::size_t row = kind == 0 ? 0 : 7;
          const Vector3 v = load_vector(a, row, lane);
          store_vector(still_a && still_b ? v : pair_vector(v, load_vector(b, row, lane), weights), out, row,
                       lane);
        }
      }
    }
  }
  return true;
}

HWY_MAYBE_UNUSED static void blend_blocks(const BlendJob& job) {
  const std::uint32_t blocks = job.block_count == 0 ? job.skeleton->block_count() : job.block_count;
  if (job.layers.size() == 2 && job.additive_layers.empty()) return blend_pair(job, blocks);
  bool masked = false;
  for (const BlendLayer& layer : job.layers) masked |= !layer.joint_weights.empty();
  Floats sum = hn::Zero(FloatTag());
  for (const BlendLayer& layer : job.layers) sum = hn::Add(sum, hn::Set(FloatTag(), layer.weight));
  const BlendWeights uniform = blend_weights(job, sum);
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
      if (masked)
        blend_step<true>(job, block, lane);
      else
        blend_step<false>(job, block, lane, &uniform);
    }
}

HWY_INLINE Floats quotient(Floats scale, Floats reference) {
  const FloatTag d;
  const Floats one = hn::Set(d, 1.0f);
  return hn::IfThenElse(hn::Eq(reference, hn::Zero(d)), one, hn::Div(scale, reference));
}

HWY_MAYBE_UNUSED static void difference_blocks(std::span<const SoaTransform> poses,
                                               std::span<const SoaTransform> references,
                                               std::span<SoaTransform> out_difference) {
  const FloatTag d;
  for (std::size_t block = 0; block < poses.size(); ++block)
    for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
      const SoaTransform& pose = poses[block];
      const SoaTransform& reference = references[block];
      SoaTransform& out = out_difference[block];
      const Vector3 t = load_vector(pose, 0, lane), t0 = load_vector(reference, 0, lane);
      store_vector({hn::Sub(t.x, t0.x), hn::Sub(t.y, t0.y), hn::Sub(t.z, t0.z)}, out, 0, lane);

      Rotation inverse = load_rotation(reference, lane);
      inverse = {hn::Neg(inverse.x), hn::Neg(inverse.y), hn::Neg(inverse.z), inverse.w};
      const Rotation turn = product(inverse, load_rotation(pose, lane));
      const Floats side = hn::Or(hn::And(turn.w, hn::Set(d, -0.0f)), hn::Set(d, 1.0f));
      store_rotation(normalized(scaled(turn, side)), out, lane);

      const Vector3 s = load_vector(pose, 7, lane), s0 = load_vector(reference, 7, lane);
      store_vector({quotient(s.x, s0.x), quotient(s.y, s0.y), quotient(s.z, s0.z)}, out, 7, lane);
    }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#endif
