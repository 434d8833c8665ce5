// The linear blend kernel, compiled once per instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/linear_kernel.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "skinning/block_kernels-inl.h"
#include "skinning/pair_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

#if SKELTER_SKINNING_HAS_ROWS

// The general case: any output and any part of a block.
template <std::size_t kInfluences>
void skin_block(const KernelArguments& a, const InfluenceSection& section, std::size_t block,
                std::size_t first, std::size_t last) {
  const Influences at = influences_at(a, section, block);
  const float* source = a.vertices + block * a.mesh->floats_per_block();
  const Columns columns = blend_block<kInfluences>(a.palette, at.joints, at.weights, at.count);
  store_block(transform_points(columns, source), block, first, last, a.out.positions.data(),
              a.out.position_stride, a.stream_positions);
  if (!a.out.normals.empty()) {
    const Columns turn = a.normal_palette == nullptr
                             ? columns
                             : blend_block<kInfluences>(a.normal_palette, at.joints, at.weights, at.count);
    const Block normals = transform_directions(turn, source + 12);
    store_block(a.normalize ? normalized(normals) : normals, block, first, last, a.out.normals.data(),
                a.out.normal_stride, a.stream_normals);
  }
  if (!a.out.tangents.empty()) {
    const float* source_tangents = a.mesh->tangents.data() + block * 16;
    const Block tangents = transform_directions(columns, source_tangents);
    store_tangents(a, a.normalize ? normalized(tangents) : tangents, source_tangents, block, first, last);
  }
}

// The common case: whole blocks, packed positions and normals, one palette. A block's normals are normalised
// and stored while the next block is blended, because the square root and the division take longer than the
// processor's out-of-order window.
template <std::size_t kInfluences, bool kStream, bool kNormalize>
void skin_packed(const KernelArguments& a, const InfluenceSection& section, std::size_t begin_block,
                 std::size_t end_block) {
  const PaletteMatrix* HWY_RESTRICT palette = a.palette;
  Influences at = influences_at(a, section, begin_block);
  const float* HWY_RESTRICT source = a.vertices + begin_block * 24;
  float* HWY_RESTRICT positions = a.out.positions.data() + begin_block * 12;
  float* HWY_RESTRICT normals = a.out.normals.data() + begin_block * 12;
  const std::size_t influences = kInfluences == 0 ? at.count : kInfluences;
  const auto blend = [&]() HWY_ATTR {
    return blend_block<kInfluences>(palette, at.joints, at.weights, influences);
  };
  Columns columns = blend();
  store_packed<kStream>(transform_points(columns, source), positions);
  Block waiting = transform_directions(columns, source + 12);
  for (std::size_t block = begin_block + 1; block < end_block; ++block) {
    at.joints += influences * 4;
    if constexpr (kInfluences != 1) at.weights += influences * 4;
    source += 24;
    positions += 12;
    columns = blend();
    store_packed<kStream>(transform_points(columns, source), positions);
    const Block next = transform_directions(columns, source + 12);
    store_packed<kStream>(kNormalize ? normalized(waiting) : waiting, normals);
    waiting = next;
    normals += 12;
  }
  store_packed<kStream>(kNormalize ? normalized(waiting) : waiting, normals);
}

#if SKELTER_SKINNING_HAS_PAIRS

// The position in a run of pairs.
struct PairCursor {
  Influences at;
  std::size_t influences;
  const float* HWY_RESTRICT source;
  float* HWY_RESTRICT positions;
  float* HWY_RESTRICT normals;
};

// The arithmetic fills the processor's out-of-order window, so it needs explicit prefetches. Prefetching past
// the end is harmless.
template <std::size_t kInfluences>
HWY_INLINE void prefetch(const PairCursor& c) {
  constexpr std::size_t kPairsAhead = 8, kFloatsPerLine = 16, kJointsPerLine = 32;
  const std::size_t per_pair = c.influences * 8;
  for (std::size_t f = 0; f < 48; f += kFloatsPerLine) hwy::Prefetch(c.source + 48 * kPairsAhead + f);
  for (std::size_t j = 0; j < per_pair; j += kJointsPerLine)
    hwy::Prefetch(c.at.joints + per_pair * kPairsAhead + j);
  if constexpr (kInfluences != 1)
    for (std::size_t f = 0; f < per_pair; f += kFloatsPerLine)
      hwy::Prefetch(c.at.weights + per_pair * kPairsAhead + f);
}

// Stores positions and returns normals, not normalised, in `turned`.
template <std::size_t kInfluences, bool kStream>
HWY_INLINE void skin_pair(const PaletteMatrix* HWY_RESTRICT palette, PairCursor& c, Pair& turned) {
  if constexpr (kStream) prefetch<kInfluences>(c);
  Influences second = c.at;
  second.joints += c.influences * 4;
  if constexpr (kInfluences != 1) second.weights += c.influences * 4;
  Pair moved;
  move_pair<kInfluences>(palette, c.at, second, c.source, moved, turned);
  store_pair<kStream>(moved, c.positions);
  c.at.joints += c.influences * 8;
  if constexpr (kInfluences != 1) c.at.weights += c.influences * 8;
  c.source += 48;
  c.positions += 24;
}

