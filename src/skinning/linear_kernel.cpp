// The linear-blend kernel, once per instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/linear_kernel.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "skinning/block_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

#if SKELTER_SKINNING_HAS_ROWS

// Any output, any part of a block.
template <std::size_t kInfluences>
void SkinBlock(const KernelArguments& a, const InfluenceSection& section, std::size_t block,
               std::size_t first, std::size_t last) {
  const Influences at = InfluencesAt(a, section, block);
  const float* source = a.vertices + block * a.mesh->floats_per_block();
  const Columns columns = BlendBlock<kInfluences>(a.palette, at.joints, at.weights, at.count);
  StoreBlock(TransformPoints(columns, source), block, first, last, a.out.positions.data(),
             a.out.position_stride, a.stream_positions);
  if (!a.out.normals.empty()) {
    const Columns turn = a.normal_palette == nullptr
                             ? columns
                             : BlendBlock<kInfluences>(a.normal_palette, at.joints, at.weights, at.count);
    const Block normals = TransformDirections(turn, source + 12);
    StoreBlock(a.normalize ? Normalized(normals) : normals, block, first, last, a.out.normals.data(),
               a.out.normal_stride, a.stream_normals);
  }
  if (!a.out.tangents.empty()) {
    const float* source_tangents = a.mesh->tangents.data() + block * 16;
    const Block tangents = TransformDirections(columns, source_tangents);
    StoreTangents(a, a.normalize ? Normalized(tangents) : tangents, source_tangents, block, first, last);
  }
}

// The common case: whole blocks, packed positions and normals, one palette. A block's normals are normalised
// and stored while the next block is blended: root and division take longer than the processor looks ahead.
template <std::size_t kInfluences, bool kStream, bool kNormalize>
void SkinPacked(const KernelArguments& a, const InfluenceSection& section, std::size_t begin_block,
                std::size_t end_block) {
  const PaletteMatrix* HWY_RESTRICT palette = a.palette;
  Influences at = InfluencesAt(a, section, begin_block);
  const float* HWY_RESTRICT source = a.vertices + begin_block * 24;
  float* HWY_RESTRICT positions = a.out.positions.data() + begin_block * 12;
  float* HWY_RESTRICT normals = a.out.normals.data() + begin_block * 12;
  const std::size_t influences = kInfluences == 0 ? at.count : kInfluences;
  const auto blend = [&]() HWY_ATTR {
    return BlendBlock<kInfluences>(palette, at.joints, at.weights, influences);
  };
  Columns columns = blend();
  StorePacked<kStream>(TransformPoints(columns, source), positions);
  Block waiting = TransformDirections(columns, source + 12);
  for (std::size_t block = begin_block + 1; block < end_block; ++block) {
    at.joints += influences * 4;
    if constexpr (kInfluences != 1) at.weights += influences * 4;
    source += 24;
    positions += 12;
    columns = blend();
    StorePacked<kStream>(TransformPoints(columns, source), positions);
    const Block next = TransformDirections(columns, source + 12);
    StorePacked<kStream>(kNormalize ? Normalized(waiting) : waiting, normals);
    waiting = next;
    normals += 12;
  }
  StorePacked<kStream>(kNormalize ? Normalized(waiting) : waiting, normals);
}

template <std::size_t kInfluences>
void SkinSection(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
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
              ? (a.normalize ? SkinPacked<kInfluences, true, true> : SkinPacked<kInfluences, true, false>)
              : (a.normalize ? SkinPacked<kInfluences, false, true> : SkinPacked<kInfluences, false, false>);
      skin(a, section, first_whole, end_whole);
      block = end_whole;
      continue;
    }
    const std::size_t first = std::max<std::size_t>(begin, block * kMeshBlock) - block * kMeshBlock;
    const std::size_t last = std::min<std::size_t>(end - block * kMeshBlock, kMeshBlock);
    SkinBlock<kInfluences>(a, section, block, first, last);
    ++block;
  }
}

void SkinLinear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                std::uint32_t end) {
  switch (section.influences) {
    case 1:
      return SkinSection<1>(arguments, section, begin, end);
    case 2:
      return SkinSection<2>(arguments, section, begin, end);
    case 3:
      return SkinSection<3>(arguments, section, begin, end);
    case 4:
      return SkinSection<4>(arguments, section, begin, end);
    default:
      return SkinSection<0>(arguments, section, begin, end);
  }
}

#else

void SkinLinear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                std::uint32_t end) {
  scalar::skin_linear(arguments, section, begin, end);
}

#endif

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::skinning {

HWY_EXPORT(SkinLinear);

void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  HWY_DYNAMIC_DISPATCH(SkinLinear)(arguments, section, begin, end);
}

}  // namespace skelter::skinning
#endif
