#include <algorithm>
#include <cmath>
#include <utility>

#include "compile/internal/scene_shape.h"
#include "skelter/picture/picture.h"

namespace skelter {
namespace {

// If the target is farther from the origin than this many eye distances, matrices are relative to the target.
// Rounded to floats, they then place vertices to within a twentieth of a pixel.
constexpr double kFarFromOrigin = 1000;

Vec3d model_origin(const Camera& camera) {
  const Vec3d& at = camera.target;
  const double farthest = std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)});
  return farthest > kFarFromOrigin * length(camera.eye - at) ? at : Vec3d{};
}

}  // namespace

struct UploadedScene::State {
  SceneShape shape;
  UploadedModel model;
};

UploadedScene::UploadedScene(std::unique_ptr<State> state) : state_(std::move(state)) {}
UploadedScene::UploadedScene(UploadedScene&&) noexcept = default;
UploadedScene& UploadedScene::operator=(UploadedScene&&) noexcept = default;
UploadedScene::~UploadedScene() = default;

Result<UploadedScene> UploadedScene::create(Renderer& renderer, const Scene& scene,
                                            std::span<const std::optional<Image>> textures) {
  Result<SceneShape> shape = SceneShape::create(scene);
  if (!shape) return shape.error();
  Result<UploadedModel> model = renderer.upload(shape->shape(), textures);
  if (!model) return model.error();
  return UploadedScene(std::make_unique<State>(State{std::move(*shape), std::move(*model)}));
}

Result<void> UploadedScene::draw(Renderer& renderer, const Pose& pose, const Camera& camera,
                                 std::uint32_t width, std::uint32_t height, const DrawOptions& options) {
  return renderer.draw(state_->model, state_->shape.pose(pose, model_origin(camera)), camera, width, height,
                       options);
}

UploadedModel& UploadedScene::model() {
  return state_->model;
}

ModelPose UploadedScene::pose(const Pose& pose) {
  return state_->shape.pose(pose);
}

std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options) {
  const Result<SceneShape> look = SceneShape::look_of(scene);
  if (!look) return std::vector<std::optional<Image>>(scene.textures.size());
  return load_textures(look->shape(), diagnostics, options);
}

}  // namespace skelter
