#include "demos/scene_demo.h"

#include <numbers>
#include <utility>

#include "skelter/math/trig.h"
#include "skelter/picture/picture.h"

namespace skelter::demos {
namespace {

constexpr double kLiesWhenLonger = 1.5;  // length along z, in heights

}  // namespace

SceneDemo::SceneDemo(Scene scene, bool faithful, const TextureOptions& textures,
                     const EvaluateOptions& source)
    : OverlayDemo(faithful), scene_(std::move(scene)), source_(source) {
  textures_ = load_textures(scene_, diagnostics(), textures);
}

Result<void> SceneDemo::gain_context() {
  auto renderer = Renderer::create({shader_folder(), debug_shaders()});
  if (!renderer) return renderer.error();
  on_card_.emplace(OnCard{std::move(*renderer), nullptr, std::nullopt});
  return {};
}

Result<Actor*> SceneDemo::actor() {
  if (actor_) return actor_.get();
  auto made = Actor::create(scene_, {}, {.source = source_, .meshes = true});
  if (!made) return made.error();
  actor_ = std::move(*made);
  return actor_.get();
}

Result<Actor*> SceneDemo::shown_actor() {
  const Result<Actor*> made = actor();
  if (!made) return made;
  return &show(**made);
}

Result<ModelPose> SceneDemo::shown_pose() {
  const Result<Actor*> shown = shown_actor();
  if (!shown) return shown.error();
  ModelPose pose = (*shown)->pose();
  pose.world_from_model = world_from_scene() * pose.world_from_model;
  return pose;
}

void SceneDemo::lose_context() {
  on_card_.reset();
}

void SceneDemo::replace_scene(Scene scene, const EvaluateOptions& source) {
  if (on_card_) on_card_->drawn = nullptr;
  actor_.reset();
  scene_ = std::move(scene);
  source_ = source;
}

Result<void> SceneDemo::draw_frame(const FrameSize& size) {
  const Result<Actor*> shown = shown_actor();
  if (!shown) return shown.error();
  if (on_card_->drawn != *shown) {
    on_card_->model.reset();
    auto model = on_card_->renderer.upload((*shown)->shape(), textures_);
    if (!model) return model.error();
    on_card_->model.emplace(std::move(*model));
    on_card_->drawn = *shown;
  }
  const auto drawn = draw_scene(on_card_->renderer, *on_card_->model, size);
  counters_ = on_card_->renderer.counters();
  return drawn;
}

Result<void> SceneDemo::draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size) {
  const Result<ModelPose> shown = shown_pose();
  if (!shown) return shown.error();
  return renderer.draw(model, *shown, view().camera(), size.width, size.height, draw_options());
}

Scene placed(Scene scene, const Mat4d& world_from_scene) {
  const auto root = static_cast<std::uint32_t>(scene.nodes.size());
  for (Node& node : scene.nodes)
    if (node.parent == kNone) node.parent = root;
  Node placement;
  placement.rest = to_float(world_from_scene);
  placement.synthetic = true;
  scene.nodes.push_back(std::move(placement));
  return scene;
}

Scene stood_up(Scene scene, Diagnostics& notes) {
  const Bounds box = pose_bounds(scene, rest_pose(scene));
  if (box.empty() || box.size().z <= kLiesWhenLonger * box.size().y) return scene;
  // The feet are at the origin, so the head is at the farther end of the box.
  const double head = box.max.z + box.min.z > 0 ? 1 : -1;
  notes.add(Severity::note, "demo.stood-up", {scene.file, 0, {}, {}},
            "the model lies along z; it was turned upright");
  // Models with z up face -y, as Biped models do.
  return placed(std::move(scene),
                rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, std::numbers::pi)) *
                    rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, -head * std::numbers::pi / 2)));
}

}  // namespace skelter::demos
