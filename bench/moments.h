#pragma once
// Clips and clip times for benchmarks of many instances of one rig.

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "skelter/runtime/clip.h"

namespace skelter::bench {

struct ClipMoment {
  std::uint16_t clip = 0;
  float time_s = 0;
};

// The two clips that one instance blends.
struct TwoMoments {
  ClipMoment a, b;
};

inline float random_time_s(const ClipView& clip, std::mt19937& random) {
  return clip.duration_s * static_cast<float>(random() % 10000) / 10000;
}

// One clip per instance, at random times.
inline std::vector<ClipMoment> random_moments(std::span<const ClipView> clips, std::uint32_t count,
                                              std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<ClipMoment> moments(count);
  for (ClipMoment& moment : moments) {
    moment.clip = static_cast<std::uint16_t>(random() % clips.size());
    moment.time_s = random_time_s(clips[moment.clip], random);
  }
  return moments;
}

// Two different clips per instance, at random times.
inline std::vector<TwoMoments> random_pairs(std::span<const ClipView> clips, std::uint32_t count) {
  std::mt19937 random(20261121);
  std::vector<TwoMoments> pairs(count);
  const auto clip_count = static_cast<std::uint32_t>(clips.size());
  for (auto& [a, b] : pairs) {
    a.clip = static_cast<std::uint16_t>(random() % clip_count);
    b.clip = static_cast<std::uint16_t>((a.clip + 1 + random() % (clip_count - 1)) % clip_count);
    a.time_s = random_time_s(clips[a.clip], random);
    b.time_s = random_time_s(clips[b.clip], random);
  }
  return pairs;
}

// Advances by one frame. The clip loops at its end.
inline void step(ClipMoment& moment, std::span<const ClipView> clips) {
  constexpr float kStep_s = 1.0f / 60;
  const float duration_s = clips[moment.clip].duration_s, next_s = moment.time_s + kStep_s;
  moment.time_s = next_s >= duration_s ? std::max(0.0f, next_s - duration_s) : next_s;
}

}  // namespace skelter::bench
