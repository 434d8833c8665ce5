#pragma once
// Short functions for building scenes in tests.

#include <string>
#include <utility>
#include <vector>

#include "skelter/scene/build.h"
#include "skelter/scene/scene.h"

namespace skelter::test {

using skelter::append_influences;
using skelter::append_value;
using skelter::make_node;

inline Channel make_channel(std::uint32_t target, ChannelPath path, std::vector<double> times_s,
                            std::vector<float> values, Interpolation interpolation = Interpolation::linear) {
  return {target, path, interpolation, std::move(times_s), std::move(values)};
}

}  // namespace skelter::test
