#include "skelter/runtime/clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/frames_of_rate.h"
#include "runtime/pack/checks.h"
#include "runtime/rotation_range.h"

namespace skelter {
namespace {

constexpr float kUnitTolerance = 1e-3f;    // for the squared length of rotations in full precision
constexpr float kPackedTolerance = 1e-2f;  // for the squared length of packed rotations
// Minimum dot product of neighbouring rotations. It is not negative, except that quantization may move
// rotations that are half a turn apart slightly below 0. Mixes of the two are then never shorter than 0.7, as
// the kernels expect.
constexpr float kSmallestDot = -0.01f;

bool is_unit(const float* q, float tolerance) {
  return std::abs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) <= tolerance;
}

bool strictly_increasing(std::span<const float> times_s) {
  for (std::size_t i = 1; i < times_s.size(); ++i)
    if (!(times_s[i - 1] < times_s[i])) return false;
  return true;
}

// Checks that a range of keys is not empty and inside the list, and that its times increase.
bool valid_keys(std::uint32_t first, std::uint32_t count, std::span<const float> times_s) {
  if (count == 0 || first > times_s.size() || count > times_s.size() - first) return false;
  return strictly_increasing(times_s.subspan(first, count));
}

bool valid_times(const ClipView& clip) {
  if (!(std::isfinite(clip.duration_s) && clip.duration_s >= 0)) return false;
  if (!(std::isfinite(clip.sample_rate_hz) && clip.sample_rate_hz > 0)) return false;
  if (clip.frame_count == 1) return clip.last_interval_s == 0;
  const double interval_s = 1.0 / clip.sample_rate_hz;
  if (!(clip.last_interval_s > 0 && clip.last_interval_s <= interval_s * 1.0001)) return false;
  const double end_s = (clip.frame_count - 2) * interval_s + clip.last_interval_s;
  return std::abs(end_s - clip.duration_s) <= 1e-4 * interval_s + 1e-6 * end_s;
}

bool valid_packed_rotations(const ClipView& clip, const ClipPart& part) {
  const RotationRange range = packed_rotation_range(clip, part);
  return range.least_square >= 1 - kPackedTolerance && range.largest_square <= 1 + kPackedTolerance &&
         range.least_dot >= kSmallestDot;
}

// Eight rotations, row by row.
struct Rotations {
  float rows[4][kLanes];
};

bool valid_wide_rotations(const ClipView& clip, const ClipPart& part) {
  const ClipRate& rate = clip.rates[part.rate];
  Rotations before, now;
  const std::byte* at = clip.frames.data() + rate.begin + part.data;
  std::memcpy(before.rows, at, sizeof(before.rows));
  for (std::uint32_t frame = 0; frame < frames_of(clip, rate); ++frame, at += rate.stride) {
    std::memcpy(now.rows, at, sizeof(now.rows));
    bool good = true;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      float square = 0, side = 0;
      for (std::size_t row = 0; row < 4; ++row) {
        square += now.rows[row][lane] * now.rows[row][lane];
        side += now.rows[row][lane] * before.rows[row][lane];
      }
      good &= square >= 1 - kUnitTolerance && square <= 1 + kUnitTolerance && side >= kSmallestDot;
    }
    if (!good) return false;
    before = now;
  }
  return true;
}

bool valid_wide_numbers(const ClipView& clip, const ClipPart& part) {
  const ClipRate& rate = clip.rates[part.rate];
  for (std::uint32_t frame = 0; frame < frames_of(clip, rate); ++frame) {
    float numbers[3 * kLanes];
    std::memcpy(numbers, clip.frames.data() + rate.begin + std::size_t{frame} * rate.stride + part.data,
                sizeof(numbers));
    if (!all_finite(numbers)) return false;
  }
  return true;
}

// Checks that an aligned run of floats is inside the constants.
bool inside_constants(const ClipView& clip, std::uint32_t index, std::size_t count) {
  return index % kLanes == 0 && index <= clip.constants.size() && count <= clip.constants.size() - index;
}

bool valid_constant_rotations(const ClipView& clip, const ClipPart& part) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    float q[4];
    for (std::size_t row = 0; row < 4; ++row) q[row] = clip.constants[part.data + row * kLanes + lane];
    if (!is_unit(q, kUnitTolerance)) return false;
  }
  return true;
}

