#pragma once
// CharacterPlayer: what plays the figure of the character demo. Ours fades from clip to clip; the tutorial's
// switches hard, and the new clip goes on from the old one's position, as a D3DX track does.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/d3dx/scene_controller.h"

namespace skelter::demos {

class CharacterPlayer {
 public:
  // `fade_s` of a change. What the engine cannot play is played the tutorial's way. Errors: those of
  // make_controller. Precondition: scene valid, with clips; it outlives this.
  static Result<CharacterPlayer> create(const Scene& scene, bool faithful, const EvaluateOptions& source,
                                        double fade_s);

  // Clips are indices into Scene::clips. From its beginning, at once.
  Result<void> start(std::uint32_t clip) { return play(clip, false); }
  // Faded, or in the tutorial's way.
  Result<void> change(std::uint32_t clip) { return play(clip, true); }
  Result<void> set_speed(double speed);
  Result<void> advance(double step_s);

  double position_s() const;  // of the clip, not folded
  bool in_transition() const;
  // Of the figure's scene, placed in the world.
  Pose pose(const Mat4d& world_from_scene) const;
  // Why the engine does not play; "" if it does, or was not asked to.
  const std::string& why_reference() const { return why_reference_; }

 private:
  CharacterPlayer(const Scene& scene, double fade_s) : scene_(&scene), fade_s_(fade_s) {}
  Result<void> play(std::uint32_t clip, bool fades);

  const Scene* scene_;
  double fade_s_;
  std::unique_ptr<Actor> actor_;          // plays by the engine, or
  std::optional<Controller> controller_;  // the tutorial's way
  std::vector<std::uint32_t> node_of_output_;
  std::vector<std::string> clips_;
  std::vector<bool> loops_;
  std::string why_reference_;
};

// Whether the last pose of a clip is the first again, so that it can be played in a loop.
bool comes_round(const Scene& scene, std::uint32_t clip);

}  // namespace skelter::demos
