#pragma once
// Counts the GPU memory that the meshes of a model need, before it is allocated.
//
// Every instance of a mesh has its own buffers, so a small file can require gigabytes. Images are limited at
// decoding by TextureOptions::max_total_bytes.

#include <cstdint>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/math/bounds.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

struct UploadSize {
  std::uint64_t bytes = 0;       // all visible instances
  std::uint64_t mesh_bytes = 0;  // every mesh once, visible or not
  // The mesh with the largest total over its visible instances, or kNone.
  std::uint32_t largest_mesh = kNone;
  std::uint64_t instances = 0;        // visible instances of that mesh
  std::uint64_t instances_bytes = 0;  // total bytes of these instances

  // Adds the visible instances of one mesh, with their total of `mesh_instances_bytes`.
  void add(std::uint32_t mesh, std::uint64_t mesh_instances, std::uint64_t mesh_instances_bytes);
};

// Counts, for each instance, its buffers and morph targets, and the renderer's CPU memory: bounds per joint,
// and a fixed amount per primitive and material. Meshes with equal bytes count as one mesh. Cost: O(meshes).
UploadSize upload_size(const ModelShape& shape);

// Returns the default limit: 256 MB plus 40 times the bytes of the meshes.
std::uint64_t default_upload_limit(const UploadSize& size);

// Errors: limit_exceeded "render.too-many-instances" with the mesh and its instance count. If `max_bytes` is
// 0, default_upload_limit() is used.
Result<void> expect_upload_fits(const ModelShape& shape, std::uint64_t max_bytes = 0);
// Like above, for a size that was counted elsewhere. `mesh`: name of its largest mesh.
Result<void> expect_upload_fits(const UploadSize& size, std::uint64_t max_bytes, std::string_view file,
                                std::string_view mesh);

// Parts of the size, for counting without a shape.
struct PrimitiveCounts {
  std::uint64_t vertices = 0, indices = 0, surfaces = 0, morphs = 0;
  bool has_detail = false;
  std::uint32_t most_influences = 0;
};
struct PrimitiveSize {
  std::uint64_t bytes = 0;
  std::uint64_t influence_bytes = 0;  // only if it is skinned
};
PrimitiveSize primitive_size(const PrimitiveCounts& counts);
inline constexpr std::uint64_t kBytesPerJoint = sizeof(Bounds);
// Bytes per joint of an instance that has its own palette because its vertices follow its node.
inline constexpr std::uint64_t kBytesPerOwnJoint = sizeof(Mat4d) + 3 * sizeof(Affine);

}  // namespace skelter
