#pragma once
// Skins vertices with the vector kernels, for `eval --path runtime`.

#include <cstdint>

#include "load/internal/actor.h"
#include "skelter/core/result.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

struct PrimitiveRef {
  std::uint32_t node = 0, instance = 0, primitive = 0;
};

// Like skelter::skin: returns one entry per vertex of the primitive, blended as its skin requires. `pose`:
// the node_pose() of the actor. Precondition: the engine computed the pose. Errors: the errors of
// build_skinned_mesh and build_skin.
Result<SkinnedVertices> skin_by_jobs(const Scene& scene, Actor& actor, const Pose& pose,
                                     const PrimitiveRef& place);

}  // namespace skelter::cli