// Skins `pairs` pairs of blocks from begin_block on. With streaming stores, the outputs must be at a multiple
// of 32 bytes there. Square roots and divisions are slow, so the normals of several pairs are collected and
// normalised in parallel.
template <std::size_t kInfluences, bool kStream, bool kNormalize>
void skin_pairs(const KernelArguments& a, const InfluenceSection& section, std::size_t begin_block,
                std::size_t pairs) {
  constexpr std::size_t kTogether = 16;
  const Rows rows;
  const PaletteMatrix* HWY_RESTRICT palette = a.palette;
  PairCursor c{influences_at(a, section, begin_block), 0, a.vertices + begin_block * 24,
               a.out.positions.data() + begin_block * 12, a.out.normals.data() + begin_block * 12};
  c.influences = kInfluences == 0 ? c.at.count : kInfluences;
  Pair turned;
  if constexpr (!kNormalize) {
    for (std::size_t pair = 0; pair < pairs; ++pair, c.normals += 24) {
      skin_pair<kInfluences, kStream>(palette, c, turned);
      store_pair<kStream>(turned, c.normals);
    }
    return;
  }
  alignas(32) float waiting[kTogether][24];
  for (std::size_t done = 0; done < pairs; done += kTogether) {
    const std::size_t count = std::min(kTogether, pairs - done);
    for (std::size_t pair = 0; pair < count; ++pair) {
      skin_pair<kInfluences, kStream>(palette, c, turned);
      hn::Store(turned.x, rows, waiting[pair]);
      hn::Store(turned.y, rows, waiting[pair] + 8);
      hn::Store(turned.z, rows, waiting[pair] + 16);
    }
    for (std::size_t pair = 0; pair < count; ++pair, c.normals += 24) {
      turned.x = hn::Load(rows, waiting[pair]);
      turned.y = hn::Load(rows, waiting[pair] + 8);
      turned.z = hn::Load(rows, waiting[pair] + 16);
      normalize(turned);
      store_pair<kStream>(turned, c.normals);
    }
  }
}

// Whether a block's packed outputs start at a multiple of 32 bytes.
HWY_INLINE bool both_aligned(const KernelArguments& a, std::size_t block) {
  const auto address = [&](const std::span<float>& stream) {
    return reinterpret_cast<std::uintptr_t>(stream.data() + block * 12);
  };
  return ((address(a.out.positions) | address(a.out.normals)) & 31) == 0;
}

template <std::size_t kInfluences, bool kStream, bool kNormalize>
void skin_whole(const KernelArguments& a, const InfluenceSection& section, std::size_t begin,
                std::size_t end) {
  const auto singly = skin_packed<kInfluences, kStream, kNormalize>;
  if constexpr (kStream)
    if (!both_aligned(a, begin)) {
      if (begin + 1 == end || !both_aligned(a, begin + 1)) return singly(a, section, begin, end);
      singly(a, section, begin, begin + 1);
      ++begin;
    }
  const std::size_t pairs = (end - begin) / 2;
  if (pairs > 0) skin_pairs<kInfluences, kStream, kNormalize>(a, section, begin, pairs);
  if ((end - begin) % 2 != 0) singly(a, section, end - 1, end);
}

#else

template <std::size_t kInfluences, bool kStream, bool kNormalize>
void skin_whole(const KernelArguments& a, const InfluenceSection& section, std::size_t begin,
                std::size_t end) {
  skin_packed<kInfluences, kStream, kNormalize>(a, section, begin, end);
}

#endif

template <std::size_t kInfluences>
void skin_section(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
                  std::uint32_t end) {
  const bool packed = a.out.position_stride == 3 && !a.out.normals.empty() && a.out.normal_stride == 3 &&
                      a.normal_palette == nullptr && a.out.tangents.empty() &&
                      a.stream_positions == a.stream_normals;
  const std::size_t first_whole = (begin + kMeshBlock - 1) / kMeshBlock, end_whole = end / kMeshBlock;
  std::size_t block = begin / kMeshBlock;
  while (block * kMeshBlock < end) {
    if (packed && block == first_whole && first_whole < end_whole) {
      const auto skin =
          a.stream_positions
              ? (a.normalize ? skin_whole<kInfluences, true, true> : skin_whole<kInfluences, true, false>)
              : (a.normalize ? skin_whole<kInfluences, false, true> : skin_whole<kInfluences, false, false>);
      skin(a, section, first_whole, end_whole);
      block = end_whole;
      continue;
    }
    const std::size_t first = std::max<std::size_t>(begin, block * kMeshBlock) - block * kMeshBlock;
    const std::size_t last = std::min<std::size_t>(end - block * kMeshBlock, kMeshBlock);
    skin_block<kInfluences>(a, section, block, first, last);
    ++block;
  }
}

void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  switch (section.influences) {
    case 1:
      return skin_section<1>(arguments, section, begin, end);
    case 2:
      return skin_section<2>(arguments, section, begin, end);
    case 3:
      return skin_section<3>(arguments, section, begin, end);
    case 4:
      return skin_section<4>(arguments, section, begin, end);
    default:
      return skin_section<0>(arguments, section, begin, end);
  }
}

#else

void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  scalar::skin_linear(arguments, section, begin, end);
}

#endif

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::skinning {

HWY_EXPORT(skin_linear);

void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  HWY_DYNAMIC_DISPATCH(skin_linear)(arguments, section, begin, end);
}

}  // namespace skelter::skinning
#endif
