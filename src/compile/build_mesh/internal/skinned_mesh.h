#pragma once
// Compiles one primitive of a scene, and its skin, for the runtime.

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
  // Number of influences kept per vertex, 1 to kMaxInfluences: the largest ones, renormalised to sum 1.
  std::uint32_t max_influences = kMaxInfluences;
};

struct SkinnedMeshReport {
  std::array<std::uint32_t, kMaxInfluences + 1> vertices_by_influences{};  // [0]: vertices moved by the
                                                                           // mesh's node
  std::uint32_t reduced_vertices = 0;                                      // vertices that lost influences
  float largest_weight_lost = 0;          // largest sum of dropped weights of one vertex
  std::uint32_t largest_loss_vertex = 0;  // index of that vertex in the scene's primitive
};

struct SkinnedMeshBuild {
  Packed<SkinnedMesh> mesh;
  SkinnedMeshReport report;
};

// Compiles one primitive of the mesh instance scene.nodes[node].meshes[instance]. Palette entries are the
// joints of its skin in scene order, followed by the node itself if any vertex of the mesh has no influence.
// Rigid meshes (without a skin) have the node as their only entry.
// Triangles keep their material and are ordered for the vertex cache. Vertices are sorted by influence count,
// then by first use. Vertices that do not fill the last block of a section move to the next section, with a
// weight of 0 for the extra influences. Morph targets store only the blocks that they move.
// Precondition: the scene is valid, and the indices are in range.
// Errors: max_influences is out of range; a skin has more than kMaxPaletteSize entries.
Result<SkinnedMeshBuild> build_skinned_mesh(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                            std::uint32_t primitive,
                                            const SkinnedMeshSettings& settings = {});

// Builds the palette entries of the same mesh instance: joints of the skeleton, and their inverse bind
// matrices.
// Precondition: as for build_skinned_mesh, and the skeleton was built from the same scene.
// Errors: as for build_skinned_mesh, or the skeleton has no joint for a node of the skin.
Result<Packed<SkinView>> build_skin(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                    const SkeletonBuild& skeleton);

}  // namespace skelter
