#pragma once
// The coding order of packed tracks: groups of up to eight tracks with the same rate, which are decoded in
// parallel; rotations come first, then translations and scales.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

namespace skelter::clip_codec {

struct TrackAt {
  std::uint32_t part = 0;
  std::uint32_t lane = 0;
};

// `parts`: translation, rotation, scale of each block. `moving(part)`: one bit for each moving lane of a
// packed part, 0 for other parts. `visit(rotations, tracks)` returns whether to continue.
template <class Moving, class Visit>
void for_each_group(std::span<const ClipPart> parts, std::uint32_t rates, Moving moving, Visit visit) {
  std::array<TrackAt, kLanes> group;
  std::size_t count = 0;
  for (std::uint32_t rate = 0; rate < rates; ++rate)
    for (const bool rotations : {true, false}) {
      for (std::uint32_t part = 0; part < parts.size(); ++part) {
        if ((part % 3 == 1) != rotations || parts[part].format != PartFormat::packed ||
            parts[part].rate != rate)
          continue;
        const std::uint32_t lanes = moving(part);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
          if ((lanes >> lane & 1) == 0) continue;
          group[count++] = {part, lane};
          if (count < kLanes) continue;
          if (!visit(rotations, std::span<const TrackAt>(group))) return;
          count = 0;
        }
      }
      if (count > 0 && !visit(rotations, std::span<const TrackAt>(group).first(count))) return;
      count = 0;
    }
}

}  // namespace skelter::clip_codec
