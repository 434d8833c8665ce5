#include "demos/character_player.h"

#include <algorithm>
#include <cmath>

#include "skelter/scene/edit.h"

namespace skelter::demos {
namespace {

// Every clip with a name of its own, as players look them up by name.
Scene with_clip_names(const Scene& scene, std::vector<std::string>& names) {
  Scene named = scene;
  for (std::uint32_t i = 0; i < named.clips.size(); ++i) {
    std::string name = clip_label(scene, i);
    if (std::find(names.begin(), names.end(), name) != names.end()) name += "#" + std::to_string(i);
    names.push_back(name);
    named.clips[i].name = name;
  }
  return named;
}

}  // namespace

bool comes_round(const Scene& scene, std::uint32_t clip) {
  EvaluateOptions options;
  options.wrap = Wrap::once;
  const Pose first = evaluate(scene, clip, 0, options);
  const Pose last = evaluate(scene, clip, scene.clips[clip].duration_s, options);
  const Vec3d size = pose_bounds(scene, first).size();
  const double near = 1e-3 * std::max({size.x, size.y, size.z, 1e-9});
  for (std::size_t n = 0; n < first.world.size(); ++n)
    if (length(translation_part(first.world[n]) - translation_part(last.world[n])) > near) return false;
  return true;
}

Result<CharacterPlayer> CharacterPlayer::create(const Scene& scene, bool faithful,
                                                const EvaluateOptions& source, double fade_s) {
  CharacterPlayer figure(scene, fade_s);
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) figure.loops_.push_back(comes_round(scene, i));
  if (!faithful) {
    auto actor = Actor::create(scene, {}, {.source = source});
    const Result<void> ready = actor ? (*actor)->prepare_all() : actor.error();
    if (ready) {
      figure.actor_ = std::move(*actor);
      return figure;
    }
    figure.why_reference_ = to_string(ready.error());
  }
  SceneControllerSettings settings;
  settings.source = source;
  settings.mode = faithful ? ControllerMode::d3dx : ControllerMode::standard;
  auto made = make_controller(with_clip_names(scene, figure.clips_), settings);
  if (!made) return made.error();
  figure.controller_.emplace(std::move(made->controller));
  figure.node_of_output_ = std::move(made->node_of_output);
  return figure;
}

Result<void> CharacterPlayer::play(std::uint32_t clip, bool fades) {
  if (controller_) return controller_->play(clips_[clip], !fades);
  PlayOptions options;
  options.fade_s = fades ? fade_s_ : 0;
  options.loop = loops_[clip] ? Loop::loop : Loop::once;
  Character& character = *actor_->character();
  const Status status = character.play(clip, options);
  if (status != Status::ok) return Error{status, "demo.clip", character.why(), {}};
  return {};
}

Result<void> CharacterPlayer::set_speed(double speed) {
  if (controller_) return controller_->set_track_speed(0, speed);
  (void)actor_->character()->set_speed(speed);  // from the keys, so always a number
  return {};
}

Result<void> CharacterPlayer::advance(double step_s) {
  if (controller_) return controller_->advance(step_s);
  (void)actor_->character()->update(step_s);  // so are steps
  return {};
}

double CharacterPlayer::position_s() const {
  if (actor_) return actor_->character()->position_s();
  const auto track = controller_->track(0);
  return track ? track->position_s : 0;
}

bool CharacterPlayer::in_transition() const {
  return actor_ && actor_->character()->in_transition();
}

Pose CharacterPlayer::pose(const Mat4d& world_from_scene) const {
  if (controller_) return scene_pose(*scene_, node_of_output_, controller_->pose(), world_from_scene);
  return actor_->node_pose(world_from_scene);
}

}  // namespace skelter::demos
