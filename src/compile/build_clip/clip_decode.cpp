#include <algorithm>
#include <array>
#include <cstring>

#include "compile/build_clip/clip_tracks.h"
#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/key_pair.h"

namespace skelter {
namespace {

// Reads the numbers of one part of one joint: `rows` values, interpolated between two frames but not
// normalised.
class PartReader {
 public:
  PartReader(const ClipView& clip, float time_s) : clip_(clip) {
    const FramePair all = find_frames(clip, time_s);
    for (std::size_t i = 0; i < clip.rates.size(); ++i) frames_[i] = find_frames(clip, clip.rates[i], all);
  }

  void read(std::size_t part_index, std::size_t lane, double (&numbers)[4]) const {
    const ClipPart& part = clip_.parts[part_index];
    const auto kind = static_cast<PartKind>(part_index % 3);
    const std::size_t rows = clip_codec::rows_of(kind);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = row * kLanes + lane;
      if (part.format == PartFormat::constant) {
        numbers[row] = clip_.constants[part.data + at];
      } else if (part.format == PartFormat::wide) {
        numbers[row] = mixed(part, wide_number(0, part, at), wide_number(1, part, at));
      } else {
        const double number = mixed(part, packed_number(clip_, part, frame(0, part) + part.data, row, lane),
                                    packed_number(clip_, part, frame(1, part) + part.data, row, lane));
        const float* offsets = &clip_.constants[part.range];
        numbers[row] = offsets[at] + offsets[rows * kLanes + lane] * number;
      }
    }
  }

 private:
  double mixed(const ClipPart& part, double first, double second) const {
    const std::int32_t weight1 = frames_[part.rate].weight1;
    return (first * (32767 - weight1) + second * weight1) / 32767;
  }
  const std::byte* frame(std::uint32_t which, const ClipPart& part) const {
    const ClipRate& rate = clip_.rates[part.rate];
    const std::uint32_t last = frames_of(clip_, rate) - 1;
    return clip_.frames.data() + rate.begin +
           std::size_t{std::min(frames_[part.rate].first + which, last)} * rate.stride;
  }
  double wide_number(std::uint32_t which, const ClipPart& part, std::size_t index) const {
    float value;
    std::memcpy(&value, frame(which, part) + part.data + index * sizeof(float), sizeof(value));
    return value;
  }

  const ClipView& clip_;
  std::array<FramePair, kMaxRates> frames_;  // per rate
};

void set_part(Transformd& t, std::size_t kind, const double (&n)[4]) {
  if (kind == 0) t.translation = {n[0], n[1], n[2]};
  if (kind == 1) t.rotation = normalized(Quatd{n[0], n[1], n[2], n[3]});
  if (kind == 2) t.scale = {n[0], n[1], n[2]};
}

}  // namespace

void play_track(const ClipView& clip, const KeyedTrack& track, float time_s, double (&numbers)[4]) {
  const auto times = clip.key_times_s.subspan(track.first_key, track.key_count);
  const KeyPair keys = find_key_pair(times, time_s, track.stepped != 0);
  const double ratio = keys.between() ? keys.ratio<double>(times, time_s) : 0;
  const float* a = &clip.key_values[4 * (track.first_key + keys.first)];
  const float* b = &clip.key_values[4 * (track.first_key + keys.second)];
  for (std::size_t i = 0; i < 4; ++i) numbers[i] = a[i] + (double{b[i]} - double{a[i]}) * ratio;
}

Transformd rounded(const Transformd& t) {
  return {to_double(to_float(t.translation)), to_double(to_float(t.rotation)), to_double(to_float(t.scale))};
}

void decode_pose(const ClipView& clip, const Skeleton& skeleton, float time_s, std::vector<Transformd>& out) {
  time_s = std::clamp(time_s, 0.0f, clip.duration_s);
  out.resize(clip.joint_count);
  const PartReader reader(clip, time_s);
  for (std::uint32_t j = 0; j < clip.joint_count; ++j) {
    const Transform rest = get(skeleton.rest_pose[j / kLanes], j % kLanes);
    Transformd t;
    if (!clip.additive()) t = {to_double(rest.translation), to_double(rest.rotation), to_double(rest.scale)};
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const std::size_t part = j / kLanes * 3 + kind;
      if (clip.parts[part].format == PartFormat::rest) continue;
      double numbers[4] = {};
      reader.read(part, j % kLanes, numbers);
      set_part(t, kind, numbers);
    }
    out[j] = t;
  }
  for (const KeyedTrack& track : clip.keyed) {
    double numbers[4];
    play_track(clip, track, time_s, numbers);
    set_part(out[track.joint], static_cast<std::size_t>(track.kind), numbers);
  }
  for (Transformd& t : out) t = rounded(t);
}

}  // namespace skelter
