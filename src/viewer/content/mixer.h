#pragma once
// Mixer: clips blended by hand, on the tracks of a controller.

#include <memory>

#include "skelter/d3dx/scene_controller.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

class Mixer {
 public:
  // `scene` must outlive the mixer. Errors: those of make_controller.
  static Result<std::unique_ptr<Mixer>> create(const Scene& scene, const EvaluateOptions& source);

  // Takes over what a person changed in `mix` since the last call, goes on by dt_s, and writes back what
  // events and time changed. Errors: those of the controller's setters.
  Result<void> advance(MixState& mix, double dt_s);

  // From now on, within `seconds`. Errors: as Controller::key_track_weight.
  Result<void> fade_weight(std::uint32_t track, double weight, double seconds);

  Pose pose() const;
  const Scene& scene() const { return *scene_; }
  const Controller& controller() const { return controller_; }

 private:
  Mixer(const Scene& scene, SceneController made);
  Result<void> take_over(std::uint32_t track, const TrackState& wanted);
  void write_back(MixState& mix);

  const Scene* scene_;
  Controller controller_;
  std::vector<std::uint32_t> node_of_output_;
  std::vector<TrackState> known_;  // what the controller has, to detect the user's changes
  double known_blend_ = 0.5;
};

}  // namespace skelter
