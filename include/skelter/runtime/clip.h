#pragma once
// ClipView, the hot form: an animation as uniform samples that decode and interpolate in one multiply,
// without any state per instance. A view into a blob of build_clip or decode_clip, for one skeleton.
//
// Time. Frame 0 is at 0, frame f at f / sample_rate, the last frame exactly at the duration, so the last
// interval may be shorter. Between frames f and f + 1 at ratio t both are weighted by the integers
// w1 = round(32767 t) and w0 = 32767 - w1. Parts that move slowly are kept at a lower rate: every second or
// third frame, or fewer, and the last one.
//
// Data. Joints go in the skeleton's blocks of eight; a block has three parts: translations, rotations,
// scales. Each part is at rest (nothing stored), constant, or animated (stored in every frame). What uniform
// samples cannot hold (steps, jumps, keys off the grid) overrides single joints as keyed tracks.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/blob.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

enum class PartFormat : std::uint8_t {
  rest,      // the skeleton's rest pose; the identity in additive clips
  constant,  // `data` is the index of the first of 8 * rows floats in ClipView::constants: row by row
  packed,    // whole numbers of 0 to 16 bits in each frame, see below
  wide,      // 32-bit floats in each frame: row by row
};

// A packed part: value = offset + step * number, rotations normalised after mixing. The floats from
// constants[range] are the offsets row by row, then a step for each lane. Signs of rotations agree from frame
// to frame (dot >= 0), also across the seam of a loop.
//
// A number takes as many bytes as its motion needs: none (it is 0), one (0 to 255), or two (-32768 to 32767,
// low byte first). In a frame of their rate the numbers lie in four groups of at most 16 bytes, from `data`
// and group_begin[0..2] bytes after it: rows x and y of lanes 0-3, the same of lanes 4-7, rows z and w of
// lanes 0-3, of lanes 4-7. Where each number lies in its group is said by 16 bytes of ClipView::spreads for
// each of the four groups, from spreads[64 * spread]: two for every lane of x (or z), then of y (or w), the
// place of the low byte and of the high byte; kNoByte: zero. They are what a shuffle instruction takes.
// Without a row w it has no bytes.
struct ClipPart {
  PartFormat format = PartFormat::rest;
  std::uint8_t group_begin[3] = {};  // packed
  std::uint32_t data = 0;            // constant: index into constants; packed, wide: byte offset in a frame
  std::uint32_t range = 0;           // packed: index into constants
  std::uint16_t spread = 0;          // packed
  std::uint16_t rate = 0;            // packed, wide: index into ClipView::rates

  std::size_t begin_of(std::size_t group) const { return group == 0 ? 0 : group_begin[group - 1]; }
};
enum class PartKind : std::uint8_t { translation, rotation, scale };

// Frames of parts that are kept at the same rate: frame i is that at frame i * divisor of the clip, the last
// one that at the clip's last.
struct ClipRate {
  std::uint32_t divisor = 1;  // 1 to kMostDivisor
  std::uint32_t stride = 0;   // bytes from one of its frames to the next
  std::uint32_t begin = 0;    // of its first frame in ClipView::frames
};
inline constexpr std::size_t kMostRates = 4;
inline constexpr std::uint32_t kMostDivisor = 16;

inline constexpr std::uint8_t kNoByte = 0x80;
inline constexpr std::size_t kGroupBytes = 16, kSpreadBytes = 4 * kGroupBytes;
// The group that a number lies in, and where the bytes of a spread say its places.
constexpr std::size_t group_of(std::size_t row, std::size_t lane) {
  return row / 2 * 2 + lane / 4;
}
constexpr std::size_t place_index(std::size_t row, std::size_t lane) {
  return group_of(row, lane) * kGroupBytes + row % 2 * kLanes + lane % 4 * 2;
}

// Frames that a rate keeps of so many.
constexpr std::uint32_t frames_kept(std::uint32_t frame_count, std::uint32_t divisor) {
  return frame_count < 2 ? frame_count : (frame_count - 2) / divisor + 2;
}

// Replaces one part of one joint after the uniform samples: exact times, full precision.
struct KeyedTrack {
  std::uint16_t joint = 0;
  PartKind kind = PartKind::translation;
  std::uint8_t stepped = 0;     // 1: holds until the next key; 0: linear, rotations normalised
  std::uint32_t first_key = 0;  // into key_times_s and, four numbers each, key_values
  std::uint32_t key_count = 0;  // at least 1; times increase; before the first and after the last: held
};

// One number over time in addition to the joints: a morph weight, or anything a game wants.
struct ScalarTrack {
  std::uint32_t name = 0;   // index into the clip's strings
  std::uint32_t node = 0;   // morph weights: scene node of the mesh; else kNone
  std::uint32_t index = 0;  // morph weights: the target's index
  std::uint32_t stepped = 0;
  std::uint32_t first_key = 0;  // into scalar_times_s and scalar_values
  std::uint32_t key_count = 0;
};

struct ClipEvent {
  float time_s = 0;        // in [0, duration]; events are sorted by time
  std::uint32_t name = 0;  // index into the clip's strings
};

