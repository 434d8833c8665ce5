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

// Like skelter::skin: one entry per vertex of the primitive, blended as its skin requires, with the palette
// and the morph weights of actor.pose(). Precondition: an actor of the scene, with ActorOptions::meshes.
// Errors: those of build_skinned_mesh.
Result<SkinnedVertices> skin_by_jobs(const Scene& scene, Actor& actor, const PrimitiveRef& place);

}  // namespace skelter::cli
