#pragma once
// Converts a function of time to the keys of a channel, within an error bound.

#include <cstdint>
#include <functional>
#include <vector>

#include "formats/fbx/internal/curve.h"
#include "skelter/scene/scene.h"

namespace skelter::fbx {

struct BakeSource {
  // Writes `width` numbers. Rotations are unit quaternions of either sign.
  std::function<void(std::int64_t time, Side side, double* out)> evaluate;
  std::size_t width = 3;
  bool rotation = false;
  bool may_jump = true;   // false: the values before and after a time are always equal
  bool straight = false;  // linear between the given times; rotations turn about one axis
  double bound = 1e-5;    // maximum error of a number; for rotations in radians
};

struct BakeRange {
  std::int64_t begin = 0, end = 0;
  double seconds_per_tick = 0;
  std::size_t most_keys = 0;
};

// `times` contains the times at which the function may have a corner or a jump, in any order. Sets the
// channel's keys and interpolation. Returns false if the channel needs more keys than the range allows. If
// `work` is not null, adds the number of computed keys to it, including keys that were dropped again.
bool bake(const BakeSource& source, const BakeRange& range, std::vector<std::int64_t> times, Channel& channel,
          std::uint64_t* work = nullptr);

}  // namespace skelter::fbx
