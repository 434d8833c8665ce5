#pragma once
// Computes the data of a clip other than its joints: name, events, morph weights, root motion, bounds.

#include <string>

#include "compile/build_clip/clip_tracks.h"
#include "skelter/core/result.h"

namespace skelter {

// Returns the clip's name, or "#index" if it has none.
std::string clip_name(const Scene& scene, std::uint32_t index);
// Creates an error about the clip.
Error clip_error(const Scene& scene, std::uint32_t index, std::string_view code, std::string message,
                 Status status = Status::invalid_argument);

Result<void> add_events(const Scene& scene, std::uint32_t index, const std::vector<EventSettings>& events,
                        double duration_s, ClipExtras& extras);

// Adds morph weights. Keys of linear and stepped channels are copied exactly, cubic channels become linear
// segments within 1e-4. Clip times are divided by `clip_seconds_per_second`.
void add_morph_weights(const Scene& scene, std::uint32_t index, double clip_seconds_per_second,
                       ClipExtras& extras);

// Returns the motion of a joint, seven numbers per frame. Precondition: no motion has been taken out of the
// curves.
RootMotionFrames extract_root_motion(const ClipCurves& curves, std::uint16_t joint,
                                     const RootMotionSettings& settings, double sample_rate_hz);

}  // namespace skelter
