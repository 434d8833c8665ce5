#pragma once
// Layout of the arrays of a decoded clip, in the order of the header, as in build_clip.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

namespace skelter::clip_codec {

inline constexpr std::uint32_t kMagic = 0x32634B53;  // "SKc2"
inline constexpr std::size_t kPrefixBytes = 16;      // magic, size of the decoded clip, then the hash
inline constexpr std::size_t kHashAt = 8;            // the skeleton's hash, readable without decoding
// The first number of a stored clip. `whole`: the decoded clip follows unchanged, word by word, because
// tracks cannot keep its error bound.
enum class Content : std::uint32_t { tracks, whole };

// Largest size that a stored clip may declare; the encoder adds zeros to a smaller clip.
constexpr std::uint64_t largest_hot_bytes(std::uint64_t stored_bytes) {
  return (std::uint64_t{1} << 20) + 1024 * stored_bytes;
}

constexpr std::uint32_t rows_of(PartKind kind) {
  return kind == PartKind::rotation ? 4 : 3;
}
// Alignment of wide parts in their frames, and of frames.
inline constexpr std::uint32_t kFrameAlignment = 4;
constexpr std::uint32_t aligned(std::uint32_t bytes) {
  return (bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}
constexpr std::uint32_t wide_bytes(PartKind kind) {
  return sizeof(float) * kLanes * rows_of(kind);
}
constexpr std::uint32_t constant_floats(PartFormat format, PartKind kind) {
  if (format == PartFormat::constant) return kLanes * rows_of(kind);
  return format == PartFormat::packed ? kLanes * (rows_of(kind) + 1) : 0;
}

// Assigns offsets to rates, one after another. On input their divisors are set, and `stride` holds the bytes
// of a frame; it is rounded up. Returns the total size, which needs more than 32 bits if there are too many
// frames.
inline std::uint64_t place_rates(std::span<ClipRate> rates, std::uint32_t frame_count) {
  std::uint64_t end = 0;
  for (ClipRate& rate : rates) {
    rate.stride = aligned(rate.stride);
    rate.begin = static_cast<std::uint32_t>(end);
    end += std::uint64_t{frames_kept(frame_count, rate.divisor)} * rate.stride;
  }
  return end;
}

// Bytes of the integers of a packed part: 0, 1 or 2 by row and lane.
using Widths = std::array<std::array<std::uint8_t, kLanes>, 4>;

// Byte positions in a frame, see ClipPart: row by row within each group.
struct PackedLayout {
  std::uint8_t group_begin[3] = {};
  std::uint32_t bytes = 0;
  std::array<std::uint8_t, kSpreadBytes> spread;
};
inline PackedLayout lay_out_packed(const Widths& widths) {
  PackedLayout layout;
  layout.spread.fill(kNoByte);
  for (std::size_t group = 0; group < 4; ++group) {
    if (group > 0) layout.group_begin[group - 1] = static_cast<std::uint8_t>(layout.bytes);
    std::uint8_t at = 0;
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t lane = 0; lane < 4; ++lane)
        for (std::size_t byte = 0; byte < widths[group / 2 * 2 + row][group % 2 * 4 + lane]; ++byte)
          layout.spread[group * kGroupBytes + row * kLanes + 2 * lane + byte] = at++;
    layout.bytes += at;
  }
  return layout;
}
// The width that was passed to lay_out_packed.
inline std::uint32_t width_of(std::span<const std::uint8_t> spread, std::size_t row, std::size_t lane) {
  const std::uint8_t* where = &spread[place_index(row, lane)];
  return where[1] != kNoByte ? 2 : where[0] != kNoByte ? 1 : 0;
}

// The range of integers in `width` bytes.
struct NumberRange {
  std::int64_t least = 0, most = 0;
};
constexpr NumberRange range_of(std::uint32_t width) {
  if (width == 0) return {0, 0};
  return width == 1 ? NumberRange{0, 255} : NumberRange{-32768, 32767};
}

struct Counts {
  std::uint32_t keyed = 0, keys = 0, scalars = 0, scalar_keys = 0, events = 0, strings = 0, characters = 0;
  std::uint32_t rates = 0, spread_bytes = 0, constants = 0;
};

// Fills the references of a header; its joint count, frame count and flags must be set. `frames`: bytes of
// all frames. Returns the total size, which needs more than 32 bits for invalid counts.
inline std::uint64_t lay_out(ClipHeader& header, const Counts& counts, std::uint64_t frames) {
  std::uint64_t end = sizeof(ClipHeader);
  const auto place = [&](BlobArray& array, std::uint64_t count, std::uint64_t element_size) {
    array = {};
    if (count == 0) return;
    const std::uint64_t offset = (end + kBlobAlignment - 1) / kBlobAlignment * kBlobAlignment;
    array = {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(count)};
    end = offset + count * element_size;
  };
  const bool moves = (header.flags & kClipHasRootMotion) != 0;
  place(header.parts, 3 * std::uint64_t{blocks_for(header.joint_count)}, sizeof(ClipPart));
  place(header.spreads, counts.spread_bytes, 1);
  place(header.constants, counts.constants, sizeof(float));
  place(header.rates, counts.rates, sizeof(ClipRate));
  place(header.frames, counts.rates > 0 ? frames + kGroupBytes : 0, 1);
  place(header.keyed, counts.keyed, sizeof(KeyedTrack));
  place(header.key_times_s, counts.keys, sizeof(float));
  place(header.key_values, 4 * std::uint64_t{counts.keys}, sizeof(float));
  place(header.scalars, counts.scalars, sizeof(ScalarTrack));
  place(header.scalar_times_s, counts.scalar_keys, sizeof(float));
  place(header.scalar_values, counts.scalar_keys, sizeof(float));
  place(header.events, counts.events, sizeof(ClipEvent));
  place(header.root_motion, moves ? 7 * std::uint64_t{header.frame_count} : 0, sizeof(float));
  place(header.string_begin, std::uint64_t{counts.strings} + 1, sizeof(std::uint32_t));
  place(header.strings, counts.characters, 1);
  return end;
}

}  // namespace skelter::clip_codec
