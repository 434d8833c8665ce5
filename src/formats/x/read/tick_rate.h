#pragma once
// Key times in .x files are integer ticks, of one length for the whole file.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter::x {

struct TickRate {
  std::uint32_t per_second = 4800;
  double largest_error_s = 0;  // largest shift of a key time to its tick; 0 if all times are integer ticks

  std::uint32_t tick(double time_s) const;  // nearest tick, limited to 32 bits
};

// Returns the clips' own rate if it fits. Otherwise a rate at which all key times of all clips are integer
// ticks: the least common multiple of the clips' rates, a multiple of a fractional rate, or a common rate.
// Otherwise one that is fine enough for most clips. A time fits if it is within a millionth of a tick, or of
// itself, since glTF stores times as 32-bit floats.
TickRate choose_tick_rate(const Scene& scene);

}  // namespace skelter::x
