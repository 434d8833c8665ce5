#include "skelter/runtime/scalar_tracks.h"

#include <cmath>

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/key_pair.h"

namespace skelter {

float sample_scalar(const ClipView& clip, const ScalarTrack& track, float time_s) {
  if (track.key_count == 0) return 0;
  const auto times_s = clip.scalar_times_s.subspan(track.first_key, track.key_count);
  const auto values = clip.scalar_values.subspan(track.first_key, track.key_count);
  const KeyPair keys = find_key_pair(times_s, time_s, track.stepped != 0);
  if (!keys.between()) return values[keys.first];
  return values[keys.first] + (values[keys.second] - values[keys.first]) * keys.ratio<float>(times_s, time_s);
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

Status sample_scalars(const ClipView& clip, float time_s, std::span<float> out_values) {
  if (out_values.size() < clip.scalars.size() || std::isnan(time_s)) return Status::invalid_argument;
  for (std::size_t i = 0; i < clip.scalars.size(); ++i)
    out_values[i] = sample_scalar(clip, clip.scalars[i], time_s);
  return Status::ok;
}

Status sample_morph_weights(const ClipView& clip, float time_s, std::uint32_t node,
                            std::span<float> out_weights) {
  if (std::isnan(time_s)) return Status::invalid_argument;
  if (node == kNone) return Status::ok;
  for (const ScalarTrack& track : clip.scalars)
    if (track.node == node && track.index < out_weights.size())
      out_weights[track.index] = sample_scalar(clip, track, time_s);
  return Status::ok;
}

}  // namespace skelter
