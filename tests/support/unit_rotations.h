#pragma once
// Rotation keys with 8 bits differ from unit length by up to 0.7 %. The formulas of the specification then
// shear a little, as does the reference evaluator; players and `.x` use the normalised rotation.

#include <cmath>

#include "skelter/scene/scene.h"

namespace skelter::test {

inline void make_rotations_unit(Clip& clip) {
  for (Channel& channel : clip.channels) {
    if (channel.path != ChannelPath::rotation || channel.interpolation == Interpolation::cubic) continue;
    for (std::size_t i = 0; i + 3 < channel.values.size(); i += 4) {
      double square = 0;
      for (std::size_t c = 0; c < 4; ++c) square += double{channel.values[i + c]} * channel.values[i + c];
      for (std::size_t c = 0; c < 4; ++c)
        channel.values[i + c] = static_cast<float>(channel.values[i + c] / std::sqrt(square));
    }
  }
}

}  // namespace skelter::test
