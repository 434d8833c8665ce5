#pragma once
// Counts the bytes that the meshes of a scene take on the graphics card, before any of them is made there.
//
// Every instance of a mesh has buffers of its own, so a small file can ask for gigabytes. Images are limited
// where they are decoded: TextureOptions::max_total_bytes.

#include <cstdint>

#include "skelter/core/result.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct UploadSize {
  std::uint64_t bytes = 0;       // all shown instances
  std::uint64_t mesh_bytes = 0;  // every mesh once, shown or not
  // The mesh whose shown instances take most; kNone without any.
  std::uint32_t largest_mesh = kNone;
  std::uint64_t instances = 0;        // shown instances of that mesh
  std::uint64_t instances_bytes = 0;  // what they take together
};

// Buffers, morph targets, and what the renderer keeps in memory for each instance: bounds per joint, a fixed
// amount per primitive and material. Precondition: scene valid. Cost: O(nodes + influences of all meshes).
UploadSize upload_size(const Scene& scene);

// The same of a shape. Meshes with the same bytes are one mesh. Cost: O(meshes).
UploadSize upload_size(const ModelShape& shape);

// The limit that holds where none is given: 256 MB, and 40 times the bytes of the meshes.
std::uint64_t default_upload_limit(const UploadSize& size);

// Errors: limit_exceeded "render.too-many-instances", which names the mesh and the number of its instances.
// `max_bytes` 0: default_upload_limit(). Renderer::upload() calls it; programs that do much before that call
// it first.
Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes = 0);
Result<void> expect_upload_fits(const ModelShape& shape, std::uint64_t max_bytes = 0);

}  // namespace skelter
