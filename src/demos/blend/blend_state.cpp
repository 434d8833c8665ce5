#include "demos/blend/blend_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "demos/keys.h"

namespace skelter::demos {

const std::array<BlendSet, kBlendSets>& blend_sets() {
  static constexpr std::array<BlendSet, kBlendSets> kSets{{{"left_arm", "left arm", 1.5, true},
                                                           {"right_arm", "right arm", 1.5, true},
                                                           {"left_leg", "left leg", 1.2, true},
                                                           {"right_leg", "right leg", 1.2, true},
                                                           {"body", "body", 1.0, true},
                                                           {"wave_left_arm", "waving left arm", 1.0, false}}};
  return kSets;
}

BlendState::BlendState(bool faithful)
    : faithful_(faithful), mode_(faithful ? MixMode::elements : MixMode::additive) {
  for (std::size_t i = 0; i < kBlendSets; ++i) {
    on_[i] = blend_sets()[i].on;
    amounts_[i] = blend_sets()[i].amount;
  }
}

void BlendState::handle(const KeyEvent& event) {
  if (event.press != Press::up) return;
  if (const auto digit = digit_of(event.key); digit && *digit >= 1 && *digit <= int{kBlendSets}) {
    last_ = static_cast<std::size_t>(*digit) - 1;
    on_[last_] = !on_[last_];
  }
  // Switches on only the article's five sets, not the second set of the left arm.
  if (event.key == Key::space) std::fill(on_.begin(), on_.begin() + 5, true);
  if (is_letter(event.key, 'N')) mode_ = mode_ == MixMode::elements ? MixMode::additive : MixMode::elements;
  const double change = is_plus(event.key) ? kAmountStep : is_minus(event.key) ? -kAmountStep : 0;
  amounts_[last_] = std::clamp(amounts_[last_] + change, 0.0, kLargestAmount);
}

EvaluateOptions BlendState::evaluate_options() const {
  EvaluateOptions options;
  if (!faithful_) return options;
  options.extra_tick = true;
  options.tick_is_ms = true;
  return options;
}

std::vector<MixLayer> BlendState::layers(const std::array<std::optional<std::uint32_t>, kBlendSets>& clips,
                                         double time_s) const {
  std::vector<MixLayer> layers;
  for (std::size_t i = 0; i < kBlendSets; ++i)
    if (on_[i] && clips[i]) layers.push_back({*clips[i], amounts_[i], time_s});
  return layers;
}

Camera blend_camera() {
  Camera camera;
  camera.eye = {600, 200, 600};
  camera.target = {0, 0, 0};
  camera.fov_y_deg = 45;
  camera.near_distance = 1;
  camera.far_distance = 10000;
  return camera;
}

void add_key_guide(Overlay& overlay, const BlendState& state,
                   const std::array<std::optional<std::uint32_t>, kBlendSets>& clips) {
  constexpr double kLeft = 8, kBarLeft = 140, kBarPerOne = 20, kBarHeight = 8;
  constexpr Vec3 kOff{0.45f, 0.45f, 0};
  double y = 8;
  for (std::size_t i = 0; i < kBlendSets; ++i, y += kLineHeight) {
    const Vec3 color = state.on(i) ? kYellow : kOff;
    overlay.texts.push_back({kLeft, y, color, fmt::format("{}  {}", i + 1, blend_sets()[i].label)});
    if (!clips[i]) {
      overlay.texts.push_back({kBarLeft, y, kOff, "not in this file"});
      continue;
    }
    const double top = y + (kLineHeight - kBarHeight) / 2 - 1;
    overlay.boxes.push_back({kBarLeft, top, kBarPerOne * kLargestAmount, kBarHeight, kOff, false});
    overlay.boxes.push_back({kBarLeft, top, kBarPerOne * state.amount(i), kBarHeight, color, state.on(i)});
    overlay.texts.push_back(
        {kBarLeft + kBarPerOne * kLargestAmount + 8, y, color,
         fmt::format("{:.1f}{}", state.amount(i), state.last_changed() == i ? " <" : "")});
  }
  const bool elements = state.mode() == MixMode::elements;
  overlay.add_lines(
      kLeft, y, kYellow,
      {"Space  all on", "+ -  amount of the one marked <",
       fmt::format("N  {}", elements ? "matrices added, element by element" : "rotations turned, not added"),
       "Escape  quit"});
}

}  // namespace skelter::demos
