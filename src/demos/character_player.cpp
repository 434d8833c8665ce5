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
  std::vector<std::string> names;
  const Scene named = with_clip_names(scene, names);
  SceneControllerSettings settings;
  settings.source = source;
  settings.mode = faithful ? ControllerMode::d3dx : ControllerMode::standard;
  auto made = make_controller(named, settings);
  if (!made) return made.error();
  std::variant<Soft, Hard> how = Hard{std::move(made->controller)};
  if (!faithful) {
    auto player = Player::create(std::move(std::get<Hard>(how).controller));
    if (!player) return player.error();
    how = Soft{std::move(*player), fade_s};
  }
  CharacterPlayer figure(std::move(how), std::move(made->node_of_output));
  figure.clips_ = std::move(names);
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) figure.loops_.push_back(comes_round(scene, i));
  return figure;
}

Result<void> CharacterPlayer::start(std::uint32_t clip) {
  if (auto* hard = std::get_if<Hard>(&how_)) return hard->controller.play(clips_[clip]);
  PlaySettings settings;
  settings.playback = loops_[clip] ? Playback::loop : Playback::once;
  return std::get<Soft>(how_).player.play(clips_[clip], settings);
}

Result<void> CharacterPlayer::change(std::uint32_t clip) {
  if (auto* hard = std::get_if<Hard>(&how_)) return hard->controller.play(clips_[clip], false);
  PlaySettings settings;
  settings.playback = loops_[clip] ? Playback::loop : Playback::once;
  Soft& soft = std::get<Soft>(how_);
  return soft.player.crossfade(clips_[clip], soft.fade_s, settings);
}

Result<void> CharacterPlayer::set_speed(double speed) {
  if (auto* hard = std::get_if<Hard>(&how_)) return hard->controller.set_track_speed(0, speed);
  return std::get<Soft>(how_).player.set_speed(speed);
}

Result<void> CharacterPlayer::advance(double step_s) {
  if (auto* hard = std::get_if<Hard>(&how_)) return hard->controller.advance(step_s);
  return std::get<Soft>(how_).player.advance(step_s);
}

double CharacterPlayer::position_s() const {
  if (const auto* hard = std::get_if<Hard>(&how_)) {
    const auto track = hard->controller.track(0);
    return track ? track->position_s : 0;
  }
  return std::get<Soft>(how_).player.position_s();
}

bool CharacterPlayer::in_transition() const {
  const auto* soft = std::get_if<Soft>(&how_);
  return soft != nullptr && soft->player.in_transition();
}

Pose CharacterPlayer::pose(const Scene& scene, const Mat4d& world_from_scene) const {
  const auto* hard = std::get_if<Hard>(&how_);
  const auto parts = hard != nullptr ? hard->controller.pose() : std::get<Soft>(how_).player.pose();
  return scene_pose(scene, node_of_output_, parts, world_from_scene);
}

}  // namespace skelter::demos
