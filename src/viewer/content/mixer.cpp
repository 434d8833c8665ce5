#include "viewer/content/mixer.h"

namespace skelter {

Mixer::Mixer(const Scene& scene, SceneController made)
    : scene_(&scene),
      controller_(std::move(made.controller)),
      node_of_output_(std::move(made.node_of_output)) {}

Result<std::unique_ptr<Mixer>> Mixer::create(const Scene& scene, const EvaluateOptions& source) {
  SceneControllerSettings settings;
  settings.source = source;
  settings.unmoved = Unmoved::rest;  // a joint that no track moves any more is at rest
  Result<SceneController> made = make_controller(scene, settings);
  if (!made) return made.error();
  auto mixer = std::unique_ptr<Mixer>(new Mixer(scene, std::move(*made)));
  for (std::uint32_t track = 0; track < mixer->controller_.track_count(); ++track) {
    const Result<void> off = mixer->controller_.set_track_set(track, kNone);
    if (!off) return off.error();
  }
  return mixer;
}

Result<void> Mixer::take_over(std::uint32_t track, const TrackState& wanted) {
  const TrackState known = track < known_.size() ? known_[track] : TrackState{};
  const bool is_new = track >= known_.size();
  const bool other_clip = is_new || wanted.clip != known.clip;
  Result<void> done;
  if (other_clip) done = controller_.set_track_set(track, wanted.clip);
  if (done && (other_clip || wanted.position_s != known.position_s))
    done = controller_.set_track_position(track, wanted.position_s);
  if (done && (is_new || wanted.enabled != known.enabled))
    done = controller_.set_track_enabled(track, wanted.enabled);
  if (done && (is_new || wanted.weight != known.weight))
    done = controller_.set_track_weight(track, wanted.weight);
  if (done && (is_new || wanted.speed != known.speed))
    done = controller_.set_track_speed(track, wanted.speed);
  if (done && (is_new || wanted.high_priority != known.high_priority))
    done = controller_.set_track_priority(track, wanted.high_priority ? Priority::high : Priority::low);
  return done;
}

void Mixer::write_back(MixState& mix) {
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i) {
    const Result<Track> track = controller_.track(i);
    if (!track) continue;
    TrackState& state = mix.tracks[i];
    state.enabled = track->enabled;
    state.weight = track->weight;
    state.speed = track->speed;
    state.position_s = track->position_s;
  }
  mix.priority_blend = controller_.priority_blend();
  known_ = mix.tracks;
  known_blend_ = mix.priority_blend;
}

Result<void> Mixer::advance(MixState& mix, double dt_s) {
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i)
    if (const Result<void> taken = take_over(i, mix.tracks[i]); !taken) return taken;
  for (auto i = static_cast<std::uint32_t>(mix.tracks.size()); i < known_.size(); ++i)  // removed
    if (const Result<void> off = controller_.set_track_enabled(i, false); !off) return off;
  if (mix.priority_blend != known_blend_)
    if (const Result<void> blended = controller_.set_priority_blend(mix.priority_blend); !blended)
      return blended;
  if (const Result<void> advanced = controller_.advance(dt_s); !advanced) return advanced;
  write_back(mix);
  return {};
}

Result<void> Mixer::fade_weight(std::uint32_t track, double weight, double seconds) {
  const auto keyed = controller_.key_track_weight(track, weight, controller_.time_s(), seconds,
                                                  Transition::ease_in_ease_out);
  return keyed ? Result<void>() : Result<void>(keyed.error());
}

Pose Mixer::pose() const {
  return scene_pose(*scene_, node_of_output_, controller_.pose());
}

}  // namespace skelter
