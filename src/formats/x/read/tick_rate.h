#pragma once
// Chooses the tick rate of a file. Key times in .x files are integer ticks, and one rate applies to the whole
// file.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter::x {

struct TickRate {
  std::uint32_t per_second = 4800;
  double largest_error_s = 0;  // largest shift of a key time to its tick; 0 if all times are integer ticks

  std::uint32_t tick(double time_s) const;  // nearest tick, limited to 32 bits
};

// Returns the clips' own rate if all key times fit it. Otherwise returns a rate at which all key times of all
// clips are integer ticks: a multiple of a fractional rate, the least common multiple of the clips' rates, or
// a common rate. If there is none, returns the finest rate up to 1,000,000 at which the last key time fits in
// 32 bits. A time fits if it is within a millionth of a tick, or of its own value, since glTF stores times as
// 32-bit floats.
TickRate choose_tick_rate(const Scene& scene);

}  // namespace skelter::x
