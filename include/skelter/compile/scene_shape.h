#pragma once
// Draws a scene in any pose of its nodes, without a skeleton: SceneShape makes a ModelShape of the scene, and
// fills ModelPoses.
//
//   SceneShape shape = *SceneShape::create(scene);
//   UploadedModel model = *renderer.upload(shape.shape(), textures);
//   renderer.draw(model, shape.pose(evaluate(scene, clip, time_s)), camera, width, height);

#include <memory>

#include "skelter/core/result.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

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
  // All matrices are computed in double and rounded to float once. Valid until the next call. Precondition: a
  // pose of the scene.
  ModelPose pose(const Pose& pose);

 private:
  struct State;
  explicit SceneShape(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
