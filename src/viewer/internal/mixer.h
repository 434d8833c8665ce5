#pragma once
// Tracks: clips blended by hand. Their times and weights are plain functions of the state; Mixer poses them
// as a game does, from a list of weighted clips and stages (runtime/pose_list.h).

#include <memory>
#include <string>
#include <vector>

#include "skelter/d3dx/scene_controller.h"
#include "skelter/runtime/pose_list.h"
#include "viewer/content/task_engine.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

// The weight at a time of the mix: what a fade has made of it.
double weight_at(const TrackState& track, double time_s);

// Goes on by dt_s: positions of the tracks that are on, and weights that fade.
void advance(MixState& mix, double dt_s);

// From now on, within `seconds`; at once for 0.
void fade_weight(MixState& mix, std::uint32_t track, double weight, double seconds, bool linear = false);

// The clip fades in on a track that is silent, or on a new one, and all tracks that replace each other on the
// whole figure fade out. Gives the track; kNone when all kMostMixTracks are heard.
inline constexpr std::uint32_t kMostMixTracks = 16;
std::uint32_t cross_fade(MixState& mix, std::uint32_t clip, double seconds, bool linear = false);

// The tracks as lines of a list. Those that replace each other on the whole figure are mixed by the ratio of
// their weights, low and high priority apart. Each with a mask is a stage over all before it. Additive ones
// come last: clip c as differences is `clip_count + c`.
struct MixList {
  std::vector<CrowdLayer> lines;
  std::vector<ClipUse> clips;             // that must be ready
  std::vector<std::uint32_t> mask_nodes;  // CrowdLayer::mask m: this node and all below it
};
MixList mix_list(const Scene& scene, const MixState& mix, const EvaluateOptions& source);

class Mixer {
 public:
  // Both outlive this.
  Mixer(const Scene& scene, Engine& engine, const EvaluateOptions& source)
      : scene_(&scene), engine_(&engine), source_(source) {}

  // Until the clips are compiled, and where one cannot be, a controller mixes the tracks, without additive
  // ones and those with a mask; where that is refused, too, the pose is at rest.
  Pose pose(const MixState& mix, CompileClips compiling = CompileClips::at_once);
  const std::string& why_controller() const {
    return why_controller_;
  }  // of the last pose; "" for the engine

  const Scene& scene() const { return *scene_; }

 private:
  Result<Pose> controller_pose(const MixState& mix);

  const Scene* scene_;
  Engine* engine_;
  EvaluateOptions source_;
  std::optional<SceneController> controller_;
  std::string why_controller_;
};

}  // namespace skelter
