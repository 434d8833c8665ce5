#pragma once
// Records of the playing form of a clip, and how to read them.

#include <cstddef>
#include <cstdint>

#include "skelter/runtime/clip.h"

namespace skelter {

enum class PartFormat : std::uint8_t {
  rest,      // the skeleton's rest pose; the identity in additive clips
  constant,  // `data` is the index of the first of 8 * rows floats in ClipView::constants: row by row
  packed,    // integers of 0 to 16 bits in each frame, see below
  wide,      // 32-bit floats in each frame: row by row
};

// A packed part: value = offset + step * integer; rotations are normalised after mixing. The floats from
// constants[range] on are the offsets row by row, then a step for each lane. Signs of rotations agree from
// frame to frame (dot >= 0), also across the seam of a loop.
//
// An integer occupies as many bytes as its motion needs: none (it is 0), one (0 to 255), or two (-32768 to
// 32767, low byte first). In a frame of their rate the integers lie in four groups of at most 16 bytes, at
// `data` and group_begin[0..2] bytes after it. The groups are rows x and y of lanes 0-3, rows x and y of
// lanes 4-7, rows z and w of lanes 0-3, and rows z and w of lanes 4-7. For each group, 16 bytes of
// ClipView::spreads, from spreads[64 * spread] on, give the byte positions inside the group. Every lane of x
// (or z), then every lane of y (or w), has two positions, for the low byte and the high byte; kNoByte stands
// for a zero byte. This is the operand of a byte-shuffle instruction. Parts without a row w have no bytes for
// it.
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

// Frames of the parts that share a rate: frame i is the clip's frame i * divisor; the last frame is the
// clip's last.
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

// How many of `frame_count` frames a rate with this divisor keeps.
constexpr std::uint32_t frames_kept(std::uint32_t frame_count, std::uint32_t divisor) {
  return frame_count < 2 ? frame_count : (frame_count - 2) / divisor + 2;
}

// Overrides one part of one joint after uniform sampling, with exact key times and full precision.
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

inline std::uint32_t frames_of(const ClipView& clip, const ClipRate& rate) {
  return frames_kept(clip.frame_count, rate.divisor);
}

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

// The two frames around a time. `time_s` is clamped to [0, duration].
struct FramePair {
  std::uint32_t first = 0;   // frame first + 1 also exists, unless the clip has only one frame
  std::int32_t weight1 = 0;  // weight of the second frame, 0 to 32767
};
FramePair find_frames(const ClipView& clip, float time_s);
// Converts the result for all frames to frames of a rate.
FramePair find_frames(const ClipView& clip, const ClipRate& rate, FramePair all);

}  // namespace skelter
