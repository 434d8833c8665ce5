#include "demos/overlay_demo.h"

#include <cmath>

#include "demos/keys.h"

namespace skelter::demos {
namespace {

constexpr double kClickReach = 4;  // mouse movement in pixels that still counts as a click

}  // namespace

void OverlayDemo::handle(const InputEvent& event) {
  view_.handle(event);
  listen_for_click(event);
  if (std::holds_alternative<CloseEvent>(event)) quits_ = true;
  const auto* key = std::get_if<KeyEvent>(&event);
  if (key == nullptr) return;
  if (key->press == Press::down && key->key == Key::escape) quits_ = true;
  if (key->press == Press::down && is_help(key->key)) help_shown_ = !help_shown_;
  on_key(*key);
}

void OverlayDemo::listen_for_click(const InputEvent& event) {
  if (const auto* move = std::get_if<MouseMoveEvent>(&event)) {
    if (pressed_at_ && std::hypot(move->x - pressed_at_->x, move->y - pressed_at_->y) > kClickReach)
      pressed_at_.reset();
    return;
  }
  const auto* button = std::get_if<MouseButtonEvent>(&event);
  if (button == nullptr || button->button != MouseButton::left) return;
  if (button->press == Press::down) {
    pressed_at_ = Vec2d{button->x, button->y};
  } else if (pressed_at_) {
    on_click(pressed_at_->x, pressed_at_->y);
    pressed_at_.reset();
  }
}

double OverlayDemo::rest_s() {
  constexpr double kLookAtShaders_s = 0.25;
  if (is_moving()) return 0;
  return shader_folder_.empty() ? kUntilInput : kLookAtShaders_s;
}

Result<void> OverlayDemo::draw(const FrameSize& size) {
  const Result<bool> reloaded = reload_changed_shaders();
  if (!reloaded)
    shader_error_ = to_string(reloaded.error());
  else if (*reloaded)
    shader_error_.clear();
  return draw_frame(size);
}

Overlay OverlayDemo::overlay(double width, double height) const {
  Overlay overlay;
  add_overlay(overlay, width, height);
  if (!faithful_) overlay.add_key_hint(width, height);
  return overlay;
}

Overlay OverlayDemo::help_overlay(double width, double height) const {
  return help_shown_ ? help_box(width, height, help()) : Overlay();
}

void OverlayDemo::draw_panels(const FrameSize& size) {
  const double width = size.width / size.pixels_per_point, height = size.height / size.pixels_per_point;
  draw_overlay(overlay(width, height), size.pixels_per_point);
  draw_overlay(shader_error_overlay(shader_error_, height), size.pixels_per_point);
  draw_overlay(help_overlay(width, height), size.pixels_per_point);
}

}  // namespace skelter::demos
