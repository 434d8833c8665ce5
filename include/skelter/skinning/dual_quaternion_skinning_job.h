#pragma once
// DualQuaternionSkinningJob: skinning that preserves volume at twisted and bent joints.

#include <cstddef>
#include <cstdint>

#include "skelter/skinning/skinning_output.h"

namespace skelter {

// Each palette entry is split into a stretch (scale and shear, about the mesh's origin) and a rigid motion
// after it. The stretches blend linearly and apply first. The motions blend as dual quaternions, each with
// the sign closer to the first (largest) influence, and are normalised. A vertex with one influence moves
// exactly as in LinearSkinningJob. Normals are transformed by the inverse transpose of the stretch and the
// rotation, tangents by the stretch and the rotation; tangent w is copied.
// Cost: one decomposition per run for each entry that is not a rotation. If all entries are rotations, within
// 4e-6, stretches are skipped for the whole mesh. Limit: entries that mirror on different axes cancel each
// other when blended.
// Source: Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008 (sections 3, 4).
// Precondition: a finite palette. The result of a vertex does not depend on ranges, tasks or stores.
struct DualQuaternionSkinningJob : SkinningInput {
  // Scratch size for meshes with that palette size. Contents need not outlive run().
  static std::size_t scratch_bytes(std::uint32_t palette_size);
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
