#pragma once
// ClipView, the playing form: an animation as uniform samples that decode and interpolate in one multiply,
// without state per instance. A view into a blob made by build_clip or decode_clip, for one skeleton.
//
// Time. Frame 0 is at 0, frame f at f / sample_rate, the last frame exactly at the duration, so the last
// interval may be shorter. Between frames f and f + 1 at ratio t the weights are the integers w1 =
// round(32767 t) and w0 = 32767 - w1. Parts that move slowly are stored at a lower rate: every second or
// third frame or fewer, plus the last frame.
//
// Data. Joints are stored in the skeleton's blocks of eight. A block has three parts: translations,
// rotations, scales. Each part is at rest (nothing stored), constant, or animated (stored in every frame).
// Uniform samples cannot represent steps, jumps and keys off the grid; for these, keyed tracks override
// individual joints.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/array_view.h"
#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

// Records of the playing form, internal: docs/pack-format.md.
struct ClipPart;
struct ClipRate;
struct KeyedTrack;
struct ScalarTrack;  // one number over time: a morph weight, or any other animated value

struct ClipEvent {
  float time_s = 0;        // in [0, duration]; events are sorted by time
  std::uint32_t name = 0;  // index into the clip's strings
};

// Bits of ClipView::flags.
inline constexpr std::uint32_t kClipLoops = 1;  // made to loop: the last frame equals the first
inline constexpr std::uint32_t kClipAdditive =
    2;  // holds differences from a reference pose, for additive layers
inline constexpr std::uint32_t kClipHasRootMotion = 4;  // root motion was removed from the joints

struct ClipView {
  float duration_s = 0;
  float sample_rate_hz = 0;
  std::uint32_t frame_count = 0;          // at least 1
  float last_interval_s = 0;              // time between the last two frames; 0 for one frame
  std::uint32_t flags = 0;                // kClipLoops and others
  std::uint32_t joint_count = 0;          // joint count of the skeleton that the clip was made for
  std::uint64_t skeleton_hash = 0;        // Skeleton::hash of that skeleton
  ArrayView<ClipPart> parts;              // 3 * blocks: translation, rotation, scale of block 0, ...
  std::span<const std::uint8_t> spreads;  // spreads of packed parts, 32-byte aligned
  std::span<const float> constants;       // 32-byte aligned
  ArrayView<ClipRate> rates;              // frame rates of the parts; empty if no part moves
  // All frames of each rate, rate after rate, plus 16 bytes, because groups are read whole.
  std::span<const std::byte> frames;
  ArrayView<KeyedTrack> keyed;  // sorted by joint, then kind
  std::span<const float> key_times_s;
  std::span<const float> key_values;  // four per key
  ArrayView<ScalarTrack> scalars;
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

  bool loops() const { return (flags & kClipLoops) != 0; }
  bool made_for(const Skeleton& skeleton) const {
    return joint_count == skeleton.joint_count() && skeleton_hash == skeleton.hash;
  }
  bool additive() const { return (flags & kClipAdditive) != 0; }
  std::string_view string(std::uint32_t index) const;
  std::string_view name() const { return string(0); }
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_clip(ByteSpan blob, ClipView& out);

// --- play times (math/play_time.h): root motion and events count whole cycles ---

// Resolves as_made to the clip's own loop mode. Clips with duration 0 play once.
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
std::size_t decoded_size(ByteSpan stored);

// Whether that size agrees with the joint, frame and key counts at the start of the clip. Call it before
// allocating memory for a clip that may be damaged. Reads a few bytes per joint and allocates nothing.
Problem check_decoded_size(ByteSpan stored);

// Decodes into `out` (at least decoded_size(stored) bytes, aligned to kBlobAlignment) and checks the result:
// `clip` is valid if the problem is ok. Allocates nothing.
Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip);

}  // namespace skelter
