#pragma once
// The corrections of up to eight tracks, frame by frame: a faster code_corrections (numbers.h).

#include <cstddef>
#include <cstdint>

#include "runtime/internal/clip_codec/numbers.h"
#include "skelter/math/soa.h"

namespace skelter::clip_codec {

// Corrections of one frame, indexed by component and track.
struct FrameCorrections {
  alignas(64) std::int32_t of[3][kLanes];
};
// History::averages of eight tracks.
struct GroupHistory {
  alignas(64) std::int32_t averages[3][kLanes];

  GroupHistory() {
    for (auto& row : averages)
      for (std::int32_t& average : row) average = History::kUnit;
  }
};

// Reads `frames` frames of corrections; `first` is the number of earlier frames. Tracks past `count` get 0.
void decode_corrections(Decoder& bits, GroupHistory& history, std::size_t count, std::uint32_t first,
                        std::uint32_t frames, FrameCorrections* out);

}  // namespace skelter::clip_codec
