#pragma once
// store_clip: the smallest stored form whose decoded clip still keeps the error bound against the source.

#include "skelter/compile/clip.h"
#include "skelter/compile/packed.h"
#include "skelter/core/result.h"

namespace skelter {

struct StoredClipBuild {
  AlignedBytes stored;
  Packed<ClipView> decoded;  // what the runtime will play
  ClipReport report;         // of the decoded clip, with stored_bytes
};

// Starts from the hot clip of build_clip with the same settings and searches the coarsest steps per track for
// which the decoded clip, measured as measure_error does, stays within the bound. Frames, times, keyed
// tracks, scalars, events, root motion and strings are those of the hot clip; parts may be packed that were
// wide, and bounds are up to a hundredth wider. Cost: about a millisecond per moving joint and 10 frames.
// Errors: the hot clip itself does not keep the bound of these settings.
Result<StoredClipBuild> store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                                   const ClipBuild& hot, const ClipSettings& settings = {});

}  // namespace skelter
