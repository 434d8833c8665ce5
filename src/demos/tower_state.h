#pragma once
// The tower demo without its window: what the keys change.

#include "demos/clock.h"
#include "demos/tower_motion.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

struct TowerState {
  // The tutorial's own has its clock; both start without extras.
  explicit TowerState(bool faithful) : clock_kind(faithful ? TowerClock::whole_ms : TowerClock::smooth) {}

  // B bones, W weights, M matrices, K CPU or GPU, Space holds, arrows step by kTowerStep_s, T the clock; on
  // the way down, arrows also when held.
  void handle(const KeyEvent& event);

  bool bones = false;
  bool weights = false;
  bool matrices = false;
  bool on_gpu = false;
  TowerClock clock_kind;
  DemoClock clock;
};

inline constexpr double kTowerStep_s = 0.05;

}  // namespace skelter::demos
