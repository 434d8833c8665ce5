// A character under user control: keys 1 to 9 fade to its clips, and the arrow keys make it walk and turn on
// the ground. Usage: show_character FILE
#include <cmath>
#include <set>

#include "show.h"
#include "skelter/render/renderer.h"
#include "skelter/skelter.h"

using namespace skelter;

namespace {

constexpr double kTurn_rad_per_s = 2.5;
constexpr double kHeightsPerSecond = 0.6;  // walking speed

class Walker : public Program {
 public:
  Walker(const CharacterData& data, std::string textures) : hero_(data), textures_(std::move(textures)) {
    play(0);
    update(0);
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    TextureOptions textures;
    textures.folder = textures_;
    auto uploaded = renderer->upload(hero_.data().shape(), textures);
    if (!uploaded) return uploaded.error();
    on_card_.emplace(OnCard{std::move(*renderer), std::move(*uploaded)});
    if (height_ > 0) return {};  // after a lost context, keep the camera
    const Bounds bounds = on_card_->uploaded.bounds(hero_.pose());
    height_ = bounds.size().y;
    const Vec3d room = Vec3d{0.4, 0, 0.4} * height_;  // space to walk
    camera_ = auto_camera({bounds.min - room, bounds.max + room});
    return {};
  }
  void lose_context() override { on_card_.reset(); }

  void on_key(Key key, bool down) override {
    down ? (void)held_.insert(key) : (void)held_.erase(key);
    if (down && key >= Key('1') && key <= Key('9')) play(std::uint32_t(key) - '1');
  }

  void update(double step_s) override {
    const double turn = held_.count(Key::left) - double(held_.count(Key::right));
    const double walk = held_.count(Key::up) - double(held_.count(Key::down));
    facing_rad_ += turn * kTurn_rad_per_s * step_s;
    const double way = walk * kHeightsPerSecond * height_ * step_s;
    // The character faces +z at the start.
    place_ += Vec3d{std::sin(facing_rad_), 0, std::cos(facing_rad_)} * way;
    if (hero_.update(step_s) != Status::ok) std::puts(hero_.why().c_str());
    hero_.finish();
  }

  Result<void> draw(const FrameSize& size) override {
    ModelPose pose = hero_.pose();
    pose.world_from_model =
        translation_matrix(place_) * rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, facing_rad_));
    DrawOptions options;
    options.grid = true;
    return on_card_->renderer.draw(on_card_->uploaded, pose, camera_, size.width, size.height, options);
  }
  std::string title() const override { return "A character: 1 to 9, arrows"; }

 private:
  void play(std::uint32_t clip) {
    if (clip >= hero_.data().clip_count()) return;
    PlayOptions options;
    options.fade_s = 0.25;
    options.loop = Loop::loop;
    if (hero_.clips()->play(clip, options) != Status::ok) std::puts(hero_.why().c_str());
  }

  struct OnCard {
    Renderer renderer;
    UploadedModel uploaded;
  };
  Character hero_;
  std::string textures_;
  std::optional<OnCard> on_card_;
  Camera camera_;
  std::set<Key> held_;
  Vec3d place_;
  double facing_rad_ = 0, height_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.plain.size() != 1) return std::puts("usage: show_character FILE"), 2;
  const auto data = load_character(arguments.plain[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  Walker walker(*data, parent_folder(arguments.plain[0]));
  return show(walker, arguments);
}
