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

// Fills the pose of a shape from a pose of its scene, or of the scene made from its pack. All matrices are
// computed in double and rounded to float once.
class ReferencePose {
 public:
  // Keeps no reference to the scene or the shape.
  ReferencePose(const Scene& scene, const ModelShape& shape);
  ReferencePose(ReferencePose&&) noexcept;
  ReferencePose& operator=(ReferencePose&&) noexcept;
  ~ReferencePose();

  // Model space starts at `origin`: near the camera target, floats keep full precision there. Valid until the
  // next call. Precondition: a pose of that scene.
  ModelPose of(const Pose& pose, const Vec3d& origin = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether each node is drawn as a bone: joints of all skins; without skins, nodes that clips move; without
// clips, all nodes.
std::vector<bool> bone_nodes(const Scene& scene);

// The shape of any valid scene, however many nodes it has. Its joints are the nodes, and triangles keep their
// order.
class SceneShape {
 public:
  // The scene must outlive this object unchanged. Errors: limit_exceeded ("build.palette-size") for a skin of
  // more than kMaxPaletteSize joints.
  static Result<SceneShape> create(const Scene& scene);
  // Contains only file, look and images.
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
