#pragma once
// DualQuaternionSkinningJob: skinning that keeps volume where joints twist and bend.

#include <cstddef>
#include <cstdint>

#include "skelter/skinning/skinning_output.h"

namespace skelter {

// Each palette entry is taken apart into a stretch (scale and shear, about the mesh's origin) and a rigid
// motion after it. The stretches blend linearly and apply first; the motions blend as dual quaternions, each
// on the side of the first (largest) influence, and are normalised. A vertex with one influence moves exactly
// as in LinearSkinningJob. Normals pass the inverse transpose of the stretch and the rotation; tangents the
// stretch and the rotation; tangent w is copied.
// Entries that are no rotations cost a decomposition each per run; where all are, within 4e-6, stretches are
// skipped for the whole mesh. Limit: entries that mirror on different axes cancel each other when blended.
// Source: Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008 (sections 3, 4).
// The palette is finite. The result of a vertex does not depend on ranges, tasks or stores.
struct DualQuaternionSkinningJob : SkinningInput {
  // For meshes with that palette size. Contents need not outlive run().
  static std::size_t scratch_bytes(std::uint32_t palette_size);
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
