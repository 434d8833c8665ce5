#include "demos/scene_demo.h"
#include "skelter/math/trig.h"

#include <utility>

namespace skelter::demos {
namespace {

constexpr double kLiesWhenLonger = 1.5;  // length along z, in heights

}  // namespace

SceneDemo::SceneDemo(Scene scene, bool faithful, const TextureOptions& textures)
    : OverlayDemo(faithful), scene_(std::move(scene)) {
  textures_ = load_textures(scene_, diagnostics(), textures);
}

Result<void> SceneDemo::gain_context() {
  auto renderer = Renderer::create({shader_folder(), debug_shaders()});
  if (!renderer) return renderer.error();
  on_card_.emplace(OnCard{std::move(*renderer), std::nullopt});
  return upload();
}

Result<void> SceneDemo::upload() {
  auto uploaded = UploadedScene::create(on_card_->renderer, scene_, textures_);
  if (!uploaded) return uploaded.error();
  on_card_->uploaded.emplace(std::move(*uploaded));
  return {};
}

void SceneDemo::lose_context() {
  on_card_.reset();
}

void SceneDemo::replace_scene(Scene scene) {
  scene_ = std::move(scene);
  if (on_card_) on_card_->uploaded.reset();
}

Result<void> SceneDemo::draw_frame(const FrameSize& size) {
  if (!on_card_->uploaded)
    if (const auto made = upload(); !made) return made;
  const auto drawn = draw_scene(on_card_->renderer, *on_card_->uploaded, size);
  counters_ = on_card_->renderer.counters();
  return drawn;
}

Result<void> SceneDemo::draw_scene(Renderer& renderer, UploadedScene& uploaded, const FrameSize& size) {
  return uploaded.draw(renderer, pose(), view().camera(), size.width, size.height, draw_options());
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
  // Feet are at the origin, so the head is at the farther end of the box.
  const double head = box.max.z + box.min.z > 0 ? 1 : -1;
  notes.add(Severity::note, "demo.stood-up", {scene.file, 0, {}, {}},
            "the model lies along z; it was turned upright");
  // Models with z up face -y, like Biped's.
  return placed(std::move(scene),
                rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, trig::kPi)) *
                    rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, -head * trig::kPi / 2)));
}

}  // namespace skelter::demos
