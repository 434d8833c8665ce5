#pragma once
// A ModelPose, and data for drawing that goes beyond its matrices.

#include <cstdint>
#include <span>
#include <vector>

#include "render/model/gpu_scene.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

struct FramePose {
  struct Palette {               // per skin
    bool plain_normals = false;  // see has_plain_normals()
    bool mirrored = false;       // whether most matrices flip the triangle winding
  };
  ModelPose pose;
  std::vector<Palette> palettes;             // per skin of the shape
  std::vector<DualQuaternionEntry> motions;  // pose.palettes as dual quaternions, if needed

  std::span<const Affine> matrices_of(const ModelSkin& skin) const {
    return pose.palettes.subspan(skin.first, skin.size);
  }
  // Returns world_from_mesh of an unskinned mesh.
  Mat4d world_from_mesh(const ModelSkin& skin) const {
    return pose.world_from_model * to_double(to_mat4(matrices_of(skin)[skin.node_entry]));
  }
};

// Fills `out`, reusing its memory.
void look_at_pose(const GpuModel& model, const ModelPose& pose, bool dual_quaternions, FramePose& out);

// Updates the bounds of the model's items for the pose.
void update_bounds(GpuModel& model, const FramePose& frame);

// Returns the weights in the order of the mesh's targets.
std::span<const float> morph_weights_of(const DrawItem& item, const ModelShape& shape, const ModelPose& pose);
// Returns the active targets in the pose: x is the target, y the weight.
std::vector<Vec4> morphs_in_use(const DrawItem& item, const ModelShape& shape, const ModelPose& pose);

}  // namespace skelter
