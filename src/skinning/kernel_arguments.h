#pragma once
// The arguments of the skinning kernels and their scalar versions. All arguments have been checked, and the
// palette is prepared.

#include <cstdint>

#include "runtime/internal/format/mesh_records.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/skinning_output.h"

namespace skelter::skinning {

// Three rows as in Affine and a row of zeros, which fill one cache line and one AVX-512 register.
struct alignas(64) PaletteMatrix {
  float m[4][4];
};

// Directions with a squared length up to this have lost their precision; they become zero.
inline constexpr float kSmallestSquare = 1e-37f;

struct KernelArguments {
  const SkinnedMesh* mesh = nullptr;
  const float* vertices = nullptr;
  const PaletteMatrix* palette = nullptr;  // linear: the palette; dual quaternion: stretches, or nullptr
  const PaletteMatrix* normal_palette = nullptr;  // inverse transposes; nullptr: `palette` is used
  const float* dual_quaternions = nullptr;        // 8 per entry; nullptr: linear
  SkinningOutput out;
  bool normalize = true;
  bool stream_positions = false, stream_normals = false, stream_tangents = false;
};

// Skins vertices `begin` to `end` of one section.
void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end);
void skin_dual_quaternion(const KernelArguments& arguments, const InfluenceSection& section,
                          std::uint32_t begin, std::uint32_t end);

// vertices += weight * offsets of the target, block by block.
void add_morph(const SkinnedMesh& mesh, const MorphRange& target, float weight, float* vertices);

namespace scalar {
void skin_linear(const KernelArguments& arguments, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end);
void skin_dual_quaternion(const KernelArguments& arguments, const InfluenceSection& section,
                          std::uint32_t begin, std::uint32_t end);
void add_morph(const SkinnedMesh& mesh, const MorphRange& target, float weight, float* vertices);
}  // namespace scalar

}  // namespace skelter::skinning
