#include "desktop/internal/character_window.h"

#include <utility>

namespace skelter {

Result<void> CharacterWindow::gain_context() {
  auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  TextureOptions textures;
  textures.folder = folder_;
  auto uploaded = renderer->upload(hero_->data().shape(), textures);
  if (!uploaded) return uploaded.error();
  on_card_.emplace(OnCard{std::move(*renderer), std::move(*uploaded)});
  return {};
}

void CharacterWindow::handle(const InputEvent& event) {
  if (view_) view_->handle(event);
  const auto* key = std::get_if<KeyEvent>(&event);
  quits_ = quits_ || std::holds_alternative<CloseEvent>(event) || (key != nullptr && key->key == Key::escape);
}

Result<void> CharacterWindow::draw(const FrameSize& size) {
  const ModelPose pose = hero_->pose();
  if (!view_) {
    const Bounds bounds = on_card_->uploaded.bounds(pose);
    ground_y_ = bounds.empty() ? 0 : bounds.min.y;
    AutoCameraOptions framing;
    framing.aspect = double(size.width) / double(size.height);
    view_.emplace(auto_camera(bounds, framing), bounds);
  }
  DrawOptions options;
  options.ground_y = ground_y_;
  options.grid = true;
  return on_card_->renderer.draw(on_card_->uploaded, pose, view_->camera(), size.width, size.height, options);
}

Result<void> show_character(const Character& hero, const std::function<void(double step_s)>& on_frame,
                            const std::string& texture_folder, const ApplicationWindow& window) {
  CharacterWindow application(hero, on_frame, texture_folder);
  return run_application(application, window);
}

}  // namespace skelter
