#pragma once
// One primitive as a SkinnedMesh, for a palette that the caller lays out.

#include "compile/mesh_palette.h"
#include "skelter/compile/skinned_mesh.h"

namespace skelter {

struct SkinnedPrimitiveSettings {
  std::uint32_t max_influences = kMaxInfluences;
  // Triangles keep the order of the source and weights their sums, and boxes of joints are not made.
  bool for_drawing = false;
  SourceSpot where;  // of errors
};

// `skinned`: false for meshes without skin, whose weights mean nothing. Errors: those of read_skinned_mesh.
Result<SkinnedMeshBuild> build_skinned_primitive(const Scene& scene, const Primitive& primitive,
                                                 const MeshPalette& palette, bool skinned,
                                                 const SkinnedPrimitiveSettings& settings);

}  // namespace skelter
