#pragma once
// Scalar tracks of a clip: morph weights and other animated numbers. Sampled from their own keys at full
// precision: linear or stepped between keys, held before the first and after the last. Stateless, O(log keys)
// per track.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/status.h"

namespace skelter {

struct ClipView;  // runtime/clip.h
struct ScalarTrack;

// Returns the exact value at a key; 0 without keys. Precondition: the track belongs to the clip.
float sample_scalar(const ClipView& clip, const ScalarTrack& track, float time_s);

// The first scalar track of that name that is not a morph weight, or kNone. O(tracks).
std::uint32_t find_scalar(const ClipView& clip, std::string_view name);

// The track of a mesh's morph target, or kNone. `node`: the scene node of the mesh. O(tracks).
std::uint32_t find_morph(const ClipView& clip, std::uint32_t node, std::uint32_t target);

// Samples all tracks, in the clip's order, into `out_values` (at least ClipView::scalars.size()). Times are
// clamped to each track's keys. Errors: invalid_argument for too few values or a NaN time.
Status sample_scalars(const ClipView& clip, float time_s, std::span<float> out_values);

// Samples the morph weights of one mesh; `node` is its scene node, and out_weights is indexed by morph
// target. Targets without a track keep their weight in out_weights: put the
// mesh's own weights there first.
// Tracks of targets beyond out_weights are ignored. Errors: invalid_argument for a NaN time.
Status sample_morph_weights(const ClipView& clip, float time_s, std::uint32_t node,
                            std::span<float> out_weights);

}  // namespace skelter