// Checks that the last group starts inside the frame or at its end, and that every integer lies within its
// group.
bool valid_groups(const ClipView& clip, const ClipPart& part) {
  const std::uint8_t farthest = *std::max_element(part.group_begin, part.group_begin + 3);
  const std::uint32_t stride = clip.rates[part.rate].stride;
  if (part.data > stride || farthest > stride - part.data) return false;
  if ((part.spread + std::size_t{1}) * kSpreadBytes > clip.spreads.size()) return false;
  const auto spread = clip.spreads.subspan(part.spread * kSpreadBytes, kSpreadBytes);
  return std::all_of(spread.begin(), spread.end(),
                     [](std::uint8_t place) { return place < kGroupBytes || place == kNoByte; });
}

// Checks that no integer moves the value out of float range.
bool valid_range(const ClipView& clip, const ClipPart& part, PartKind kind) {
  const float* offsets = &clip.constants[part.range];
  const float* steps = offsets + clip_codec::rows_of(kind) * kLanes;
  for (std::size_t row = 0; row < clip_codec::rows_of(kind); ++row)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (!std::isfinite(std::abs(offsets[row * kLanes + lane]) + 32768 * std::abs(steps[lane])))
        return false;
  return true;
}

void check_packed(BlobReader& reader, const ClipView& clip, const ClipPart& part, PartKind kind) {
  reader.require(valid_groups(clip, part), "a packed part runs past the end of its frame or spread");
  reader.require(inside_constants(clip, part.range, clip_codec::constant_floats(part.format, kind)),
                 "a range runs past the end of the constants");
  if (!reader.ok()) return;
  reader.require(valid_range(clip, part, kind), "a range exceeds what floats can represent");
  if (reader.ok() && kind == PartKind::rotation)
    reader.require(valid_packed_rotations(clip, part),
                   "rotations are not normalised, or neighbours are in opposite hemispheres");
}

void check_wide(BlobReader& reader, const ClipView& clip, const ClipPart& part, PartKind kind) {
  const std::size_t size = clip_codec::rows_of(kind) * kLanes * sizeof(float);
  const std::uint32_t stride = clip.rates[part.rate].stride;
  if (!reader.require(part.data <= stride && size <= stride - part.data,
                      "a part runs past the end of its frame"))
    return;
  if (kind == PartKind::rotation)
    reader.require(valid_wide_rotations(clip, part),
                   "rotations are not normalised, or neighbours are in opposite hemispheres");
  else
    reader.require(valid_wide_numbers(clip, part), "a number of a frame is not finite");
}

void check_part(BlobReader& reader, const ClipView& clip, const ClipPart& part, PartKind kind) {
  if (!reader.require(part.format <= PartFormat::wide, "a part has an unknown format")) return;
  // Constant parts must have rate 0, because kernels may read it even if the clip has no rates.
  if (part.format <= PartFormat::constant && !reader.require(part.rate == 0, "a part has an unknown rate"))
    return;
  if (part.format == PartFormat::rest) return;
  if (part.format == PartFormat::constant) {
    if (reader.require(inside_constants(clip, part.data, kLanes * clip_codec::rows_of(kind)),
                       "a constant part runs past the end of the constants") &&
        kind == PartKind::rotation)
      reader.require(valid_constant_rotations(clip, part), "a constant rotation is not normalised");
    return;
  }
  if (!reader.require(part.rate < clip.rates.size(), "a part has an unknown rate")) return;
  if (part.format == PartFormat::packed)
    check_packed(reader, clip, part, kind);
  else
    check_wide(reader, clip, part, kind);
}

bool sorted_before(const KeyedTrack& a, const KeyedTrack& b) {
  return a.joint != b.joint ? a.joint < b.joint : a.kind < b.kind;
}

