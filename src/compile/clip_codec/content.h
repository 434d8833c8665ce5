#pragma once
// StoredContent: all that a stored clip says, before it is coded; and the encoder.

#include <optional>
#include <vector>

#include "runtime/internal/clip_codec/head.h"
#include "runtime/internal/clip_codec/parts.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// One part of one joint: either at rest in one value, or moving.
struct StoredLane {
  bool moves = false;
  clip_codec::FirstRotation rotation;        // at rest
  clip_codec::ConstantVector vector;         // at rest
  clip_codec::RotationTrack rotation_track;  // moving
  clip_codec::VectorTrack vector_track;      // moving
  // Moving: how the numbers lie in frames when packed; none: two bytes do not hold them.
  std::optional<clip_codec::PackedNumbers> numbers;
  // Moving: of frames 1, 2, ... of the part's rate; one less when closed.
  std::vector<clip_codec::Numbers> corrections;
};

struct StoredContent {
  clip_codec::Head head;
  std::vector<PartFormat> formats;      // as ClipView::parts
  std::vector<std::uint32_t> divisors;  // of the rates, in their order
  std::vector<std::uint16_t> rates;     // per part that moves
  std::vector<StoredLane> lanes;        // joint * 3 + kind
  std::uint32_t constant_step = 0;      // index of the step of constant translations and scales
};

// Codes the content, with the lists (keys, events, strings, root motion) of `hot`.
AlignedBytes write_stored(const StoredContent& content, const ClipView& hot);

// The hot clip as it is, only coded.
AlignedBytes write_whole(ByteSpan hot, const ClipView& view);

}  // namespace skelter
