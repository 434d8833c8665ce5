#pragma once
// SceneShape converts a scene to a ModelShape, to draw it without compiling it. ReferencePose converts poses
// of the reference evaluator to ModelPoses.

#include <memory>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Fills the pose of a shape from a pose of its scene, or of the scene made from its pack. All matrices are
// computed in double precision and rounded to float once.
class ReferencePose {
 public:
  // Keeps no reference to the scene or the shape.
  ReferencePose(const Scene& scene, const ModelShape& shape);
  ReferencePose(ReferencePose&&) noexcept;
  ReferencePose& operator=(ReferencePose&&) noexcept;
  ~ReferencePose();

  // `origin`: where model space starts; near the camera target, floats have enough precision there. The
  // result is valid until the next call. Precondition: `pose` is a pose of the scene.
  ModelPose of(const Pose& pose, const Vec3d& origin = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Per node: whether it is drawn as a bone. Bones are the joints of all skins; without skins, the nodes that
// clips move; without clips, all nodes.
std::vector<bool> bone_nodes(const Scene& scene);

// The shape of any valid scene, regardless of its number of nodes. Its joints are the nodes, and triangles
// keep their order.
class SceneShape {
 public:
  // The scene must outlive this object and must not change. Errors: limit_exceeded ("build.palette-size") for
  // a skin with more than kMaxPaletteSize joints.
  static Result<SceneShape> create(const Scene& scene);
  // Creates a shape with only the file, the look and the images.
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
