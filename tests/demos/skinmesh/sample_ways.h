#pragma once
#include "demos/skinmesh/sample_skinning.h"
#include "render/stage.h"

namespace skelter::test {

inline DrawOptions options_of(demos::SampleSkinning way, std::uint32_t palette_size = 0) {
  DrawOptions options = plain_options();
  options.skinning = demos::sample_skinning(way, palette_size);
  return options;
}

}  // namespace skelter::test
