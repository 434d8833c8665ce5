#pragma once
// Walker: steers an Actor that has an animation graph by speed and direction. Root motion moves it over the
// ground, and planted feet stay in place.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/core/result.h"
#include "skelter/math/mat.h"
#include "skelter/play/character.h"
#include "skelter/runtime/foot_lock.h"
#include "skelter/runtime/root_motion.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

// Creates an actor that plays the first graph of a configuration, with ActorOptions::meshes. Errors: those of
// reading and compiling; bad_data without a graph, or without the parameters speed, turn, sit, jump and wave.
// `scene` must outlive the actor.
Result<std::unique_ptr<Actor>> create_walking_actor(const Scene& scene, const std::string& config);

inline constexpr double kFigureTurnRadPerSecond = 1.8;  // at turn 1

// Control input of the character.
struct WalkCommand {
  double speed_m_s = 0;
  double turn = 0;  // 1: to the left, -1: to the right
  bool sits = false;
  std::uint32_t jumps = 0, waves = 0;  // number of requests so far
};

class Walker {
 public:
  // Errors: those of create_walking_actor.
  static Result<Walker> create(const Scene& scene, const std::string& config);

  // Restores the initial state at the given position.
  void restart(const RigidMotion& world_from_figure);
  // Errors: never for user input.
  Result<void> advance(double step_s, const WalkCommand& wish);
  Actor& actor() { return *actor_; }  // place() is the position of its model space
  const RigidMotion& place() const { return place_; }
  // Returns the current state of the graph's machine "ground", which is the first one.
  std::string doing() const;
  double speed_m_s() const;  // current speed of the graph
  const Character& character() const { return *actor_->character(); }
  const CharacterData& data() const { return actor_->data(); }

 private:
  Walker() = default;
  Result<void> step(double step_s, const WalkCommand& wish);
  void find_feet();
  double weight_of(std::uint32_t clip) const;
  bool stands(const FootLockFoot& foot, const RigidMotion& world_from_model, double step_s) const;
  Status hold_feet(double step_s);

  std::unique_ptr<Actor> actor_;  // plays the graph
  struct Parameters {
    std::uint32_t speed = kNone, turn = kNone, sit = kNone, jump = kNone, wave = kNone;
  } parameters_;
  std::uint32_t jump_clip_ = kNone, fall_clip_ = kNone;
  struct Feet {
    std::array<FootLockFoot, 2> feet;
    std::array<FootLockState, 2> states;
    FootLockPelvis pelvis;
    std::uint16_t pelvis_joint = kNone16;  // kNone16: no known bones, so feet are not locked
    std::vector<Affine> matrices;
  } feet_;
  std::uint32_t jumps_ = 0, waves_ = 0;  // number of requests so far
  RigidMotion place_;
};

}  // namespace skelter::demos
