#pragma once
// A function of time as the keys of a channel, exact within a bound.

#include <cstdint>
#include <functional>
#include <vector>

#include "formats/fbx/internal/curve.h"
#include "skelter/scene/scene.h"

namespace skelter::fbx {

struct BakeSource {
  // Writes `width` numbers; rotations are unit quaternions of either sign.
  std::function<void(std::int64_t time, Side side, double* out)> evaluate;
  std::size_t width = 3;
  bool rotation = false;
  bool may_jump = true;   // else the sides of a time are never different
  bool straight = false;  // between two times; of rotations, about one axis
  double bound = 1e-5;    // the largest difference of a number; of a rotation, in radians
};

struct BakeRange {
  std::int64_t begin = 0, end = 0;
  double seconds_per_tick = 0;
  std::size_t most_keys = 0;
};

// `times`: where the function may change its course; sorted and cut here. Sets keys and interpolation of the
// channel. False where more keys would have been needed. `work`, unless it is null: raised by the keys that
// were made, also those that turned out to be superfluous.
bool bake(const BakeSource& source, const BakeRange& range, std::vector<std::int64_t> times, Channel& channel,
          std::uint64_t* work = nullptr);

}  // namespace skelter::fbx
