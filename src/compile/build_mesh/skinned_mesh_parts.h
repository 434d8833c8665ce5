#pragma once
// Compiles one primitive to a SkinnedMesh, for a palette laid out by the caller.

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "compile/build_mesh/mesh_palette.h"

namespace skelter {

struct SkinnedPrimitiveSettings {
  std::uint32_t max_influences = kMaxInfluences;
  // Triangles keep the source order, weights keep their sums, and joint boxes are not computed.
  bool for_drawing = false;
  SourceSpot where;  // location reported in errors
};

// `skinned`: false for meshes without a skin; their weights are ignored. Errors: the errors of
// read_skinned_mesh.
Result<SkinnedMeshBuild> build_skinned_primitive(const Scene& scene, const Primitive& primitive,
                                                 const MeshPalette& palette, bool skinned,
                                                 const SkinnedPrimitiveSettings& settings);

}  // namespace skelter
