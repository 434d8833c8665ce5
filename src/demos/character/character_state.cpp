#include "demos/character/character_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "demos/keys.h"
#include "skelter/math/trig.h"

namespace skelter::demos {
namespace {

constexpr std::size_t kDigitKeys = 9;
constexpr double kSpeedStep = 0.1, kFastest = 3;
constexpr double kTurnRadPerSecond = 2;
constexpr double kWishStep = 0.5, kFastestWish = 4;  // m/s, for the graph
constexpr double kPersonHeight = 1.8;  // height of the model that the tutorial's light position suits
constexpr double kLightStepRad = std::numbers::pi / 6;
constexpr std::array<std::uint32_t, 4> kPalettes{26, 30, 40, 0};
// Heights of models, in units, that suit the tutorial's two cameras.
constexpr double kFirstCameraHeight = 4, kSecondCameraHeight = 20;
// Distance of the corrected second camera from a model 20 units tall. From the tutorial's distance of 20, the
// model spans 0 to 45 degrees, but the view only 4 to 49. From 28, the model spans 0 to 36 and the view -3 to
// 42.
constexpr double kSecondCameraDistance = 28;

}  // namespace

std::vector<std::uint32_t> keyed_clips(const Scene& scene) {
  std::size_t fullest = 0;
  for (const Clip& clip : scene.clips) fullest = std::max(fullest, clip.targets.size());
  std::vector<std::uint32_t> keyed;
  for (std::uint32_t i = 0; i < scene.clips.size() && keyed.size() < kDigitKeys; ++i)
    if (2 * scene.clips[i].targets.size() >= fullest) keyed.push_back(i);
  return keyed;
}

CharacterState::CharacterState(std::vector<std::uint32_t> clips, std::size_t start, double height,
                               bool faithful)
    : clips_(std::move(clips)),
      clip_(start),
      height_(height),
      faithful_(faithful),
      camera_(faithful ? CharacterCamera::first : CharacterCamera::automatic) {}

void CharacterState::handle(const KeyEvent& event) {
  const bool held = event.press != Press::up;
  if (event.key == Key::up) forward_ = held;
  if (event.key == Key::down) backward_ = held;
  if (event.key == Key::left) left_ = held;
  if (event.key == Key::right) right_ = held;
  if (!held) return;
  if (is_plus(event.key)) speed_ = std::min(speed_ + kSpeedStep, kFastest);
  if (is_minus(event.key)) speed_ = std::max(speed_ - kSpeedStep, 0.0);
  if (is_letter(event.key, 'L')) ++light_steps_;
  if (has_graph_) handle_graph(event);
  if (event.press != Press::down) return;
  if (const auto digit = digit_of(event.key);
      digit && *digit >= 1 && static_cast<std::size_t>(*digit) <= clips_.size())
    clip_ = static_cast<std::size_t>(*digit) - 1, graph_plays_ = tours_ = false;
  if (is_letter(event.key, 'C')) camera_ = static_cast<CharacterCamera>((static_cast<int>(camera_) + 1) % 3);
  if (is_letter(event.key, 'P')) palette_ = (palette_ + 1) % kPalettes.size();
  if (is_letter(event.key, 'D')) wants_new_context_ = true;
}

void CharacterState::handle_graph(const KeyEvent& event) {
  const bool pressed = event.press == Press::down;
  if (pressed && is_letter(event.key, 'G')) {
    if (!graph_plays_) wish_ = {};
    begin_tour();
    return;
  }
  const bool arrow =
      event.key == Key::up || event.key == Key::down || event.key == Key::left || event.key == Key::right;
  if (!arrow &&
      !(pressed && (is_letter(event.key, 'J') || is_letter(event.key, 'T') || is_letter(event.key, 'W'))))
    return;
  if (!graph_plays_) wish_ = {};
  graph_plays_ = true;
  tours_ = false;
  if (event.key == Key::up) wish_.speed_m_s = std::min(wish_.speed_m_s + kWishStep, kFastestWish);
  if (event.key == Key::down) wish_.speed_m_s = std::max(wish_.speed_m_s - kWishStep, 0.0);
  if (event.key == Key::up) wish_.sits = false;
  if (!pressed) return;
  if (is_letter(event.key, 'J')) ++wish_.jumps;
  if (is_letter(event.key, 'W')) ++wish_.waves;
  if (!is_letter(event.key, 'T')) return;
  wish_.sits = !wish_.sits;
  wish_.speed_m_s = 0;
}

void CharacterState::update(double step_s) {
  if (graph_plays_) return;
  const double turn = (left_ ? 1 : 0) - (right_ ? 1 : 0);
  heading_rad_ += turn * kTurnRadPerSecond * step_s;
  const double way = ((forward_ ? 1 : 0) - (backward_ ? 1 : 0)) * stride_ * height_ * speed_ * step_s;
  position_ += Vec3d{std::sin(heading_rad_), 0, std::cos(heading_rad_)} * way;
}

Vec3d CharacterState::light() const {
  const double angle = light_steps_ * kLightStepRad;
  const double scale = faithful_ ? 1 : height_ / kPersonHeight;
  return Vec3d{100 * std::sin(angle), 50, 100 * std::cos(angle)} * scale;
}

std::uint32_t CharacterState::palette() const {
  return kPalettes[palette_];
}

bool CharacterState::takes_new_context() {
  return std::exchange(wants_new_context_, false);
}

Mat4d CharacterState::place() const {
  return translation_matrix(position_) * rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, heading_rad_));
}

std::optional<Camera> character_camera(CharacterCamera which, double height, double ground_y, bool faithful) {
  if (which == CharacterCamera::automatic) return std::nullopt;
  Camera camera;
  camera.fov_y_deg = 45;
  camera.near_distance = 1;
  camera.far_distance = 10000;
  const bool first = which == CharacterCamera::first;
  camera.eye = first ? Vec3d{0, 0, 10} : Vec3d{0, 0, 20};
  camera.target = first ? Vec3d{0, 0, 0} : Vec3d{0, 10, 0};
  if (faithful) return camera;
  if (!first) camera.eye.z = kSecondCameraDistance;
  const double scale = height / (first ? kFirstCameraHeight : kSecondCameraHeight);
  camera.eye = camera.eye * scale;
  camera.target = camera.target * scale;
  camera.near_distance *= scale;
  camera.far_distance *= scale;
  if (!first) camera.eye.y += ground_y, camera.target.y += ground_y;
  return camera;
}

}  // namespace skelter::demos
