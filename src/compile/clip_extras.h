#pragma once
// What a clip has besides its joints: name, events, morph weights, root motion, bounds.

#include <string>

#include "compile/clip_tracks.h"
#include "skelter/core/result.h"

namespace skelter {

// The clip's name, "#index" when it has none.
std::string clip_name(const Scene& scene, std::uint32_t index);
// An error about this clip.
Error clip_error(const Scene& scene, std::uint32_t index, std::string_view code, std::string message,
                 Status status = Status::invalid_argument);

Result<void> add_events(const Scene& scene, std::uint32_t index, const std::vector<EventSettings>& events,
                        double duration_s, ClipExtras& extras);

// Morph weights: the keys of linear and stepped channels exactly, cubic ones by straight lines within 1e-4.
// `clip_seconds_per_second`: clip times are divided by it.
void add_morph_weights(const Scene& scene, std::uint32_t index, double clip_seconds_per_second,
                       ClipExtras& extras);

// The motion of a joint, seven numbers per frame. The curves have none taken out yet.
RootMotionFrames extract_root_motion(const ClipCurves& curves, std::uint16_t joint,
                                     const RootMotionSettings& settings, double sample_rate_hz);

}  // namespace skelter
