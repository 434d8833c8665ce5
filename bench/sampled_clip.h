#pragma once
// A clip as peers and the classic baseline take it: local transforms of all joints at uniform times.

#include <cstdint>
#include <vector>

#include "skelter/math/transform.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::bench {

struct SampledClip {
  std::vector<std::uint32_t> parents;  // per joint; kNone: none
  std::vector<Transform> rest;         // per joint
  std::vector<Transform> frames;       // frame by frame
  std::uint32_t frame_count = 0;
  double rate_hz = 0;
  double duration_s = 0;                     // the last frame is there; all others at frame / rate
  double precision = 0, shell_distance = 0;  // what a peer's compression aims at

  const Transform& at(std::uint32_t frame, std::size_t joint) const {
    return frames[frame * rest.size() + joint];
  }
  float time_s(std::uint32_t frame) const {
    return static_cast<float>(frame + 1 == frame_count ? duration_s : frame / rate_hz);
  }
};

// What our clip plays at its own frames, with the bounds that ours are compiled with: `extent` is H.
SampledClip sample_frames(const Skeleton& skeleton, const ClipView& clip, double extent);

}  // namespace skelter::bench
