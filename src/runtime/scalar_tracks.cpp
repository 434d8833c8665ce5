#include "skelter/runtime/scalar_tracks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace skelter {

float sample_scalar(const ClipView& clip, const ScalarTrack& track, float time_s) {
  if (track.key_count == 0) return 0;
  const auto times_s = clip.scalar_times_s.subspan(track.first_key, track.key_count);
  const auto values = clip.scalar_values.subspan(track.first_key, track.key_count);
  const auto after = std::upper_bound(times_s.begin(), times_s.end(), time_s);
  if (after == times_s.begin()) return values.front();
  const std::size_t next = static_cast<std::size_t>(after - times_s.begin()), key = next - 1;
  if (next == values.size() || track.stepped != 0) return values[key];
  const float ratio = (time_s - times_s[key]) / (times_s[next] - times_s[key]);
  return values[key] + (values[next] - values[key]) * ratio;
}

std::uint32_t find_scalar(const ClipView& clip, std::string_view name) {
  for (std::uint32_t i = 0; i < clip.scalars.size(); ++i)
    if (clip.scalars[i].node == kNone && clip.string(clip.scalars[i].name) == name) return i;
  return kNone;
}

std::uint32_t find_morph(const ClipView& clip, std::uint32_t node, std::uint32_t target) {
  for (std::uint32_t i = 0; i < clip.scalars.size() && node != kNone; ++i)
    if (clip.scalars[i].node == node && clip.scalars[i].index == target) return i;
  return kNone;
}

Status ScalarJob::validate() const {
  const bool valid = clip != nullptr && out_values.size() >= clip->scalars.size() && !std::isnan(time_s);
  return valid ? Status::ok : Status::invalid_argument;
}

Status ScalarJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  for (std::size_t i = 0; i < clip->scalars.size(); ++i)
    out_values[i] = sample_scalar(*clip, clip->scalars[i], time_s);
  return Status::ok;
}

Status MorphWeightsJob::validate() const {
  return clip != nullptr && !std::isnan(time_s) ? Status::ok : Status::invalid_argument;
}

Status MorphWeightsJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  if (node == kNone) return Status::ok;
  for (const ScalarTrack& track : clip->scalars)
    if (track.node == node && track.index < out_weights.size())
      out_weights[track.index] = sample_scalar(*clip, track, time_s);
  return Status::ok;
}

}  // namespace skelter
