#pragma once
// Reads back the vertices that a shader computes, for tests.

#include <cstdint>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/render/renderer.h"

namespace skelter {

struct ShadedVertices {
  std::vector<Vec3> positions, normals;
};

// Returns the vertices of one mesh as computed by the path's shader, in world space and source order.
// Vertices that no triangle uses are (0, 0, 0). Normals have unit length or are zero. Errors: see
// Renderer::draw; invalid_argument for CPU paths and meshes that are not skinned.
Result<ShadedVertices> read_skinned(Renderer& renderer, UploadedModel& uploaded, const ModelPose& pose,
                                    std::uint32_t node, std::uint32_t instance, std::uint32_t primitive,
                                    const DrawOptions& options = {});

}  // namespace skelter
