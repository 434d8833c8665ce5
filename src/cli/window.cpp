#include "cli/window.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "skelter/viewer/application.h"

namespace skelter::cli {
namespace {

constexpr double kOrbitDegPerPixel = 0.4;
constexpr double kZoomPerNotch = 0.9;
constexpr double kNearest = 0.05, kFarthest = 20;  // times the distance at the start
constexpr const char* kKeys =
    "drag: turn   wheel: nearer, farther   Space: pause   F1 or ?: keys   Escape: quit";

// A motion that plays until the person has seen enough.
class MotionShow : public Application {
 public:
  MotionShow(const Scene& scene, const WindowOptions& options, const ConsoleOptions& console)
      : scene_(scene), options_(options), console_(console), draw_(options.draw) {
    bounds_ = motion_bounds(scene, options.pose_at, 0, options.duration_s);
    AutoCameraOptions automatic;
    automatic.aspect = static_cast<double>(options.width) / options.height;
    camera_ = options.camera ? *options.camera : auto_camera(bounds_, automatic);
    start_distance_ = length(camera_.eye - camera_.target);
    if (!bounds_.empty()) draw_.ground_y = bounds_.min.y;
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    renderer_.emplace(std::move(*renderer));
    Diagnostics missing;
    const auto textures = load_textures(scene_, missing);
    if (!textures_reported_) report(missing, console_);
    textures_reported_ = true;
    auto uploaded = renderer_->upload(scene_, textures);
    if (!uploaded) return uploaded.error();
    uploaded_.emplace(std::move(*uploaded));
    return {};
  }
  void lose_context() override {
    uploaded_.reset();
    renderer_.reset();
  }

  void handle(const InputEvent& event) override {
    if (const auto* key = std::get_if<KeyEvent>(&event); key != nullptr && key->press == Press::down) {
      if (key->key == Key::escape) quit_ = true;
      if (key->key == Key::space) paused_ = !paused_;
      if (key->key == Key::f1 || key->key == Key::slash) keys_shown_ = !keys_shown_;
    }
    if (const auto* button = std::get_if<MouseButtonEvent>(&event);
        button != nullptr && button->button == MouseButton::left) {
      dragging_ = button->press == Press::down;
      last_ = {button->x, button->y};
    }
    if (const auto* move = std::get_if<MouseMoveEvent>(&event); move != nullptr && dragging_) {
      camera_ =
          orbited(camera_, (last_.x - move->x) * kOrbitDegPerPixel, (move->y - last_.y) * kOrbitDegPerPixel);
      camera_ = with_depth_range(camera_, bounds_);
      last_ = {move->x, move->y};
    }
    if (const auto* wheel = std::get_if<WheelEvent>(&event)) zoom(wheel->steps);
  }
  void update(double step_s) override {
    if (!paused_) time_s_ += step_s * options_.speed;
  }
  Result<void> draw(const FrameSize& size) override {
    return renderer_->draw(*uploaded_, scene_, options_.pose_at(time_s_), camera_, size.width, size.height,
                           draw_);
  }
  void draw_panels(const FrameSize&) override {}

  bool wants_to_quit() const override { return quit_; }
  std::string title() const override { return keys_shown_ ? kKeys : options_.title; }

 private:
  void zoom(double steps) {
    const Vec3d away = camera_.eye - camera_.target;
    const double wanted = length(away) * std::pow(kZoomPerNotch, std::clamp(steps, -10.0, 10.0));
    const double distance = std::clamp(wanted, kNearest * start_distance_, kFarthest * start_distance_);
    camera_.eye = camera_.target + normalized(away) * distance;
    camera_ = with_depth_range(camera_, bounds_);
  }

  const Scene& scene_;
  const WindowOptions& options_;
  const ConsoleOptions& console_;
  DrawOptions draw_;
  Camera camera_;
  double start_distance_ = 1;
  Bounds bounds_;  // of the motion; near and far are set for it when the camera moves
  double time_s_ = 0;
  bool paused_ = false, keys_shown_ = false, dragging_ = false, quit_ = false, textures_reported_ = false;
  Vec2d last_{};
  std::optional<Renderer> renderer_;
  std::optional<UploadedScene> uploaded_;
};

}  // namespace

Result<void> run_window(const Scene& scene, const WindowOptions& options, const ConsoleOptions& console) {
  MotionShow show(scene, options, console);
  ApplicationWindow window;
  window.x = options.x;
  window.y = options.y;
  window.width = options.width;
  window.height = options.height;
  return run_application(show, window);
}

}  // namespace skelter::cli
