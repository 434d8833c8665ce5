#pragma once
// Key times in .x files are whole ticks, of one length for the whole file.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter::x {

struct TickRate {
  std::uint32_t per_second = 4800;
  double largest_error_s =
      0;  // of a key time moved to the nearest tick; 0 when every time is a whole tick already

  std::uint32_t tick(double time_s) const;  // nearest; within 32 bits
};

// The clips' own rate where it fits. Else a rate at which all key times of all clips are whole ticks: the
// least common multiple of the clips' rates, a multiple of a broken rate, or a usual rate. Else one that is
// fine enough for most. A time fits when it is within a millionth of a tick, or of itself: glTF keeps times
// as 32-bit floats.
TickRate choose_tick_rate(const Scene& scene);

}  // namespace skelter::x
