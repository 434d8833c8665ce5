#pragma once
// The steps of scene_from_pack.

#include <cstdint>
#include <span>

#include "core/internal/memory_budget.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Converts a mesh back to a primitive, as it was before its vertices were sorted. Palette entries from
// `joint_count` on stand for the mesh's node. Errors, without a position: bad_data if the vertices do not
// form one primitive; limit_exceeded.
Result<Primitive> unpack_mesh(const SkinnedMesh& mesh, std::uint32_t joint_count, MemoryBudget& budget);

// Converts a clip to keys. `node_of_joint`: per joint. `origin`: the pack's origin. Precondition: the scene
// already has its nodes and meshes.
Clip unpack_clip(const Scene& scene, const Skeleton& skeleton, const ClipView& clip,
                 std::span<const std::uint32_t> node_of_joint, const Vec3d& origin);

}  // namespace skelter
