#pragma once
// The blend demo without its window: five partial sets that keys switch on and off, and another for the left
// arm.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "demos/overlay.h"
#include "load/internal/timeline.h"
#include "skelter/render/camera.h"
#include "skelter/scene/evaluate.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr std::size_t kBlendSets = 6;
inline constexpr double kAmountStep = 0.1, kLargestAmount = 3;

// A set of the demonstration: which clip, and how much of it.
struct BlendSet {
  const char* clip;   // looked for without regard to case
  const char* label;  // as the key guide names it
  double amount;      // above 1 exaggerates
  bool on;            // at the start
};
// The first five are the article's, the sixth is ours: another motion for the left arm.
const std::array<BlendSet, kBlendSets>& blend_sets();

class BlendState {
 public:
  // `faithful`: matrices are added element by element, one tick is a millisecond, loops are a tick longer,
  // missing key lists are the identity.
  explicit BlendState(bool faithful);

  // Keys act when they are let go, as in the article. 1 to 5 and 6 of either place, Space, N, plus, minus.
  void handle(const KeyEvent& event);

  bool on(std::size_t set) const { return on_[set]; }
  double amount(std::size_t set) const { return amounts_[set]; }
  std::size_t last_changed() const { return last_; }
  MixMode mode() const { return mode_; }
  EvaluateOptions evaluate_options() const;

  // What to mix. `clips` are the indices of the sets' clips; a set without a clip is silent.
  std::vector<MixLayer> layers(const std::array<std::optional<std::uint32_t>, kBlendSets>& clips,
                               double time_s) const;

 private:
  bool faithful_;
  MixMode mode_;
  std::array<bool, kBlendSets> on_{};
  std::array<double, kBlendSets> amounts_{};
  std::size_t last_ = 0;
};

// Eye (600, 200, -600) in Direct3D's axes, looking at the origin; 45 degrees, near 1, far 10000.
Camera blend_camera();

// The yellow list of keys, one line per key, and a bar for each set.
void add_key_guide(Overlay& overlay, const BlendState& state,
                   const std::array<std::optional<std::uint32_t>, kBlendSets>& clips);

}  // namespace skelter::demos
