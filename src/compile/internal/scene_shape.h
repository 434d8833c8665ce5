#pragma once
// SceneShape: a scene as a ModelShape, for drawing it without compiling it. ReferencePose: poses of the
// reference evaluator as ModelPoses.

#include <memory>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Fills the pose of a shape from a pose of the scene that the shape was made from, or of the scene that was
// made of its pack. All matrices are computed in double and rounded to float once.
class ReferencePose {
 public:
  // Neither the scene nor the shape need outlive this.
  ReferencePose(const Scene& scene, const ModelShape& shape);
  ReferencePose(ReferencePose&&) noexcept;
  ReferencePose& operator=(ReferencePose&&) noexcept;
  ~ReferencePose();

  // Model space begins at `origin`: near what is looked at, floats are as good as there. Valid until the next
  // call. Precondition: a pose of that scene.
  ModelPose of(const Pose& pose, const Vec3d& origin = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Per node whether it is drawn as a bone: the joints of all skins; without skins the nodes that clips move;
// without clips all nodes.
std::vector<bool> bone_nodes(const Scene& scene);

// Of any valid scene, however many nodes it has: the joints are its nodes, the triangles keep their order.
class SceneShape {
 public:
  // The scene outlives this, and does not change meanwhile. Errors: limit_exceeded ("build.palette-size") for
  // a skin of more than kMaxPaletteSize joints.
  static Result<SceneShape> create(const Scene& scene);
  // With file, look and images only.
  static Result<SceneShape> look_of(const Scene& scene);
  SceneShape(SceneShape&&) noexcept;
  SceneShape& operator=(SceneShape&&) noexcept;
  ~SceneShape();

  const ModelShape& shape() const;
  ModelPose pose(const Pose& pose, const Vec3d& origin = {});

 private:
  struct State;
  explicit SceneShape(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
