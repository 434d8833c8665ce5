#pragma once
// The tower demo without its window: what the keys change.

#include <cstdint>
#include <optional>

#include "demos/tower_motion.h"
#include "load/internal/timeline.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

struct TowerState {
  // The tutorial's own has its clock and starts without extras; ours with bones, weights and matrices.
  explicit TowerState(bool faithful)
      : bones(!faithful),
        weights(!faithful),
        matrices(!faithful),
        clock_kind(faithful ? TowerClock::whole_ms : TowerClock::smooth) {}

  // B bones, W weights, M matrices, N local ones and products, V the next height, K CPU or GPU, Space holds,
  // arrows step by kTowerStep_s, T the clock; on the way down, arrows also when held.
  void handle(const KeyEvent& event);

  bool bones, weights, matrices;
  bool products = false;
  bool on_gpu = false;
  // The vertex that V has chosen is on the left edge, so many tenths of the strip's height up.
  std::optional<std::uint32_t> tenth;
  TowerClock clock_kind;
  Timeline clock;
};

inline constexpr double kTowerStep_s = 0.05;

}  // namespace skelter::demos
