#pragma once
// ReferencePose: poses of a scene's nodes as ModelPoses.

#include <memory>
#include <vector>

#include "skelter/runtime/model_pose.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Fills the pose of a shape from a pose of its scene, or of the scene made from its pack. All matrices are
// computed in double and rounded to float once.
class ReferencePose {
 public:
  // Keeps no reference to the scene or the shape.
  ReferencePose(const Scene& scene, const ModelShape& shape);
  ReferencePose(ReferencePose&&) noexcept;
  ReferencePose& operator=(ReferencePose&&) noexcept;
  ~ReferencePose();

  // Model space starts at the origin of the shape. If the model is far from there, it starts near the model,
  // where floats keep full precision. Valid until the next call. Precondition: a pose of that scene.
  ModelPose of(const Pose& pose);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether each node is drawn as a bone: joints of all skins; without skins, nodes that clips move; without
// clips, all nodes.
std::vector<bool> bone_nodes(const Scene& scene);

}  // namespace skelter
