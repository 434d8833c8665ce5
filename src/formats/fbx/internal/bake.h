#pragma once
// Converts a function of time to the keys of a channel, within an error bound.

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
  bool may_jump = true;   // false: the values before and after a time are always equal
  bool straight = false;  // linear between two times; rotations turn about one axis
  double bound = 1e-5;    // maximum error of a number; of rotations in radians
};

struct BakeRange {
  std::int64_t begin = 0, end = 0;
  double seconds_per_tick = 0;
  std::size_t most_keys = 0;
};

// `times`: the times at which the function may have a corner or a jump, in any order. Sets keys and
// interpolation of the channel. Returns false if the channel needs more keys than the range allows. `work`,
// unless null, is raised by the number of keys that were computed, including those that are dropped again.
bool bake(const BakeSource& source, const BakeRange& range, std::vector<std::int64_t> times, Channel& channel,
          std::uint64_t* work = nullptr);

}  // namespace skelter::fbx
