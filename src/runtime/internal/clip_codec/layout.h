#pragma once
// Where the arrays of a decoded clip lie: as build_clip lays a hot clip out, in the order of the header.

#include <cstddef>
#include <cstdint>

#include "skelter/runtime/clip.h"

namespace skelter::clip_codec {

inline constexpr std::uint32_t kMagic = 0x31634B53;  // "SKc1"
inline constexpr std::size_t kPrefixBytes = 16;      // magic, bytes of the decoded clip, then at
inline constexpr std::size_t kHashAt = 8;            // its skeleton's hash, readable without decoding
// The first bit says whether the decoded clip follows as it is, word by word, for clips whose bound no tracks
// keep. Its probability, of 65536.
inline constexpr std::uint32_t kWholeChance = 2048;

// A stored clip may not claim more than this; the encoder adds zeros where a clip is smaller.
constexpr std::uint64_t largest_hot_bytes(std::uint64_t stored_bytes) {
  return (std::uint64_t{1} << 20) + 1024 * stored_bytes;
}

constexpr std::uint32_t rows_of(PartKind kind) {
  return kind == PartKind::rotation ? 4 : 3;
}
constexpr std::uint32_t frame_bytes(PartFormat format, PartKind kind) {
  if (format == PartFormat::packed) return 2 * kLanes * rows_of(kind);
  return format == PartFormat::wide ? 4 * kLanes * rows_of(kind) : 0;
}
constexpr std::uint32_t constant_floats(PartFormat format, PartKind kind) {
  if (format == PartFormat::constant) return kLanes * rows_of(kind);
  return format == PartFormat::packed && kind != PartKind::rotation ? 6 * kLanes : 0;
}

struct Counts {
  std::uint32_t keyed = 0, keys = 0, scalars = 0, scalar_keys = 0, events = 0, strings = 0, characters = 0;
};

// Fills the references of a header whose joint count, frame count, stride and flags are set. Returns the size
// of the whole; more than 32 bits when the counts are nonsense.
inline std::uint64_t lay_out(ClipHeader& header, const Counts& counts, std::uint32_t constants) {
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
  place(header.frames, std::uint64_t{header.frame_count} * header.frame_stride, 1);
  place(header.constants, constants, sizeof(float));
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