void check_keyed(BlobReader& reader, const ClipView& clip) {
  reader.require(clip.key_values.size() == 4 * clip.key_times_s.size(), "keys do not have four values each");
  reader.require(all_finite(clip.key_times_s) && all_finite(clip.key_values), "a key is not finite");
  for (std::size_t i = 0; reader.ok() && i < clip.keyed.size(); ++i) {
    const KeyedTrack& track = clip.keyed[i];
    reader.require(track.joint < clip.joint_count, "a keyed track refers to a joint that does not exist");
    reader.require(track.kind <= PartKind::scale && track.stepped <= 1, "a keyed track has an unknown kind");
    reader.require(i == 0 || sorted_before(clip.keyed[i - 1], track), "keyed tracks are not sorted");
    if (!reader.require(valid_keys(track.first_key, track.key_count, clip.key_times_s),
                        "keys of a track are outside the list or their times do not increase"))
      return;
    if (track.kind != PartKind::rotation) continue;
    for (std::size_t key = 0; key < track.key_count; ++key)
      reader.require(is_unit(&clip.key_values[4 * (track.first_key + key)], kUnitTolerance),
                     "a rotation of a keyed track is not normalised");
  }
}

void check_scalars(BlobReader& reader, const ClipView& clip) {
  reader.require(clip.scalar_values.size() == clip.scalar_times_s.size(),
                 "scalar keys do not have one value each");
  reader.require(all_finite(clip.scalar_times_s) && all_finite(clip.scalar_values),
                 "a scalar key is not finite");
  for (std::size_t i = 0; reader.ok() && i < clip.scalars.size(); ++i) {
    const ScalarTrack& track = clip.scalars[i];
    reader.require(track.name + std::size_t{1} < clip.string_begin.size(),
                   "a scalar track refers to a string that does not exist");
    reader.require(track.stepped <= 1, "a scalar track is neither stepped nor linear");
    reader.require(valid_keys(track.first_key, track.key_count, clip.scalar_times_s),
                   "keys of a scalar track are outside the list or their times do not increase");
  }
}

void check_events(BlobReader& reader, const ClipView& clip) {
  float before_s = 0;
  for (const ClipEvent& event : clip.events) {
    reader.require(event.time_s >= before_s && event.time_s <= clip.duration_s,
                   "an event is outside the clip or not sorted by time");
    reader.require(event.name + std::size_t{1} < clip.string_begin.size(),
                   "an event refers to a string that does not exist");
    before_s = event.time_s;
  }
}

void check_root_motion(BlobReader& reader, const ClipView& clip) {
  const bool moves = (clip.flags & kClipHasRootMotion) != 0;
  if (!reader.require(clip.root_motion.size() == (moves ? 7 * std::size_t{clip.frame_count} : 0),
                      "root motion does not have seven numbers per frame"))
    return;
  reader.require(all_finite(clip.root_motion), "root motion is not finite");
  for (std::size_t at = 0; reader.ok() && at < clip.root_motion.size(); at += 7)
    reader.require(is_unit(&clip.root_motion[at + 3], kUnitTolerance),
                   "a rotation of root motion is not normalised");
}

bool valid_bounds(const ClipView& clip) {
  if (!all_finite(clip.bounds_min) || !all_finite(clip.bounds_max)) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (clip.bounds_min[i] > clip.bounds_max[i]) return false;
  return true;
}

ClipView locate(BlobReader& reader, const ClipHeader& header) {
  ClipView v;
  v.duration_s = header.duration_s;
  v.sample_rate_hz = header.sample_rate_hz;
  v.frame_count = header.frame_count;
  v.last_interval_s = header.last_interval_s;
  v.flags = header.flags;
  v.joint_count = header.joint_count;
  v.skeleton_hash = header.skeleton_hash;
  v.parts = reader.array<ClipPart>(header.parts);
  v.rates = reader.array<ClipRate>(header.rates);
  v.frames = reader.array<std::byte>(header.frames);
  v.constants = reader.array<float>(header.constants);
  v.spreads = reader.array<std::uint8_t>(header.spreads);
  v.keyed = reader.array<KeyedTrack>(header.keyed);
  v.key_times_s = reader.array<float>(header.key_times_s);
  v.key_values = reader.array<float>(header.key_values);
  v.scalars = reader.array<ScalarTrack>(header.scalars);
  v.scalar_times_s = reader.array<float>(header.scalar_times_s);
  v.scalar_values = reader.array<float>(header.scalar_values);
  v.events = reader.array<ClipEvent>(header.events);
  v.root_motion = reader.array<float>(header.root_motion);
  v.string_begin = reader.array<std::uint32_t>(header.string_begin);
  v.strings = reader.array<char>(header.strings);
  std::memcpy(v.bounds_min, header.bounds_min, sizeof(v.bounds_min));
  std::memcpy(v.bounds_max, header.bounds_max, sizeof(v.bounds_max));
  return v;
}

