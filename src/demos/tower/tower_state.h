#pragma once
// The tower demo without its window: the state that the keys change.

#include <cstdint>
#include <optional>

#include "demos/tower/tower_motion.h"
#include "load/internal/timeline.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

struct TowerState {
  // Faithful: the tutorial's clock, and no extras at the start. Otherwise: with bones, weights and matrices.
  explicit TowerState(bool faithful)
      : bones(!faithful),
        weights(!faithful),
        matrices(!faithful),
        clock_kind(faithful ? TowerClock::whole_ms : TowerClock::smooth) {}

  // Keys: B bones, W weights, M matrices, N local matrices and products, V next height, K CPU or GPU, Space
  // pause, arrows step by kTowerStep_s, T clock. Keys act on press; arrows also repeat.
  void handle(const KeyEvent& event);

  bool bones, weights, matrices;
  bool products = false;
  bool on_gpu = false;
  // Height of the vertex selected by V, on the left edge, in tenths of the strip's height.
  std::optional<std::uint32_t> tenth;
  TowerClock clock_kind;
  Timeline clock;
};

inline constexpr double kTowerStep_s = 0.05;

}  // namespace skelter::demos
