#include "demos/blend/blend_demo.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "demos/blend/blend_scene.h"
#include "demos/blend/blend_state.h"
#include "demos/key_picture.h"
#include "demos/scene_demo.h"
#include "render/look/internal/sprite.h"

namespace skelter::demos {
namespace {

class BlendDemo : public SceneDemo {
 public:
  BlendDemo(BlendScene blend, const Diagnostics& notes, const DemoOptions& options)
      : SceneDemo(std::move(blend.scene), options.faithful, options.textures),
        clips_(blend.clips),
        state_(options.faithful) {
    SceneDemo::diagnostics().append(notes);
    view().reset(blend_camera(), pose_bounds(scene(), rest_pose(scene())));
  }

  Result<void> gain_context() override {
    if (!faithful()) return SceneDemo::gain_context();
    Image keys = key_picture();
    apply_color_key(keys, 0, 0, 0);
    auto guide = Sprite::create(keys);
    if (!guide) return guide.error();
    guide_.emplace(std::move(*guide));
    return SceneDemo::gain_context();
  }
  void lose_context() override {
    guide_.reset();
    SceneDemo::lose_context();
  }
  // The article shows its list of keys as an image over the model. This demo draws lines of text with bars.
  Result<void> draw_frame(const FrameSize& size) override {
    const auto drawn = SceneDemo::draw_frame(size);
    if (!drawn || !guide_) return drawn;
    SpritePosition place;
    place.scale = static_cast<std::uint32_t>(std::max(1.0, std::floor(size.pixels_per_point)));
    place.tint = kYellow;
    place.alpha_reference = 1;
    guide_->draw(size.width, size.height, place);
    return {};
  }

  void update(double step_s) override { clock_.advance(step_s); }
  void seek(double time_s) override { clock_.time_s = time_s; }
  std::string title() const override { return "Blended Skeletal Animation Demo"; }

  double cycle_s() const override {
    const EvaluateOptions options = state_.evaluate_options();
    double longest_s = 0;
    for (const auto& clip : clips_) {
      if (!clip) continue;
      const Clip& one = scene().clips[*clip];
      // If a tick is a millisecond, the clip's duration changes by its tick rate / 1000.
      const double stretch = options.tick_is_ms && one.ticks_per_second ? *one.ticks_per_second / 1000 : 1;
      longest_s = std::max(longest_s, one.duration_s * stretch);
    }
    return longest_s;
  }

 protected:
  void on_key(const KeyEvent& event) override { state_.handle(event); }
  // The engine has neither of the article's modes: one adds matrices, the other turns beyond a clip's pose.
  Actor& show(Actor& actor) override {
    actor.show_pose(evaluate_mix(scene(), state_.layers(clips_, clock_.time_s), state_.mode(),
                                 state_.evaluate_options()));
    return actor;
  }
  DrawOptions draw_options() const override {
    DrawOptions draw;
    draw.background = Vec3{0, 0, 64 / 255.0f};
    draw.shadow = false;
    return draw;
  }
  void add_overlay(Overlay& overlay, double, double) const override {
    overlay.shaded_texts = false;
    if (!faithful()) add_key_guide(overlay, state_, clips_);
  }
  std::vector<std::string> help() const override {
    return {"1 2 3 4 5\tleft arm, right arm, left leg, right leg, body: on or off",
            "6\ta different motion for the left arm; with 1 off, a new animation",
            "Space\t1 to 5 on",
            "+ -\tamount of the last one; above 1 exaggerates",
            "N\tmatrices added element by element, or proper rotations",
            "mouse\tdrag turns, wheel zooms",
            "F1 or ?\tthis help",
            "Escape\tquit"};
  }

 private:
  std::array<std::optional<std::uint32_t>, kBlendSets> clips_;
  BlendState state_;
  Timeline clock_;
  std::optional<Sprite> guide_;  // only for --faithful
};

}  // namespace

Result<Demo> make_blend_demo(Scene scene, const DemoOptions& options) {
  Diagnostics notes;
  if (options.faithful) scene.absent = Absent::identity;  // like missing channels in the article
  auto blend = make_blend_scene(std::move(scene), notes);
  if (!blend) return blend.error();
  Demo demo;
  demo.application = std::make_unique<BlendDemo>(std::move(*blend), notes, options);
  demo.window.x = demo.window.y = 0;
  demo.window.width = 640;
  demo.window.height = 480;
  demo.window.resizable = false;
  return demo;
}

}  // namespace skelter::demos
