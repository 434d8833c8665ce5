#pragma once
// The blend demo without its window: keys switch five sets (partial clips) and a second set for the left arm.

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

// One set: a clip and the amount by which it plays.
struct BlendSet {
  const char* clip;   // clip name; case is ignored
  const char* label;  // name in the key guide
  double amount;      // above 1 exaggerates
  bool on;            // initial state
};
// The first five sets are the article's. The sixth is new and has a different motion for the left arm.
const std::array<BlendSet, kBlendSets>& blend_sets();

class BlendState {
 public:
  // If `faithful`, matrices are added element by element, one tick is a millisecond, loops are one tick
  // longer, and missing key lists give the identity.
  explicit BlendState(bool faithful);

  // Keys act on release, as in the article: 1 to 6 (digit row or number pad), Space, N, plus and minus.
  void handle(const KeyEvent& event);

  bool on(std::size_t set) const { return on_[set]; }
  double amount(std::size_t set) const { return amounts_[set]; }
  std::size_t last_changed() const { return last_; }
  MixMode mode() const { return mode_; }
  EvaluateOptions evaluate_options() const;

  // Returns the layers to mix. `clips` are the indices of the sets' clips; a set without a clip is inactive.
  std::vector<MixLayer> layers(const std::array<std::optional<std::uint32_t>, kBlendSets>& clips,
                               double time_s) const;

 private:
  bool faithful_;
  MixMode mode_;
  std::array<bool, kBlendSets> on_{};
  std::array<double, kBlendSets> amounts_{};
  std::size_t last_ = 0;
};

// Eye at (600, 200, -600) in Direct3D's axes, looking at the origin; field of view 45 degrees, near 1, far
// 10000.
Camera blend_camera();

// Adds the yellow list of keys, one line per key, and a bar for each set.
void add_key_guide(Overlay& overlay, const BlendState& state,
                   const std::array<std::optional<std::uint32_t>, kBlendSets>& clips);

}  // namespace skelter::demos
