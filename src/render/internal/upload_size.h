#pragma once
// Counts the bytes that the meshes of a model take on the graphics card, before any of them is made there.
//
// Every instance of a mesh has buffers of its own, so a small file can ask for gigabytes. Images are limited
// where they are decoded: TextureOptions::max_total_bytes.

#include <cstdint>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/math/bounds.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

struct UploadSize {
  std::uint64_t bytes = 0;       // all shown instances
  std::uint64_t mesh_bytes = 0;  // every mesh once, shown or not
  // The mesh whose shown instances take most; kNone without any.
  std::uint32_t largest_mesh = kNone;
  std::uint64_t instances = 0;        // shown instances of that mesh
  std::uint64_t instances_bytes = 0;  // what they take together

  // Adds the shown instances of one mesh, which take `mesh_instances_bytes` together.
  void add(std::uint32_t mesh, std::uint64_t mesh_instances, std::uint64_t mesh_instances_bytes);
};

// Buffers, morph targets, and what the renderer keeps in memory for each instance: bounds per joint, a fixed
// amount per primitive and material. Meshes with the same bytes are one mesh. Cost: O(meshes).
UploadSize upload_size(const ModelShape& shape);

// The limit that holds where none is given: 256 MB, and 40 times the bytes of the meshes.
std::uint64_t default_upload_limit(const UploadSize& size);

// Errors: limit_exceeded "render.too-many-instances", which names the mesh and the number of its instances.
// `max_bytes` 0: default_upload_limit().
Result<void> expect_upload_fits(const ModelShape& shape, std::uint64_t max_bytes = 0);
// The same of a size that was counted otherwise; `mesh`: the name of its largest.
Result<void> expect_upload_fits(const UploadSize& size, std::uint64_t max_bytes, std::string_view file,
                                std::string_view mesh);

// What the sizes consist of, for whoever counts them without a shape.
struct PrimitiveCounts {
  std::uint64_t vertices = 0, indices = 0, surfaces = 0, morphs = 0;
  bool has_detail = false;
  std::uint32_t most_influences = 0;
};
struct PrimitiveSize {
  std::uint64_t bytes = 0;
  std::uint64_t influence_bytes = 0;  // where it is skinned
};
PrimitiveSize primitive_size(const PrimitiveCounts& counts);
inline constexpr std::uint64_t kBytesPerJoint = sizeof(Bounds);
// Of an instance with vertices that follow its node, and that therefore has a palette of its own.
inline constexpr std::uint64_t kBytesPerOwnJoint = sizeof(Mat4d) + 3 * sizeof(Affine);

}  // namespace skelter
