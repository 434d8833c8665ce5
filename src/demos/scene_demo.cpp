#include "demos/scene_demo.h"

#include <utility>

#include "skelter/render/textures.h"

namespace skelter::demos {

SceneDemo::SceneDemo(Scene scene, bool faithful, const TextureOptions& textures)
    : OverlayDemo(faithful), scene_(std::move(scene)) {
  textures_ = load_textures(scene_, diagnostics(), textures);
}

Result<void> SceneDemo::gain_context() {
  auto renderer = Renderer::create({shader_folder(), false});
  if (!renderer) return renderer.error();
  on_card_.emplace(OnCard{std::move(*renderer), std::nullopt});
  return upload();
}

Result<void> SceneDemo::upload() {
  auto uploaded = on_card_->renderer.upload(scene_, textures_);
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
  return renderer.draw(uploaded, scene_, pose(), view().camera(), size.width, size.height, draw_options());
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

}  // namespace skelter::demos