enum ClipFlags : std::uint32_t {
  kClipLoops = 1,          // made to be repeated: the last frame equals the first
  kClipAdditive = 2,       // holds differences from a reference pose, to be added onto others
  kClipHasRootMotion = 4,  // root motion was taken out of the joints
};

struct ClipView {
  float duration_s = 0;
  float sample_rate_hz = 0;
  std::uint32_t frame_count = 0;          // at least 1
  float last_interval_s = 0;              // between the last two frames; 0 with one frame
  std::uint32_t flags = 0;                // ClipFlags
  std::uint32_t joint_count = 0;          // of the skeleton it was made for
  std::uint64_t skeleton_hash = 0;        // the same: Skeleton::hash
  std::span<const ClipPart> parts;        // 3 * blocks: translation, rotation, scale of block 0, ...
  std::span<const std::uint8_t> spreads;  // of packed parts, 32-byte aligned
  std::span<const float> constants;       // 32-byte aligned
  std::span<const ClipRate> rates;        // 1 to kMostRates; none where no part moves
  // Those of each rate one after another, and kGroupBytes more, as groups are read whole.
  std::span<const std::byte> frames;
  std::span<const KeyedTrack> keyed;  // sorted by joint, then kind
  std::span<const float> key_times_s;
  std::span<const float> key_values;  // four per key
  std::span<const ScalarTrack> scalars;
  std::span<const float> scalar_times_s;
  std::span<const float> scalar_values;
  std::span<const ClipEvent> events;
  // Root motion: per frame translation x y z and rotation x y z w of the root relative to frame 0 (which is
  // the identity), 7 floats each; empty without root motion.
  std::span<const float> root_motion;
  std::span<const std::uint32_t> string_begin;  // strings + 1 offsets; string 0 is the clip's name
  std::span<const char> strings;
  float bounds_min[3] = {};  // of all skinned vertices (or joints) over the whole clip, model space
  float bounds_max[3] = {};

  std::uint32_t frames_of(const ClipRate& rate) const { return frames_kept(frame_count, rate.divisor); }
  bool loops() const { return (flags & kClipLoops) != 0; }
  bool made_for(const Skeleton& skeleton) const {
    return joint_count == skeleton.joint_count() && skeleton_hash == skeleton.hash;
  }
  bool additive() const { return (flags & kClipAdditive) != 0; }
  std::string_view string(std::uint32_t index) const;
  std::string_view name() const { return string(0); }
};

// One number of a packed part, by the words above; `part_in_frame` is where the part's bytes of a frame
// begin. The kernels read eight at once.
inline std::int32_t packed_number(const ClipView& clip, const ClipPart& part, const std::byte* part_in_frame,
                                  std::size_t row, std::size_t lane) {
  const std::byte* bytes = part_in_frame + part.begin_of(group_of(row, lane));
  const std::uint8_t* where = &clip.spreads[part.spread * kSpreadBytes + place_index(row, lane)];
  const auto byte = [&](std::size_t i) {
    return where[i] == kNoByte ? 0u : std::to_integer<std::uint32_t>(bytes[where[i]]);
  };
  return static_cast<std::int16_t>(byte(0) | byte(1) << 8);
}

// Checks every count, index and number; `out` points into `blob`.
Problem read_clip(ByteSpan blob, ClipView& out);

// Where a time falls between two frames. `time_s` is clamped to [0, duration].
struct FramePair {
  std::uint32_t first = 0;   // first + 1 is a frame too, unless the clip has only one
  std::int32_t weight1 = 0;  // 0 to 32767, of the second frame
};
FramePair find_frames(const ClipView& clip, float time_s);
// The same among the frames of a rate, from where the time falls among all frames.
FramePair find_frames(const ClipView& clip, const ClipRate& rate, FramePair all);

// --- play times (math/play_time.h): root motion and events read them with their whole rounds ---

// as_made as the clip was made; once for a clip of duration 0.
inline Loop loop_of(const ClipView& clip, Loop loop) {
  if (!(clip.duration_s > 0)) return Loop::once;
  return loop != Loop::as_made ? loop : clip.loops() ? Loop::loop : Loop::once;
}

inline PlayTime find_play_time(const ClipView& clip, Loop loop, double time_s) {
  return fold_time(time_s, clip.duration_s, loop_of(clip, loop));
}

// For what counts rounds. invalid_argument: the time is not finite; limit_exceeded: it is more than
// kMaxRounds away from 0.
Status check_play_time(const ClipView& clip, Loop loop, double time_s);

// --- the stored form: small, for files; decoded into the form above before it plays ---

// Bytes that decoding writes: the size of the hot blob, as the stored clip claims it. 0 if `stored` is not a
// stored clip.
std::size_t hot_size(ByteSpan stored);

// Whether that size agrees with the numbers of joints, frames and keys at the clip's beginning. Call it
// before allocating memory for a clip that may be damaged; it reads a few bytes per joint and allocates
// nothing.
Problem check_hot_size(ByteSpan stored);

// Decodes into `out` (at least hot_size(stored) bytes, aligned to kBlobAlignment) and checks the result, so
// that `clip` is valid when the problem is ok. Allocates nothing.
Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip);

}  // namespace skelter
