#pragma once
// Tracks: manually blended clips. Their times and weights are plain functions of the state. An Actor shows
// them as a game would, from a list of weighted clips and stages (runtime/pose_list.h).

#include <cstdint>
#include <optional>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// A change of a weight over time. Times are those of Tracks::time_s.
struct WeightFade {
  double from = 0, to = 1;
  double begin_s = 0, duration_s = 0;
  bool linear = false;  // false: smooth, 3u^2 - 2u^3
  friend bool operator==(const WeightFade&, const WeightFade&) = default;
};

// A clip on a track, for manual blending.
struct TrackState {
  std::uint32_t clip = kNone;
  bool enabled = true;
  double weight = 1;
  double speed = 1;
  double position_s = 0;
  bool high_priority = false;
  bool additive = false;       // adds its differences from its first pose to the other tracks
  std::uint32_t mask = kNone;  // limits the track to this node and everything below it
  std::optional<WeightFade> fade;
  bool holds_end = false;  // the clip holds its last frame instead of starting over
  friend bool operator==(const TrackState&, const TrackState&) = default;
};

struct Tracks {
  double priority_blend = 0.5;
  double time_s = 0;  // time since the tracks started
  std::vector<TrackState> tracks;
  friend bool operator==(const Tracks&, const Tracks&) = default;
};

// The track's weight, including its fade, at a time of the tracks.
double weight_at(const TrackState& track, double time_s);

// Sets fading weights to their values at the current time of the tracks.
void update_weights(Tracks& tracks);

// Fades a weight to a new value over the next `seconds`, or sets it at once if `seconds` is 0.
void fade_weight(Tracks& tracks, std::uint32_t track, double weight, double seconds, bool linear = false);

// Fades a clip in, on a track without weight or on a new one. Fades out all other tracks that are neither
// masked nor additive. Returns the track, or kNone if all kMaxMixTracks are in use.
inline constexpr std::uint32_t kMaxMixTracks = 16;
std::uint32_t cross_fade(Tracks& tracks, std::uint32_t clip, double seconds, bool linear = false);

// A clip in normal use, or its differences from its own first pose. For additive clips both are the same.
struct ClipUse {
  std::uint32_t clip = 0;
  bool additive = false;
};

// The tracks as pose list entries. Tracks that are neither masked nor additive are mixed in proportion to
// their weights, separately for low and high priority. A track with a mask becomes a stage over all entries
// before it. Additive tracks come last: their entries refer to the differences of clip c as clip `clip count
// + c`.
struct TrackList {
  std::vector<PoseListEntry> lines;
  std::vector<ClipUse> clips;             // clips that the entries need
  std::vector<std::uint32_t> mask_nodes;  // PoseListEntry::mask m: mask_nodes[m] and everything below it
};
TrackList track_list(const Scene& scene, const Tracks& tracks, const EvaluateOptions& source);

}  // namespace skelter
