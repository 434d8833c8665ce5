#pragma once
// The content of a stored clip before coding, and its encoder.

#include <optional>
#include <vector>

#include "runtime/internal/clip_codec/head.h"
#include "runtime/internal/clip_codec/parts.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// One part of one joint. It is either at rest with one value, or moving.
struct StoredLane {
  bool moves = false;
  clip_codec::FirstRotation rotation;        // at rest
  clip_codec::ConstantVector vector;         // at rest
  clip_codec::RotationTrack rotation_track;  // moving
  clip_codec::VectorTrack vector_track;      // moving
  // If moving: the layout of the numbers in packed frames; empty if they need more than two bytes.
  std::optional<clip_codec::PackedNumbers> numbers;
  // If moving: corrections for frames 1, 2, ... at the part's rate. Closed clips have one correction less.
  std::vector<clip_codec::Numbers> corrections;
};

struct StoredContent {
  clip_codec::Head head;
  std::vector<PartFormat> formats;      // like ClipView::parts
  std::vector<std::uint32_t> divisors;  // of the rates, in order
  std::vector<std::uint16_t> rates;     // per moving part
  std::vector<StoredLane> lanes;        // joint * 3 + kind
  std::uint32_t constant_step = 0;      // index of the step for constant translations and scales
};

// Codes the content together with the lists (keys, events, strings, root motion) of `hot`.
AlignedBytes write_stored(const StoredContent& content, const ClipView& hot);

// Codes a clip in playing form unchanged.
AlignedBytes write_whole(ByteSpan hot, const ClipView& view);

}  // namespace skelter
