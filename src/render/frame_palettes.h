#pragma once
// FramePalettes: the bone matrices of a scene in one pose, once for all meshes that share them.

#include <cstdint>
#include <span>
#include <vector>

#include "render/gpu_scene.h"
#include "skelter/math/soa.h"
#include "skelter/scene/evaluate.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

struct FramePalettes {
  struct Range {
    std::uint32_t first = 0, size = 0;  // entries of this mesh
    bool plain_normals = false;         // see has_plain_normals()
  };
  std::vector<Mat4d> world_from_mesh;        // all entries
  std::vector<Affine> matrices;              // the same as floats
  std::vector<DualQuaternionEntry> motions;  // the same as dual quaternions, where these are wanted
  std::vector<Range> ranges;                 // per item of the scene; empty for those without skin

  std::span<const Affine> matrices_of(const Range& range) const {
    return std::span(matrices).subspan(range.first, range.size);
  }
};

// Entries of a mesh: the joints of its skin, then its node if some vertices follow that. Meshes with one skin
// share their entries.
FramePalettes frame_palettes(const GpuScene& gpu, const Scene& scene, const Pose& pose,
                             bool dual_quaternions);

// Sets the items' bounds for the pose.
void update_bounds(GpuScene& gpu, const Pose& pose, const FramePalettes& palettes);

Bounds transformed(const Bounds& box, const Mat4d& matrix);

// The targets that are on in that pose: x is the target, y the weight.
std::vector<Vec4> morphs_in_use(const DrawItem& item, const Scene& scene, const Pose& pose);

}  // namespace skelter
