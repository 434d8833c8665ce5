// Adds one morph target; compiled once per instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/morph_kernel.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "runtime/internal/format/mesh_records.h"
#include "skinning/kernel_arguments.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::skinning::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void add_morph(const SkinnedMesh& mesh, const MorphRange& target, float weight, float* vertices) {
  const hn::CappedTag<float, 4> d;
  const auto w = hn::Set(d, weight);
  const std::size_t floats = mesh.floats_per_block();
  for (std::size_t i = target.first_block; i < target.first_block + target.block_count; ++i) {
    const float* HWY_RESTRICT offsets = mesh.morph_offsets.data() + i * floats;
    float* HWY_RESTRICT block = vertices + mesh.morph_blocks[i] * floats;
    for (std::size_t f = 0; f < floats; f += hn::Lanes(d))
      hn::Store(hn::MulAdd(w, hn::Load(d, offsets + f), hn::Load(d, block + f)), d, block + f);
  }
}

}  // namespace skelter::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::skinning {

HWY_EXPORT(add_morph);

void add_morph(const SkinnedMesh& mesh, const MorphRange& target, float weight, float* vertices) {
  HWY_DYNAMIC_DISPATCH(add_morph)(mesh, target, weight, vertices);
}

}  // namespace skelter::skinning
#endif
