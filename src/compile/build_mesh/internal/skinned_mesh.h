#pragma once
// build_skinned_mesh and build_skin: compile one primitive of a scene, and its skin, for the runtime.

#include <array>
#include <cstdint>

#include "compile/build_skeleton/internal/skeleton.h"
#include "core/internal/packed.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"
#include "skelter/runtime/skin.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct SkinnedMeshSettings {
  // Influences kept per vertex, 1 to kMaxInfluences: the largest, renormalised to sum 1.
  std::uint32_t max_influences = kMaxInfluences;
};

struct SkinnedMeshReport {
  std::array<std::uint32_t, kMaxInfluences + 1> vertices_by_influences{};  // [0]: moved by the mesh's node
  std::uint32_t reduced_vertices = 0;                                      // vertices that lost influences
  float largest_weight_lost = 0;          // sum of one vertex's dropped weights
  std::uint32_t largest_loss_vertex = 0;  // its index in the scene's primitive
};

struct SkinnedMeshBuild {
  Packed<SkinnedMesh> mesh;
  SkinnedMeshReport report;
};

// One primitive of the mesh instance scene.nodes[node].meshes[instance]. Palette entries are the joints of
// its skin in the scene's order; then, if some vertex of the mesh has no influence, the node itself. Rigid
// meshes (no skin) have the node as their only entry.
// Triangles keep their material and are ordered for the vertex cache; vertices by influence count, then by
// first use. Vertices that pad the last block of a section move to the next section with a weight of 0.
// Morph targets store only the blocks that they move.
// Precondition: scene valid, indices in range.
// Errors: max_influences out of range; a skin with more than kMaxPaletteSize entries.
Result<SkinnedMeshBuild> build_skinned_mesh(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                            std::uint32_t primitive,
                                            const SkinnedMeshSettings& settings = {});

// The palette entries of that mesh instance: joints of the skeleton, and their inverse bind matrices.
// Precondition: as above, skeleton built from that scene.
// Errors: as above; a joint with a node that the skeleton lacks.
Result<Packed<SkinView>> build_skin(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                    const SkeletonBuild& skeleton);

}  // namespace skelter
