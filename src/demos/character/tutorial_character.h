#pragma once
// TutorialCharacter: plays the character demo's model like the tutorial. Clips switch without a fade, and a
// new clip starts at the position of the old one, like a D3DX track.

#include <string>
#include <vector>

#include "skelter/d3dx/scene_controller.h"

namespace skelter::demos {

class TutorialCharacter {
 public:
  // Errors: those of make_controller. Precondition: `scene` is valid, has clips, and outlives this object.
  static Result<TutorialCharacter> create(const Scene& scene, const EvaluateOptions& source);

  // Clips are indices into Scene::clips.
  Result<void> start(std::uint32_t clip) {
    return controller_.play(clips_[clip], true);
  }  // from its beginning
  Result<void> change(std::uint32_t clip) {
    return controller_.play(clips_[clip], false);
  }  // at the current position
  Result<void> set_speed(double speed) { return controller_.set_track_speed(0, speed); }
  Result<void> advance(double step_s) { return controller_.advance(step_s); }

  double position_s() const;  // clip time, not wrapped
  Pose pose() const;

 private:
  TutorialCharacter(const Scene& scene, std::vector<std::string> clips, SceneController made);

  const Scene* scene_;
  std::vector<std::string> clips_;
  Controller controller_;
  std::vector<std::uint32_t> node_of_output_;
};

}  // namespace skelter::demos
