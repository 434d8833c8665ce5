#pragma once
// CharacterPlayer: what plays the figure of the character demo. Ours fades from clip to clip; the tutorial's
// switches hard, and the new clip goes on from the old one's position, as a D3DX track does.

#include <optional>
#include <variant>
#include <vector>

#include "skelter/d3dx/player.h"
#include "skelter/d3dx/scene_controller.h"

namespace skelter::demos {

class CharacterPlayer {
 public:
  // `fade_s` of a change. Errors: those of make_controller. Precondition: scene valid, with clips.
  static Result<CharacterPlayer> create(const Scene& scene, bool faithful, const EvaluateOptions& source,
                                        double fade_s);

  // Clips are indices into Scene::clips. From its beginning, at once.
  Result<void> start(std::uint32_t clip);
  // Faded, or in the tutorial's way.
  Result<void> change(std::uint32_t clip);
  Result<void> set_speed(double speed);
  Result<void> advance(double step_s);

  double position_s() const;  // of the clip, not folded
  bool in_transition() const;
  // Of the figure's scene, placed in the world.
  Pose pose(const Scene& scene, const Mat4d& world_from_scene) const;

 private:
  struct Soft {
    Player player;
    double fade_s = 0;
  };
  struct Hard {
    Controller controller;
  };
  CharacterPlayer(std::variant<Soft, Hard> how, std::vector<std::uint32_t> nodes)
      : how_(std::move(how)), node_of_output_(std::move(nodes)) {}

  std::variant<Soft, Hard> how_;
  std::vector<std::uint32_t> node_of_output_;
  std::vector<std::string> clips_;
  std::vector<bool> loops_;
};

// Whether the last pose of a clip is the first again, so that it can be played in a loop.
bool comes_round(const Scene& scene, std::uint32_t clip);

}  // namespace skelter::demos
