// Animation sets that each move a part of the body, added to the rest pose. 1 to 9 switch them on and off,
// Space switches all on. Without names: the parts of the mannequin's walk, and a wave of the arm. Usage:
// blend_sets FILE [SET...]
#include "show.h"
#include "skelter/load.h"
#include "skelter/render/renderer.h"
#include "skelter/scene/edit.h"

using namespace skelter;

namespace {

struct Set {
  std::uint32_t clip;
  bool on;
};

class BlendWindow : public Program {
 public:
  BlendWindow(Scene scene, std::vector<Set> sets) : scene_(std::move(scene)), sets_(std::move(sets)) {
    Diagnostics notes;
    textures_ = load_textures(scene_, notes);
    camera_ = auto_camera(pose_bounds(scene_, rest_pose(scene_)));
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    auto uploaded = renderer->upload(scene_, textures_);
    if (!uploaded) return uploaded.error();
    on_card_.emplace(OnCard{std::move(*renderer), std::move(*uploaded)});
    return {};
  }
  void lose_context() override { on_card_.reset(); }

  void on_key(Key key, bool down) override {
    const std::size_t set = std::size_t(key) - '1';
    if (down && set < sets_.size()) sets_[set].on = !sets_[set].on;
    for (Set& one : sets_) one.on = one.on || (down && key == Key::space);
  }
  void update(double step_s) override { now_s_ += step_s; }
  Result<void> draw(const FrameSize& size) override {
    return on_card_->renderer.draw(on_card_->uploaded, scene_, blended(now_s_), camera_, size.width,
                                   size.height);
  }
  std::string title() const override {
    std::string text = "Sets:";
    for (const Set& set : sets_)
      text += (set.on ? " +" : " -") + scene_.clips[set.clip].name.value_or("unnamed");
    return text;
  }

 private:
  // Every set adds how far it turns each bone away from rest, so sets of different bones do not touch each
  // other.
  Pose blended(double time_s) const {
    std::vector<MixLayer> layers;
    for (const Set& set : sets_)
      if (set.on) layers.push_back({set.clip, 1.0, time_s});
    return evaluate_mix(scene_, layers, MixMode::additive);
  }

  struct OnCard {
    Renderer renderer;
    UploadedScene uploaded;
  };
  Scene scene_;
  std::vector<Set> sets_;
  std::vector<std::optional<Image>> textures_;
  Camera camera_;
  std::optional<OnCard> on_card_;
  double now_s_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  std::vector<std::string> names = arguments.plain;
  if (names.empty()) return std::puts("usage: blend_sets FILE [SET...]"), 2;
  auto scene = load_scene(names[0]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  names.erase(names.begin());
  if (names.empty()) names = {"left_leg", "right_leg", "body", "right_arm", "left_arm", "wave_left_arm"};
  std::vector<Set> sets;
  for (const std::string& name : names) {
    const auto clip = choose_clip(*scene, name);
    if (!clip) return std::puts(to_string(clip.error()).c_str()), 1;
    sets.push_back({*clip, name != "wave_left_arm"});
  }
  BlendWindow window(std::move(*scene), std::move(sets));
  return show(window, arguments);
}
