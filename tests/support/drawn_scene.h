#pragma once
// A scene on the GPU, drawn in poses of its nodes.

#include <optional>
#include <span>
#include <utility>

#include "skelter/compile/scene_shape.h"
#include "skelter/render/renderer.h"

namespace skelter::test {

class DrawnScene {
 public:
  static Result<DrawnScene> create(Renderer& renderer, const Scene& scene,
                                   std::span<const std::optional<Image>> textures = {}) {
    Result<SceneShape> shape = SceneShape::create(scene);
    if (!shape) return shape.error();
    Result<UploadedModel> model = renderer.upload(shape->shape(), textures);
    if (!model) return model.error();
    return DrawnScene(std::move(*shape), std::move(*model));
  }

  Result<void> draw(Renderer& renderer, const Pose& nodes, const Camera& camera, std::uint32_t width,
                    std::uint32_t height, const DrawOptions& options = {}) {
    return renderer.draw(model_, pose(nodes), camera, width, height, options);
  }
  UploadedModel& model() { return model_; }
  ModelPose pose(const Pose& nodes) { return shape_.pose(nodes); }

 private:
  DrawnScene(SceneShape shape, UploadedModel model) : shape_(std::move(shape)), model_(std::move(model)) {}

  SceneShape shape_;
  UploadedModel model_;
};

}  // namespace skelter::test
