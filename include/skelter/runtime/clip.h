#pragma once
// ClipView, the playing form: an animation as uniform samples that decode and interpolate in one multiply,
// without state per instance. A view into a blob of build_clip or decode_clip, for one skeleton.
//
// Time. Frame 0 is at 0, frame f at f / sample_rate, the last frame exactly at the duration, so the last
// interval may be shorter. Between frames f and f + 1 at ratio t the weights are the integers w1 =
// round(32767 t) and w0 = 32767 - w1. Parts that move slowly are stored at a lower rate: every second or
// third frame, or fewer, and the last one.
//
// Data. Joints are stored in the skeleton's blocks of eight. A block has three parts: translations,
// rotations, scales. Each part is at rest (nothing stored), constant, or animated (stored in every frame).
// Steps, jumps and keys off the grid do not fit uniform samples; keyed tracks override single joints for
// them.

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
  packed,    // integers of 0 to 16 bits in each frame, see below
  wide,      // 32-bit floats in each frame: row by row
};

// A packed part: value = offset + step * integer; rotations are normalised after mixing. The floats from
// constants[range] are the offsets row by row, then a step for each lane. Signs of rotations agree from frame
// to frame (dot >= 0), also across the seam of a loop.
//
// An integer has as many bytes as its motion needs: none (it is 0), one (0 to 255), or two (-32768 to 32767,
// low byte first). In a frame of their rate the integers lie in four groups of at most 16 bytes, at `data`
// and group_begin[0..2] bytes after it. The groups are rows x and y of lanes 0-3, the same of lanes 4-7, rows
// z and w of lanes 0-3, and of lanes 4-7. Each group has 16 bytes of ClipView::spreads, from spreads[64 *
// spread], with the byte positions inside the group. Every lane of x (or z), then of y (or w), has two: the
// position of the low byte and of the high byte, or kNoByte for zero. This is the operand of a byte-shuffle
// instruction. Parts without a row w have no bytes for it.
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

// Frames of the parts that share a rate: frame i is the clip's frame i * divisor, the last one is the clip's
// last.
struct ClipRate {
  std::uint32_t divisor = 1;  // 1 to kMaxDivisor
  std::uint32_t stride = 0;   // bytes between two of its frames
  std::uint32_t begin = 0;    // offset of its first frame in ClipView::frames
};
inline constexpr std::size_t kMaxRates = 4;
inline constexpr std::uint32_t kMaxDivisor = 16;

inline constexpr std::uint8_t kNoByte = 0x80;
inline constexpr std::size_t kGroupBytes = 16, kSpreadBytes = 4 * kGroupBytes;
// The group of an integer, and the index of its byte positions in a spread.
constexpr std::size_t group_of(std::size_t row, std::size_t lane) {
  return row / 2 * 2 + lane / 4;
}
constexpr std::size_t place_index(std::size_t row, std::size_t lane) {
  return group_of(row, lane) * kGroupBytes + row % 2 * kLanes + lane % 4 * 2;
}

// Number of frames that a rate keeps out of `frame_count`.
constexpr std::uint32_t frames_kept(std::uint32_t frame_count, std::uint32_t divisor) {
  return frame_count < 2 ? frame_count : (frame_count - 2) / divisor + 2;
}

// Replaces one part of one joint after the uniform samples, with exact times and full precision.
struct KeyedTrack {
  std::uint16_t joint = 0;
  PartKind kind = PartKind::translation;
  std::uint8_t stepped = 0;     // 1: holds until the next key; 0: linear, rotations normalised
  std::uint32_t first_key = 0;  // into key_times_s and, four numbers each, key_values
  std::uint32_t key_count = 0;  // at least 1; times increase; held before the first and after the last
};

// One number over time in addition to the joints: a morph weight, or any other animated value.
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
  kClipLoops = 1,          // made to loop: the last frame equals the first
  kClipAdditive = 2,       // holds differences from a reference pose, for additive layers
  kClipHasRootMotion = 4,  // root motion was removed from the joints
};

struct ClipView {
  float duration_s = 0;
  float sample_rate_hz = 0;
  std::uint32_t frame_count = 0;          // at least 1
  float last_interval_s = 0;              // time between the last two frames; 0 for one frame
  std::uint32_t flags = 0;                // ClipFlags
  std::uint32_t joint_count = 0;          // joint count of the skeleton that the clip was made for
  std::uint64_t skeleton_hash = 0;        // Skeleton::hash of the same skeleton
  std::span<const ClipPart> parts;        // 3 * blocks: translation, rotation, scale of block 0, ...
  std::span<const std::uint8_t> spreads;  // spreads of packed parts, 32-byte aligned
  std::span<const float> constants;       // 32-byte aligned
  std::span<const ClipRate> rates;        // 1 to kMaxRates; none if no part moves
  // The frames of each rate one after another, plus kGroupBytes, because groups are read whole.
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
  float bounds_min[3] = {};  // bounds of all skinned vertices (or joints) over the whole clip, model space
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

// Decodes one integer of a packed part as described above; `part_in_frame` points to the part's bytes in a
// frame. The kernels decode eight at once.
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

// The two frames around a time. `time_s` is clamped to [0, duration].
struct FramePair {
  std::uint32_t first = 0;   // first + 1 is a frame too, unless the clip has only one
  std::int32_t weight1 = 0;  // weight of the second frame, 0 to 32767
};
FramePair find_frames(const ClipView& clip, float time_s);
// The same among the frames of a rate, from the result among all frames.
FramePair find_frames(const ClipView& clip, const ClipRate& rate, FramePair all);

// --- play times (math/play_time.h): root motion and events count whole cycles ---

// Resolves as_made to the clip's own loop mode. Clips of duration 0 play once.
inline Loop loop_of(const ClipView& clip, Loop loop) {
  if (!(clip.duration_s > 0)) return Loop::once;
  return loop != Loop::as_made ? loop : clip.loops() ? Loop::loop : Loop::once;
}

inline PlayTime find_play_time(const ClipView& clip, Loop loop, double time_s) {
  return fold_time(time_s, clip.duration_s, loop_of(clip, loop));
}

// For callers that count cycles. invalid_argument: the time is not finite; limit_exceeded: it is more than
// kMaxCycles away from 0.
Status check_play_time(const ClipView& clip, Loop loop, double time_s);

// --- the stored form: compact, for files; decoded into the playing form before it plays ---

// Size of the decoded clip in bytes, as the stored clip declares it. 0 if `stored` is not a stored clip.
std::size_t hot_size(ByteSpan stored);

// Whether that size agrees with the joint, frame and key counts at the start of the clip. Call it before
// allocating memory for a clip that may be damaged. Reads a few bytes per joint and allocates nothing.
Problem check_hot_size(ByteSpan stored);

// Decodes into `out` (at least hot_size(stored) bytes, aligned to kBlobAlignment) and checks the result:
// `clip` is valid if the problem is ok. Allocates nothing.
Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip);

}  // namespace skelter
