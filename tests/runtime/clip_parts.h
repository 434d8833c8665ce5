#pragma once
// Clips that contain only root motion, events and scalar tracks, for the tests of these.

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/internal/format/clip_records.h"
#include "skelter/math/quat.h"
#include "skelter/runtime/clip.h"

namespace skelter::test {

struct ClipParts {
  float duration_s = 1, sample_rate_hz = 30;
  std::uint32_t frame_count = 1, flags = 0;
  std::vector<float> root_motion;
  std::vector<ClipEvent> events;
  std::vector<ScalarTrack> scalars;
  std::vector<float> scalar_times_s, scalar_values;
  std::vector<std::uint32_t> string_begin{0, 0};
  std::vector<char> strings;

  // The view points into this object.
  ClipView view() const {
    ClipView clip;
    clip.duration_s = duration_s;
    clip.sample_rate_hz = sample_rate_hz;
    clip.frame_count = frame_count;
    clip.flags = flags;
    clip.root_motion = root_motion;
    clip.events = events;
    clip.scalars = scalars;
    clip.scalar_times_s = scalar_times_s;
    clip.scalar_values = scalar_values;
    clip.string_begin = string_begin;
    clip.strings = strings;
    return clip;
  }
  std::uint32_t add_string(std::string_view text) {
    strings.insert(strings.end(), text.begin(), text.end());
    string_begin.push_back(static_cast<std::uint32_t>(strings.size()));
    return static_cast<std::uint32_t>(string_begin.size() - 2);
  }
  void add_frame(const Vec3& t, const Quat& q) {
    root_motion.insert(root_motion.end(), {t.x, t.y, t.z, q.x, q.y, q.z, q.w});
    frame_count = static_cast<std::uint32_t>(root_motion.size() / 7);
  }
  void add_scalar(ScalarTrack track, const std::vector<float>& times_s, const std::vector<float>& values) {
    track.first_key = static_cast<std::uint32_t>(scalar_times_s.size());
    track.key_count = static_cast<std::uint32_t>(times_s.size());
    scalar_times_s.insert(scalar_times_s.end(), times_s.begin(), times_s.end());
    scalar_values.insert(scalar_values.end(), values.begin(), values.end());
    scalars.push_back(track);
  }
};

}  // namespace skelter::test