// Checks that the rates are stored one after another, without gaps.
bool valid_rates(const ClipView& clip) {
  if (clip.rates.size() > kMaxRates) return false;
  std::uint64_t end = 0;
  for (const ClipRate& rate : clip.rates) {
    if (rate.divisor == 0 || rate.begin != end) return false;
    end += std::uint64_t{frames_of(clip, rate)} * rate.stride;
  }
  return clip.frames.size() == (clip.rates.empty() ? 0 : end + kGroupBytes);
}

void check_frame(BlobReader& reader, const ClipHeader& header, const ClipView& clip) {
  constexpr std::uint32_t kKnownFlags = kClipLoops | kClipAdditive | kClipHasRootMotion;
  reader.require(clip.joint_count <= kMaxJoints, "more than 65534 joints");
  reader.require((clip.flags & ~kKnownFlags) == 0, "unknown flags");
  reader.require(clip.frame_count >= 1, "no frames");
  if (!reader.ok()) return;
  reader.require(valid_times(clip), "duration, sample rate and frames do not agree");
  reader.require(valid_rates(clip), "the size of the frames does not match their rates");
  for (const ClipRate& rate : clip.rates)
    reader.require(rate.divisor <= kMaxDivisor, "a rate keeps fewer than every 16th frame");
  reader.require(header.constants.offset % 32 == 0 && header.spreads.offset % 32 == 0,
                 "constants are not aligned");
  reader.require(all_finite(clip.constants), "a constant is not finite");
  reader.require(clip.parts.size() == 3 * std::size_t{blocks_for(clip.joint_count)},
                 "there are not three parts for every eight joints");
  reader.require(clip.string_begin.size() >= 2 && valid_offsets(clip.string_begin, clip.strings.size()),
                 "strings are out of order");
  reader.require(valid_bounds(clip), "bounds are not finite or inverted");
}

}  // namespace

std::string_view ClipView::string(std::uint32_t index) const {
  return {strings.data() + string_begin[index], string_begin[index + 1] - string_begin[index]};
}

Problem read_clip(ByteSpan blob, ClipView& out) {
  BlobReader reader(blob);
  const auto header = reader.header<ClipHeader>();
  const ClipView clip = locate(reader, header);
  if (reader.ok()) check_frame(reader, header, clip);
  for (std::size_t i = 0; reader.ok() && i < clip.parts.size(); ++i)
    check_part(reader, clip, clip.parts[i], static_cast<PartKind>(i % 3));
  if (reader.ok()) check_keyed(reader, clip);
  if (reader.ok()) check_scalars(reader, clip);
  if (reader.ok()) check_events(reader, clip);
  if (reader.ok()) check_root_motion(reader, clip);
  if (reader.ok()) out = clip;
  return reader.problem();
}

FramePair find_frames(const ClipView& clip, float time_s) {
  if (clip.frame_count < 2 || !(time_s > 0)) return {};  // NaN also counts as 0
  const std::uint32_t last_first = clip.frame_count - 2;
  if (time_s >= clip.duration_s) return {last_first, 32767};
  // Double keeps the fraction of frame numbers in long clips.
  const double rate_hz = clip.sample_rate_hz;
  const double frame = time_s * rate_hz;
  FramePair pair;
  double ratio;
  if (frame < last_first) {
    pair.first = static_cast<std::uint32_t>(frame);
    ratio = frame - pair.first;
  } else {
    pair.first = last_first;
    ratio = std::min((frame - last_first) / (rate_hz * clip.last_interval_s), 1.0);
  }
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and lround would be a call per sample
  pair.weight1 = static_cast<std::int32_t>(ratio * 32767 + 0.5);
  return pair;
}

FramePair find_frames(const ClipView& clip, const ClipRate& rate, FramePair all) {
  return frames_of_rate(clip, rate, all);
}

}  // namespace skelter
