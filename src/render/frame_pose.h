#pragma once
// FramePose: a ModelPose, and what drawing it takes beyond its matrices.

#include <cstdint>
#include <span>
#include <vector>

#include "render/gpu_scene.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

struct FramePose {
  struct Palette {               // of a skin
    bool plain_normals = false;  // see has_plain_normals()
    bool mirrored = false;       // most of its matrices turn triangles over
  };
  ModelPose pose;
  std::vector<Palette> palettes;             // per skin of the shape
  std::vector<DualQuaternionEntry> motions;  // pose.palettes as dual quaternions, where these are needed

  std::span<const Affine> matrices_of(const ModelSkin& skin) const {
    return pose.palettes.subspan(skin.first, skin.size);
  }
  // world_from_mesh of a mesh that is not skinned.
  Mat4d world_from_mesh(const ModelSkin& skin) const {
    return pose.world_from_model * to_double(to_mat4(matrices_of(skin)[skin.node_entry]));
  }
};

// Uses the memory of an earlier frame again.
void look_at_pose(const GpuModel& model, const ModelPose& pose, bool dual_quaternions, FramePose& out);

// Sets the items' bounds for the pose.
void update_bounds(GpuModel& model, const FramePose& frame);

// In the order of the mesh's targets.
std::span<const float> morph_weights_of(const DrawItem& item, const ModelShape& shape, const ModelPose& pose);
// The targets that are on in that pose: x is the target, y the weight.
std::vector<Vec4> morphs_in_use(const DrawItem& item, const ModelShape& shape, const ModelPose& pose);

}  // namespace skelter
